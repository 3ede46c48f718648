//! Monthly runs in the database.

use super::{Error, Run};
use crate::store::{self, Row, Transaction};
use crate::time::{Month, Time};

/// Counts the admitted runs of an owner.
pub(super) const ADMITTED: &str = "SELECT count(*) AS total, count(*) FILTER (WHERE backfill = 1) AS backfill
    FROM snapshot_run WHERE owner = $1 AND status IN ('queued', 'running', 'validating')";

/// The run of this number.
///
/// # Errors
///
/// There is none, or the database fails.
pub fn by_id(tx: &mut Transaction<'_>, id: i64) -> Result<Run, store::Error> {
    read(&tx.one("SELECT * FROM snapshot_run WHERE id = $1", &[id.into()])?)
}

/// The run of this number, which nobody else writes to until this transaction ends.
pub(super) fn locked(tx: &mut Transaction<'_>, id: i64) -> Result<Run, store::Error> {
    read(&tx.one("SELECT * FROM snapshot_run WHERE id = $1 FOR UPDATE", &[id.into()])?)
}

/// Runs of an owner that could be admitted now, locked: retries first, then by age, backfills last.
pub(super) fn candidates(
    tx: &mut Transaction<'_>,
    owner: &str,
    now: Time,
    limit: i64,
) -> Result<Vec<Run>, store::Error> {
    let sql = "SELECT * FROM snapshot_run
        WHERE owner = $1 AND (status = 'planned' OR (status = 'failed' AND next_attempt_at <= $2))
        ORDER BY backfill, status, id LIMIT $3 FOR UPDATE SKIP LOCKED";
    tx.query(sql, &[owner.into(), now.into(), limit.into()])?.iter().map(read).collect()
}

/// Runs of an owner that were queued so long ago and have no job.
pub(super) fn without_job(
    tx: &mut Transaction<'_>,
    owner: &str,
    queued_by: Time,
) -> Result<Vec<Run>, store::Error> {
    let sql = "SELECT * FROM snapshot_run
        WHERE owner = $1 AND status = 'queued' AND job IS NULL AND queued_at <= $2 ORDER BY id";
    tx.query(sql, &[owner.into(), queued_by.into()])?.iter().map(read).collect()
}

/// Writes `next` over `run` if the run is still as it was read.
pub(super) fn save(tx: &mut Transaction<'_>, run: &Run, next: &Run) -> Result<(), Error> {
    let sql = "UPDATE snapshot_run SET status = $1, reason = $2, queued_at = $3, started_at = $4,
            next_attempt_at = $5, attempts = $6, failures = $7, job = $8, is_current = $9
        WHERE id = $10 AND status = $11 AND failures = $12 AND cursor = $13";
    let values = [
        next.status.as_str().into(),
        (&next.reason).into(),
        (&next.queued_at).into(),
        (&next.started_at).into(),
        (&next.next_attempt_at).into(),
        next.attempts.into(),
        next.failures.into(),
        (&next.job).into(),
        next.is_current.into(),
        run.id.into(),
        run.status.as_str().into(),
        run.failures.into(),
        run.cursor.into(),
    ];
    found(run, tx.execute(sql, &values)?)
}

/// That a statement about this run has found it as it was read.
pub(super) fn found(run: &Run, rows: u64) -> Result<(), Error> {
    if rows == 1 { Ok(()) } else { Err(Error::Lost { run: run.id, was: run.status.as_str() }) }
}

pub(super) fn read(row: &Row) -> Result<Run, store::Error> {
    Ok(Run {
        id: row.int("id")?,
        owner: row.text("owner")?,
        workspace: row.text("workspace")?,
        kind: row.text("kind")?,
        period: Month(row.int("period")?),
        version: row.int("version")?,
        is_backfill: row.flag("backfill")?,
        chunks: row.int("chunks")?,
        status: row.parse("status")?,
        reason: row.maybe_text("reason")?,
        planned_at: row.int("planned_at")?,
        queued_at: row.maybe_int("queued_at")?,
        started_at: row.maybe_int("started_at")?,
        next_attempt_at: row.maybe_int("next_attempt_at")?,
        attempts: row.int("attempts")?,
        failures: row.int("failures")?,
        cursor: row.int("cursor")?,
        job: row.maybe_text("job")?,
        is_current: row.flag("is_current")?,
    })
}
