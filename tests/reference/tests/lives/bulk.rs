//! Lives of bulk runs.

use reference::bulk::{self, DOCUMENT, Page, Population, Progress, Run, Settlement, State, Submission};
use reference::jobs::{Job, MAX_DELIVERIES};
use reference::store::Database;
use reference::time::{DAY, MINUTE};

use super::{messages, states};
use crate::databases::on_each;

const NOW: i64 = 1_772_000_000;

/// A population in which every third subject is eligible.
#[derive(Default)]
struct Plain {
    fails_at: Option<i64>,
    grows_to: i64,
    asked: Vec<i64>,
}

impl Population for Plain {
    fn page(&mut self, run: &Run, start: i64) -> Result<Page, String> {
        self.asked.push(start);
        if self.fails_at == Some(start) {
            return Err("no answer".to_owned());
        }
        let end = (start + 10).min(run.subjects);
        let eligible = (start..end).filter(|subject| subject % 3 == 0).collect();
        Ok(Page { start, evaluated: end - start, eligible, population: self.grows_to.max(run.subjects) })
    }
}

fn submit(db: &mut Database, key: &str, subjects: i64) -> Run {
    let submission =
        Submission { key, population: "all", subjects, wants_export: true, has_simulation: true };
    bulk::submit(db, submission, NOW).expect("a run")
}

fn stored(db: &mut Database, run: &Run) -> Run {
    db.read(|tx| bulk::by_id(tx, run.id)).expect("the run")
}

fn next_job(db: &mut Database, now: i64) -> Option<Job> {
    bulk::next_job(db, now).expect("an answer")
}

fn work(db: &mut Database, job: &Job, population: &mut Plain) {
    let mut progress = bulk::begin(db, job, NOW).expect("it begins");
    while progress == Progress::More {
        progress = bulk::advance(db, job, population, NOW).expect("it goes on");
    }
}

fn simulation(db: &mut Database, run: &Run) -> String {
    let sql = "SELECT status FROM simulation WHERE run = $1";
    db.read(|tx| tx.one(sql, &[run.id.into()])?.text("status")).expect("a simulation")
}

fn kept(db: &mut Database) -> usize {
    let sql = "SELECT run FROM bulk_page UNION ALL SELECT run FROM bulk_subject";
    db.read(|tx| tx.query(sql, &[])).expect("results").len()
}

#[test]
fn pages_are_committed_in_sequence_and_the_result_is_kept_for_ninety_days() {
    on_each("pages_are_committed_in_sequence_and_the_result_is_kept_for_ninety_days", |fresh| {
        let mut db = fresh.open();
        for (key, subjects, delta) in [("first", 25, 9), ("second", 13, -4)] {
            let run = submit(&mut db, key, subjects);
            let job = next_job(&mut db, NOW).expect("a job");
            let mut population = Plain::default();
            work(&mut db, &job, &mut population);
            assert_eq!(population.asked.len() as i64, (subjects + 9) / 10);
            let run = stored(&mut db, &run);
            assert_eq!((run.status, run.cursor, run.delta), (State::Succeeded, subjects, Some(delta)));
            assert_eq!(simulation(&mut db, &run), "complete");
            let restart =
                run.status.attempt_to(State::Running, |_| Ok::<_, String>(())).expect_err("forbidden");
            assert!(restart.to_string().contains("Settled runs do not restart"), "{restart}");
        }
        assert_eq!(messages(&mut db), [1, 2].map(|run| format!("{DOCUMENT}/{run}/export")));
        let run = db.read(|tx| bulk::by_id(tx, 1)).expect("the first");
        assert!(bulk::expire(&mut db, &run, NOW + 90 * DAY).is_err());
        let before = kept(&mut db);
        bulk::expire(&mut db, &run, NOW + 90 * DAY + 1).expect("it expires");
        assert_eq!(kept(&mut db), before - 3 - 9);
        let life = ["queued", "running", "running", "running", "running", "succeeded", "expired"];
        assert_eq!(states(&mut db, DOCUMENT, 1), life);
    });
}

#[test]
fn a_third_task_waits_and_a_restarted_one_goes_on_at_the_cursor() {
    on_each("a_third_task_waits_and_a_restarted_one_goes_on_at_the_cursor", |fresh| {
        let mut db = fresh.open();
        let run = submit(&mut db, "a", 25);
        submit(&mut db, "b", 25);
        submit(&mut db, "c", 25);
        let first = next_job(&mut db, NOW).expect("a job");
        assert!(next_job(&mut db, NOW).is_some());
        assert_eq!(next_job(&mut db, NOW), None, "two are reserved");
        bulk::begin(&mut db, &first, NOW).expect("it begins");
        bulk::advance(&mut db, &first, &mut Plain::default(), NOW).expect("a page");
        // Both workers are lost.
        let later = NOW + 10 * MINUTE;
        let again = next_job(&mut db, later).expect("the job");
        assert_eq!((again.key.as_str(), again.deliveries), (first.key.as_str(), 2));
        let mut population = Plain::default();
        work(&mut db, &again, &mut population);
        assert_eq!(population.asked, [10, 20]);
        assert_eq!(stored(&mut db, &run).status, State::Succeeded);
        let late = bulk::advance(&mut db, &first, &mut Plain::default(), later).expect("an answer");
        assert_eq!(late, Progress::Finished, "the worker that was too slow has nothing to do");
    });
}

#[test]
fn failures_settle_job_run_and_simulation_and_keep_committed_pages() {
    on_each("failures_settle_job_run_and_simulation_and_keep_committed_pages", |fresh| {
        let mut db = fresh.open();
        let failing = Plain { fails_at: Some(10), ..Plain::default() };
        let growing = Plain { grows_to: 1_000_001, ..Plain::default() };
        for (key, mut population, pages) in [("failing", failing, 1), ("growing", growing, 0)] {
            let run = submit(&mut db, key, 25);
            let before = kept(&mut db);
            let job = next_job(&mut db, NOW).expect("a job");
            work(&mut db, &job, &mut population);
            let run = stored(&mut db, &run);
            assert_eq!((run.status, run.settled_at), (State::Failed, Some(NOW)));
            assert_eq!(simulation(&mut db, &run), "failed");
            assert_eq!(kept(&mut db) - before, pages * 5);
            assert_eq!(messages(&mut db).pop(), Some(format!("{DOCUMENT}/{}/failure metrics", run.id)));
            let forbidden = run.status.attempt_to(State::Succeeded, |_| Ok::<_, String>(())).expect_err("no");
            assert!(forbidden.to_string().contains("by restarting the same run"), "{forbidden}");
            let again = bulk::begin(&mut db, &job, NOW).expect("an answer");
            assert_eq!(again, Progress::Finished, "its job, delivered again, restarts nothing");
            assert_eq!(stored(&mut db, &run).status, State::Failed);
            bulk::expire(&mut db, &run, NOW + 91 * DAY).expect("it expires");
            assert_eq!(kept(&mut db), before);
        }
    });
}

#[test]
fn an_abandoned_job_settles_its_run_queued_or_running() {
    on_each("an_abandoned_job_settles_its_run_queued_or_running", |fresh| {
        let mut db = fresh.open();
        let (queued, running) = (submit(&mut db, "queued", 9), submit(&mut db, "running", 9));
        let mut now = NOW;
        for _ in 0..MAX_DELIVERIES {
            for run in [&queued, &running] {
                let job = next_job(&mut db, now).expect("a job");
                if job.run == running.id {
                    bulk::begin(&mut db, &job, now).expect("it begins");
                }
                assert_ne!(stored(&mut db, run).status, State::Failed);
            }
            bulk::reconcile(&mut db, now).expect("nothing to do");
            now += 10 * MINUTE;
        }
        assert_eq!(next_job(&mut db, now), None);
        bulk::reconcile(&mut db, now).expect("reconciled");
        for run in [queued, running] {
            assert_eq!(stored(&mut db, &run).status, State::Failed);
            assert_eq!(simulation(&mut db, &run), "failed");
        }
        assert_eq!(states(&mut db, DOCUMENT, 1), ["queued", "failed"]);
        assert_eq!(messages(&mut db).len(), 1, "only execution has failure metrics");
        submit(&mut db, "next", 9);
        assert!(next_job(&mut db, now).is_some(), "the slots are free");
    });
}

#[test]
fn a_cancelled_run_takes_no_page() {
    on_each("a_cancelled_run_takes_no_page", |fresh| {
        let mut db = fresh.open();
        let queued = submit(&mut db, "queued", 9);
        bulk::cancel(&mut db, &queued, NOW).expect("cancelled");
        let job = next_job(&mut db, NOW).expect("its job");
        assert_eq!(bulk::begin(&mut db, &job, NOW).expect("an answer"), Progress::Finished);
        let run = submit(&mut db, "running", 9);
        let job = next_job(&mut db, NOW).expect("its job");
        bulk::begin(&mut db, &job, NOW).expect("it begins");
        let run = stored(&mut db, &run);
        let run = bulk::cancel(&mut db, &run, NOW).expect("cancelled");
        let page = Plain::default().page(&run, 0).expect("a page");
        let refusal = db.write(|tx| bulk::commit_page(tx, run.id, page, NOW)).expect_err("a refusal");
        assert!(refusal.to_string().contains("no row `cancelled` -> `running`"), "{refusal}");
        bulk::fail(&mut db, &job, Settlement::Abandoned, NOW).expect("the job ends");
        assert_eq!(stored(&mut db, &run).status, State::Cancelled);
        assert_eq!(kept(&mut db), 0);
    });
}
