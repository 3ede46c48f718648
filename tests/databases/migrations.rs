//! From one revision to the next with rows in place and writers in flight.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use postgres::{Client, NoTls};
use rusqlite::Connection;
use tempfile::TempDir;

use super::kept::generate;
use super::postgres::until_one_waits;
use crate::peers::postgres::server;
use crate::sandbox::Sandbox;

const OLD: &str = "---
id: ORDER-1
title: Order
revision: 1
states:
  - name: draft
  - name: placed
  - name: parked
  - name: closed
transitions:
  - {from: '[*]', to: draft}
  - {from: draft, to: placed}
  - {from: placed, to: parked}
  - {from: parked, to: placed}
  - {from: placed, to: closed}
---
";

/// `placed` is called `sent it's`, and `parked` is no more.
const NEW: &str = "---
id: ORDER-1
title: Order
revision: 2
states:
  - name: draft
  - {name: \"sent it's\", aliases: [placed]}
  - name: closed
transitions:
  - {from: '[*]', to: draft}
  - {from: draft, to: \"sent it's\"}
  - {from: \"sent it's\", to: closed}
---
";

const TABLE: &str = "CREATE TABLE orders (id INTEGER PRIMARY KEY, state TEXT);";
const ROWS: &str = "INSERT INTO orders VALUES (1, 'draft'), (2, 'placed'), (3, 'placed'), (4, 'closed')";

/// Both revisions, of which the project has the new one.
struct Revisions(Sandbox);

impl Revisions {
    fn new() -> Self {
        let project = Sandbox::new();
        project.write(
            "statedoc.toml",
            "[sql.table]\nORDER-1 = 'orders.state'\n[rust]\nenabled = false\n[tests]\nenabled = false\n",
        );
        project.write("old.md", OLD);
        project.write("specs/order.md", OLD);
        generate(&project);
        Self(project)
    }

    /// The guard of the old revision.
    fn guard(&self, dialect: &str) -> String {
        self.0.read(&format!("generated/sql/order.{dialect}.sql"))
    }

    /// The guard of the new revision.
    fn new_guard(&self, dialect: &str) -> String {
        self.0.write("specs/order.md", NEW);
        generate(&self.0);
        self.guard(dialect)
    }

    fn migration(&self, dialect: &str, more: &[&str]) -> String {
        self.0.write("specs/order.md", NEW);
        let arguments = [&["migrate", "old.md", "specs/order.md", "--dialect", dialect], more].concat();
        let output = self.0.statedoc(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("SQL is text")
    }
}

const STOPPED: &str = "orders.state: rows are in what is no state of ORDER-1: 2 in `parked`";
const MOVED: &str = "draft, sent it's, sent it's, closed, sent it's, sent it's";

#[test]
fn rows_move_in_postgresql_and_removed_states_stop_it() {
    let Some(server) = server("rows_move_in_postgresql_and_removed_states_stop_it") else { return };
    let revisions = Revisions::new();
    let mut client = Client::connect(&server.fresh(), NoTls).expect("it answers");
    let guard = revisions.guard("postgres");
    for sql in [TABLE, ROWS, "INSERT INTO orders VALUES (5, 'parked'), (6, 'parked')", &guard] {
        client.batch_execute(sql).expect(sql);
    }
    let mut states = |sql: &str| {
        let error = client.batch_execute(sql).err().and_then(|error| error.as_db_error().cloned());
        client.batch_execute("ROLLBACK").expect("nothing is left open");
        let states = "SELECT string_agg(state, ', ' ORDER BY id) FROM orders";
        let states: String = client.query_one(states, &[]).expect("states").get(0);
        (
            error.map(|error| format!("{} {}; {:?}", error.code().code(), error.message(), error.hint())),
            states,
        )
    };
    let (error, kept) = states(&revisions.migration("postgres", &[]));
    let error = error.expect("two rows are parked");
    assert!(error.starts_with(&format!("23514 {STOPPED}; ")) && error.contains("--move"), "{error}");
    assert_eq!(kept, "draft, placed, placed, closed, parked, parked");
    assert_eq!(
        states(
            "UPDATE orders SET state = 'placed' WHERE id = 5; UPDATE orders SET state = 'parked' WHERE id = 5"
        )
        .0,
        None
    );
    let migration = revisions.migration("postgres", &["--move", "parked=sent it's"]);
    for _ in 0..2 {
        let moved = states(&migration);
        assert_eq!(moved, (None, MOVED.to_owned()));
        let refused = states("UPDATE orders SET state = 'placed' WHERE id = 1").0.expect("an earlier name");
        assert!(refused.contains("`placed` is an earlier name of `sent it's`"), "{refused}");
        let refused = states("UPDATE orders SET state = 'parked' WHERE id = 2").0.expect("a removed state");
        assert!(refused.contains("it has no state `parked`"), "{refused}");
        let refused = states("UPDATE orders SET state = 'draft' WHERE id = 2").0.expect("no way back");
        assert!(refused.contains("no row `sent it's` -> `draft`"), "{refused}");
    }
    assert_eq!(states("UPDATE orders SET state = 'closed' WHERE id = 2").0, None);
}

#[test]
fn a_migration_leaves_the_guard_that_an_installation_leaves() {
    let Some(server) = server("a_migration_leaves_the_guard_that_an_installation_leaves") else { return };
    let revisions = Revisions::new();
    let mut client = Client::connect(&server.fresh(), NoTls).expect("it answers");
    let old = revisions.guard("postgres");
    let migration = revisions.migration("postgres", &["--move", "parked=closed"]);
    for sql in [TABLE, ROWS, &old, &migration] {
        client.batch_execute(sql).expect(sql);
    }
    let guard = |client: &mut Client| -> String {
        let whole =
            "SELECT pg_get_functiondef(tgfoid) || pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger";
        client.query_one(whole, &[]).expect("one trigger").get(0)
    };
    let migrated = guard(&mut client);
    client.batch_execute(&revisions.new_guard("postgres")).expect("the guard of the new revision");
    assert_eq!(migrated, guard(&mut client));

    let connection = Connection::open_in_memory().expect("a database");
    let migration = revisions.migration("sqlite", &["--move", "parked=closed"]);
    let triggers = |scripts: [&str; 2]| {
        for sql in scripts {
            connection.execute_batch(sql).expect(sql);
        }
        let all = "SELECT group_concat(sql) FROM sqlite_schema WHERE type = 'trigger'";
        connection.query_row(all, [], |row| row.get::<_, String>(0)).expect("triggers")
    };
    let migrated = triggers([TABLE, &migration]);
    assert_eq!(migrated, triggers([&revisions.new_guard("sqlite"), ""]));
}

#[test]
fn rows_move_in_sqlite_and_removed_states_stop_it() {
    let revisions = Revisions::new();
    let connection = Connection::open_in_memory().expect("a database");
    let guard = revisions.guard("sqlite");
    for sql in [TABLE, ROWS, "INSERT INTO orders VALUES (5, 'parked'), (6, 'parked')", &guard] {
        connection.execute_batch(sql).expect(sql);
    }
    let states = |sql: &str| {
        let error = connection.execute_batch(sql).err().map(|error| error.to_string());
        if !connection.is_autocommit() {
            connection.execute_batch("ROLLBACK").expect("it can be rolled back");
        }
        let states = "SELECT group_concat(state, ', ') FROM (SELECT state FROM orders ORDER BY id)";
        (error, connection.query_row(states, [], |row| row.get::<_, String>(0)).expect("states"))
    };
    let (error, kept) = states(&revisions.migration("sqlite", &[]));
    let error = error.expect("two rows are parked");
    assert!(error.contains(STOPPED) && error.contains("--move"), "{error}");
    assert_eq!(kept, "draft, placed, placed, closed, parked, parked");
    assert_eq!(
        states(
            "UPDATE orders SET state = 'placed' WHERE id = 5; UPDATE orders SET state = 'parked' WHERE id = 5"
        )
        .0,
        None
    );
    let migration = revisions.migration("sqlite", &["--move", "parked=sent it's"]);
    for _ in 0..2 {
        assert_eq!(states(&migration), (None, MOVED.to_owned()));
        let refused = states("UPDATE orders SET state = 'placed' WHERE id = 1").0.expect("an earlier name");
        assert!(refused.contains("`placed` is an earlier name of `sent it's`"), "{refused}");
        assert!(states("UPDATE orders SET state = 'parked' WHERE id = 2").0.is_some());
        assert!(states("UPDATE orders SET state = 'draft' WHERE id = 2").0.is_some());
    }
    assert_eq!(states("UPDATE orders SET state = 'closed' WHERE id = 2").0, None);
}

#[test]
fn a_writer_in_flight_commits_no_removed_state() {
    let Some(server) = server("a_writer_in_flight_commits_no_removed_state") else { return };
    let revisions = Revisions::new();
    let url = server.fresh();
    let connect = || Client::connect(&url, NoTls).expect("it answers");
    let (mut early, mut late, mut old_snapshot, mut watch) = (connect(), connect(), connect(), connect());
    for sql in [TABLE, ROWS, &revisions.guard("postgres")] {
        watch.batch_execute(sql).expect(sql);
    }
    let park = |id: u8| format!("UPDATE orders SET state = 'parked' WHERE id = {id}");
    // One has parked a row and not committed, one has used the guard before, one has an old snapshot.
    early.batch_execute(&format!("BEGIN; {}", park(2))).expect("it is declared");
    late.batch_execute(&format!("{}; UPDATE orders SET state = 'placed' WHERE id = 3", park(3)))
        .expect("it is declared");
    old_snapshot
        .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM orders")
        .expect("it begins");
    let migration = revisions.migration("postgres", &["--move", "parked=closed"]);
    let mut migrating = connect();
    let migration = thread::spawn(move || migrating.batch_execute(&migration));
    until_one_waits(&mut watch);
    early.batch_execute("COMMIT").expect("it commits what the old revision declares");
    migration.join().expect("it ends").expect("the migration waits, then moves the row");
    let state: String = watch.query_one("SELECT state FROM orders WHERE id = 2", &[]).expect("a row").get(0);
    assert_eq!(state, "closed");
    let code = |client: &mut Client, sql: &str| {
        let error = client.batch_execute(sql).expect_err("the state is removed");
        error.code().expect("its code").code().to_owned()
    };
    assert_eq!(code(&mut late, &park(3)), "23514");
    assert_eq!(code(&mut old_snapshot, &park(3)), "40001");
    assert_eq!(code(&mut early, &park(3)), "23514");
}

#[test]
fn what_a_writer_in_flight_commits_is_counted() {
    let Some(server) = server("what_a_writer_in_flight_commits_is_counted") else { return };
    let revisions = Revisions::new();
    let url = server.fresh();
    let connect = || Client::connect(&url, NoTls).expect("it answers");
    let (mut writer, mut migrating, mut watch) = (connect(), connect(), connect());
    for sql in [TABLE, ROWS, &revisions.guard("postgres")] {
        watch.batch_execute(sql).expect(sql);
    }
    writer.batch_execute("BEGIN; UPDATE orders SET state = 'parked' WHERE id = 2").expect("it is declared");
    let migration = revisions.migration("postgres", &[]);
    let migration = thread::spawn(move || migrating.batch_execute(&migration));
    until_one_waits(&mut watch);
    writer.batch_execute("COMMIT").expect("it commits");
    let error = migration.join().expect("it ends").expect_err("a row is parked");
    let error = error.as_db_error().expect("its error");
    assert!(error.message().ends_with("1 in `parked`"), "{error}");
    assert!(error.hint().is_some_and(|hint| hint.contains("--move")), "{error:?}");
}

#[test]
fn a_writer_that_waits_for_the_migration_is_judged_by_the_new_revision() {
    let test = "a_writer_that_waits_for_the_migration_is_judged_by_the_new_revision";
    let Some(server) = server(test) else { return };
    let revisions = Revisions::new();
    let url = server.fresh();
    let connect = || Client::connect(&url, NoTls).expect("it answers");
    let (mut migrating, mut writer, mut watch) = (connect(), connect(), connect());
    for sql in [TABLE, ROWS, "UPDATE orders SET state = 'draft' WHERE id = 2", &revisions.guard("postgres")] {
        watch.batch_execute(sql).expect(sql);
    }
    writer.batch_execute("UPDATE orders SET state = 'parked' WHERE id = 3").expect("it is declared");
    let migration = revisions.migration("postgres", &["--move", "parked=closed"]);
    migrating.batch_execute(migration.strip_suffix("COMMIT;\n").expect("its end")).expect("all but the end");
    let late = thread::spawn(move || {
        // A row that the migration does not touch, and a state that it takes away.
        let placed = writer.batch_execute("UPDATE orders SET state = 'placed' WHERE id = 2");
        placed.expect_err("the name is gone").as_db_error().expect("its error").message().to_owned()
    });
    until_one_waits(&mut watch);
    migrating.batch_execute("COMMIT").expect("it commits");
    let refused = late.join().expect("it ends");
    assert!(refused.contains("`placed` is an earlier name"), "{refused}");
}

#[test]
fn under_steady_writing_no_removed_state_is_committed() {
    let Some(server) = server("under_steady_writing_no_removed_state_is_committed") else { return };
    let revisions = Revisions::new();
    let url = server.fresh();
    let connect = || Client::connect(&url, NoTls).expect("it answers");
    let (mut watch, mut look) = (connect(), connect());
    let rows = "INSERT INTO orders SELECT n, 'placed' FROM generate_series(1, 200) n";
    for sql in [TABLE, rows, &revisions.guard("postgres")] {
        watch.batch_execute(sql).expect(sql);
    }
    let ended = AtomicBool::new(false);
    let migration = revisions.migration("postgres", &["--move", "parked=closed"]);
    thread::scope(|scope| {
        for writer in 0..4 {
            let mut client = connect();
            let ended = &ended;
            scope.spawn(move || {
                for n in (0..200).cycle().skip(writer * 50) {
                    if ended.load(Ordering::Relaxed) {
                        break;
                    }
                    let to = ["parked", "placed", "parked"][n % 3];
                    let _ = client
                        .batch_execute(&format!("UPDATE orders SET state = '{to}' WHERE id = {}", n + 1));
                }
            });
        }
        thread::sleep(Duration::from_millis(100));
        let result = watch.batch_execute(&migration);
        let removed = "SELECT count(*) FROM orders WHERE state IN ('parked', 'placed')";
        let left: Vec<_> = (0..50).map(|_| look.query_one(removed, &[])).collect();
        ended.store(true, Ordering::Relaxed); // before anything can fail, since the writers wait for it
        result.expect("the migration ends");
        let left: Vec<i64> = left.into_iter().map(|row| row.expect("a number").get(0)).collect();
        assert!(left.iter().all(|left| *left == 0), "{left:?}");
    });
    let moved: i64 =
        watch.query_one("SELECT count(*) FROM orders WHERE state = 'closed'", &[]).expect("a number").get(0);
    assert!(moved > 0, "no writer had parked a row");
}

#[test]
fn in_sqlite_a_migration_waits_for_the_writer_and_other_writers_for_it() {
    let revisions = Revisions::new();
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("orders.db");
    let open = || {
        let connection = Connection::open(&file).expect("a database");
        connection.busy_timeout(Duration::from_secs(30)).expect("a timeout");
        connection
    };
    let (early, late, migrating) = (open(), open(), open());
    for sql in ["PRAGMA journal_mode = WAL;", TABLE, ROWS, &revisions.guard("sqlite")] {
        early.execute_batch(sql).expect(sql);
    }
    let park = |id: u8| format!("UPDATE orders SET state = 'parked' WHERE id = {id}");
    early.execute_batch(&format!("BEGIN; {}", park(2))).expect("it is declared");
    let migration = revisions.migration("sqlite", &["--move", "parked=closed"]);
    let migration = thread::spawn(move || migrating.execute_batch(&migration));
    thread::sleep(Duration::from_millis(200));
    assert!(!migration.is_finished(), "it waits");
    early.execute_batch("COMMIT").expect("it commits");
    migration.join().expect("it ends").expect("the migration moves the row");
    let state: String =
        late.query_row("SELECT state FROM orders WHERE id = 2", [], |row| row.get(0)).expect("a row");
    assert_eq!(state, "closed");
    for writer in [&early, &late] {
        let refused = writer.execute_batch(&park(3)).expect_err("the state is removed").to_string();
        assert!(refused.contains("has no such state"), "{refused}");
    }
}
