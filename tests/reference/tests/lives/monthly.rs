//! Lives of monthly snapshot runs.

use reference::jobs::Job;
use reference::monthly::{self, Chunk, DOCUMENT, Error, Period, Progress, Run, Source, State};
use reference::store::Database;
use reference::time::{DAY, HOUR, MINUTE, Month};

use super::{messages, states};
use crate::databases::on_each;
use crate::truth;

const NOW: i64 = 1_772_000_000;
const FEBRUARY: Month = Month::new(2026, 2);

/// A source that fails on a chunk, or gives a wrong one.
#[derive(Default)]
struct Plain {
    fails_at: Option<i64>,
    wrong_at: Option<i64>,
    asked: Vec<i64>,
}

impl Source for Plain {
    fn chunk(&mut self, run: &Run, number: i64) -> Result<Chunk, String> {
        self.asked.push(number);
        if self.fails_at == Some(number) {
            return Err("no data".to_owned());
        }
        let chunk = truth::chunk(run, number);
        Ok(Chunk { items: chunk.items + i64::from(self.wrong_at == Some(number)), ..chunk })
    }

    fn total(&mut self, run: &Run) -> Chunk {
        truth::total(run)
    }
}

fn period(kind: &str, chunks: i64) -> Period<'_> {
    Period { owner: "north", workspace: "north", kind, month: FEBRUARY, chunks }
}

fn plan(db: &mut Database, kind: &str, chunks: i64) -> Run {
    db.write(|tx| monthly::plan(tx, period(kind, chunks), NOW)).expect("planning").expect("a new run")
}

fn stored(db: &mut Database, run: &Run) -> Run {
    db.read(|tx| monthly::by_id(tx, run.id)).expect("the run")
}

fn dispatched(db: &mut Database, now: i64) -> Job {
    monthly::dispatch(db, "north", now).expect("dispatch");
    monthly::next_job(db, now).expect("an answer").expect("a job")
}

fn work(db: &mut Database, job: &Job, source: &mut Plain, now: i64) {
    let mut progress = monthly::begin(db, job, now).expect("it begins");
    while progress == Progress::More {
        progress = monthly::advance(db, job, source, now).expect("it goes on");
    }
}

#[test]
fn chunks_are_committed_one_by_one_and_published_together() {
    on_each("chunks_are_committed_one_by_one_and_published_together", |fresh| {
        let mut db = fresh.open();
        let run = plan(&mut db, "usage", 3);
        let job = dispatched(&mut db, NOW);
        work(&mut db, &job, &mut Plain::default(), NOW);
        let run = stored(&mut db, &run);
        assert_eq!((run.status, run.cursor, run.attempts, run.is_current), (State::Published, 3, 1, true));
        let life = ["planned", "queued", "running", "validating", "published"];
        assert_eq!(states(&mut db, DOCUMENT, run.id), life);
        assert_eq!(monthly::next_job(&mut db, NOW + DAY).expect("an answer"), None);
    });
}

#[test]
fn a_small_run_that_fails_validation_leaves_nothing_and_the_previous_version_current() {
    on_each("a_small_run_that_fails_validation_leaves_nothing_and_the_previous_version_current", |fresh| {
        let mut db = fresh.open();
        let first = plan(&mut db, "usage", 1);
        let job = dispatched(&mut db, NOW);
        work(&mut db, &job, &mut Plain::default(), NOW);
        let again = |db: &mut Database| db.write(|tx| monthly::rerun(tx, period("usage", 1), false, NOW));
        let second = again(&mut db).expect("an answer").expect("the period is not active");
        assert_eq!(again(&mut db).expect("an answer"), None, "an active period refuses another version");

        let job = dispatched(&mut db, NOW);
        work(&mut db, &job, &mut Plain { wrong_at: Some(0), ..Plain::default() }, NOW);
        let failed = stored(&mut db, &second);
        assert_eq!((failed.status, failed.cursor, failed.failures), (State::Failed, 0, 1));
        assert!(failed.reason.expect("why").contains("instead of"));
        assert_eq!(states(&mut db, DOCUMENT, second.id), ["planned", "queued", "running", "failed"]);
        assert!(stored(&mut db, &first).is_current);

        let job = dispatched(&mut db, NOW + 15 * MINUTE);
        work(&mut db, &job, &mut Plain::default(), NOW + 15 * MINUTE);
        assert!(stored(&mut db, &second).is_current);
        let first = stored(&mut db, &first);
        assert_eq!((first.status, first.is_current), (State::Published, false), "it is retained");
    });
}

#[test]
fn back_off_widens_chunks_stay_and_the_fourth_failure_is_final() {
    on_each("back_off_widens_chunks_stay_and_the_fourth_failure_is_final", |fresh| {
        let mut db = fresh.open();
        let run = plan(&mut db, "usage", 3);
        let mut now = NOW;
        for (delay, asked) in [(15 * MINUTE, vec![0, 1]), (HOUR, vec![1]), (4 * HOUR, vec![1])] {
            let job = dispatched(&mut db, now);
            let mut source = Plain { fails_at: Some(1), ..Plain::default() };
            work(&mut db, &job, &mut source, now);
            assert_eq!(source.asked, asked, "generation goes on at the stored cursor");
            assert_eq!(monthly::dispatch(&mut db, "north", now + delay - 1).expect("dispatch"), 0);
            now += delay;
        }
        let job = dispatched(&mut db, now);
        work(&mut db, &job, &mut Plain { fails_at: Some(1), ..Plain::default() }, now);
        let run = stored(&mut db, &run);
        assert_eq!((run.failures, run.attempts, run.next_attempt_at), (4, 4, None));
        assert_eq!(messages(&mut db), [format!("{DOCUMENT}/{}/failure is final", run.id)]);
        assert_eq!(monthly::dispatch(&mut db, "north", now + 365 * DAY).expect("dispatch"), 0);
        let refusal = monthly::cancel(&mut db, &run, "too late", now).expect_err("a refusal");
        assert!(refusal.to_string().ends_with("the failure was final"), "{refusal}");
    });
}

#[test]
fn a_worker_resumes_at_the_cursor_without_another_attempt() {
    on_each("a_worker_resumes_at_the_cursor_without_another_attempt", |fresh| {
        let mut db = fresh.open();
        let run = plan(&mut db, "usage", 2);
        let mut job = dispatched(&mut db, NOW);
        let (mut now, mut source) = (NOW, Plain::default());
        for _ in 0..3 {
            assert_eq!(monthly::next_job(&mut db, now).expect("an answer"), None, "it is taken");
            monthly::begin(&mut db, &job, now).expect("it begins");
            monthly::advance(&mut db, &job, &mut source, now).expect("it goes on");
            // Here the worker is lost; when its lease is over, another takes the job.
            now += 10 * MINUTE;
            if let Some(next) = monthly::next_job(&mut db, now).expect("an answer") {
                job = next;
            }
        }
        monthly::begin(&mut db, &job, now).expect("it resumes validation");
        monthly::advance(&mut db, &job, &mut source, now).expect("it publishes");
        assert_eq!(source.asked, [0, 1]);
        let run = stored(&mut db, &run);
        assert_eq!((run.status, run.attempts), (State::Published, 1));
        let resumed = ["running", "running", "running", "validating", "validating", "published"];
        assert_eq!(states(&mut db, DOCUMENT, run.id)[2..], resumed);
    });
}

#[test]
fn caps_hold_and_what_is_left_without_a_job_is_offered_again() {
    on_each("caps_hold_and_what_is_left_without_a_job_is_offered_again", |fresh| {
        let mut db = fresh.open();
        let kinds: Vec<String> = (0..30).map(|number| format!("kind {number}")).collect();
        for (number, kind) in kinds.iter().enumerate() {
            let is_backfill = number % 2 == 0;
            db.write(|tx| monthly::rerun(tx, period(kind, 1), is_backfill, NOW)).expect("a plan");
        }
        // The dispatcher is lost between the claim and the submission of jobs.
        let claimed = db.write(|tx| monthly::claim(tx, "north", NOW)).expect("a claim");
        assert_eq!(claimed.len(), 16);
        assert_eq!(claimed.iter().filter(|run| run.is_backfill).count(), 1, "15 others come first");
        assert_eq!(db.write(|tx| monthly::claim(tx, "north", NOW)).expect("a claim").len(), 0);

        let jobs = |db: &mut Database| {
            let row = db.read(|tx| tx.one("SELECT count(*) AS jobs FROM job", &[])).expect("jobs");
            row.int("jobs").expect("a count")
        };
        monthly::dispatch(&mut db, "north", NOW + 5 * MINUTE - 1).expect("dispatch");
        assert_eq!(jobs(&mut db), 0);
        monthly::dispatch(&mut db, "north", NOW + 5 * MINUTE).expect("dispatch");
        assert_eq!(jobs(&mut db), 16);
        for run in &claimed {
            monthly::submit(&mut db, run, NOW).expect("a second submission");
        }
        assert_eq!(jobs(&mut db), 16, "a job is submitted once");
    });
}

#[test]
fn backfills_have_a_cap_of_their_own() {
    on_each("backfills_have_a_cap_of_their_own", |fresh| {
        let mut db = fresh.open();
        for number in 0..9 {
            let kind = format!("kind {number}");
            db.write(|tx| monthly::rerun(tx, period(&kind, 1), true, NOW)).expect("a plan");
        }
        assert_eq!(monthly::dispatch(&mut db, "north", NOW).expect("dispatch"), 4);
    });
}

#[test]
fn a_skipped_period_is_recorded_directly_and_never_admitted() {
    on_each("a_skipped_period_is_recorded_directly_and_never_admitted", |fresh| {
        let mut db = fresh.open();
        let skip = |db: &mut Database| db.write(|tx| monthly::skip(tx, period("usage", 1), "loading", NOW));
        let run = skip(&mut db).expect("an answer").expect("a new run");
        assert_eq!((run.status, run.reason.as_deref()), (State::Skipped, Some("loading")));
        assert_eq!(states(&mut db, DOCUMENT, run.id), ["skipped"]);
        assert_eq!(monthly::dispatch(&mut db, "north", NOW).expect("dispatch"), 0);
        let refusal = run.status.attempt_to(State::Queued, |_| Ok::<_, String>(())).expect_err("forbidden");
        assert!(refusal.to_string().contains("Revisiting a skipped period requires a new requested version"));
        assert_eq!(skip(&mut db).expect("an answer"), None, "the period has its version");
        let requested = db.write(|tx| monthly::rerun(tx, period("usage", 1), false, NOW)).expect("an answer");
        assert_eq!(requested.map(|run| (run.version, run.status)), Some((2, State::Planned)));
    });
}

#[test]
fn a_run_is_cancelled_at_each_stage_and_never_published_then() {
    on_each("a_run_is_cancelled_at_each_stage_and_never_published_then", |fresh| {
        for (stage, status) in
            [State::Planned, State::Queued, State::Running, State::Validating, State::Failed]
                .iter()
                .enumerate()
        {
            let mut db = fresh.open();
            let run = plan(&mut db, &format!("kind {stage}"), 1 + i64::from(*status == State::Validating));
            let mut source = Plain { fails_at: (*status == State::Failed).then_some(0), ..Plain::default() };
            let job = (stage > 0).then(|| dispatched(&mut db, NOW));
            if let Some(job) = job.as_ref().filter(|_| stage > 1) {
                monthly::begin(&mut db, job, NOW).expect("it begins");
            }
            for _ in 0..[0, 0, 0, 3, 1][stage] {
                let job = job.as_ref().expect("a job");
                monthly::advance(&mut db, job, &mut source, NOW).expect("it goes on");
            }
            let run = stored(&mut db, &run);
            assert_eq!(run.status, *status);
            let run = monthly::cancel(&mut db, &run, "workspace removed", NOW).expect("cancelled");
            assert_eq!(run, stored(&mut db, &run));
            assert_eq!((run.status, run.next_attempt_at), (State::Cancelled, None));
            if let Some(job) = &job {
                let done = monthly::advance(&mut db, job, &mut Plain::default(), NOW).expect("an answer");
                assert_eq!(done, Progress::Finished);
            }
            let again = monthly::cancel(&mut db, &run, "again", NOW).expect_err("it is settled");
            assert!(matches!(again, Error::Refused(_)), "{again}");
        }
    });
}
