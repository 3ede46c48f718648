//! The generated code as a [`Subject`]: the one file that knows the code under test.

use std::collections::HashMap;
use std::hash::Hash;

use super::subject::{
    Call, Counts, Denied, Guard, Move, Reason, Refused, RowFacts, StateFacts, Subject, Unknown, Verdict,
};
use crate::under_test::support::{self, Refusal, State, Step, Transition, Trigger, UnknownState};

/// A generated lifecycle, by its `State`.
pub struct Generated<S: State> {
    states: HashMap<S, usize>,
    rows: HashMap<S::Transition, usize>,
    triggers: HashMap<S::Trigger, usize>,
}

impl<S: State> Generated<S> {
    /// The lifecycle.
    pub fn new() -> Self {
        Self {
            states: indexes(S::ALL),
            rows: indexes(S::Transition::ALL),
            triggers: indexes(S::Trigger::ALL),
        }
    }

    fn numbers(&self, rows: &[S::Transition]) -> Vec<usize> {
        rows.iter().map(|row| self.rows[row]).collect()
    }

    fn end(&self, state: Option<S>) -> Option<usize> {
        state.map(|state| self.states[&state])
    }

    fn named(&self, answer: Result<S, UnknownState>) -> Result<usize, Unknown> {
        answer.map(|state| self.states[&state]).map_err(|unknown| Unknown {
            text: unknown.text().to_owned(),
            document: unknown.document().to_owned(),
            nearest: unknown.nearest().map(str::to_owned),
            shown: unknown.to_string(),
        })
    }

    fn step(&self, step: &Step<S, S::Transition>) -> Move {
        Move {
            from: self.end(step.from()),
            to: self.end(step.to()),
            row: self.rows[&step.row()],
            side_effects: step.side_effects().iter().map(|effect| (*effect).to_owned()).collect(),
        }
    }

    fn refused(&self, refusal: &Refusal<S, S::Transition, Denied>) -> Refused {
        let reason = match refusal {
            Refusal::Forbidden { from, to, why } => {
                Reason::Forbidden(self.states[from], self.states[to], (*why).to_owned())
            }
            Refusal::Undeclared { from, to } => Reason::Undeclared(self.states[from], self.states[to]),
            Refusal::WrongState { state, row } => Reason::WrongState(self.end(*state), self.rows[row]),
            Refusal::Ambiguous(rows) => Reason::Ambiguous(self.numbers(rows)),
            Refusal::Guard { row, error } => Reason::Guard(self.rows[row], error.0),
            _ => Reason::Other,
        };
        Refused { reason, shown: refusal.to_string() }
    }
}

fn indexes<T: Copy + Eq + Hash>(all: &[T]) -> HashMap<T, usize> {
    all.iter().copied().enumerate().map(|(at, value)| (value, at)).collect()
}

impl<S: State> Subject for Generated<S> {
    fn document(&self) -> &str {
        S::DOCUMENT
    }

    fn counts(&self) -> Counts {
        Counts { states: self.states.len(), rows: self.rows.len(), triggers: self.triggers.len() }
    }

    fn initial(&self) -> Vec<usize> {
        S::INITIAL.iter().map(|state| self.states[state]).collect()
    }

    fn terminal(&self) -> Vec<usize> {
        S::TERMINAL.iter().map(|state| self.states[state]).collect()
    }

    fn state(&self, state: usize) -> StateFacts<'_> {
        let state = S::ALL[state];
        StateFacts { name: state.as_str(), shown: state.to_string(), meaning: state.meaning() }
    }

    fn row(&self, row: usize) -> RowFacts<'_> {
        let row = S::Transition::ALL[row];
        RowFacts {
            name: row.as_str(),
            shown: row.to_string(),
            from: self.end(row.from()),
            to: self.end(row.to()),
            trigger: row.trigger().map(|trigger| self.triggers[&trigger]),
            guard: row.guard(),
            side_effects: row.side_effects().to_vec(),
            actor: row.actor(),
            provenance: row.provenance(),
            source: row.source(),
        }
    }

    fn trigger(&self, trigger: usize) -> [String; 2] {
        let trigger = S::Trigger::ALL[trigger];
        [trigger.as_str().to_owned(), trigger.to_string()]
    }

    fn outgoing(&self, state: usize) -> Vec<usize> {
        self.numbers(S::ALL[state].outgoing())
    }

    fn on(&self, state: usize, trigger: usize) -> Vec<usize> {
        self.numbers(S::ALL[state].on(S::Trigger::ALL[trigger]))
    }

    fn verdict(&self, from: usize, to: usize) -> Verdict {
        match S::ALL[from].verdict(S::ALL[to]) {
            support::Verdict::Declared(rows) => Verdict::Declared(self.numbers(rows)),
            support::Verdict::Forbidden(why) => Verdict::Forbidden(why.to_owned()),
            support::Verdict::Undeclared => Verdict::Undeclared,
        }
    }

    fn parse(&self, text: &str) -> Result<usize, Unknown> {
        self.named(S::parse(text))
    }

    fn read(&self, text: &str) -> Result<usize, Unknown> {
        self.named(text.parse())
    }

    fn call(&self, call: Call, guard: Guard<'_>) -> Result<Move, Refused> {
        let guard = |row| guard(self.rows[&row]);
        let outcome = match call {
            Call::Attempt(state, row) => S::ALL[state].attempt(S::Transition::ALL[row], guard),
            Call::AttemptTo(state, target) => S::ALL[state].attempt_to(S::ALL[target], guard),
            Call::Create(row) => S::create(S::Transition::ALL[row], guard),
        };
        outcome.map(|step| self.step(&step)).map_err(|refusal| self.refused(&refusal))
    }
}
