//! Lives of month-end aging runs.

use reference::aging::{self, Cursor, DOCUMENT, Fact, Item, Outdated, Run, State};
use reference::jobs::Job;
use reference::outbox;
use reference::store::Database;
use reference::time::{DAY, HOUR, MINUTE, Month};

use super::{messages, states};
use crate::databases::{add_workspace, on_each};

const FEBRUARY: Month = Month::new(2026, 2);

fn end() -> i64 {
    FEBRUARY.end("UTC").expect("a month")
}

/// A workspace in UTC with receivables on both sides of the cutoff.
fn workspace(db: &mut Database) {
    add_workspace(db, "w", "north", "UTC");
    let sql = "INSERT INTO receivable (workspace, is_credit, cents, posted_at, due_at)
        VALUES ('w', $1, $2, $3, $4)";
    for (is_credit, cents, posted_at, due_at) in [
        (0, 500, end() - 1, end() + DAY),
        (0, 700, end() - 50 * DAY, end() - 31 * DAY),
        (1, 300, end() - DAY, end() - DAY),
        (0, 999, end(), end()),
    ] {
        let values = [is_credit, cents, posted_at, due_at].map(Into::into);
        db.write(|tx| tx.execute(sql, &values)).expect("a receivable");
    }
}

fn only(db: &mut Database, version: i64) -> Run {
    let sql = "SELECT id FROM aging_run WHERE workspace = 'w' AND version = $1";
    let id = db.read(|tx| tx.one(sql, &[version.into()])?.int("id")).expect("a run");
    db.read(|tx| aging::by_id(tx, id)).expect("the run")
}

fn relay(db: &mut Database, now: i64) {
    outbox::relay(db, |db, message| aging::submit_job(db, message, now)).expect("messages");
}

fn dispatched(db: &mut Database, now: i64) -> Job {
    aging::dispatch(db, "north", now).expect("dispatch");
    relay(db, now);
    aging::next_job(db, now).expect("an answer").expect("a job")
}

#[test]
fn a_month_is_planned_once_two_hours_after_its_end_in_its_workspace() {
    on_each("a_month_is_planned_once_two_hours_after_its_end_in_its_workspace", |fresh| {
        let mut db = fresh.open();
        // The owners' own workspaces are an hour before and after UTC.
        add_workspace(&mut db, "w", "north", "UTC");
        let mut plan = |at| aging::plan(&mut db, FEBRUARY, end() + at).expect("planning");
        assert_eq!(plan(HOUR - 1), 0);
        assert_eq!(plan(HOUR), 1);
        assert_eq!(plan(2 * HOUR - 1), 0);
        assert_eq!(plan(2 * HOUR), 1);
        assert_eq!(plan(DAY), 1);
        assert_eq!(plan(DAY), 0, "a second pass creates no run");
        let run = only(&mut db, 1);
        assert_eq!((run.status, run.cutoff), (State::Planned, end()));
        assert_eq!(states(&mut db, DOCUMENT, run.id), ["not planned", "planned"]);
    });
}

#[test]
fn a_month_too_early_leaves_no_row() {
    on_each("a_month_too_early_leaves_no_row", |fresh| {
        let mut db = fresh.open();
        add_workspace(&mut db, "w", "north", "UTC");
        let refusal = aging::rerun(&mut db, "w", FEBRUARY, false, end()).expect_err("a refusal");
        assert!(
            refusal.to_string().contains("The month must be two hours past its workspace end"),
            "{refusal}"
        );
        let rows = db.read(|tx| tx.query("SELECT id FROM aging_run UNION SELECT run FROM audit", &[]));
        assert_eq!(rows.expect("an answer").len(), 0);
    });
}

#[test]
fn a_later_version_supersedes_and_readers_notice() {
    on_each("a_later_version_supersedes_and_readers_notice", |fresh| {
        let mut db = fresh.open();
        workspace(&mut db);
        let now = end() + 2 * HOUR;
        for version in [1, 2] {
            aging::rerun(&mut db, "w", FEBRUARY, version > 1, now).expect("an answer").expect("a run");
            assert_eq!(aging::rerun(&mut db, "w", FEBRUARY, false, now).expect("an answer"), None);
            let job = dispatched(&mut db, now);
            let begun = aging::page(&mut db, "w", FEBRUARY, None, 2).expect("a page").expect("it is current");
            aging::execute(&mut db, &job, &mut |run, facts| Ok(aging::capture(facts, run.cutoff)), now)
                .expect("it is executed");
            if version == 2 {
                assert_eq!(
                    begun.items.iter().map(|i| (i.bucket, i.cents)).collect::<Vec<_>>(),
                    [(0, 500), (2, 700)]
                );
                assert_eq!(
                    aging::page(&mut db, "w", FEBRUARY, begun.next, 2).expect("an answer"),
                    Err(Outdated)
                );
            }
        }
        let (first, second) = (only(&mut db, 1), only(&mut db, 2));
        assert_eq!((first.status, first.is_current), (State::Superseded, false));
        assert_eq!((second.status, second.is_current), (State::Published, true));
        let all = aging::page(&mut db, "w", FEBRUARY, None, 10).expect("a page").expect("it is current");
        assert_eq!(all.items.len(), 3, "what is posted at the cutoff is not known");
        assert_eq!(all.next, None);
        let kept = db.read(|tx| tx.query("SELECT run FROM aging_item", &[])).expect("items");
        assert_eq!(kept.len(), 6, "the superseded version keeps its rows");
        let from_there = Some(Cursor { run: second.id, after: all.items[1].receivable });
        let last =
            aging::page(&mut db, "w", FEBRUARY, from_there, 2).expect("a page").expect("it is current");
        assert_eq!(last.items, all.items[2..]);
    });
}

#[test]
fn a_capture_that_does_not_reconcile_leaves_its_checks_alone_and_is_tried_again() {
    on_each("a_capture_that_does_not_reconcile_leaves_its_checks_alone_and_is_tried_again", |fresh| {
        let mut db = fresh.open();
        workspace(&mut db);
        let mut now = end() + 2 * HOUR;
        aging::rerun(&mut db, "w", FEBRUARY, false, now).expect("an answer");
        let distortions: [fn(&mut Vec<Item>); 4] = [
            |items| items[0].cents += 1,
            |items| items.truncate(2),
            |items| items[1].bucket = 0,
            |items| items[2].cents *= -1,
        ];
        for (distort, delay) in distortions.into_iter().zip([15 * MINUTE, HOUR, 4 * HOUR, 365 * DAY]) {
            let job = dispatched(&mut db, now);
            let mut capture = |run: &Run, facts: &[Fact]| {
                let mut items = aging::capture(facts, run.cutoff);
                distort(&mut items);
                Ok(items)
            };
            aging::execute(&mut db, &job, &mut capture, now).expect("it is settled as failed");
            assert_eq!(aging::dispatch(&mut db, "north", now + delay - 1).expect("dispatch"), 0);
            now += delay;
        }
        assert_eq!(
            aging::dispatch(&mut db, "north", now).expect("dispatch"),
            0,
            "the fourth failure is final"
        );
        let run = only(&mut db, 1);
        assert_eq!((run.status, run.failures, run.next_attempt_at), (State::Failed, 4, None));
        let sql = "SELECT attempt, name FROM aging_check WHERE passed = 0 ORDER BY attempt, name";
        let failed = db.read(|tx| tx.query(sql, &[])).expect("checks");
        let failed: Vec<_> = failed
            .iter()
            .map(|row| (row.int("attempt").expect("it"), row.text("name").expect("it")))
            .collect();
        let expected =
            [(1, "totals"), (2, "facts"), (2, "totals"), (3, "buckets"), (4, "signs"), (4, "totals")];
        assert_eq!(failed, expected.map(|(attempt, name)| (attempt, name.to_owned())));
        assert_eq!(db.read(|tx| tx.query("SELECT run FROM aging_item", &[])).expect("items").len(), 0);
        let keys: Vec<_> = (0..4).map(|attempt| format!("{DOCUMENT}/{}/{attempt}", run.id)).collect();
        assert_eq!(messages(&mut db), keys, "a job for each admission");
    });
}

#[test]
fn a_lost_worker_or_relay_changes_nothing() {
    on_each("a_lost_worker_or_relay_changes_nothing", |fresh| {
        let mut db = fresh.open();
        workspace(&mut db);
        let now = end() + 2 * HOUR;
        aging::rerun(&mut db, "w", FEBRUARY, false, now).expect("an answer");
        aging::dispatch(&mut db, "north", now).expect("dispatch");
        // The relay is lost before it has submitted the job, then after it has and could not note so.
        for submits in [false, true] {
            let lost = outbox::relay(&mut db, |db, message| {
                if submits {
                    aging::submit_job(db, message, now)?;
                }
                Err(reference::store::Error::Unreadable("lost".to_owned()))
            });
            assert!(lost.is_err());
            let is_submitted = aging::next_job(&mut db, now - HOUR).expect("an answer").is_some();
            assert_eq!(is_submitted, submits);
        }
        relay(&mut db, now);
        let job = aging::next_job(&mut db, now).expect("an answer").expect("a job");
        let run = only(&mut db, 1);
        aging::start(&mut db, &run, &job, now).expect("it starts");
        // The worker is lost. Nobody else has the job before its lease is over.
        assert_eq!(aging::next_job(&mut db, now + 10 * MINUTE - 1).expect("an answer"), None);
        let job = aging::next_job(&mut db, now + 10 * MINUTE).expect("an answer").expect("the job");
        aging::execute(&mut db, &job, &mut |run, facts| Ok(aging::capture(facts, run.cutoff)), now)
            .expect("it is executed");
        let life = ["not planned", "planned", "queued", "running", "published"];
        assert_eq!(states(&mut db, DOCUMENT, run.id), life);
        assert_eq!(aging::next_job(&mut db, now + DAY).expect("an answer"), None);
    });
}
