//! Every history in the audit table is a path of its document: by the generated module, and by the
//! document itself, read here without it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lifecycles::support::{State, Transition, Verdict};
use lifecycles::{bulk_run_lifecycle, month_end_aging_snapshot_run, monthly_snapshot_run};
use reference::store::{Database, Row};

/// A row of the audit table.
#[derive(Debug)]
struct Entry {
    from: Option<String>,
    to: String,
    step: Option<String>,
}

/// Checks all three documents; how many steps there were.
pub(super) fn check(db: &mut Database) -> usize {
    check_document::<month_end_aging_snapshot_run::State>(db, "SELECT id, status FROM aging_run")
        + check_document::<bulk_run_lifecycle::State>(db, "SELECT id, status FROM bulk_run")
        + check_document::<monthly_snapshot_run::State>(db, "SELECT id, status FROM snapshot_run")
}

fn check_document<S: State>(db: &mut Database, stored: &'static str) -> usize {
    let histories = histories(db, S::DOCUMENT);
    let stored = db.read(|tx| tx.query(stored, &[])).expect("runs");
    assert_eq!(histories.len(), stored.len(), "{}: a history for each run", S::DOCUMENT);
    for row in &stored {
        let (id, status) = (row.int("id").expect("a number"), row.text("status").expect("a state"));
        let last = histories[&id].last().expect("a beginning");
        assert_eq!(last.to, status, "{} run {id}: {:?}", S::DOCUMENT, histories[&id]);
    }
    let pairs = pairs(S::DOCUMENT);
    for (id, history) in &histories {
        let told = format!("{} run {id}: {history:?}", S::DOCUMENT);
        assert!(is_path::<S>(history), "{told}");
        assert!(history[1..].iter().all(|entry| pairs.contains(&pair(entry))), "{told}");
    }
    histories.values().map(|history| history.len() - 1).sum()
}

fn histories(db: &mut Database, document: &str) -> BTreeMap<i64, Vec<Entry>> {
    let sql = "SELECT run, from_state, to_state, step FROM audit WHERE document = $1 ORDER BY id";
    let mut histories: BTreeMap<i64, Vec<Entry>> = BTreeMap::new();
    for row in db.read(|tx| tx.query(sql, &[document.into()])).expect("the audit") {
        histories.entry(row.int("run").expect("a run")).or_default().push(entry(&row));
    }
    histories
}

fn entry(row: &Row) -> Entry {
    Entry {
        from: row.maybe_text("from_state").expect("a state"),
        to: row.text("to_state").expect("a state"),
        step: row.maybe_text("step").expect("a step"),
    }
}

/// By the generated module: it begins where records begin, and each step is a row that leads on.
fn is_path<S: State>(history: &[Entry]) -> bool {
    let Ok(first) = S::parse(&history[0].to) else { return false };
    history[0].from.is_none()
        && S::INITIAL.contains(&first)
        && history.windows(2).all(|two| {
            let Ok(from) = S::parse(&two[0].to) else { return false };
            let Ok(to) = S::parse(&two[1].to) else { return false };
            let Verdict::Declared(rows) = from.verdict(to) else { return false };
            let names: Vec<_> = rows.iter().map(|row| row.as_str()).collect();
            two[1].from.as_deref() == Some(from.as_str())
                && two[1].step.as_deref().is_some_and(|step| names.contains(&step))
        })
}

fn pair(entry: &Entry) -> (String, String) {
    (entry.from.clone().unwrap_or_default(), entry.to.clone())
}

/// The pairs that the document's own front matter declares.
fn pairs(document: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../specs/{document}.md"));
    let text = fs::read_to_string(path).expect("the document");
    let rows = text.split("\ntransitions:\n").nth(1).expect("rows").split("\ninvalid:\n").next();
    let value = |line: &str, key: &str| line.strip_prefix(key).map(|name| name.trim().to_owned());
    let lines = || rows.expect("their end").lines();
    let froms = lines().filter_map(|line| value(line, "  - from:"));
    let tos = lines().filter_map(|line| value(line, "    to:"));
    let pairs: Vec<_> = froms.zip(tos).collect();
    assert!(pairs.len() > 5, "{document}: {pairs:?}");
    pairs
}
