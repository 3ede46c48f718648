//! What a worker does with the job of a monthly run: one transaction after another.

use super::rows::{self, found};
use super::{DOCUMENT, Error, Facts, Reason, Refusal, Run, State, Transition, take, take_to};
use crate::jobs::{self, Job};
use crate::store::{Database, Transaction};
use crate::time::Time;

/// A part of what a run generates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// How many items it has.
    pub items: i64,
    /// What they add up to.
    pub amount: i64,
}

/// What snapshots are made of.
pub trait Source {
    /// Generates a chunk, counted from 0.
    ///
    /// # Errors
    ///
    /// What went wrong.
    fn chunk(&mut self, run: &Run, number: i64) -> Result<Chunk, String>;

    /// What all chunks together must come to.
    fn total(&mut self, run: &Run) -> Chunk;
}

/// Whether a worker has more to do for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has.
    More,
    /// The job is finished.
    Finished,
}

/// The next job of a monthly run for whoever asks.
///
/// # Errors
///
/// Those of the database.
pub fn next_job(db: &mut Database, now: Time) -> Result<Option<Job>, Error> {
    Ok(db.write(|tx| jobs::take(tx, DOCUMENT, jobs::MAX_DELIVERIES, now))?)
}

/// Begins a job, or goes on with it where another worker has left it.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn begin(db: &mut Database, job: &Job, now: Time) -> Result<Progress, Error> {
    db.write(|tx| {
        let run = rows::by_id(tx, job.run)?;
        let row = match run.status {
            State::Queued => Transition::QueuedToRunning,
            State::Running => Transition::RunningToRunning,
            State::Validating => Transition::ValidatingToValidating,
            State::Planned | State::Published | State::Failed | State::Skipped | State::Cancelled => {
                return finish(tx, job);
            }
        };
        match take(tx, &run, row, &asked_by(job, now)) {
            Ok(_) => Ok(Progress::More),
            Err(Error::Refused(Refusal::Guard { error: Reason::OtherJob, .. })) => finish(tx, job),
            Err(error) => Err(error),
        }
    })
}

/// Does the next piece of a job that was begun.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn advance(db: &mut Database, job: &Job, source: &mut dyn Source, now: Time) -> Result<Progress, Error> {
    let run = db.read(|tx| rows::by_id(tx, job.run))?;
    match run.status {
        State::Running if run.cursor < run.chunks => match source.chunk(&run, run.cursor) {
            Err(why) => fail(db, job, &why, now),
            Ok(chunk) if run.chunks == 1 => publish(db, job, Some(chunk), source, now),
            Ok(chunk) => db.write(|tx| {
                commit(tx, &run, chunk)?;
                jobs::renew(tx, &job.key, now)?;
                Ok(Progress::More)
            }),
        },
        State::Running => db.write(|tx| {
            let run = rows::locked(tx, run.id)?;
            take(tx, &run, Transition::RunningToValidating, &asked_by(job, now))?;
            jobs::renew(tx, &job.key, now)?;
            Ok(Progress::More)
        }),
        State::Validating => publish(db, job, None, source, now),
        State::Planned
        | State::Queued
        | State::Published
        | State::Failed
        | State::Skipped
        | State::Cancelled => db.write(|tx| finish(tx, job)),
    }
}

/// Settles the attempt of a job as failed.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn fail(db: &mut Database, job: &Job, why: &str, now: Time) -> Result<Progress, Error> {
    db.write(|tx| {
        let run = rows::locked(tx, job.run)?;
        let facts = Facts { failure: Some(why.to_owned()), ..asked_by(job, now) };
        match take_to(tx, &run, State::Failed, &facts) {
            Ok(_) | Err(Error::Refused(_)) => finish(tx, job),
            Err(error) => Err(error),
        }
    })
}

/// The final transaction. It commits the one chunk of a small run, validates all and publishes; where
/// validation refuses, nothing of it stays, and the attempt fails.
fn publish(
    db: &mut Database,
    job: &Job,
    only_chunk: Option<Chunk>,
    source: &mut dyn Source,
    now: Time,
) -> Result<Progress, Error> {
    let published = db.write(|tx| {
        let mut run = rows::locked(tx, job.run)?;
        if let Some(chunk) = only_chunk {
            commit(tx, &run, chunk)?;
            run.cursor += 1;
            run = take(tx, &run, Transition::RunningToValidating, &asked_by(job, now))?;
        }
        let validation = Some(validate(tx, &run, source)?);
        take(tx, &run, Transition::ValidatingToPublished, &Facts { validation, ..asked_by(job, now) })?;
        finish(tx, job)
    });
    match published {
        Err(Error::Refused(Refusal::Guard { error: Reason::Invalid(why), .. })) => fail(db, job, &why, now),
        published => published,
    }
}

/// Commits a chunk with the cursor: once, however often it was generated, and never to a run that
/// was cancelled in the meantime.
fn commit(tx: &mut Transaction<'_>, run: &Run, chunk: Chunk) -> Result<(), Error> {
    let sql = "UPDATE snapshot_run SET cursor = cursor + 1
        WHERE id = $1 AND status = 'running' AND failures = $2 AND cursor = $3";
    found(run, tx.execute(sql, &[run.id.into(), run.failures.into(), run.cursor.into()])?)?;
    let sql = "INSERT INTO snapshot_chunk (run, number, items, amount) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, &[run.id.into(), run.cursor.into(), chunk.items.into(), chunk.amount.into()])?;
    Ok(())
}

/// Whether the chunks that are stored come to what they must.
fn validate(
    tx: &mut Transaction<'_>,
    run: &Run,
    source: &mut dyn Source,
) -> Result<Result<(), String>, Error> {
    let sql = "SELECT items, amount FROM snapshot_chunk WHERE run = $1";
    let mut stored = Chunk::default();
    for row in tx.query(sql, &[run.id.into()])? {
        stored.items += row.int("items")?;
        stored.amount += row.int("amount")?;
    }
    let expected = source.total(run);
    Ok(if stored == expected { Ok(()) } else { Err(format!("{stored:?} instead of {expected:?}")) })
}

fn asked_by(job: &Job, now: Time) -> Facts {
    Facts { job: Some(job.key.clone()), ..Facts::at(now) }
}

fn finish(tx: &mut Transaction<'_>, job: &Job) -> Result<Progress, Error> {
    jobs::finish(tx, &job.key)?;
    Ok(Progress::Finished)
}
