//! Two who want the same: one of them gets it, and the other is told.

use std::sync::Barrier;
use std::thread;

use lifecycles::support::Refusal;
use reference::bulk::{self, Page, Reason, Submission};
use reference::monthly::{self, Chunk, Period, Run, Source};
use reference::store::Database;
use reference::time::{HOUR, MINUTE, Month};
use reference::{Error, aging, jobs, outbox};

use crate::databases::{Fresh, add_workspace, on_each};

const NOW: i64 = 1_772_500_000;
const FEBRUARY: Month = Month::new(2026, 2);
const ROUNDS: i64 = 10;

/// Does the same at the same time over several connections.
fn race<T: Send>(fresh: &Fresh, work: impl Fn(&mut Database, usize) -> T + Sync) -> Vec<T> {
    const RUNNERS: usize = 3;
    let start = Barrier::new(RUNNERS);
    let run = |number| {
        let mut db = fresh.open();
        start.wait();
        work(&mut db, number)
    };
    let run = &run;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..RUNNERS).map(|number| scope.spawn(move || run(number))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

struct Empty;

impl Source for Empty {
    fn chunk(&mut self, _: &Run, _: i64) -> Result<Chunk, String> {
        Ok(Chunk::default())
    }

    fn total(&mut self, _: &Run) -> Chunk {
        Chunk::default()
    }
}

fn period(kind: &str, chunks: i64) -> Period<'_> {
    Period { owner: "north", workspace: "north", kind, month: FEBRUARY, chunks }
}

/// A monthly run that is validating, and its job.
fn validating(db: &mut Database, kind: &str) -> (Run, jobs::Job) {
    let run = db.write(|tx| monthly::plan(tx, period(kind, 2), NOW)).expect("an answer").expect("a run");
    monthly::dispatch(db, "north", NOW).expect("dispatch");
    let job = monthly::next_job(db, NOW).expect("an answer").expect("a job");
    monthly::begin(db, &job, NOW).expect("it begins");
    for _ in 0..3 {
        monthly::advance(db, &job, &mut Empty, NOW).expect("it goes on");
    }
    let run = db.read(|tx| monthly::by_id(tx, run.id)).expect("the run");
    assert_eq!(run.status, monthly::State::Validating);
    (run, job)
}

#[test]
fn of_two_workers_that_start_a_run_one_is_told_that_it_has_lost() {
    on_each("of_two_workers_that_start_a_run_one_is_told_that_it_has_lost", |fresh| {
        let mut db = fresh.open();
        for round in 0..ROUNDS {
            let name = format!("workspace {round}");
            add_workspace(&mut db, &name, "north", "UTC");
            aging::rerun(&mut db, &name, FEBRUARY, false, NOW).expect("an answer").expect("a run");
            aging::dispatch(&mut db, "north", NOW).expect("dispatch");
            outbox::relay(&mut db, |db, message| aging::submit_job(db, message, NOW)).expect("messages");
            let job = aging::next_job(&mut db, NOW).expect("an answer").expect("a job");
            let run = db.read(|tx| aging::by_id(tx, job.run)).expect("the run");
            let starts =
                race(fresh, |db, _| aging::start(db, &run, &job, NOW).map_err(|error| error.to_string()));
            assert_eq!(starts.iter().filter(|start| start.is_ok()).count(), 1);
            let lost = format!("run {} was queued when it was read, and has been written to since", run.id);
            assert!(starts.iter().flat_map(|start| start.as_ref().err()).all(|error| *error == lost));
            // Whoever has it captures it; the capacity is free again.
            aging::execute(&mut db, &job, &mut |_, _| Ok(Vec::new()), NOW).expect("it is executed");
        }
    });
}

#[test]
fn whoever_cancels_while_another_publishes_sees_who_was_first() {
    on_each("whoever_cancels_while_another_publishes_sees_who_was_first", |fresh| {
        let mut db = fresh.open();
        // In turn: the reader's run is stale when it cancels.
        let (stale, job) = validating(&mut db, "in turn");
        monthly::advance(&mut db, &job, &mut Empty, NOW).expect("it publishes");
        let lost = monthly::cancel(&mut db, &stale, "late", NOW).expect_err("it has lost");
        assert!(matches!(lost, Error::Lost { was: "validating", .. }), "{lost}");

        for round in 0..ROUNDS {
            let (run, job) = validating(&mut db, &format!("kind {round}"));
            let done = race(fresh, |db, number| match number {
                0 => monthly::cancel(db, &run, "a race", NOW).map(|_| ()),
                _ => monthly::advance(db, &job, &mut Empty, NOW).map(|_| ()),
            });
            let is_cancelled = done[0].is_ok();
            let run = db.read(|tx| monthly::by_id(tx, run.id)).expect("the run");
            let expected = if is_cancelled { monthly::State::Cancelled } else { monthly::State::Published };
            assert_eq!((run.status, run.is_current), (expected, !is_cancelled));
            let sql = "SELECT id FROM audit WHERE run = $1 AND from_state = 'validating' AND to_state <> from_state";
            assert_eq!(db.read(|tx| tx.query(sql, &[run.id.into()])).expect("the audit").len(), 1);
        }
    });
}

#[test]
fn of_workers_that_fail_with_the_same_job_one_settles_the_run() {
    on_each("of_workers_that_fail_with_the_same_job_one_settles_the_run", |fresh| {
        let mut db = fresh.open();
        for round in 0..ROUNDS {
            let name = format!("workspace {round}");
            add_workspace(&mut db, &name, "north", "UTC");
            aging::rerun(&mut db, &name, FEBRUARY, false, NOW).expect("an answer").expect("a run");
            aging::dispatch(&mut db, "north", NOW).expect("dispatch");
            outbox::relay(&mut db, |db, message| aging::submit_job(db, message, NOW)).expect("messages");
            let job = aging::next_job(&mut db, NOW).expect("an answer").expect("a job");
            // An item that shows nothing there is: facts and totals do not reconcile.
            let wrong = aging::Item { receivable: 1, bucket: 0, cents: 1 };
            let answers = race(fresh, |db, _| aging::execute(db, &job, &mut |_, _| Ok(vec![wrong]), NOW));
            for error in answers.into_iter().filter_map(Result::err) {
                assert!(matches!(error, Error::Lost { .. }), "{error}");
            }
            let run = db.read(|tx| aging::by_id(tx, job.run)).expect("the run");
            assert_eq!((run.status, run.failures), (aging::State::Failed, 1));
        }
    });
}

/// Somebody who is faster: acts over a connection of its own while a chunk is generated.
struct Slow<'a>(&'a mut dyn FnMut(&Run));

impl Source for Slow<'_> {
    fn chunk(&mut self, run: &Run, _: i64) -> Result<Chunk, String> {
        (self.0)(run);
        Ok(Chunk { items: 1, amount: 1 })
    }

    fn total(&mut self, run: &Run) -> Chunk {
        Chunk { items: run.chunks, amount: run.chunks }
    }
}

#[test]
fn a_chunk_that_comes_too_late_is_not_committed() {
    on_each("a_chunk_that_comes_too_late_is_not_committed", |fresh| {
        let (mut db, mut other) = (fresh.open(), fresh.open());
        for chunks in [1, 3] {
            let kind = format!("{chunks} chunks");
            db.write(|tx| monthly::plan(tx, period(&kind, chunks), NOW)).expect("an answer").expect("a run");
            monthly::dispatch(&mut db, "north", NOW).expect("dispatch");
            let job = monthly::next_job(&mut db, NOW).expect("an answer").expect("a job");
            monthly::begin(&mut db, &job, NOW).expect("it begins");

            // Another worker has got the same job in the meantime, and commits the same chunk.
            let mut nobody = |_: &Run| {};
            let mut faster = |_: &Run| {
                monthly::advance(&mut other, &job, &mut Slow(&mut nobody), NOW).expect("it is in time");
            };
            let late = monthly::advance(&mut db, &job, &mut Slow(&mut faster), NOW).expect_err("it is late");
            assert!(matches!(late, Error::Lost { was: "running" | "published", .. }), "{late}");
            let run = db.read(|tx| monthly::by_id(tx, job.run)).expect("the run");
            assert_eq!(run.cursor, 1);
            if chunks == 1 {
                continue;
            }
            let mut cancels = |run: &Run| {
                monthly::cancel(&mut other, run, "in the meantime", NOW).expect("it is in time");
            };
            let late = monthly::advance(&mut db, &job, &mut Slow(&mut cancels), NOW).expect_err("it is late");
            assert!(matches!(late, Error::Lost { was: "running", .. }), "{late}");
            let run = db.read(|tx| monthly::by_id(tx, job.run)).expect("the run");
            assert_eq!((run.status, run.cursor), (monthly::State::Cancelled, 1));
        }
    });
}

#[test]
fn whoever_settles_a_bulk_run_by_an_old_reading_is_told_that_it_has_lost() {
    on_each("whoever_settles_a_bulk_run_by_an_old_reading_is_told_that_it_has_lost", |fresh| {
        let mut db = fresh.open();
        for key in ["first", "second", "third"] {
            let submission = Submission {
                key,
                population: "all",
                subjects: 20,
                wants_export: false,
                has_simulation: false,
            };
            let queued = bulk::submit(&mut db, submission, NOW).expect("a run");
            let job = bulk::next_job(&mut db, NOW).expect("an answer").expect("a job");
            bulk::begin(&mut db, &job, NOW).expect("it begins");
            let lost = bulk::cancel(&mut db, &queued, NOW).expect_err("it has lost");
            assert!(matches!(lost, Error::Lost { was: "queued", .. }), "{lost}");

            let running = db.read(|tx| bulk::by_id(tx, queued.id)).expect("the run");
            let page = Page { start: 0, evaluated: 10, eligible: vec![], population: 20 };
            db.write(|tx| bulk::commit_page(tx, queued.id, page, NOW)).expect("a page");
            let lost = bulk::cancel(&mut db, &running, NOW).expect_err("it has lost");
            assert!(matches!(lost, Error::Lost { was: "running", .. }), "{lost}");

            let running = db.read(|tx| bulk::by_id(tx, queued.id)).expect("the run");
            let cancels = race(fresh, |db, _| bulk::cancel(db, &running, NOW).is_ok());
            assert_eq!(cancels.iter().filter(|is_done| **is_done).count(), 1);
            let settled = db.read(|tx| bulk::by_id(tx, queued.id)).expect("the run");
            assert_eq!((settled.status, settled.cursor), (bulk::State::Cancelled, 10));
            let later = settled.retained_until().expect("settled") + 1;
            let expiries = race(fresh, |db, _| bulk::expire(db, &settled, later).is_ok());
            assert_eq!(expiries.iter().filter(|is_done| **is_done).count(), 1);
            bulk::advance(&mut db, &job, &mut Nobody, NOW).expect("the job ends");
        }
    });
}

struct Nobody;

impl bulk::Population for Nobody {
    fn page(&mut self, _: &bulk::Run, _: i64) -> Result<Page, String> {
        Err("nobody is asked".to_owned())
    }
}

#[test]
fn a_page_that_is_evaluated_twice_is_counted_once() {
    on_each("a_page_that_is_evaluated_twice_is_counted_once", |fresh| {
        let mut db = fresh.open();
        let submission = Submission {
            key: "it",
            population: "all",
            subjects: 10 * ROUNDS,
            wants_export: false,
            has_simulation: false,
        };
        let run = bulk::submit(&mut db, submission, NOW).expect("a run");
        let job = bulk::next_job(&mut db, NOW).expect("an answer").expect("a job");
        bulk::begin(&mut db, &job, NOW).expect("it begins");
        for start in (0..10 * ROUNDS).step_by(10) {
            let page = || Page { start, evaluated: 10, eligible: vec![start, start + 1], population: 0 };
            let commits = race(fresh, |db, _| db.write(|tx| bulk::commit_page(tx, run.id, page(), NOW)));
            assert_eq!(commits.iter().filter(|commit| commit.is_ok()).count(), 1);
            let moved = Reason::CursorMoved { page: start, cursor: start + 10 };
            for refusal in commits.into_iter().filter_map(Result::err) {
                let Error::Refused(Refusal::Guard { error, .. }) = refusal else { panic!("{refusal}") };
                assert_eq!(error, moved);
            }
        }
        let run = db.read(|tx| bulk::by_id(tx, run.id)).expect("the run");
        assert_eq!((run.cursor, run.evaluated, run.eligible), (10 * ROUNDS, 10 * ROUNDS, 2 * ROUNDS));
    });
}

#[test]
fn dispatchers_together_admit_no_more_than_one_alone() {
    on_each("dispatchers_together_admit_no_more_than_one_alone", |fresh| {
        let mut db = fresh.open();
        for round in 0..ROUNDS {
            for number in 0..40 {
                let kind = format!("kind {round} {number}");
                db.write(|tx| monthly::rerun(tx, period(&kind, 1), number % 3 > 0, NOW)).expect("a plan");
            }
            let claims =
                race(fresh, |db, _| db.write(|tx| monthly::claim(tx, "north", NOW)).expect("a claim"));
            let admitted: Vec<_> = claims.into_iter().flatten().collect();
            let backfills = admitted.iter().filter(|run| run.is_backfill).count();
            assert_eq!((admitted.len(), backfills), (16, 16 - 14));
            for run in db.read(|tx| tx.query("SELECT id FROM snapshot_run ORDER BY id", &[])).expect("runs") {
                let id = run.int("id").expect("a number");
                let run = db.read(|tx| monthly::by_id(tx, id)).expect("the run");
                let _ = monthly::cancel(&mut db, &run, "the next round", NOW);
            }
        }
    });
}

#[test]
fn a_month_that_two_plan_is_planned_once_and_a_job_that_two_take_is_given_to_one() {
    let test = "a_month_that_two_plan_is_planned_once_and_a_job_that_two_take_is_given_to_one";
    on_each(test, |fresh| {
        let mut db = fresh.open();
        for number in 0..ROUNDS {
            add_workspace(&mut db, &format!("workspace {number}"), "south", "UTC");
        }
        let late = FEBRUARY.end("UTC").expect("a month") + 4 * HOUR;
        let planned = race(fresh, |db, _| aging::plan(db, FEBRUARY, late).expect("planning"));
        assert_eq!(planned.iter().sum::<usize>(), 2 + ROUNDS as usize);
        let versions = "SELECT workspace FROM aging_run GROUP BY workspace HAVING count(*) > 1";
        assert_eq!(db.read(|tx| tx.query(versions, &[])).expect("an answer").len(), 0);

        let reruns = race(fresh, |db, _| {
            db.write(|tx| monthly::rerun(tx, period("usage", 1), false, NOW)).expect("an answer").is_some()
        });
        assert_eq!(reruns.iter().filter(|planned| **planned).count(), 1);

        aging::dispatch(&mut db, "south", late).expect("dispatch");
        outbox::relay(&mut db, |db, message| aging::submit_job(db, message, late)).expect("messages");
        let taken = race(fresh, |db, _| {
            let take = || aging::next_job(db, late + MINUTE).expect("an answer");
            std::iter::from_fn(take).map(|job| job.run).collect::<Vec<_>>()
        });
        let mut runs: Vec<_> = taken.into_iter().flatten().collect();
        runs.sort_unstable();
        let before = runs.len();
        runs.dedup();
        assert_eq!((runs.len(), before), (10, 10));
    });
}
