//! The generated code as a [`Subject`]: the one file that knows the code under test.

use std::error::Error;
use std::fmt::Display;
use std::marker::PhantomData;

use super::subject::{
    Call, Counts, Denied, Guard, Move, Reason, Refused, RowFacts, StateFacts, Subject, Unknown, Verdict,
};
use crate::under_test::support::{self, Refusal, State, Step, Transition, Trigger, UnknownState};

/// What users call, where the traits of the shared module have functions of their own.
pub trait Inherent: State {
    /// What a row says of itself.
    fn row(row: Self::Transition) -> RowFacts<'static>;
    /// `State::attempt`.
    fn attempt(self, row: Self::Transition, guard: Asked<'_, Self>) -> Outcome<Self>;
    /// `State::attempt_to`.
    fn attempt_to(self, target: Self, guard: Asked<'_, Self>) -> Outcome<Self>;
    /// `create`.
    fn create(row: Self::Transition, guard: Asked<'_, Self>) -> Outcome<Self>;
}

/// A guard that is told which row asks it.
pub type Asked<'a, S> = &'a mut dyn FnMut(<S as State>::Transition) -> Result<(), Denied>;

/// What a call comes to.
pub type Outcome<S> = support::Outcome<S, Denied>;

/// A generated lifecycle, by its `State`. It is compiled once per document: plain loops, little else.
pub struct Generated<S> {
    state: PhantomData<S>,
    by_traits: bool,
}

impl<S> Generated<S> {
    /// The lifecycle as users call it.
    pub const fn new() -> Self {
        Self { state: PhantomData, by_traits: false }
    }

    /// The same as code calls it that works with any lifecycle.
    pub const fn by_traits() -> Self {
        Self { state: PhantomData, by_traits: true }
    }
}

fn states<S: State>(states: &[S]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for state in states {
        numbers.push(state.index());
    }
    numbers
}

fn rows<R: Transition>(rows: &[R]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for row in rows {
        numbers.push(row.index());
    }
    numbers
}

fn end<S: State>(state: Option<S>) -> Option<usize> {
    state.map(S::index)
}

fn named<S: State>(answer: Result<S, UnknownState>) -> Result<usize, Unknown> {
    match answer {
        Ok(state) => Ok(state.index()),
        Err(refused) => Err(unknown(&refused)),
    }
}

fn unknown(unknown: &UnknownState) -> Unknown {
    let (text, debug) = (unknown.text(), format!("{unknown:?}"));
    let end = (0..=text.len().min(40)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let start = format!("{:?}", &text[..end]);
    assert!(debug.contains(&start), "{}: {debug} does not show {start}", unknown.document());
    Unknown {
        text: unknown.text().to_owned(),
        document: unknown.document().to_owned(),
        nearest: unknown.nearest().map(str::to_owned),
        shown: told(unknown),
    }
}

/// A value of a document as text.
pub fn shown(document: &str, value: &dyn Display) -> String {
    let text = value.to_string();
    let columns = (format!("{value:>60}"), format!("{text:>60}"));
    assert!(columns.0 == columns.1, "{document}: {text:?} does not keep to its column where it is shown");
    text
}

/// An error and its cause.
fn told(error: &dyn Error) -> String {
    match error.source() {
        Some(cause) => format!("{error} (caused by: {cause})"),
        None => error.to_string(),
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A row as code sees it that works with any lifecycle.
fn by_traits<R: Transition>(row: R) -> RowFacts<'static> {
    RowFacts {
        name: row.as_str(),
        shown: row.to_string(),
        from: end(row.from()),
        to: end(row.to()),
        trigger: row.trigger().map(R::Trigger::index),
        guard: row.guard(),
        side_effects: row.side_effects(),
        actor: row.actor(),
        provenance: row.provenance(),
        source: row.source(),
    }
}

fn step<S: State, R: Transition>(step: &Step<S, R>) -> Move {
    let (from, to) = (end(step.from()), end(step.to()));
    Move { from, to, row: step.row().index(), side_effects: texts(step.side_effects()) }
}

fn refused<S, R>(refusal: &Refusal<S, R, Denied>) -> Refused
where
    S: State<Transition = R>,
    R: Transition<State = S>,
{
    let reason = match refusal {
        Refusal::Forbidden { from, to, why } => {
            Reason::Forbidden(from.index(), to.index(), (*why).to_owned())
        }
        Refusal::Undeclared { from, to } => Reason::Undeclared(from.index(), to.index()),
        Refusal::WrongState { state, row } => Reason::WrongState(end(*state), row.index()),
        Refusal::Ambiguous(candidates) => Reason::Ambiguous(rows(candidates)),
        Refusal::Guard { row, error } => Reason::Guard(row.index(), error.0),
        _ => Reason::Other,
    };
    Refused { reason, shown: told(refusal) }
}

impl<S: Inherent> Subject for Generated<S> {
    fn document(&self) -> &str {
        S::DOCUMENT
    }

    fn counts(&self) -> Counts {
        Counts { states: S::ALL.len(), rows: S::Transition::ALL.len(), triggers: S::Trigger::ALL.len() }
    }

    fn initial(&self) -> Vec<usize> {
        states(S::INITIAL)
    }

    fn terminal(&self) -> Vec<usize> {
        states(S::TERMINAL)
    }

    fn state(&self, state: usize) -> StateFacts<'_> {
        let state = S::ALL[state];
        StateFacts { name: state.as_str(), shown: shown(S::DOCUMENT, &state), meaning: state.meaning() }
    }

    fn row(&self, row: usize) -> RowFacts<'_> {
        let row = S::Transition::ALL[row];
        if self.by_traits { by_traits(row) } else { S::row(row) }
    }

    fn trigger(&self, trigger: usize) -> [String; 2] {
        let trigger = S::Trigger::ALL[trigger];
        [trigger.as_str().to_owned(), shown(S::DOCUMENT, &trigger)]
    }

    fn outgoing(&self, state: usize) -> Vec<usize> {
        rows(S::ALL[state].outgoing())
    }

    fn on(&self, state: usize, trigger: usize) -> Vec<usize> {
        rows(S::ALL[state].on(S::Trigger::ALL[trigger]))
    }

    fn next(&self, state: usize, trigger: usize) -> Option<usize> {
        end(S::ALL[state].next(S::Trigger::ALL[trigger]))
    }

    fn verdict(&self, from: usize, to: usize) -> Verdict {
        match S::ALL[from].verdict(S::ALL[to]) {
            support::Verdict::Declared(declared) => Verdict::Declared(rows(declared)),
            support::Verdict::Forbidden(why) => Verdict::Forbidden(why.to_owned()),
            support::Verdict::Undeclared => Verdict::Undeclared,
        }
    }

    fn parse(&self, text: &str) -> Result<usize, Unknown> {
        named::<S>(S::parse(text))
    }

    fn read(&self, text: &str) -> Result<usize, Unknown> {
        named::<S>(text.parse())
    }

    fn call(&self, call: Call, guard: Guard<'_>) -> Result<Move, Refused> {
        let mut guard = |row: S::Transition| guard(row.index());
        let guard: Asked<'_, S> = &mut guard;
        let outcome = match (call, self.by_traits) {
            (Call::Attempt(state, row), false) => {
                Inherent::attempt(S::ALL[state], S::Transition::ALL[row], guard)
            }
            (Call::Attempt(state, row), true) => {
                State::attempt(S::ALL[state], S::Transition::ALL[row], guard)
            }
            (Call::AttemptTo(state, target), false) => {
                Inherent::attempt_to(S::ALL[state], S::ALL[target], guard)
            }
            (Call::AttemptTo(state, target), true) => {
                State::attempt_to(S::ALL[state], S::ALL[target], guard)
            }
            (Call::Create(row), false) => <S as Inherent>::create(S::Transition::ALL[row], guard),
            (Call::Create(row), true) => <S as State>::create(S::Transition::ALL[row], guard),
        };
        match outcome {
            Ok(taken) => Ok(step(&taken)),
            Err(refusal) => Err(refused(&refusal)),
        }
    }
}
