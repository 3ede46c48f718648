//! The monthly snapshot run, STATE-PFM-QRY-014: planned, admitted, generated, validated, published.

mod dispatch;
mod effects;
mod guard;
mod plan;
mod rows;
mod work;

pub use dispatch::{OFFERED_AGAIN_AFTER, claim, dispatch, submit};
pub use guard::{Facts, Reason, guard};
pub use lifecycles::monthly_snapshot_run::{DOCUMENT, Refusal, State, Step, Transition};
pub use plan::{Period, plan, rerun, skip};
pub use rows::by_id;
pub use work::{Chunk, Progress, Source, advance, begin, fail, next_job};

use crate::audit;
use crate::store::{Database, Transaction};
use crate::time::{Month, Time};

/// Why an operation on a monthly run did not happen.
pub type Error = crate::Error<Refusal<Reason>>;

/// A version of a period, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// Whose capacity it takes.
    pub owner: String,
    /// Whose data it shows.
    pub workspace: String,
    /// The type of the snapshot.
    pub kind: String,
    /// The month that it shows.
    pub period: Month,
    /// 1 for the planned version of a period, then one more for each that was requested.
    pub version: i64,
    /// Whether it fills a gap of the past.
    pub is_backfill: bool,
    /// How many chunks it has; a run of one chunk is small, and generated in one transaction.
    pub chunks: i64,
    /// Where it is in its life.
    pub status: State,
    /// Why it was skipped or cancelled, or how it last failed.
    pub reason: Option<String>,
    /// When it was planned.
    pub planned_at: Time,
    /// When it was last admitted.
    pub queued_at: Option<Time>,
    /// When its last attempt started.
    pub started_at: Option<Time>,
    /// When it is to be tried again; none if it is not.
    pub next_attempt_at: Option<Time>,
    /// How many attempts have started.
    pub attempts: i64,
    /// How many attempts have failed.
    pub failures: i64,
    /// How many chunks are committed.
    pub cursor: i64,
    /// The job that executes it.
    pub job: Option<String>,
    /// Whether readers of the period see this version.
    pub is_current: bool,
}

/// Cancels a run, whatever it is doing.
///
/// # Errors
///
/// The run is settled, or somebody wrote to it since it was read.
pub fn cancel(db: &mut Database, run: &Run, reason: &str, now: Time) -> Result<Run, Error> {
    let facts = Facts { cancellation: Some(reason.to_owned()), ..Facts::at(now) };
    db.write(|tx| take_to(tx, run, State::Cancelled, &facts))
}

/// Takes a row: decides once, purely, and writes once, in the open transaction.
fn take(tx: &mut Transaction<'_>, run: &Run, row: Transition, facts: &Facts) -> Result<Run, Error> {
    let step = run.status.attempt(row, |row| guard(row, run, facts)).map_err(Error::Refused)?;
    write(tx, run, &step, facts)
}

/// As [`take`], by whichever row leads from where the run is to `target`.
fn take_to(tx: &mut Transaction<'_>, run: &Run, target: State, facts: &Facts) -> Result<Run, Error> {
    let step = run.status.attempt_to(target, |row| guard(row, run, facts)).map_err(Error::Refused)?;
    write(tx, run, &step, facts)
}

fn write(tx: &mut Transaction<'_>, run: &Run, step: &Step, facts: &Facts) -> Result<Run, Error> {
    let mut next = run.clone();
    next.status = step.to().unwrap_or(run.status);
    effects::carry_out(tx, step.row(), &mut next, facts)?;
    rows::save(tx, run, &next)?;
    audit::step(tx, run.id, step, facts.now)?;
    Ok(next)
}
