//! The bulk run, STATE-PFM-ELG-004: submitted, evaluated page by page, settled, expired.

mod effects;
mod guard;
mod rows;
mod settle;
mod slots;
mod submit;
mod work;

pub use guard::{Facts, Reason, Settlement, guard};
pub use lifecycles::bulk_run_lifecycle::{DOCUMENT, Refusal, State, Step, Transition};
pub use rows::by_id;
pub use settle::{cancel, expire, fail, reconcile};
pub use submit::{Submission, submit};
pub use work::{MAX_SUBJECTS, Page, Population, Progress, advance, begin, commit_page, next_job};

use crate::audit;
use crate::store::Transaction;
use crate::time::{DAY, Time};

/// How long the result of a settled run is kept.
pub const RETENTION: Time = 90 * DAY;

/// Why an operation on a bulk run did not happen.
pub type Error = crate::Error<Refusal<Reason>>;

/// A run over a population, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: i64,
    /// Who is evaluated.
    pub population: String,
    /// How many subjects there are.
    pub subjects: i64,
    /// Whether its result is exported.
    pub wants_export: bool,
    /// Where it is in its life.
    pub status: State,
    /// The job that executes it, committed together with it.
    pub job: String,
    /// When it was submitted.
    pub submitted_at: Time,
    /// When it succeeded, failed or was cancelled.
    pub settled_at: Option<Time>,
    /// When its result is meant to expire; known of those that succeeded.
    pub expires_at: Option<Time>,
    /// How many subjects are in committed pages.
    pub cursor: i64,
    /// How many subjects were evaluated.
    pub evaluated: i64,
    /// How many of them are eligible.
    pub eligible: i64,
    /// How many more are eligible than in the population's previous result.
    pub delta: Option<i64>,
}

impl Run {
    /// The end of its retention; none while it is not settled.
    #[must_use]
    pub fn retained_until(&self) -> Option<Time> {
        self.expires_at.or(self.settled_at.map(|settled| settled + RETENTION))
    }
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
