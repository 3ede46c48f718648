//! The monthly run in PostgreSQL: a database with its table, and what it says to statements.

mod install;
mod names;
mod partitions;
mod sessions;
mod statements;
mod triggers;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use postgres::error::DbError;
use postgres::{Client, NoTls};

use super::kept::{Kept, monthly_run};
use crate::peers::postgres::{Server, server};

/// The table of the monthly run, as most tests have it.
const TABLE: &str = "CREATE TABLE run (id int PRIMARY KEY, status text, month int DEFAULT 1)";

/// A database of its own.
struct Base {
    client: Client,
    url: String,
    kept: Kept,
    _server: Arc<Server>,
}

impl Base {
    /// A database in which `tables` were made, for the monthly run in `column`; none without PostgreSQL.
    fn bare(test: &str, column: &str, tables: &str) -> Option<Self> {
        let server = server(test)?;
        let url = server.fresh();
        let client = Client::connect(&url, NoTls).expect("it answers");
        let mut base = Self { client, url, kept: monthly_run(column), _server: server };
        base.run(tables);
        Some(base)
    }

    /// The same with the guard.
    fn guarded(test: &str, tables: &str) -> Option<Self> {
        let mut base = Self::bare(test, "run.status", tables)?;
        base.install();
        Some(base)
    }

    fn connect(&self) -> Client {
        Client::connect(&self.url, NoTls).expect("it answers")
    }

    fn install(&mut self) {
        let up = self.kept.postgres.up.clone();
        self.run(&up);
    }

    fn run(&mut self, sql: &str) {
        self.client.batch_execute(sql).unwrap_or_else(|error| panic!("{sql}\n{error:?}"));
    }

    /// What refuses `sql`; nothing of it is left.
    fn refused(&mut self, sql: &str) -> DbError {
        let error = refused(&mut self.client, sql);
        self.client.batch_execute("ROLLBACK").expect("it can be rolled back");
        error
    }

    /// The refusal of the guard, which begins with the column's name.
    fn guards(&mut self, sql: &str) -> String {
        let error = self.refused(sql);
        assert_eq!(error.code().code(), "23514", "{sql}: {error}");
        error.message().strip_prefix("run.status: ").expect("the column").to_owned()
    }

    /// The states of all rows by their ids.
    fn states(&mut self) -> String {
        let rows = self.client.query("SELECT status FROM run ORDER BY id", &[]).expect("rows");
        rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>().join(" ")
    }

    fn count(&mut self, of: &str) -> i64 {
        self.client.query_one(&format!("SELECT count(*) FROM {of}"), &[]).expect("a number").get(0)
    }
}

fn refused(client: &mut Client, sql: &str) -> DbError {
    let error = client.batch_execute(sql).expect_err(sql);
    error.as_db_error().unwrap_or_else(|| panic!("{sql}: {error}")).clone()
}

/// Waits until some session of the database waits for a lock.
pub(super) fn until_one_waits(client: &mut Client) {
    let waiting = "SELECT count(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()";
    let is_waiting =
        |client: &mut Client| client.query_one(waiting, &[]).expect("a number").get::<_, i64>(0) > 0;
    let seen = (0..2000).any(|_| {
        thread::sleep(Duration::from_millis(5));
        is_waiting(client)
    });
    assert!(seen, "no session waits");
}
