//! What a worker does with the job of an aging run: start it, then capture and publish in one transaction.
//!
//! No reconciler settles an execution that was lost. The job is durable instead: it is given to one
//! worker after another until one of them settles the run.

use super::{DOCUMENT, Error, Fact, Facts, Item, Outcome, Reason, Refusal, Run, State, Transition};
use super::{reconcile, rows, take};
use crate::jobs::{self, Job};
use crate::store::{Database, Transaction};
use crate::time::Time;

/// How captures are made: `capture` itself, or what a test puts in its place.
pub type Capture<'a> = &'a mut dyn FnMut(&Run, &[Fact]) -> Result<Vec<Item>, String>;

/// The next job of an aging run for whoever asks.
///
/// # Errors
///
/// Those of the database.
pub fn next_job(db: &mut Database, now: Time) -> Result<Option<Job>, Error> {
    Ok(db.write(|tx| jobs::take(tx, DOCUMENT, i64::MAX, now))?)
}

/// Does a job from where its run stands to the end.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn execute(db: &mut Database, job: &Job, capture: Capture<'_>, now: Time) -> Result<(), Error> {
    let mut run = db.read(|tx| rows::by_id(tx, job.run))?;
    if run.status == State::Queued && run.job() == job.key {
        run = start(db, &run, job, now)?;
    }
    if run.status != State::Running || run.job() != job.key {
        return Ok(db.write(|tx| jobs::finish(tx, &job.key))?);
    }
    match db.write(|tx| publish(tx, &run, job, capture, now)) {
        Err(Error::Refused(Refusal::Guard { error: Reason::Failed(outcome), .. })) => {
            db.write(|tx| fail(tx, &run, job, outcome, now))
        }
        published => published,
    }
}

/// Starts an admitted run.
///
/// # Errors
///
/// The run was not admitted for this job, somebody else wrote to it, or the database failed.
pub fn start(db: &mut Database, run: &Run, job: &Job, now: Time) -> Result<Run, Error> {
    db.write(|tx| take(tx, run, Transition::QueuedToRunning, &asked_by(job, now)))
}

/// The one transaction of a capture: it generates, reconciles, replaces the current version and
/// publishes. Where the guard of publication refuses, nothing of it stays.
fn publish(
    tx: &mut Transaction<'_>,
    run: &Run,
    job: &Job,
    capture: Capture<'_>,
    now: Time,
) -> Result<(), Error> {
    rows::lock(tx, run)?;
    let facts = rows::facts(tx, run)?;
    let outcome = match capture(run, &facts) {
        Ok(items) => {
            rows::insert_items(tx, run.id, &items)?;
            Ok(reconcile(&items, &facts, run.cutoff))
        }
        Err(why) => Err(why),
    };
    if let Some(current) = rows::current(tx, &run.workspace, run.month)? {
        let facts = Facts { successor: Some(run.version), ..Facts::at(now) };
        take(tx, &current, Transition::PublishedToSuperseded, &facts)?;
    }
    let facts = Facts { outcome: Some(outcome), ..asked_by(job, now) };
    take(tx, run, Transition::RunningToPublished, &facts)?;
    Ok(jobs::finish(tx, &job.key)?)
}

/// Settles the attempt in another transaction than that of the capture: in between, another worker with
/// the same job may have settled it.
fn fail(tx: &mut Transaction<'_>, run: &Run, job: &Job, outcome: Outcome, now: Time) -> Result<(), Error> {
    rows::lock(tx, run)?;
    let facts = Facts { outcome: Some(outcome), ..asked_by(job, now) };
    take(tx, run, Transition::RunningToFailed, &facts)?;
    Ok(jobs::finish(tx, &job.key)?)
}

fn asked_by(job: &Job, now: Time) -> Facts {
    Facts { job: Some(job.key.clone()), ..Facts::at(now) }
}
