//! The monthly run in SQLite: statements, types, other triggers, installing and taking away.

use std::thread;

use rusqlite::{Connection, Error};
use tempfile::TempDir;

use super::kept::{Kept, keep, monthly_run};
use super::oracle::{Answer, Oracle};
use crate::sandbox::Sandbox;

const TABLE: &str = "CREATE TABLE run (id INTEGER PRIMARY KEY, status TEXT DEFAULT 'planned', month INT);";

/// A database in memory.
struct Base {
    connection: Connection,
    kept: Kept,
}

impl Base {
    fn bare(column: &str, tables: &str) -> Self {
        let base =
            Self { connection: Connection::open_in_memory().expect("a database"), kept: monthly_run(column) };
        base.run(tables);
        base
    }

    fn guarded(tables: &str) -> Self {
        let base = Self::bare("run.status", tables);
        base.run(&base.kept.sqlite.up);
        base
    }

    fn run(&self, sql: &str) {
        self.connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}\n{error}"));
    }

    /// What refuses `sql`; nothing of it is left.
    fn refused(&self, sql: &str) -> String {
        let error = self.connection.execute_batch(sql).expect_err(sql);
        if !self.connection.is_autocommit() {
            self.run("ROLLBACK");
        }
        message(error)
    }

    fn states(&self) -> String {
        let states =
            "SELECT coalesce(group_concat(status, ' '), '') FROM (SELECT status FROM run ORDER BY id)";
        self.connection.query_row(states, [], |row| row.get(0)).expect("states")
    }

    fn triggers(&self) -> u32 {
        let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'";
        self.connection.query_row(count, [], |row| row.get(0)).expect("a count")
    }
}

fn message(error: Error) -> String {
    match error {
        Error::SqliteFailure(_, Some(message)) => message,
        Error::SqlInputError { msg, .. } => msg,
        other => panic!("{other}"),
    }
}

#[test]
fn a_refusal_says_why_and_what_is_declared() {
    let base = Base::guarded(TABLE);
    base.run("INSERT INTO run VALUES (1, 'skipped', 1); INSERT INTO run (id) VALUES (2)");
    let said = base.refused("UPDATE run SET status = 'queued' WHERE id = 1");
    assert_eq!(
        said,
        "run.status: `skipped` -> `queued` is forbidden by STATE-PFM-QRY-014: Revisiting a skipped period requires \
         a new requested version rather than admission of the skipped row.; no row leaves `skipped`"
    );
    let said = base.refused("UPDATE run SET status = 'published' WHERE id = 2");
    let end = "has no row `planned` -> `published`; from `planned` it declares `queued`, `cancelled`";
    assert_eq!(said, format!("run.status: STATE-PFM-QRY-014 {end}"));
    let said = base.refused("INSERT INTO run VALUES (3, 'running', 1)");
    let end = "lets no record begin as `running`; records begin as `planned`, `skipped`";
    assert_eq!(said, format!("run.status: STATE-PFM-QRY-014 {end}"));
    assert_eq!(base.states(), "skipped planned");
}

#[test]
fn one_wrong_row_of_many_changes_none() {
    let base = Base::guarded(TABLE);
    base.run("INSERT INTO run VALUES (1, 'planned', 1), (2, 'planned', 1), (3, 'skipped', 1)");
    base.refused("UPDATE run SET status = 'queued'");
    base.refused("INSERT INTO run VALUES (4, 'planned', 1), (5, 'queued', 1)");
    base.run("UPDATE run SET month = 2; UPDATE run SET status = status");
    assert_eq!(base.states(), "planned planned skipped");
}

#[test]
fn no_conflict_clause_lets_a_wrong_state_through() {
    let base = Base::guarded(TABLE);
    base.run("INSERT INTO run VALUES (1, 'planned', 1)");
    for wrong in [
        "UPDATE OR IGNORE run SET status = 'running'",
        "UPDATE OR REPLACE run SET status = 'running'",
        "UPDATE OR FAIL run SET status = 'running'",
        "INSERT OR IGNORE INTO run VALUES (2, 'running', 1)",
        "INSERT OR REPLACE INTO run VALUES (1, 'running', 1)",
        "REPLACE INTO run VALUES (1, NULL, 1)",
        "INSERT INTO run VALUES (1, 'running', 1) ON CONFLICT DO UPDATE SET status = excluded.status",
        "INSERT INTO run VALUES (1, 'planned', 1) ON CONFLICT DO UPDATE SET status = 'running'",
    ] {
        base.refused(wrong);
        assert_eq!(base.states(), "planned", "{wrong}");
    }
    base.run("INSERT INTO run VALUES (1, 'planned', 1) ON CONFLICT DO UPDATE SET status = 'queued'");
    // What the docs say cannot be seen: a row that takes the place of another.
    base.run("INSERT OR REPLACE INTO run VALUES (1, 'planned', 1)");
    assert_eq!(base.states(), "planned");
}

#[test]
fn a_state_is_a_text_whatever_the_column() {
    for kind in ["TEXT", "", "BLOB", "INTEGER", "VARCHAR(4) COLLATE NOCASE", "ANY"] {
        let strict = if kind == "ANY" { "STRICT" } else { "" };
        let base =
            Base::guarded(&format!("CREATE TABLE run (id INTEGER PRIMARY KEY, status {kind}) {strict}"));
        base.run("INSERT INTO run VALUES (1, 'planned')");
        for wrong in ["NULL", "x'717565756564'", "'Queued'", "'queued '", "17", "1.5", "'planned2'"] {
            base.refused(&format!("UPDATE run SET status = {wrong}"));
            base.refused(&format!("INSERT INTO run VALUES (2, {wrong})"));
        }
        base.refused("UPDATE run SET status = 'PLANNED'");
        base.refused("INSERT INTO run VALUES (2, 'PLANNED')");
        base.run("UPDATE run SET status = 'queued'");
        assert_eq!(base.states(), "queued", "{kind}");
    }
}

#[test]
fn tables_of_any_kind_are_guarded() {
    for (column, table) in [
        ("run.status", "run (id INT PRIMARY KEY, status TEXT) WITHOUT ROWID"),
        ("run.status", "run (id INT PRIMARY KEY, status TEXT) STRICT"),
        (r#""Order ""Book""".status"#, "\"Order \"\"Book\"\"\" (id INT, status TEXT)"),
        ("app.run.status", "run (id INT, status TEXT)"),
        (r#""it's; --".status"#, "\"it's; --\" (id INT, status TEXT)"),
    ] {
        let base = Base::bare(column, &format!("CREATE TABLE {table}"));
        base.run(&base.kept.sqlite.up);
        let table = table.split(" (").next().expect("a name");
        base.run(&format!("INSERT INTO {table} VALUES (1, 'planned'); UPDATE {table} SET status = 'queued'"));
        base.refused(&format!("UPDATE {table} SET status = 'published'"));
        base.refused(&format!("INSERT INTO {table} VALUES (2, 'queued')"));
        base.run(&base.kept.sqlite.down);
        assert_eq!(base.triggers(), 0);
    }
}

#[test]
fn what_another_trigger_does_is_judged() {
    let base = Base::guarded(TABLE);
    base.run("INSERT INTO run VALUES (1, 'planned', 1)");
    for (pragma, when) in [("ON", "AFTER"), ("OFF", "AFTER"), ("OFF", "BEFORE")] {
        base.run(&format!(
            "PRAGMA recursive_triggers = {pragma};
             CREATE TRIGGER other {when} UPDATE OF month ON run BEGIN UPDATE run SET status = 'published'; END"
        ));
        assert!(base.refused("UPDATE run SET month = 3").contains("`planned` -> `published`"));
        base.run("DROP TRIGGER other");
    }
    base.run("CREATE VIEW shown AS SELECT * FROM run;
              CREATE TRIGGER through INSTEAD OF UPDATE ON shown BEGIN UPDATE run SET status = NEW.status; END");
    assert!(base.refused("UPDATE shown SET status = 'published'").contains("`planned` -> `published`"));
    assert_eq!(base.states(), "planned");
}

#[test]
fn a_renamed_table_or_column_stays_guarded() {
    let base = Base::guarded(TABLE);
    base.run("INSERT INTO run VALUES (1, 'planned', 1); ALTER TABLE run RENAME COLUMN status TO state");
    base.refused("UPDATE run SET state = 'published'");
    base.run("ALTER TABLE run RENAME TO runs; UPDATE runs SET state = 'queued'");
    base.refused("UPDATE runs SET state = 'published'");
    base.run(&base.kept.sqlite.down);
    assert_eq!(base.triggers(), 0);
}

#[test]
fn rows_in_unknown_states_are_counted() {
    let base = Base::bare("run.status", TABLE);
    base.run("INSERT INTO run VALUES (1, 'retired', 1), (2, NULL, 1), (3, 'retired', 1), (4, 'queued', 1)");
    let said = base.refused(&base.kept.sqlite.up);
    let counted =
        "run.status: rows are in what is no state of STATE-PFM-QRY-014: 2 in `retired`, 1 in NULL; move them";
    assert!(said.contains(counted), "{said}");
    assert_eq!(base.triggers(), 0, "nothing was installed");
    base.run("DELETE FROM run WHERE id < 4");
    base.run(&base.kept.sqlite.up);
}

#[test]
fn up_twice_and_down_twice_leave_the_rows_and_nothing_else() {
    let base = Base::bare("run.status", TABLE);
    base.run("INSERT INTO run VALUES (1, 'published', 1), (2, 'failed', 2)");
    let schema = || -> String {
        let all = "SELECT group_concat(name || sql, '|') FROM (SELECT * FROM sqlite_schema ORDER BY name)";
        base.connection.query_row(all, [], |row| row.get(0)).expect("the schema")
    };
    let before = schema();
    for _ in 0..2 {
        base.run(&base.kept.sqlite.up);
        base.run(&base.kept.sqlite.up);
        assert_eq!(base.triggers(), 2);
        base.refused("UPDATE run SET status = 'planned'");
        base.run(&base.kept.sqlite.down);
        base.run(&base.kept.sqlite.down);
        assert_eq!(schema(), before);
    }
    base.run(&format!("BEGIN; {}; ROLLBACK", base.kept.sqlite.up));
    assert_eq!(schema(), before, "it stands inside a transaction of the caller's");
    base.run("UPDATE run SET status = 'planned' WHERE id = 1");
    assert_eq!(base.states(), "planned failed");
}

/// A ring of states in which each may go to the next, and one pair is forbidden.
fn ring(length: usize) -> String {
    let mut document = String::from("---\nid: RING-1\ntitle: Ring\nstates:\n");
    for state in 0..length {
        document.push_str(&format!("  - name: state {state}\n"));
    }
    document.push_str("transitions:\n  - {from: '[*]', to: state 0}\n");
    for state in 0..length {
        document.push_str(&format!("  - {{from: state {state}, to: state {}}}\n", (state + 1) % length));
    }
    document.push_str("invalid:\n  - {from: state 1, to: state 0, why: There is no way back.}\n---\n");
    document
}

#[test]
fn documents_of_many_states_are_guarded() {
    for (length, undeclared) in [
        (40, "has no row `state 1` -> `state 3`; from `state 1` it declares `state 2`"),
        (300, "has no such row; from `state 1` it declares `state 2`"),
    ] {
        let project = Sandbox::new();
        project.write("specs/ring.md", ring(length));
        let kept = keep(&project).remove(0);
        assert!(kept.sqlite.up.len() < 1_000_000, "SQLite takes no longer statement");
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch("CREATE TABLE kept_0 (id INT, state TEXT)").expect("a table");
        connection.execute_batch(&kept.sqlite.up).expect("the guard");
        connection.execute("INSERT INTO kept_0 VALUES (1, 'state 0')", []).expect("a row");
        let step =
            |state: usize| connection.execute("UPDATE kept_0 SET state = ?1", [format!("state {state}")]);
        for state in (1..length).chain([0, 1]) {
            step(state).unwrap_or_else(|error| panic!("to state {state}: {error}"));
        }
        assert_eq!(message(step(3).expect_err("undeclared")), format!("kept_0.state: RING-1 {undeclared}"));
        assert!(message(step(0).expect_err("forbidden")).contains("by RING-1: There is no way back.;"));
    }
}

#[test]
fn whatever_many_connections_try_each_step_is_declared() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("run.db");
    let open = |file| {
        let connection = Connection::open(file).expect("a database");
        connection.busy_timeout(std::time::Duration::from_secs(30)).expect("a timeout");
        connection
    };
    let (connection, kept) = (open(&file), monthly_run("run.status"));
    let audit = "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE step (was, now);
        CREATE TRIGGER note AFTER UPDATE ON run BEGIN INSERT INTO step VALUES (OLD.status, NEW.status); END;
        INSERT INTO run (id) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12);";
    for sql in [TABLE, audit, &kept.sqlite.up] {
        connection.execute_batch(sql).expect("it is set up");
    }
    let states =
        ["planned", "queued", "running", "validating", "published", "failed", "skipped", "cancelled"];
    let sessions = [5, 7, 11].map(|step| {
        let connection = open(&file);
        thread::spawn(move || {
            let update = |n: usize| {
                let to = states[(n * step / 3 + n) % states.len()];
                connection
                    .execute(
                        "UPDATE run SET status = ?1 WHERE id = ?2",
                        (to, (n * step % 12 + 1).to_string()),
                    )
                    .is_ok()
            };
            (0..300).filter(|n| update(*n)).count()
        })
    });
    let accepted: usize = sessions.into_iter().map(|session| session.join().expect("it ends")).sum();
    let mut query = connection.prepare("SELECT was, now FROM step").expect("a query");
    let pair = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?));
    let steps: Vec<(String, String)> = query.query_map([], pair).expect("steps").flatten().collect();
    assert!(steps.len() == accepted && accepted > 50, "{} noted, {accepted} accepted", steps.len());
    let oracle = Oracle::new(&kept.model, "run.status");
    for (was, now) in steps {
        assert_eq!(oracle.update(Some(&was), Some(&now)), Answer::Accepted, "{was} -> {now}");
    }
}

#[test]
fn a_state_that_would_be_stored_as_a_number_is_refused() {
    let document = "---\nid: N-1\ntitle: Numbers\nstates:\n  - name: open\n  - name: \"1.10\"\ntransitions:\n  \
                    - {from: \"[*]\", to: open}\n  - {from: open, to: \"1.10\"}\n---\n";
    let project = Sandbox::new();
    project.write("specs/numbers.md", document);
    let kept = keep(&project).remove(0);
    for (kind, fits) in [("TEXT", true), ("NUMERIC", false)] {
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch(&format!("CREATE TABLE kept_0 (id INT, state {kind})")).expect("a table");
        connection.execute_batch(&kept.sqlite.up).expect("the guard");
        connection.execute_batch("INSERT INTO kept_0 VALUES (1, 'open')").expect("a row");
        let update = connection.execute_batch("UPDATE kept_0 SET state = '1.10'");
        assert_eq!(update.is_ok(), fits, "{kind}: {update:?}");
        assert!(update.err().is_none_or(|error| message(error).contains("stored as text")));
    }
}
