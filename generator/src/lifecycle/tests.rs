//! The three real documents, lowered: the names and ends that everything else builds on.

use super::{Lifecycle, lower};
use crate::document::parse;
use crate::source::{FileId, SourceFile};

fn received(id: &str) -> Lifecycle {
    let path = format!("{}/tests/documents/received/{id}.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the document");
    let file = SourceFile::new(FileId(0), format!("specs/{id}.md"), text);
    let (document, findings) = parse(&file);
    assert_eq!(findings, [], "of the parser, about {id}");
    let lifecycle = lower(&file, &document);
    assert!(lifecycle.sound);
    lifecycle
}

fn states(lifecycle: &Lifecycle, indexes: impl Iterator<Item = usize>) -> String {
    indexes.map(|state| lifecycle.states[state].variant.as_str()).collect::<Vec<_>>().join(" ")
}

/// Module, states, initial and terminal ones, numbers of rows and triggers, a row.
type Expected = (&'static str, &'static str, &'static str, &'static str, usize, usize, (usize, &'static str));

fn check(id: &str, expected: Expected) {
    let it = received(id);
    let (module, all, initial, terminal, rows, triggers, (row, name)) = expected;
    assert_eq!(it.rust_module, module);
    assert_eq!(states(&it, 0..it.states.len()), all);
    assert_eq!(states(&it, it.initial()), initial);
    assert_eq!(states(&it, it.terminal()), terminal);
    assert_eq!((it.rows.len(), it.triggers.len()), (rows, triggers));
    assert_eq!(it.rows[row].variant, name);
}

#[test]
fn month_end_aging_snapshot_run() {
    check(
        "STATE-ACC-TRX-013",
        (
            "month_end_aging_snapshot_run",
            "NotPlanned Planned Queued Running Published Superseded Failed",
            "NotPlanned",
            "Superseded",
            7,
            7,
            (0, "NotPlannedToPlanned"),
        ),
    );
    assert_eq!(received("STATE-ACC-TRX-013").triggers[0].variant, "ScheduleTheClosedMonth");
}

#[test]
fn bulk_run_lifecycle() {
    check(
        "STATE-PFM-ELG-004",
        (
            "bulk_run_lifecycle",
            "Queued Running Succeeded Failed Cancelled Expired",
            "Queued",
            "Expired",
            10,
            9,
            (1, "RunningToRunning"),
        ),
    );
}

#[test]
fn monthly_snapshot_run() {
    check(
        "STATE-PFM-QRY-014",
        (
            "monthly_snapshot_run",
            "Planned Queued Running Validating Published Failed Skipped Cancelled",
            "Planned Skipped",
            "Published Skipped Cancelled",
            15,
            15,
            (11, "FailedToCancelled"),
        ),
    );
}
