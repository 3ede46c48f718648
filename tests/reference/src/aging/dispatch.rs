//! What the dispatcher does every minute: admit planned runs and due retries, as many as fit.

use super::{Error, Facts, Run, State, Transition, rows, take};
use crate::capacity;
use crate::jobs;
use crate::outbox::Message;
use crate::store::{self, Database, Transaction};
use crate::time::Time;

/// The dispatcher's minute for one owner; how many runs it admitted.
///
/// # Errors
///
/// Those of the database.
pub fn dispatch(db: &mut Database, owner: &str, now: Time) -> Result<usize, Error> {
    Ok(db.write(|tx| claim(tx, owner, now))?.len())
}

/// Admits planned runs and due retries of an owner, as many as its caps permit.
///
/// # Errors
///
/// Those of the database.
pub fn claim(tx: &mut Transaction<'_>, owner: &str, now: Time) -> Result<Vec<Run>, Error> {
    let mut admission = capacity::lock(tx, owner, rows::ADMITTED)?;
    let mut queued = Vec::new();
    for run in rows::candidates(tx, owner, now, admission.caps.total)? {
        let retry = run.status == State::Failed;
        let row = if retry { Transition::FailedToQueued } else { Transition::PlannedToQueued };
        match take(tx, &run, row, &Facts { admission: Some(admission), ..Facts::at(now) }) {
            Ok(run) => {
                admission = admission.with(run.is_backfill);
                queued.push(run);
            }
            Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(queued)
}

/// Carries out the message that an admission has posted; a second time it changes nothing.
///
/// # Errors
///
/// Those of the database.
pub fn submit_job(db: &mut Database, message: &Message, now: Time) -> Result<(), store::Error> {
    db.write(|tx| jobs::submit(tx, &message.document, message.run, &message.key, now))
}
