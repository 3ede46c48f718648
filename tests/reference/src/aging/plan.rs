//! Beginning aging runs: the scheduled version of a closed month, and one more on request.
//!
//! `not planned` is what the document calls a month that no version has been scheduled for. Here it
//! is the state in which a row is inserted, so that planning is a step like every other: with its
//! guard, its audit row, and the database watching. Both are one transaction, so nobody else ever
//! reads a run that is `not planned`.

use super::{Error, Facts, Reason, Refusal, Run, State, Transition, rows, take};
use crate::audit;
use crate::store::{Database, Transaction};
use crate::time::{Month, Time};

/// What planning does every fifteen minutes: the scheduled version of a month for each workspace in
/// whose time zone it is time. How many versions it planned.
///
/// # Errors
///
/// Those of the database, and a workspace in no known time zone.
pub fn plan(db: &mut Database, month: Month, now: Time) -> Result<usize, Error> {
    let sql = "SELECT name, zone FROM workspace WHERE NOT EXISTS
        (SELECT 1 FROM aging_run WHERE workspace = workspace.name AND month = $1) ORDER BY zone, name";
    let mut early = None;
    let mut planned = 0;
    for row in db.read(|tx| tx.query(sql, &[month.0.into()]))? {
        let (workspace, zone) = (row.text("name")?, Some(row.text("zone")?));
        if zone == early {
            continue;
        }
        match db.write(|tx| insert(tx, &workspace, month, 1, false, now)) {
            Ok(run) => planned += usize::from(run.is_some()),
            Err(Error::Refused(Refusal::Guard { error: Reason::TooEarly(_), .. })) => early = zone,
            Err(error) => return Err(error),
        }
    }
    Ok(planned)
}

/// Plans one more version of a month; none while it has an active one.
///
/// # Errors
///
/// The month is not over, or the database fails.
pub fn rerun(
    db: &mut Database,
    workspace: &str,
    month: Month,
    is_backfill: bool,
    now: Time,
) -> Result<Option<Run>, Error> {
    db.write(|tx| {
        let sql = "SELECT coalesce(max(version), 0) AS version FROM aging_run
            WHERE workspace = $1 AND month = $2";
        let version = tx.one(sql, &[workspace.into(), month.0.into()])?.int("version")?;
        insert(tx, workspace, month, version + 1, is_backfill, now)
    })
}

/// The unique indexes decide: of two that plan the same version, or a second active one, one does.
fn insert(
    tx: &mut Transaction<'_>,
    workspace: &str,
    month: Month,
    version: i64,
    is_backfill: bool,
    now: Time,
) -> Result<Option<Run>, Error> {
    let row = tx.one("SELECT owner, zone FROM workspace WHERE name = $1", &[workspace.into()])?;
    let zone = row.text("zone")?;
    let cutoff = month.end(&zone).map_err(|error| crate::store::Error::Unreadable(error.to_string()))?;
    let sql = "INSERT INTO aging_run
            (owner, workspace, month, version, backfill, status, cutoff, failures, is_current)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0) ON CONFLICT DO NOTHING RETURNING *";
    let values = [
        row.text("owner")?.into(),
        workspace.into(),
        month.0.into(),
        version.into(),
        is_backfill.into(),
        State::NotPlanned.as_str().into(),
        cutoff.into(),
    ];
    let Some(row) = tx.query(sql, &values)?.into_iter().next() else { return Ok(None) };
    let run = rows::read(&row)?;
    audit::begin(tx, run.id, State::NotPlanned, now)?;
    let facts = Facts { other_versions: others(tx, &run)?, ..Facts::at(now) };
    take(tx, &run, Transition::NotPlannedToPlanned, &facts).map(Some)
}

fn others(tx: &mut Transaction<'_>, run: &Run) -> Result<i64, Error> {
    let sql = "SELECT count(*) AS others FROM aging_run WHERE workspace = $1 AND month = $2 AND id <> $3";
    let values = [run.workspace.as_str().into(), run.month.0.into(), run.id.into()];
    Ok(tx.one(sql, &values)?.int("others")?)
}
