//! Whole lives of runs, one process and one step after another, on both databases.

mod aging;
mod bulk;
mod monthly;

use reference::store::Database;

/// The states that a run has gone through, by the audit table.
fn states(db: &mut Database, document: &str, run: i64) -> Vec<String> {
    let sql = "SELECT to_state FROM audit WHERE document = $1 AND run = $2 ORDER BY id";
    let rows = db.read(|tx| tx.query(sql, &[document.into(), run.into()])).expect("the audit");
    rows.iter().map(|row| row.text("to_state").expect("a state")).collect()
}

/// The keys of the messages that are posted, in order.
fn messages(db: &mut Database) -> Vec<String> {
    let rows = db.read(|tx| tx.query("SELECT key FROM outbox ORDER BY id", &[])).expect("messages");
    rows.iter().map(|row| row.text("key").expect("a key")).collect()
}
