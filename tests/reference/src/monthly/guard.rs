//! What the guards of STATE-PFM-QRY-014 mean.

use std::fmt;

use super::{Run, Transition};
use crate::capacity::Admission;
use crate::time::Time;

/// What the guards look at besides the run, gathered by the transaction that is to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The time.
    pub now: Time,
    /// The capacity, if the owner is locked.
    pub admission: Option<Admission>,
    /// The job that asks.
    pub job: Option<String>,
    /// What validation found wrong, if this very transaction generated and validated.
    pub validation: Option<Result<(), String>>,
    /// How the attempt failed.
    pub failure: Option<String>,
    /// Why it is to be cancelled.
    pub cancellation: Option<String>,
}

impl Facts {
    /// Nothing but the time.
    #[must_use]
    pub fn at(now: Time) -> Self {
        Self { now, ..Self::default() }
    }
}

/// Why a guard refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Whoever asks has not locked the owner.
    OwnerNotLocked,
    /// The owner's total or backfill cap is reached.
    NoCapacity,
    /// The failure was final.
    NoRetry,
    /// The retry is due later.
    NotDue(Time),
    /// Another job executes the run by now.
    OtherJob,
    /// Chunks are missing.
    Incomplete,
    /// Nothing was validated in this transaction.
    NotValidated,
    /// Validation found this.
    Invalid(String),
    /// The attempt has not failed.
    NoFailure,
    /// No reason was given for the cancellation.
    NoReason,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OwnerNotLocked => f.write_str("the owner is not locked"),
            Self::NoCapacity => f.write_str("the total or backfill cap is reached"),
            Self::NoRetry => f.write_str("the failure was final"),
            Self::NotDue(at) => write!(f, "the retry is due at {at}"),
            Self::OtherJob => f.write_str("another job executes the run"),
            Self::Incomplete => f.write_str("chunks are missing"),
            Self::NotValidated => f.write_str("nothing was validated in this transaction"),
            Self::Invalid(what) => f.write_str(what),
            Self::NoFailure => f.write_str("the attempt has not failed"),
            Self::NoReason => f.write_str("a cancellation needs its reason"),
        }
    }
}

/// Whether a row may be taken. That the run is still where the row begins is not asked here: the
/// generated `attempt` has seen to it for the run as read, and the write compares it again.
///
/// # Errors
///
/// The reason why not.
pub fn guard(row: Transition, run: &Run, facts: &Facts) -> Result<(), Reason> {
    match row {
        Transition::PlannedToQueued => has_capacity(run, facts),
        Transition::FailedToQueued => is_due(run, facts.now).and_then(|()| has_capacity(run, facts)),
        Transition::QueuedToRunning | Transition::RunningToRunning | Transition::ValidatingToValidating => {
            is_executed_by(run, facts)
        }
        Transition::RunningToValidating => is_executed_by(run, facts).and_then(|()| is_complete(run)),
        Transition::ValidatingToPublished => is_executed_by(run, facts).and_then(|()| is_valid(facts)),
        Transition::QueuedToFailed | Transition::RunningToFailed | Transition::ValidatingToFailed => {
            is_executed_by(run, facts).and_then(|()| has_failed(facts))
        }
        Transition::FailedToCancelled => awaits_retry(run).and_then(|_| is_explained(facts)),
        Transition::PlannedToCancelled
        | Transition::QueuedToCancelled
        | Transition::RunningToCancelled
        | Transition::ValidatingToCancelled => is_explained(facts),
    }
}

fn has_capacity(run: &Run, facts: &Facts) -> Result<(), Reason> {
    let admission = facts.admission.ok_or(Reason::OwnerNotLocked)?;
    if admission.permits(run.is_backfill) { Ok(()) } else { Err(Reason::NoCapacity) }
}

fn awaits_retry(run: &Run) -> Result<Time, Reason> {
    run.next_attempt_at.ok_or(Reason::NoRetry)
}

fn is_due(run: &Run, now: Time) -> Result<(), Reason> {
    let at = awaits_retry(run)?;
    if at <= now { Ok(()) } else { Err(Reason::NotDue(at)) }
}

/// A job that was queued for an earlier attempt has no say in this one.
fn is_executed_by(run: &Run, facts: &Facts) -> Result<(), Reason> {
    if run.job.is_some() && run.job == facts.job { Ok(()) } else { Err(Reason::OtherJob) }
}

fn is_complete(run: &Run) -> Result<(), Reason> {
    if run.cursor == run.chunks { Ok(()) } else { Err(Reason::Incomplete) }
}

fn is_valid(facts: &Facts) -> Result<(), Reason> {
    facts.validation.clone().ok_or(Reason::NotValidated)?.map_err(Reason::Invalid)
}

fn has_failed(facts: &Facts) -> Result<(), Reason> {
    facts.failure.as_ref().map(|_| ()).ok_or(Reason::NoFailure)
}

fn is_explained(facts: &Facts) -> Result<(), Reason> {
    facts.cancellation.as_ref().map(|_| ()).ok_or(Reason::NoReason)
}
