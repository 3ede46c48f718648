//! Ending bulk runs otherwise than by success: failure, cancellation, and the end of retention.

use super::work::{Progress, finish};
use super::{DOCUMENT, Error, Facts, Run, Settlement, State, rows, take_to};
use crate::jobs::{self, Job};
use crate::store::Database;
use crate::time::Time;

/// Settles the run of a job as failed, unless it is settled already.
///
/// # Errors
///
/// Somebody else wrote to the run, or the database failed.
pub fn fail(db: &mut Database, job: &Job, settlement: Settlement, now: Time) -> Result<Progress, Error> {
    db.write(|tx| {
        let run = rows::locked(tx, job.run)?;
        let facts = Facts { settlement: Some(settlement), ..Facts::at(now) };
        match take_to(tx, &run, State::Failed, &facts) {
            Ok(_) | Err(Error::Refused(_)) => finish(tx, job),
            Err(error) => Err(error),
        }
    })
}

/// Settles the runs of abandoned jobs as failed.
///
/// # Errors
///
/// Those of the database.
pub fn reconcile(db: &mut Database, now: Time) -> Result<(), Error> {
    for job in db.read(|tx| jobs::abandoned(tx, DOCUMENT, now))? {
        fail(db, &job, Settlement::Abandoned, now)?;
    }
    Ok(())
}

/// Cancels a run, whatever it is doing.
///
/// # Errors
///
/// The run is settled, somebody wrote to it since it was read, or the database failed.
pub fn cancel(db: &mut Database, run: &Run, now: Time) -> Result<Run, Error> {
    db.write(|tx| take_to(tx, run, State::Cancelled, &Facts::at(now)))
}

/// Expires a run whose retention is over.
///
/// # Errors
///
/// The run is not settled or still kept, somebody wrote to it since it was read, or the database failed.
pub fn expire(db: &mut Database, run: &Run, now: Time) -> Result<Run, Error> {
    db.write(|tx| take_to(tx, run, State::Expired, &Facts::at(now)))
}
