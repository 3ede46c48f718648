//! The macro of statig.

use statig::prelude::*;

pub use crate::by_hand::Trigger;

/// The machine.
#[derive(Default)]
pub struct BulkRun;

#[state_machine(initial = "State::queued()", state(derive(Clone, Copy, Debug, PartialEq, Eq)))]
impl BulkRun {
    #[state]
    fn queued(event: &Trigger) -> Outcome<State> {
        match event {
            Trigger::Enter => Transition(State::running()),
            Trigger::Abandon => Transition(State::failed()),
            Trigger::Cancel => Transition(State::cancelled()),
            _ => Super,
        }
    }

    #[state]
    fn running(event: &Trigger) -> Outcome<State> {
        match event {
            Trigger::Page => Transition(State::running()),
            Trigger::Complete => Transition(State::succeeded()),
            Trigger::Break => Transition(State::failed()),
            Trigger::Cancel => Transition(State::cancelled()),
            _ => Super,
        }
    }

    #[state]
    fn succeeded(event: &Trigger) -> Outcome<State> {
        match event {
            Trigger::ExpireSucceeded => Transition(State::expired()),
            _ => Super,
        }
    }

    #[state]
    fn failed(event: &Trigger) -> Outcome<State> {
        match event {
            Trigger::ExpireFailed => Transition(State::expired()),
            _ => Super,
        }
    }

    #[state]
    fn cancelled(event: &Trigger) -> Outcome<State> {
        match event {
            Trigger::ExpireCancelled => Transition(State::expired()),
            _ => Super,
        }
    }

    #[state]
    fn expired() -> Outcome<State> {
        Super
    }
}
