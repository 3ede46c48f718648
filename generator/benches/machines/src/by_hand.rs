//! An enum and a `match`.

use strum::EnumString;

/// The states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum State {
    Queued,
    Running,
    Succeeded,
    Failed,
    Cancelled,
    Expired,
}

/// The triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    Enter,
    Page,
    Complete,
    Break,
    Abandon,
    ExpireSucceeded,
    ExpireFailed,
    ExpireCancelled,
    Cancel,
}

impl State {
    pub const ALL: [Self; 6] =
        [Self::Queued, Self::Running, Self::Succeeded, Self::Failed, Self::Cancelled, Self::Expired];
}

impl Trigger {
    pub const ALL: [Self; 9] = [
        Self::Enter,
        Self::Page,
        Self::Complete,
        Self::Break,
        Self::Abandon,
        Self::ExpireSucceeded,
        Self::ExpireFailed,
        Self::ExpireCancelled,
        Self::Cancel,
    ];
}

/// Where a trigger leads.
pub fn step(state: State, trigger: Trigger) -> Option<State> {
    match (state, trigger) {
        (State::Queued, Trigger::Enter) => Some(State::Running),
        (State::Running, Trigger::Page) => Some(State::Running),
        (State::Running, Trigger::Complete) => Some(State::Succeeded),
        (State::Running, Trigger::Break) => Some(State::Failed),
        (State::Queued, Trigger::Abandon) => Some(State::Failed),
        (State::Succeeded, Trigger::ExpireSucceeded) => Some(State::Expired),
        (State::Failed, Trigger::ExpireFailed) => Some(State::Expired),
        (State::Cancelled, Trigger::ExpireCancelled) => Some(State::Expired),
        (State::Queued | State::Running, Trigger::Cancel) => Some(State::Cancelled),
        _ => None,
    }
}

/// What is said of a pair of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Declared,
    Forbidden(&'static str),
    Undeclared,
}

/// The verdict on a pair of states.
pub fn verdict(from: State, to: State) -> Verdict {
    use State::{Cancelled, Expired, Failed, Queued, Running, Succeeded};
    match (from, to) {
        (Queued, Running | Failed | Cancelled) => Verdict::Declared,
        (Running, Running | Succeeded | Failed | Cancelled) => Verdict::Declared,
        (Succeeded | Failed | Cancelled, Expired) => Verdict::Declared,
        (Succeeded, Running) => Verdict::Forbidden(
            "Settled runs do not restart; retries use the current running or settled result.",
        ),
        (Expired, Succeeded) => Verdict::Forbidden("Expiry has no outgoing transition."),
        (Failed, Succeeded) => {
            Verdict::Forbidden("Failure cannot be changed to success by restarting the same run.")
        }
        _ => Verdict::Undeclared,
    }
}
