//! Traps around those who ask, and those who come at the same time.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Outcome, Refused, State, Subject as _, Transition, World};
use crate::right::matched::{Matched, ask, carry_out};

pub(super) const TRAPS: &[Line] = &[
    (
        "says that a row is possible when its guard holds, whatever the state (stateless 486)",
        "can_agrees_with_attempt",
        r#""draft" -> "in transit" (hand over)"#,
        held::<CanByGuard>,
    ),
    (
        "says that a row to the same state is not possible",
        "can_agrees_with_attempt",
        r#""in transit" -> "in transit" (scan)"#,
        held::<CanNever>,
    ),
    (
        "runs effects to see whether a row is possible",
        "can_agrees_with_attempt",
        r#""draft" -> "in transit" (hand over)"#,
        held::<CanRuns>,
    ),
    (
        "asks the guard, and does not listen",
        "can_agrees_with_attempt",
        r#""draft" -> "in transit" (hand over)"#,
        held::<CanWithoutGuard>,
    ),
    (
        "writes without looking whether the state is still what was read (state_machine 241)",
        "one_of_two_callers_wins",
        "of the two were accepted",
        held::<StaleWins>,
    ),
    (
        "runs what comes after commit though the transaction was rolled back (aasm 241)",
        "one_of_two_callers_wins",
        "and the other",
        held::<RolledBackButRun>,
    ),
    (
        "refuses both of two callers",
        "one_of_two_callers_wins",
        "0 of the two were accepted",
        held::<NobodyWins>,
    ),
    (
        "tells the first caller that it won, and writes what the second wanted",
        "one_of_two_callers_wins",
        "the winner leads to",
        held::<LastWrite>,
    ),
];

#[derive(Default)]
struct CanByGuard {
    parcel: Matched,
}

impl Faulty for CanByGuard {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        Some(ask(row, world).is_ok())
    }
}

#[derive(Default)]
struct CanNever {
    parcel: Matched,
}

impl Faulty for CanNever {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        Some(row.from() != row.to() && self.parcel.can(row, world)?)
    }
}

#[derive(Default)]
struct CanRuns {
    parcel: Matched,
}

impl Faulty for CanRuns {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        Some(self.parcel.leave(row).is_ok() && ask(row, world).is_ok() && carry_out(row, world).is_ok())
    }
}

#[derive(Default)]
struct CanWithoutGuard {
    parcel: Matched,
}

impl Faulty for CanWithoutGuard {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        let _said = self.parcel.leave(row).is_ok() && ask(row, world).is_ok();
        Some(self.parcel.leave(row).is_ok())
    }
}

#[derive(Default)]
struct StaleWins {
    parcel: Matched,
}

impl Faulty for StaleWins {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let read = self.parcel.state;
        let [first, second] = worlds;
        let won = self.parcel.attempt(rows[0], first);
        self.parcel.state = read;
        let late = self.parcel.attempt(rows[1], second);
        Some([won, late])
    }
}

#[derive(Default)]
struct RolledBackButRun {
    parcel: Matched,
}

impl Faulty for RolledBackButRun {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let [first, second] = worlds;
        let won = self.parcel.attempt(rows[0], first);
        let _ = carry_out(rows[1], second);
        Some([won, Err(Refused::new("it has moved"))])
    }
}

#[derive(Default)]
struct NobodyWins {
    parcel: Matched,
}

impl Faulty for NobodyWins {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let _ = (rows, worlds);
        Some([Err(Refused::new("busy")), Err(Refused::new("busy"))])
    }
}

#[derive(Default)]
struct LastWrite {
    parcel: Matched,
}

impl Faulty for LastWrite {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let [first, _] = worlds;
        let won = self.parcel.attempt(rows[0], first);
        self.parcel.state = if rows[1].to() == self.parcel.state { Some(State::Draft) } else { rows[1].to() };
        Some([won, Err(Refused::new("it has moved"))])
    }
}
