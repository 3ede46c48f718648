//! What all generated lifecycles share: rows, verdicts, steps, refusals and lookup tables.

mod refusal;
mod row;
mod tables;
mod text;

use ::core::fmt;
use ::core::hash::Hash;
use ::core::str::FromStr;

pub use refusal::Refusal;
pub use row::{NONE, Row, at, said};
pub use tables::{Dense, Sparse, targets};
pub use text::{UnknownState, find};

/// The states of one lifecycle, for code that works with any of them.
pub trait State:
    Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = UnknownState<'static>> + 'static
{
    /// The rows of its transition table.
    type Transition: Transition<State = Self, Trigger = Self::Trigger>;
    /// What sets its rows off.
    type Trigger: Trigger;

    /// The document's id.
    const DOCUMENT: &'static str;
    /// Every state, in the document's order.
    const ALL: &'static [Self];
    /// The states that a record may begin in.
    const INITIAL: &'static [Self];
    /// The states that a record ends in.
    const TERMINAL: &'static [Self];

    /// Its place in [`State::ALL`].
    fn index(self) -> usize;
    /// The state's name, as the document writes it.
    fn as_str(self) -> &'static str;
    /// What the state means.
    fn meaning(self) -> Option<&'static str>;
    /// The state of this name or alias.
    ///
    /// # Errors
    ///
    /// No state is called so.
    fn parse(text: &str) -> Result<Self, UnknownState<'_>>;
    /// The rows that leave this state, in the document's order.
    fn outgoing(self) -> &'static [Self::Transition];
    /// The rows that leave this state on a trigger.
    fn on(self, trigger: Self::Trigger) -> &'static [Self::Transition];
    /// Where a trigger leads from this state, if one row leaves on it and enters a state.
    fn next(self, trigger: Self::Trigger) -> Option<Self>;
    /// What the document says of going from this state to another.
    fn verdict(self, to: Self) -> Verdict<Self::Transition>;
    /// Takes a row from this state.
    ///
    /// # Errors
    ///
    /// The row does not leave this state, or the guard refuses.
    fn attempt<E>(
        self,
        row: Self::Transition,
        guard: impl FnOnce(Self::Transition) -> Result<(), E>,
    ) -> Outcome<Self, E> {
        attempt(self, row, guard)
    }
    /// Takes the one row from this state to `target`.
    ///
    /// # Errors
    ///
    /// No row or more than one leads there, or the guard refuses.
    fn attempt_to<E>(
        self,
        target: Self,
        guard: impl FnOnce(Self::Transition) -> Result<(), E>,
    ) -> Outcome<Self, E> {
        attempt_to(self, target, guard)
    }
    /// Begins a record.
    ///
    /// # Errors
    ///
    /// The row does not begin a record, or the guard refuses.
    fn create<E>(
        row: Self::Transition,
        guard: impl FnOnce(Self::Transition) -> Result<(), E>,
    ) -> Outcome<Self, E> {
        create(row, guard)
    }
}

/// The rows of one lifecycle's transition table.
pub trait Transition: Copy + Eq + Hash + fmt::Debug + fmt::Display + 'static {
    /// What the rows lead from and to.
    type State: State<Transition = Self>;
    /// What sets them off.
    type Trigger: Trigger;

    /// Every row, in the document's order.
    const ALL: &'static [Self];
    /// What the document says of each.
    const ROWS: &'static [Row];

    /// Its place in [`Transition::ALL`].
    fn index(self) -> usize;
    /// The row's name.
    fn as_str(self) -> &'static str {
        Self::ROWS[self.index()].name
    }
    /// The state it leaves; none where it begins a record.
    fn from(self) -> Option<Self::State> {
        at(Self::State::ALL, Self::ROWS[self.index()].from)
    }
    /// The state it enters; none where it removes the record.
    fn to(self) -> Option<Self::State> {
        at(Self::State::ALL, Self::ROWS[self.index()].to)
    }
    /// What sets it off.
    fn trigger(self) -> Option<Self::Trigger> {
        at(Self::Trigger::ALL, Self::ROWS[self.index()].trigger)
    }
    /// What must hold.
    fn guard(self) -> Option<&'static str> {
        said(Self::ROWS[self.index()].guard)
    }
    /// What to carry out, in order.
    fn side_effects(self) -> &'static [&'static str] {
        Self::ROWS[self.index()].side_effects
    }
    /// Who does it.
    fn actor(self) -> Option<&'static str> {
        said(Self::ROWS[self.index()].actor)
    }
    /// How the row is known.
    fn provenance(self) -> Option<&'static str> {
        said(Self::ROWS[self.index()].provenance)
    }
    /// Where it is written.
    fn source(self) -> Option<&'static str> {
        said(Self::ROWS[self.index()].source)
    }
}

/// What sets the rows of one lifecycle off.
pub trait Trigger: Copy + Eq + Hash + fmt::Debug + fmt::Display + 'static {
    /// Every trigger, in the order of their first rows.
    const ALL: &'static [Self];

    /// Its place in [`Trigger::ALL`].
    fn index(self) -> usize;
    /// The trigger's text.
    fn as_str(self) -> &'static str;
}

/// What a document says of going from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<R: 'static> {
    /// These rows lead there, in the document's order.
    Declared(&'static [R]),
    /// It must never happen, for this reason.
    Forbidden(&'static str),
    /// The document does not mention it.
    Undeclared,
}

/// A move that the document declares and whose guard let it pass: what to write, then what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a step changes nothing until it is written"]
pub struct Step<S, R> {
    from: Option<S>,
    to: Option<S>,
    row: R,
    side_effects: &'static [&'static str],
}

impl<S: Copy, R: Copy> Step<S, R> {
    /// The state left; none where a record begins.
    pub const fn from(&self) -> Option<S> {
        self.from
    }

    /// The state entered; none where the record is removed.
    pub const fn to(&self) -> Option<S> {
        self.to
    }

    /// The row taken.
    pub const fn row(&self) -> R {
        self.row
    }

    /// What to carry out, in order.
    pub const fn side_effects(&self) -> &'static [&'static str] {
        self.side_effects
    }
}

/// What an attempt comes to.
pub type Outcome<S, E> = Result<Step<S, <S as State>::Transition>, Refusal<S, <S as State>::Transition, E>>;

/// Takes `row` from `state`; the guard is asked once, and only if the row leaves this state.
///
/// # Errors
///
/// The row does not leave this state, or the guard refuses.
pub fn attempt<S: State, E>(
    state: S,
    row: S::Transition,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match (row.from(), row.to()) {
        (Some(from), _) if from == state => step(row, guard),
        (Some(_), Some(to)) => Err(match state.verdict(to) {
            Verdict::Forbidden(why) => Refusal::Forbidden { from: state, to, why },
            Verdict::Undeclared => Refusal::Undeclared { from: state, to },
            Verdict::Declared(_) => Refusal::WrongState { state: Some(state), row },
        }),
        _ => Err(Refusal::WrongState { state: Some(state), row }),
    }
}

/// Takes the one row from `state` to `target`; the guard is told which.
///
/// # Errors
///
/// No row or more than one leads there, or the guard refuses.
pub fn attempt_to<S: State, E>(
    state: S,
    target: S,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match state.verdict(target) {
        Verdict::Declared([row]) => step(*row, guard),
        Verdict::Declared(rows) => Err(Refusal::Ambiguous(rows)),
        Verdict::Forbidden(why) => Err(Refusal::Forbidden { from: state, to: target, why }),
        Verdict::Undeclared => Err(Refusal::Undeclared { from: state, to: target }),
    }
}

/// Begins a record by `row`.
///
/// # Errors
///
/// The row does not begin a record, or the guard refuses.
pub fn create<S: State, E>(
    row: S::Transition,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match row.from() {
        None => step(row, guard),
        Some(_) => Err(Refusal::WrongState { state: None, row }),
    }
}

fn step<S: State, E>(
    row: S::Transition,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match guard(row) {
        Ok(()) => Ok(Step { from: row.from(), to: row.to(), row, side_effects: row.side_effects() }),
        Err(error) => Err(Refusal::Guard { row, error }),
    }
}
