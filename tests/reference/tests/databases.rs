//! The databases that every test runs on: SQLite always, PostgreSQL where it is installed.

use std::sync::Arc;

use reference::store::Database;
use reference::{capacity, schema};
use tempfile::TempDir;

use crate::server::{self, Server};

/// A new database with its tables.
pub(crate) struct Fresh {
    /// What it is called in messages.
    pub(crate) name: &'static str,
    /// Where it is reached.
    pub(crate) url: String,
    _folder: Option<TempDir>,
    _server: Option<Arc<Server>>,
}

impl Fresh {
    /// One more connection.
    pub(crate) fn open(&self) -> Database {
        Database::open(&self.url).expect("the database answers")
    }
}

/// Runs a test on SQLite and on PostgreSQL.
pub(crate) fn on_each(test: &str, run: impl Fn(&Fresh)) {
    on_sqlite(&run);
    on_postgres(test, &run);
}

/// Runs a test on SQLite.
pub(crate) fn on_sqlite(run: impl Fn(&Fresh)) {
    let folder = TempDir::new().expect("a folder");
    let url = folder.path().join("runs.sqlite").to_string_lossy().into_owned();
    run(&prepared(Fresh { name: "SQLite", url, _folder: Some(folder), _server: None }));
}

/// Runs a test on PostgreSQL, where it is installed.
pub(crate) fn on_postgres(test: &str, run: impl Fn(&Fresh)) {
    let Some(server) = server::server(test) else { return };
    let url = server.fresh();
    run(&prepared(Fresh { name: "PostgreSQL", url, _folder: None, _server: Some(server) }));
}

fn prepared(fresh: Fresh) -> Fresh {
    let mut db = fresh.open();
    schema::create(&mut db).expect("the schema");
    for (owner, zone, total, backfill) in
        [("north", "Europe/Berlin", 16, 4), ("south", "Atlantic/Azores", 10, 2)]
    {
        let capacity = capacity::Capacity { total, backfill };
        db.write(|tx| capacity::add_owner(tx, owner, capacity)).expect("an owner");
        add_workspace(&mut db, owner, owner, zone);
    }
    fresh
}

/// Adds a workspace.
pub(crate) fn add_workspace(db: &mut Database, name: &str, owner: &str, zone: &str) {
    let sql = "INSERT INTO workspace (name, owner, zone) VALUES ($1, $2, $3)";
    db.write(|tx| tx.execute(sql, &[name.into(), owner.into(), zone.into()])).expect("a workspace");
}
