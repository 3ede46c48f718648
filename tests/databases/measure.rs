//! What the guard costs a row, beside other ways to the same end, on Linux. `measure.md` has the figures of
//! `cargo test --test main what_the_guard_costs -- --ignored --nocapture`

use std::io::Write as _;
use std::time::Duration;

use postgres::{Client, NoTls};
use rusqlite::Connection;
use serde_json::Value;

use super::kept::{monthly_run, text};
use crate::peers::postgres::server;

const ROWS: u32 = 100_000;
const SINGLE: u32 = 10_000;
const ROUNDS: usize = 5;

/// A way to guard: its name, and the SQL that installs it.
type Way = (&'static str, String);

/// The declared pairs as SQL: `('planned', 'queued'), …`.
fn pairs(model: &Value) -> String {
    let rows = model["rows"].as_array().expect("rows").iter();
    let both = rows.filter_map(|row| Some((row["from"].as_str()?, row["to"].as_str()?)));
    both.map(|(from, to)| format!("('{from}', '{to}')")).collect::<Vec<_>>().join(", ")
}

fn states(model: &Value) -> Vec<String> {
    let states = model["states"].as_array().expect("states").iter();
    states.map(|state| format!("'{}'", text(&state["name"]))).collect()
}

fn postgres_ways() -> Vec<Way> {
    let kept = monthly_run("run.status");
    let (pairs, states) = (pairs(&kept.model), states(&kept.model));
    let function = |settings: &str, condition: &str| {
        format!(
            "CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql {settings} AS $$ BEGIN
               IF {condition} THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$;"
        )
    };
    let trigger = "CREATE TRIGGER guard BEFORE UPDATE ON run FOR EACH ROW EXECUTE FUNCTION guard();";
    let listed =
        format!("OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN ({pairs})");
    let table = format!(
        "CREATE TABLE pair (was text, now text, PRIMARY KEY (was, now)); INSERT INTO pair VALUES {pairs} ON CONFLICT DO NOTHING; ANALYZE pair;"
    );
    let looked_up = "OLD.status IS DISTINCT FROM NEW.status AND NOT EXISTS (SELECT FROM pair WHERE was = OLD.status AND now = NEW.status)";
    let when = format!(
        "CREATE TRIGGER guard BEFORE UPDATE ON run FOR EACH ROW WHEN ({listed}) EXECUTE FUNCTION guard();"
    );
    vec![
        ("nothing", String::new()),
        ("the guard", kept.postgres.up.clone()),
        ("a trigger that does nothing", format!("{}{trigger}", function("", "false"))),
        ("the guard's pairs as one NOT IN list", format!("{}{trigger}", function("", &listed))),
        (
            "the same with its own search_path",
            format!("{}{trigger}", function("SET search_path = pg_catalog", &listed)),
        ),
        ("a lookup table", format!("{table}{}{trigger}", function("", looked_up))),
        ("the list in the trigger's WHEN", format!("{}{when}", function("", "true"))),
        (
            "a CHECK of the states, not of the pairs",
            format!("ALTER TABLE run ADD CHECK (status IN ({}))", states.join(", ")),
        ),
        (
            "a foreign key to a table of states",
            format!(
                "CREATE TABLE state (name text PRIMARY KEY); INSERT INTO state VALUES ({}); ANALYZE state;
                 ALTER TABLE run ADD FOREIGN KEY (status) REFERENCES state",
                states.join("), (")
            ),
        ),
    ]
}

fn sqlite_ways() -> Vec<Way> {
    let kept = monthly_run("run.status");
    let (pairs, states) = (pairs(&kept.model), states(&kept.model));
    let trigger = |when: &str| {
        format!(
            "CREATE TRIGGER guard BEFORE UPDATE OF status ON run WHEN {when} BEGIN SELECT RAISE(ABORT, 'refused'); END;"
        )
    };
    let table = format!(
        "CREATE TABLE pair (was, now, PRIMARY KEY (was, now)) WITHOUT ROWID; INSERT OR IGNORE INTO pair VALUES {pairs};"
    );
    let looked_up = "NOT EXISTS (SELECT 1 FROM pair WHERE was = OLD.status AND now = NEW.status)";
    vec![
        ("nothing", String::new()),
        ("the guard", kept.sqlite.up.clone()),
        (
            "the pairs as one list of values",
            trigger(&format!("(OLD.status, NEW.status) NOT IN (VALUES {pairs})")),
        ),
        ("a lookup table", format!("{table}{}", trigger(looked_up))),
        (
            "a foreign key to a table of states",
            format!(
                "CREATE TABLE state (name TEXT PRIMARY KEY); INSERT INTO state VALUES ({});",
                states.join("), (")
            ),
        ),
    ]
}

/// How long a process, or `thread-self`, has been on a processor: other load does not count.
fn busy(process: &str) -> Duration {
    let path = format!("/proc/{process}/schedstat");
    let read = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    Duration::from_nanos(read.split(' ').next().expect("a number").parse().expect("nanoseconds"))
}

/// What a row costs in the best round, in microseconds.
fn least(times: impl Iterator<Item = Duration>, rows: u32) -> f64 {
    times.min().unwrap_or_default().as_secs_f64() * 1e6 / f64::from(rows)
}

/// What moving a row costs: where a statement moves all of them, and where each has one of its own.
fn in_postgres(client: &mut Client, way: &str) -> [f64; 2] {
    client
        .batch_execute(
            "DROP SCHEMA IF EXISTS measured CASCADE; CREATE SCHEMA measured; SET search_path = measured",
        )
        .unwrap();
    let table = "CREATE TABLE run (id int PRIMARY KEY, status text NOT NULL) WITH (fillfactor = 40, autovacuum_enabled = off)";
    let rows = format!("INSERT INTO run SELECT n, 'failed' FROM generate_series(1, {ROWS}) n");
    for sql in [table, &rows, way] {
        client.batch_execute(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    let session: i32 = client.query_one("SELECT pg_backend_pid()", &[]).expect("its process").get(0);
    let session = session.to_string();
    let mut round = || {
        client.batch_execute("VACUUM ANALYZE run").unwrap();
        let start = busy(&session);
        client.batch_execute("UPDATE run SET status = 'queued'").unwrap();
        client.batch_execute("UPDATE run SET status = 'failed'").unwrap();
        busy(&session) - start
    };
    round();
    let together = least((0..ROUNDS).map(|_| round()), 2 * ROWS);
    let each = format!(
        "DO $$ BEGIN FOR n IN 1..{SINGLE} LOOP UPDATE run SET status = 'queued' WHERE id = n;
           UPDATE run SET status = 'failed' WHERE id = n; END LOOP; END $$"
    );
    let mut round = || {
        client.batch_execute("VACUUM ANALYZE run").unwrap();
        let start = busy(&session);
        client.batch_execute(&each).unwrap();
        busy(&session) - start
    };
    round();
    [together, least((0..ROUNDS).map(|_| round()), 2 * SINGLE)]
}

/// The same in SQLite, where a statement of its own costs a guard no more.
fn in_sqlite(way: &str) -> [f64; 1] {
    let connection = Connection::open_in_memory().expect("a database");
    let reference = if way.contains("TABLE state") { "REFERENCES state" } else { "" };
    let table = format!(
        "PRAGMA foreign_keys = ON; CREATE TABLE run (id INTEGER PRIMARY KEY, status TEXT {reference});"
    );
    let (before, after) = if reference.is_empty() { ("", way) } else { (way, "") };
    let rows = format!(
        "INSERT INTO run WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {ROWS}) SELECT n, 'failed' FROM n;"
    );
    for sql in [&table, before, &rows, after] {
        connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    let round = || {
        let start = busy("thread-self");
        connection
            .execute_batch("UPDATE run SET status = 'queued'; UPDATE run SET status = 'failed'")
            .unwrap();
        busy("thread-self") - start
    };
    round();
    [least((0..ROUNDS).map(|_| round()), 2 * ROWS)]
}

/// Each figure as the whole, and as what the way adds to nothing.
fn report<const N: usize>(
    database: &str,
    columns: [&str; N],
    ways: &[Way],
    mut measure: impl FnMut(&str) -> [f64; N],
) {
    let head: Vec<String> = columns.iter().map(|column| format!("{column}, µs | more")).collect();
    let mut lines = format!("| {database} | {} |\n| ---{} |\n", head.join(" | "), " | ---: | ---:".repeat(N));
    let mut nothing = None;
    for (name, way) in ways {
        let costs = measure(way);
        let base = *nothing.get_or_insert(costs);
        let cells: Vec<String> =
            costs.iter().zip(base).map(|(cost, base)| format!("{cost:.2} | {:.2}", cost - base)).collect();
        lines.push_str(&format!("| {name} | {} |\n", cells.join(" | ")));
    }
    // Not a macro: what a macro prints, the test harness keeps to itself.
    let _ = writeln!(std::io::stdout(), "{lines}");
}

#[test]
#[ignore = "it measures, and takes its time"]
fn what_the_guard_costs() {
    let sqlite = format!("SQLite {}", rusqlite::version());
    report(&sqlite, ["a row of many"], &sqlite_ways(), in_sqlite);
    let Some(server) = server("what_the_guard_costs") else { return };
    let mut client = Client::connect(&server.fresh(), NoTls).expect("it answers");
    let version: String = client.query_one("SHOW server_version", &[]).expect("its version").get(0);
    let columns = ["a row of many", "a statement of its own"];
    report(&format!("PostgreSQL {version}"), columns, &postgres_ways(), |way| in_postgres(&mut client, way));
}
