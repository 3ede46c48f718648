//! What the dispatcher does every minute: admit what fits, submit its jobs, mend what was left behind.

use super::{DOCUMENT, Error, Facts, Run, State, fail, rows, take_to};
use crate::capacity;
use crate::jobs;
use crate::store::{Database, Transaction};
use crate::time::{MINUTE, Time};

/// How long a run may be queued without a job before its job is submitted again.
pub const OFFERED_AGAIN_AFTER: Time = 5 * MINUTE;

/// The dispatcher's minute for one owner; how many runs it admitted.
///
/// # Errors
///
/// Those of the database.
pub fn dispatch(db: &mut Database, owner: &str, now: Time) -> Result<usize, Error> {
    let admitted = db.write(|tx| claim(tx, owner, now))?;
    let left_behind = db.read(|tx| rows::without_job(tx, owner, now - OFFERED_AGAIN_AFTER))?;
    for run in admitted.iter().chain(&left_behind) {
        submit(db, run, now)?;
    }
    for job in db.read(|tx| jobs::abandoned(tx, DOCUMENT, now))? {
        fail(db, &job, "its job was given up", now)?;
    }
    Ok(admitted.len())
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
        let facts = Facts { admission: Some(admission), ..Facts::at(now) };
        match take_to(tx, &run, State::Queued, &facts) {
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

/// Submits the job of a queued run and attaches it; nothing if the run has moved on.
///
/// # Errors
///
/// Those of the database.
pub fn submit(db: &mut Database, run: &Run, now: Time) -> Result<(), Error> {
    let key = format!("{DOCUMENT}/{}/{}", run.id, run.failures);
    db.write(|tx| {
        let sql = "UPDATE snapshot_run SET job = $2
            WHERE id = $1 AND status = 'queued' AND failures = $3 AND job IS NULL";
        if tx.execute(sql, &[run.id.into(), key.as_str().into(), run.failures.into()])? == 1 {
            jobs::submit(tx, DOCUMENT, run.id, &key, now)?;
        }
        Ok(())
    })
}
