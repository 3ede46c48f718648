//! What the typed layers share: what a move comes to, with the record that it is about.

use ::core::error::Error;
use ::core::fmt;

use super::{Refusal, State, Step};

/// A move that a guard let pass. It holds the record back until its step is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a move changes nothing until its step is written"]
pub struct Taken<N, S, R> {
    step: Step<S, R>,
    next: N,
}

impl<N, S: Copy, R: Copy> Taken<N, S, R> {
    /// What to write, and what to carry out afterwards.
    pub const fn step(&self) -> Step<S, R> {
        self.step
    }

    /// The record as it will be once the step is written.
    pub const fn pending(&self) -> &N {
        &self.next
    }

    /// The record, now that the step is written. Where writing failed, drop the move and load again.
    #[must_use]
    pub fn written(self) -> N {
        self.next
    }
}

/// A move that was refused.
#[derive(Clone, Copy)]
pub struct Refused<B, S, R: 'static, E> {
    /// What was to move, as it was.
    pub kept: B,
    /// Why it does not.
    pub refusal: Refusal<S, R, E>,
}

impl<B, S, R: 'static, E> fmt::Debug for Refused<B, S, R, E>
where
    Refusal<S, R, E>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("refusal", &self.refusal).finish_non_exhaustive()
    }
}

impl<B, S, R: 'static, E> fmt::Display for Refused<B, S, R, E>
where
    Refusal<S, R, E>: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.refusal.fmt(f)
    }
}

impl<B, S, R: 'static, E> Error for Refused<B, S, R, E>
where
    Refusal<S, R, E>: Error,
{
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.refusal.source()
    }
}

impl<B, S, R: 'static, E> From<Refused<B, S, R, E>> for Refusal<S, R, E> {
    fn from(refused: Refused<B, S, R, E>) -> Self {
        refused.refusal
    }
}

/// What a typed move comes to: `N` once it is written, or `B` as it was.
pub type Outcome<B, N, S, E> =
    Result<Taken<N, S, <S as State>::Transition>, Refused<B, S, <S as State>::Transition, E>>;

/// Takes `row` from `state`, or begins a record by it where there is no state yet. The guard is asked
/// as it is without types, and is shown the `data` too.
///
/// # Errors
///
/// The guard refuses.
pub fn take<S: State, B, N, T, E>(
    state: Option<S>,
    row: S::Transition,
    before: B,
    data: fn(&B) -> &T,
    after: fn(B) -> N,
    guard: impl FnOnce(S::Transition, &T) -> Result<(), E>,
) -> Outcome<B, N, S, E> {
    let asked = |row| guard(row, data(&before));
    let outcome = match state {
        Some(state) => state.attempt(row, asked),
        None => S::create(row, asked),
    };
    match outcome {
        Ok(step) => Ok(Taken { step, next: after(before) }),
        Err(refusal) => Err(Refused { kept: before, refusal }),
    }
}
