//! What the guards of STATE-PFM-ELG-004 mean.

use std::fmt;

use super::{Page, Run, Transition};
use crate::jobs::Job;
use crate::time::Time;

/// How a job was settled that did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Its task raised this.
    Exception(String),
    /// The population has grown past a million subjects, which is not supported.
    TooManySubjects,
    /// Nobody works on it any more.
    Abandoned,
}

/// What the guards look at besides the run, gathered by the transaction that is to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The time.
    pub now: Time,
    /// The run's job, as it is stored.
    pub job: Option<Job>,
    /// The page that was evaluated.
    pub page: Option<Page>,
    /// How the job was settled.
    pub settlement: Option<Settlement>,
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
    /// The job is not the one that was committed with the run.
    OtherJob,
    /// The job has not started.
    NotStarted,
    /// There is no page to commit.
    NoPage,
    /// The page begins elsewhere than the run's cursor stands.
    CursorMoved {
        /// Where the page begins.
        page: i64,
        /// Where the cursor stands.
        cursor: i64,
    },
    /// Subjects are still to be evaluated.
    Incomplete,
    /// The job was not settled so.
    NotSettled,
    /// The result is kept until later.
    Retained(Option<Time>),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherJob => f.write_str("the job was not committed with the run"),
            Self::NotStarted => f.write_str("the job has not started"),
            Self::NoPage => f.write_str("there is no page to commit"),
            Self::CursorMoved { page, cursor } => {
                write!(f, "the page begins at {page}, and the cursor stands at {cursor}")
            }
            Self::Incomplete => f.write_str("subjects are still to be evaluated"),
            Self::NotSettled => f.write_str("the job has not failed in such a way"),
            Self::Retained(Some(until)) => write!(f, "the result is kept until {until}"),
            Self::Retained(None) => f.write_str("the run is not settled"),
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
        Transition::QueuedToRunning => has_started(run, facts),
        Transition::RunningToRunning => cursor_matches(run, facts),
        Transition::RunningToSucceeded => is_complete(run),
        Transition::RunningToFailed => is_settled(facts, true),
        // Evaluation has not begun, so nobody has counted subjects.
        Transition::QueuedToFailed => is_settled(facts, false),
        Transition::SucceededToExpired | Transition::FailedToExpired | Transition::CancelledToExpired => {
            retention_is_over(run, facts.now)
        }
        // The document permits it to whoever asks.
        Transition::QueuedToCancelled | Transition::RunningToCancelled => Ok(()),
    }
}

fn has_started(run: &Run, facts: &Facts) -> Result<(), Reason> {
    let committed_with = |job: &&Job| job.key == run.job && job.submitted_at == run.submitted_at;
    let job = facts.job.as_ref().filter(committed_with).ok_or(Reason::OtherJob)?;
    let has_started = job.started_at.is_some_and(|started| started >= run.submitted_at);
    if has_started { Ok(()) } else { Err(Reason::NotStarted) }
}

fn cursor_matches(run: &Run, facts: &Facts) -> Result<(), Reason> {
    let page = facts.page.as_ref().ok_or(Reason::NoPage)?.start;
    if page == run.cursor { Ok(()) } else { Err(Reason::CursorMoved { page, cursor: run.cursor }) }
}

fn is_complete(run: &Run) -> Result<(), Reason> {
    if run.cursor == run.subjects { Ok(()) } else { Err(Reason::Incomplete) }
}

fn is_settled(facts: &Facts, was_evaluated: bool) -> Result<(), Reason> {
    match &facts.settlement {
        Some(Settlement::Exception(_) | Settlement::Abandoned) => Ok(()),
        Some(Settlement::TooManySubjects) if was_evaluated => Ok(()),
        Some(Settlement::TooManySubjects) | None => Err(Reason::NotSettled),
    }
}

fn retention_is_over(run: &Run, now: Time) -> Result<(), Reason> {
    let until = run.retained_until();
    if until.is_some_and(|until| until < now) { Ok(()) } else { Err(Reason::Retained(until)) }
}
