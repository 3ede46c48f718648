//! The month-end aging snapshot run, STATE-ACC-TRX-013: planned, admitted, captured, published, replaced.

mod capture;
mod dispatch;
mod effects;
mod guard;
mod plan;
mod read;
mod rows;
mod work;

pub use capture::{Checks, Fact, Item, Outcome, capture, reconcile};
pub use dispatch::{claim, dispatch, submit_job};
pub use guard::{Facts, Reason, SETTLING_TIME, guard};
pub use lifecycles::month_end_aging_snapshot_run::{DOCUMENT, Refusal, State, Step, Transition};
pub use plan::{plan, rerun};
pub use read::{Cursor, Outdated, Page, page};
pub use rows::by_id;
pub use work::{Capture, execute, next_job, start};

use crate::audit;
use crate::store::Transaction;
use crate::time::{Month, Time};

/// Why an operation on an aging run did not happen.
pub type Error = crate::Error<Refusal<Reason>>;

/// A version of a workspace's month, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// Whose capacity it takes.
    pub owner: String,
    /// Whose receivables it shows.
    pub workspace: String,
    /// The month that it closes.
    pub month: Month,
    /// 1 for the scheduled version, then one more for each that was requested.
    pub version: i64,
    /// Whether it fills a gap of the past.
    pub is_backfill: bool,
    /// Where it is in its life.
    pub status: State,
    /// The end of the month in its workspace: what was posted then or later is not known to it.
    pub cutoff: Time,
    /// When it was last admitted.
    pub admitted_at: Option<Time>,
    /// When it is to be tried again; none if it is not.
    pub next_attempt_at: Option<Time>,
    /// How many attempts have failed.
    pub failures: i64,
    /// Whether readers of the month see this version.
    pub is_current: bool,
}

impl Run {
    /// The key of the job that executes its present attempt.
    #[must_use]
    pub fn job(&self) -> String {
        format!("{DOCUMENT}/{}/{}", self.id, self.failures)
    }
}

/// Takes a row: decides once, purely, and writes once, in the open transaction.
fn take(tx: &mut Transaction<'_>, run: &Run, row: Transition, facts: &Facts) -> Result<Run, Error> {
    let step = run.status.attempt(row, |row| guard(row, run, facts)).map_err(Error::Refused)?;
    let mut next = run.clone();
    next.status = step.to().unwrap_or(run.status);
    effects::carry_out(tx, row, &mut next, facts)?;
    rows::save(tx, run, &next)?;
    audit::step(tx, run.id, &step, facts.now)?;
    Ok(next)
}
