//! Aging runs, and the facts and items around them, in the database.

use super::{Error, Fact, Item, Run};
use crate::store::{self, Row, Transaction};
use crate::time::{Month, Time};

/// Counts the admitted runs of an owner.
pub(super) const ADMITTED: &str = "SELECT count(*) AS total, count(*) FILTER (WHERE backfill = 1) AS backfill
    FROM aging_run WHERE owner = $1 AND status IN ('queued', 'running')";

/// The run of this number.
///
/// # Errors
///
/// There is none, or the database fails.
pub fn by_id(tx: &mut Transaction<'_>, id: i64) -> Result<Run, store::Error> {
    read(&tx.one("SELECT * FROM aging_run WHERE id = $1", &[id.into()])?)
}

/// Locks the run if it is still as it was read.
pub(super) fn lock(tx: &mut Transaction<'_>, run: &Run) -> Result<(), Error> {
    let sql = "SELECT id FROM aging_run WHERE id = $1 AND status = $2 AND failures = $3 FOR UPDATE";
    let values = [run.id.into(), run.status.as_str().into(), run.failures.into()];
    found(run, tx.query(sql, &values)?.len() as u64)
}

/// That a statement about this run has found it as it was read.
fn found(run: &Run, rows: u64) -> Result<(), Error> {
    if rows == 1 { Ok(()) } else { Err(Error::Lost { run: run.id, was: run.status.as_str() }) }
}

/// The current version of a workspace's month.
pub(super) fn current(
    tx: &mut Transaction<'_>,
    workspace: &str,
    month: Month,
) -> Result<Option<Run>, store::Error> {
    let sql = "SELECT * FROM aging_run WHERE workspace = $1 AND month = $2 AND is_current = 1";
    tx.query(sql, &[workspace.into(), month.0.into()])?.first().map(read).transpose()
}

/// Runs of an owner that could be admitted now, locked: retries first, then by age, backfills last.
pub(super) fn candidates(
    tx: &mut Transaction<'_>,
    owner: &str,
    now: Time,
    limit: i64,
) -> Result<Vec<Run>, store::Error> {
    let sql = "SELECT * FROM aging_run
        WHERE owner = $1 AND (status = 'planned' OR (status = 'failed' AND next_attempt_at <= $2))
        ORDER BY backfill, status, id LIMIT $3 FOR UPDATE SKIP LOCKED";
    tx.query(sql, &[owner.into(), now.into(), limit.into()])?.iter().map(read).collect()
}

/// Writes `next` over `run` if the run is still as it was read.
pub(super) fn save(tx: &mut Transaction<'_>, run: &Run, next: &Run) -> Result<(), Error> {
    let sql = "UPDATE aging_run
        SET status = $1, admitted_at = $2, next_attempt_at = $3, failures = $4, is_current = $5
        WHERE id = $6 AND status = $7 AND failures = $8";
    let values = [
        next.status.as_str().into(),
        (&next.admitted_at).into(),
        (&next.next_attempt_at).into(),
        next.failures.into(),
        next.is_current.into(),
        run.id.into(),
        run.status.as_str().into(),
        run.failures.into(),
    ];
    found(run, tx.execute(sql, &values)?)
}

/// What was posted in a workspace before the cutoff.
pub(super) fn facts(tx: &mut Transaction<'_>, run: &Run) -> Result<Vec<Fact>, store::Error> {
    let sql = "SELECT id, is_credit, cents, due_at FROM receivable
        WHERE workspace = $1 AND posted_at < $2 ORDER BY id";
    let fact = |row: &Row| {
        Ok(Fact {
            receivable: row.int("id")?,
            is_credit: row.flag("is_credit")?,
            cents: row.int("cents")?,
            due_at: row.int("due_at")?,
        })
    };
    tx.query(sql, &[run.workspace.as_str().into(), run.cutoff.into()])?.iter().map(fact).collect()
}

/// Stores the items of a capture.
pub(super) fn insert_items(tx: &mut Transaction<'_>, run: i64, items: &[Item]) -> Result<(), store::Error> {
    let sql = "INSERT INTO aging_item (run, receivable, bucket, cents) VALUES ($1, $2, $3, $4)";
    for item in items {
        tx.execute(sql, &[run.into(), item.receivable.into(), item.bucket.into(), item.cents.into()])?;
    }
    Ok(())
}

pub(super) fn read(row: &Row) -> Result<Run, store::Error> {
    Ok(Run {
        id: row.int("id")?,
        owner: row.text("owner")?,
        workspace: row.text("workspace")?,
        month: Month(row.int("month")?),
        version: row.int("version")?,
        is_backfill: row.flag("backfill")?,
        status: row.parse("status")?,
        cutoff: row.int("cutoff")?,
        admitted_at: row.maybe_int("admitted_at")?,
        next_attempt_at: row.maybe_int("next_attempt_at")?,
        failures: row.int("failures")?,
        is_current: row.flag("is_current")?,
    })
}
