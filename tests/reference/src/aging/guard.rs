//! What the guards of STATE-ACC-TRX-013 mean.

use std::fmt;

use super::{Outcome, Run, Transition};
use crate::capacity::Admission;
use crate::time::{HOUR, Time};

/// How long after its end a month is captured first.
pub const SETTLING_TIME: Time = 2 * HOUR;

/// What the guards look at besides the run, gathered by the transaction that is to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The time.
    pub now: Time,
    /// How many other versions the workspace and month have.
    pub other_versions: i64,
    /// The capacity, if the owner is locked.
    pub admission: Option<Admission>,
    /// The job that asks.
    pub job: Option<String>,
    /// What capturing came to: the checks, or why nothing was generated.
    pub outcome: Option<Outcome>,
    /// The version that is published by this very transaction.
    pub successor: Option<i64>,
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
    /// The month is not two hours past its end.
    TooEarly(Time),
    /// The month has a version.
    HasVersion,
    /// Whoever asks has not locked the owner.
    OwnerNotLocked,
    /// The owner's total or backfill cap is reached.
    NoCapacity,
    /// The run was not admitted for this job.
    NotAdmitted,
    /// Nothing was captured.
    NotCaptured,
    /// The capture failed, or does not reconcile.
    Failed(Outcome),
    /// Nothing failed.
    NoFailure,
    /// The fourth failure was final.
    NoRetry,
    /// The retry is due later.
    NotDue(Time),
    /// No later version is being published.
    NoSuccessor,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooEarly(at) => write!(f, "the month can be captured from {at} on"),
            Self::HasVersion => f.write_str("the month has a version"),
            Self::OwnerNotLocked => f.write_str("the owner is not locked"),
            Self::NoCapacity => f.write_str("the total or backfill cap is reached"),
            Self::NotAdmitted => f.write_str("the run was not admitted for this job"),
            Self::NotCaptured => f.write_str("nothing was captured"),
            Self::Failed(Ok(checks)) => write!(f, "the capture does not reconcile: {checks:?}"),
            Self::Failed(Err(why)) => f.write_str(why),
            Self::NoFailure => f.write_str("nothing failed"),
            Self::NoRetry => f.write_str("the fourth failure was final"),
            Self::NotDue(at) => write!(f, "the retry is due at {at}"),
            Self::NoSuccessor => f.write_str("no later version is being published"),
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
        Transition::NotPlannedToPlanned => is_closed(run, facts.now).and_then(|()| lacks_version(run, facts)),
        Transition::PlannedToQueued => has_capacity(run, facts),
        Transition::QueuedToRunning => was_admitted(run, facts),
        Transition::RunningToPublished => was_admitted(run, facts).and_then(|()| reconciles(facts)),
        Transition::RunningToFailed => was_admitted(run, facts).and_then(|()| has_failed(facts)),
        Transition::FailedToQueued => is_due(run, facts.now).and_then(|()| has_capacity(run, facts)),
        Transition::PublishedToSuperseded => is_replaced(run, facts),
    }
}

fn is_closed(run: &Run, now: Time) -> Result<(), Reason> {
    let from = run.cutoff + SETTLING_TIME;
    if from <= now { Ok(()) } else { Err(Reason::TooEarly(from)) }
}

/// The scheduled version is the month's first. A requested one, which has a higher number, comes after others.
fn lacks_version(run: &Run, facts: &Facts) -> Result<(), Reason> {
    if run.version > 1 || facts.other_versions == 0 { Ok(()) } else { Err(Reason::HasVersion) }
}

fn has_capacity(run: &Run, facts: &Facts) -> Result<(), Reason> {
    let admission = facts.admission.ok_or(Reason::OwnerNotLocked)?;
    if admission.permits(run.is_backfill) { Ok(()) } else { Err(Reason::NoCapacity) }
}

/// Each admission has its job: one that was submitted for an earlier attempt has no say in this one.
fn was_admitted(run: &Run, facts: &Facts) -> Result<(), Reason> {
    let is_admitted = run.admitted_at.is_some() && facts.job == Some(run.job());
    if is_admitted { Ok(()) } else { Err(Reason::NotAdmitted) }
}

fn reconciles(facts: &Facts) -> Result<(), Reason> {
    match &facts.outcome {
        Some(Ok(checks)) if checks.all_pass() => Ok(()),
        Some(outcome) => Err(Reason::Failed(outcome.clone())),
        None => Err(Reason::NotCaptured),
    }
}

fn has_failed(facts: &Facts) -> Result<(), Reason> {
    match reconciles(facts) {
        Err(Reason::Failed(_)) => Ok(()),
        _ => Err(Reason::NoFailure),
    }
}

/// A run has a time to be tried again while it has failed fewer than four times.
fn is_due(run: &Run, now: Time) -> Result<(), Reason> {
    let at = run.next_attempt_at.filter(|_| run.failures < 4).ok_or(Reason::NoRetry)?;
    if at <= now { Ok(()) } else { Err(Reason::NotDue(at)) }
}

fn is_replaced(run: &Run, facts: &Facts) -> Result<(), Reason> {
    let is_later = facts.successor.is_some_and(|version| version > run.version);
    if is_later { Ok(()) } else { Err(Reason::NoSuccessor) }
}
