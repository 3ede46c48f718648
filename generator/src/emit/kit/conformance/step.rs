//! One call of a walk, and how it is written in Rust.

use std::fmt::Write as _;

use super::super::under_test::support;
use super::Document;

/// How a record begins: by a creation row, or simply in an initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start<S = usize, R = usize> {
    /// By this row.
    Row(R),
    /// In this state.
    In(S),
}

impl Start {
    /// The same in the types of a generated module.
    #[must_use]
    pub fn typed<S: support::State>(self) -> Start<S, S::Transition> {
        use support::Transition as _;
        match self {
            Self::Row(row) => Start::Row(S::Transition::ALL[row]),
            Self::In(state) => Start::In(S::ALL[state]),
        }
    }
}

impl<S: support::State> Start<S, S::Transition> {
    /// The same by places in the document.
    #[must_use]
    pub fn placed(self) -> Start {
        use support::Transition as _;
        match self {
            Self::Row(row) => Start::Row(row.index()),
            Self::In(state) => Start::In(state.index()),
        }
    }
}

/// What the world answers in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script {
    /// Whether guards hold.
    pub holds: bool,
    /// The effect that fails, counted from 0.
    pub failing: Option<usize>,
}

/// Guards hold, nothing fails.
const FAIR: Script = Script { holds: true, failing: None };

/// One call of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S = usize, R = usize> {
    /// Begin another record.
    Create(Start<S, R>, Script),
    /// Take this row.
    Attempt(R, Script),
    /// Enter this state by whatever row leads there.
    AttemptTo(S, Script),
    /// Ask whether this row could be taken.
    Can(R, Script),
    /// Read back a record whose stored state is this text.
    Load(String),
    /// Two callers read the same state; then each takes its row.
    Race([R; 2]),
}

impl<S, R> Step<S, R> {
    /// Begins another record.
    #[must_use]
    pub const fn create(start: Start<S, R>) -> Self {
        Self::Create(start, FAIR)
    }

    /// Takes a row.
    #[must_use]
    pub const fn attempt(row: R) -> Self {
        Self::Attempt(row, FAIR)
    }

    /// Enters a state.
    #[must_use]
    pub const fn attempt_to(target: S) -> Self {
        Self::AttemptTo(target, FAIR)
    }

    /// Asks whether a row could be taken.
    #[must_use]
    pub const fn can(row: R) -> Self {
        Self::Can(row, FAIR)
    }

    /// Reads a record back.
    #[must_use]
    pub fn load(text: &str) -> Self {
        Self::Load(text.to_owned())
    }

    /// Has two callers race.
    #[must_use]
    pub const fn race(rows: [R; 2]) -> Self {
        Self::Race(rows)
    }

    /// The same call while guards refuse.
    #[must_use]
    pub fn guard_refusing(mut self) -> Self {
        if let Some(script) = self.script() {
            script.holds = false;
        }
        self
    }

    /// The same call while this effect fails, counted from 0.
    #[must_use]
    pub fn effect_failing(mut self, effect: usize) -> Self {
        if let Some(script) = self.script() {
            script.failing = Some(effect);
        }
        self
    }

    const fn script(&mut self) -> Option<&mut Script> {
        match self {
            Self::Create(_, script)
            | Self::Attempt(_, script)
            | Self::AttemptTo(_, script)
            | Self::Can(_, script) => Some(script),
            Self::Load(_) | Self::Race(_) => None,
        }
    }

    /// The same call by places in the document.
    #[must_use]
    pub fn placed(&self, state: impl Fn(&S) -> usize, row: impl Fn(&R) -> usize) -> Step {
        match self {
            Self::Create(Start::Row(at), script) => Step::Create(Start::Row(row(at)), *script),
            Self::Create(Start::In(at), script) => Step::Create(Start::In(state(at)), *script),
            Self::Attempt(at, script) => Step::Attempt(row(at), *script),
            Self::AttemptTo(at, script) => Step::AttemptTo(state(at), *script),
            Self::Can(at, script) => Step::Can(row(at), *script),
            Self::Load(text) => Step::Load(text.clone()),
            Self::Race([first, second]) => Step::Race([row(first), row(second)]),
        }
    }
}

impl Step {
    /// The same call with nothing refusing or failing; none where that is what it is.
    pub(super) fn fair(&self) -> Option<Self> {
        let mut fair = self.clone();
        let script = fair.script()?;
        let odd = *script != FAIR;
        *script = FAIR;
        odd.then_some(fair)
    }

    /// Whether it begins or reads a record, so that a walk can begin with it.
    pub(super) const fn is_first(&self) -> bool {
        matches!(self, Self::Create(..) | Self::Load(_))
    }

    /// The call in the document's words.
    #[must_use]
    pub fn words(&self, document: &Document) -> String {
        let row = |at: usize| document.row_words(at);
        let state = |at: usize| document.state_words(Some(at));
        let (mut words, script) = match self {
            Self::Create(Start::Row(at), script) => (format!("creation by {}", row(*at)), *script),
            Self::Create(Start::In(at), script) => (format!("creation in {}", state(*at)), *script),
            Self::Attempt(at, script) => (row(*at), *script),
            Self::AttemptTo(at, script) => (format!("entering {}", state(*at)), *script),
            Self::Can(at, script) => (format!("whether {} can be taken", row(*at)), *script),
            Self::Load(text) => (format!("reading {text:?} back"), FAIR),
            Self::Race([first, second]) => (format!("a race of {} with {}", row(*first), row(*second)), FAIR),
        };
        if !script.holds {
            words.push_str(", its guard refusing");
        }
        if let Some(effect) = script.failing {
            write!(words, ", its effect number {effect} failing").expect("a String takes any text");
        }
        words
    }

    /// The call as Rust.
    pub(super) fn rust(&self, document: &Document) -> String {
        let row = |at: usize| format!("Transition::{}", document.rows[at].variant);
        let state = |at: usize| format!("State::{}", document.states[at].variant);
        let (mut rust, script) = match self {
            Self::Create(Start::Row(at), script) => {
                (format!("Step::create(Start::Row({}))", row(*at)), *script)
            }
            Self::Create(Start::In(at), script) => {
                (format!("Step::create(Start::In({}))", state(*at)), *script)
            }
            Self::Attempt(at, script) => (format!("Step::attempt({})", row(*at)), *script),
            Self::AttemptTo(at, script) => (format!("Step::attempt_to({})", state(*at)), *script),
            Self::Can(at, script) => (format!("Step::can({})", row(*at)), *script),
            Self::Load(text) => (format!("Step::load({text:?})"), FAIR),
            Self::Race([first, second]) => (format!("Step::race([{}, {}])", row(*first), row(*second)), FAIR),
        };
        if !script.holds {
            rust.push_str(".guard_refusing()");
        }
        if let Some(effect) = script.failing {
            write!(rust, ".effect_failing({effect})").expect("a String takes any text");
        }
        rust
    }
}
