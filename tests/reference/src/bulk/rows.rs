//! Bulk runs in the database.

use super::{Error, Run};
use crate::store::{self, Row, Transaction};

/// The run of this number.
///
/// # Errors
///
/// There is none, or the database fails.
pub fn by_id(tx: &mut Transaction<'_>, id: i64) -> Result<Run, store::Error> {
    read(&tx.one("SELECT * FROM bulk_run WHERE id = $1", &[id.into()])?)
}

/// The run of this number, which nobody else writes to until this transaction ends.
pub(super) fn locked(tx: &mut Transaction<'_>, id: i64) -> Result<Run, store::Error> {
    read(&tx.one("SELECT * FROM bulk_run WHERE id = $1 FOR UPDATE", &[id.into()])?)
}

/// Writes `next` over `run` if the run is still as it was read.
pub(super) fn save(tx: &mut Transaction<'_>, run: &Run, next: &Run) -> Result<(), Error> {
    let sql = "UPDATE bulk_run SET status = $1, settled_at = $2, expires_at = $3, cursor = $4,
            evaluated = $5, eligible = $6, delta = $7
        WHERE id = $8 AND status = $9 AND cursor = $10";
    let values = [
        next.status.as_str().into(),
        (&next.settled_at).into(),
        (&next.expires_at).into(),
        next.cursor.into(),
        next.evaluated.into(),
        next.eligible.into(),
        (&next.delta).into(),
        run.id.into(),
        run.status.as_str().into(),
        run.cursor.into(),
    ];
    match tx.execute(sql, &values)? {
        1 => Ok(()),
        _ => Err(Error::Lost { run: run.id, was: run.status.as_str() }),
    }
}

pub(super) fn read(row: &Row) -> Result<Run, store::Error> {
    Ok(Run {
        id: row.int("id")?,
        population: row.text("population")?,
        subjects: row.int("subjects")?,
        wants_export: row.flag("wants_export")?,
        status: row.parse("status")?,
        job: row.text("job")?,
        submitted_at: row.int("submitted_at")?,
        settled_at: row.maybe_int("settled_at")?,
        expires_at: row.maybe_int("expires_at")?,
        cursor: row.int("cursor")?,
        evaluated: row.int("evaluated")?,
        eligible: row.int("eligible")?,
        delta: row.maybe_int("delta")?,
    })
}
