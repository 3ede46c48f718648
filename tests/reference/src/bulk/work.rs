//! What a worker does with the job of a bulk run: one page after another, from the stored cursor on.

use super::{DOCUMENT, Error, Facts, Run, Settlement, State, Transition, fail, rows, slots, take};
use crate::jobs::{self, Job};
use crate::store::{Database, Transaction};
use crate::time::Time;

/// More subjects than this are not supported.
pub const MAX_SUBJECTS: i64 = 1_000_000;

/// A page of subjects that was evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it begins.
    pub start: i64,
    /// How many subjects it has.
    pub evaluated: i64,
    /// Those that are eligible.
    pub eligible: Vec<i64>,
    /// How many subjects the whole population has by now.
    pub population: i64,
}

/// Who is evaluated.
pub trait Population {
    /// Evaluates the page that begins at `start`. It may be asked for the same page more than once.
    ///
    /// # Errors
    ///
    /// What went wrong.
    fn page(&mut self, run: &Run, start: i64) -> Result<Page, String>;
}

/// Whether a worker has more to do for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has.
    More,
    /// The job is finished, or another worker has it.
    Finished,
}

/// The next job of a bulk run, if one of the two slots is free for it.
///
/// # Errors
///
/// Those of the database.
pub fn next_job(db: &mut Database, now: Time) -> Result<Option<Job>, Error> {
    db.write(|tx| {
        let Some(slot) = slots::free(tx, now)? else { return Ok(None) };
        let job = jobs::take(tx, DOCUMENT, jobs::MAX_DELIVERIES, now)?;
        if let Some(job) = &job {
            slots::hold(tx, slot, job, now)?;
        }
        Ok(job)
    })
}

/// Begins a job; where another worker has left it, there is nothing to do but to go on.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn begin(db: &mut Database, job: &Job, now: Time) -> Result<Progress, Error> {
    db.write(|tx| {
        let run = rows::by_id(tx, job.run)?;
        match run.status {
            State::Queued => {
                let facts = Facts { job: jobs::by_key(tx, &run.job)?, ..Facts::at(now) };
                take(tx, &run, Transition::QueuedToRunning, &facts)?;
                Ok(Progress::More)
            }
            State::Running => Ok(Progress::More),
            State::Succeeded | State::Failed | State::Cancelled | State::Expired => finish(tx, job),
        }
    })
}

/// Does the next piece of a job that was begun: evaluates a page and commits it, or completes the run.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn advance(
    db: &mut Database,
    job: &Job,
    population: &mut dyn Population,
    now: Time,
) -> Result<Progress, Error> {
    let run = db.read(|tx| rows::by_id(tx, job.run))?;
    match run.status {
        State::Running if run.cursor < run.subjects => match population.page(&run, run.cursor) {
            Ok(page) if page.population > MAX_SUBJECTS => fail(db, job, Settlement::TooManySubjects, now),
            Ok(page) => db.write(|tx| {
                commit_page(tx, run.id, page, now)?;
                slots::renew(tx, job, now)
            }),
            Err(why) => fail(db, job, Settlement::Exception(why), now),
        },
        State::Running => db.write(|tx| {
            let run = rows::locked(tx, run.id)?;
            take(tx, &run, Transition::RunningToSucceeded, &Facts::at(now))?;
            finish(tx, job)
        }),
        State::Queued | State::Succeeded | State::Failed | State::Cancelled | State::Expired => {
            db.write(|tx| finish(tx, job))
        }
    }
}

/// Commits a page that was evaluated, if the cursor of the run, which is locked, still stands where
/// the page begins.
///
/// # Errors
///
/// The page was committed before, the run is not running, or the database failed.
pub fn commit_page(tx: &mut Transaction<'_>, run: i64, page: Page, now: Time) -> Result<Run, Error> {
    let run = rows::locked(tx, run)?;
    take(tx, &run, Transition::RunningToRunning, &Facts { page: Some(page), ..Facts::at(now) })
}

/// Finishes a job and frees its slot.
pub(super) fn finish(tx: &mut Transaction<'_>, job: &Job) -> Result<Progress, Error> {
    jobs::finish(tx, &job.key)?;
    slots::free_of(tx, job)?;
    Ok(Progress::Finished)
}
