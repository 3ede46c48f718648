//! Beginning monthly runs: the planned version of a period, a skipped one, one more on request.

use super::{Run, State, rows};
use crate::audit;
use crate::store::{Error, Transaction};
use crate::time::{Month, Time};

/// What a run is to show.
#[derive(Clone, Copy, Debug)]
pub struct Period<'a> {
    /// Whose capacity it takes.
    pub owner: &'a str,
    /// Whose data it shows.
    pub workspace: &'a str,
    /// The type of the snapshot.
    pub kind: &'a str,
    /// The month.
    pub month: Month,
    /// How many chunks it takes.
    pub chunks: i64,
}

/// Plans the first version of a period; none if the period has one.
///
/// # Errors
///
/// Those of the database.
pub fn plan(tx: &mut Transaction<'_>, period: Period<'_>, now: Time) -> Result<Option<Run>, Error> {
    insert(tx, period, 1, State::Planned, false, None, now)
}

/// Records that a period is not eligible, and why; none if it has a version.
///
/// # Errors
///
/// Those of the database.
pub fn skip(
    tx: &mut Transaction<'_>,
    period: Period<'_>,
    reason: &str,
    now: Time,
) -> Result<Option<Run>, Error> {
    insert(tx, period, 1, State::Skipped, false, Some(reason), now)
}

/// Plans one more version; none while the period has an active one.
///
/// # Errors
///
/// Those of the database.
pub fn rerun(
    tx: &mut Transaction<'_>,
    period: Period<'_>,
    is_backfill: bool,
    now: Time,
) -> Result<Option<Run>, Error> {
    let sql = "SELECT coalesce(max(version), 0) AS version FROM snapshot_run
        WHERE workspace = $1 AND kind = $2 AND period = $3";
    let values = [period.workspace.into(), period.kind.into(), period.month.0.into()];
    let version = tx.one(sql, &values)?.int("version")?;
    insert(tx, period, version + 1, State::Planned, is_backfill, None, now)
}

/// The unique indexes decide: of two that plan the same version, or a second active one, one does.
fn insert(
    tx: &mut Transaction<'_>,
    period: Period<'_>,
    version: i64,
    state: State,
    is_backfill: bool,
    reason: Option<&str>,
    now: Time,
) -> Result<Option<Run>, Error> {
    let sql = "INSERT INTO snapshot_run (owner, workspace, kind, period, version, backfill, chunks, status,
            reason, planned_at, attempts, failures, cursor, is_current)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 0, 0, 0) ON CONFLICT DO NOTHING RETURNING *";
    let values = [
        period.owner.into(),
        period.workspace.into(),
        period.kind.into(),
        period.month.0.into(),
        version.into(),
        is_backfill.into(),
        period.chunks.into(),
        state.as_str().into(),
        (&reason).into(),
        now.into(),
    ];
    let run = tx.query(sql, &values)?.first().map(rows::read).transpose()?;
    if let Some(run) = &run {
        audit::begin(tx, run.id, state, now)?;
    }
    Ok(run)
}
