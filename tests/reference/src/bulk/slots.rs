//! The reserved concurrency of bulk tasks: two rows, so that there is no third task.

use super::work::Progress;
use crate::jobs::{self, Job, LEASE};
use crate::store::{Error, Transaction, Value};
use crate::time::Time;

/// Finds a slot that nobody holds, and locks it.
pub(super) fn free(tx: &mut Transaction<'_>, now: Time) -> Result<Option<i64>, Error> {
    let sql = "SELECT number FROM bulk_slot WHERE held_until <= $1
        ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED";
    tx.query(sql, &[now.into()])?.first().map(|row| row.int("number")).transpose()
}

/// Holds a slot for this delivery of a job.
pub(super) fn hold(tx: &mut Transaction<'_>, slot: i64, job: &Job, now: Time) -> Result<(), Error> {
    let sql = "UPDATE bulk_slot SET holder = $2, held_until = $3 WHERE number = $1";
    tx.execute(sql, &[slot.into(), holder(job), (now + LEASE).into()])?;
    Ok(())
}

/// Keeps job and slot for another lease; a worker that was too slow has lost them to others, and is finished.
pub(super) fn renew(tx: &mut Transaction<'_>, job: &Job, now: Time) -> Result<Progress, super::Error> {
    let sql = "UPDATE bulk_slot SET held_until = $2 WHERE holder = $1";
    if tx.execute(sql, &[holder(job), (now + LEASE).into()])? == 0 {
        return Ok(Progress::Finished);
    }
    jobs::renew(tx, &job.key, now)?;
    Ok(Progress::More)
}

/// Frees the slot of this delivery of a job.
pub(super) fn free_of(tx: &mut Transaction<'_>, job: &Job) -> Result<(), Error> {
    tx.execute("UPDATE bulk_slot SET holder = NULL, held_until = 0 WHERE holder = $1", &[holder(job)])?;
    Ok(())
}

fn holder(job: &Job) -> Value {
    format!("{} delivery {}", job.key, job.deliveries).into()
}
