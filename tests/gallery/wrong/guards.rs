//! Traps around guards.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Outcome, Refused, Subject as _, Transition, World};
use crate::right::matched::{Matched, ask, carry_out};

pub(super) const TRAPS: &[Line] = &[
    (
        "asks the guard to find the row, and again to take it (stateless 228)",
        "guards_are_asked_once",
        r#""draft" -> "in transit" (hand over)"#,
        held::<Twice>,
    ),
    (
        "asks the guards of all rows that leave the state, to list what is permitted (stateless4j 58)",
        "guards_are_asked_once",
        "(deliver)",
        held::<OfAll>,
    ),
    (
        "has no guard on arrows to the same state (stateless 227)",
        "refused_guards_refuse",
        r#""in transit" -> "in transit" (scan)"#,
        held::<NotOnSelf>,
    ),
    (
        "asks the guard before it looks at the state (statesman 40)",
        "guards_are_asked_only_where_the_row_leaves",
        r#""draft" -> "in transit" (hand over)"#,
        held::<BeforeTheState>,
    ),
    (
        "makes every error of a guard a plain no (spring-statemachine 1055)",
        "guard_errors_come_back",
        r#""draft" -> "in transit" (hand over)"#,
        held::<ErrorMadeFalse>,
    ),
    (
        "answers as if all were well where the guard refuses",
        "refused_guards_refuse",
        r#""draft" -> "in transit" (hand over)"#,
        held::<QuietNo>,
    ),
    (
        "is stuck once a guard has failed (spring-statemachine 205)",
        "declared_rows_are_accepted",
        r#""draft" -> "in transit" (hand over)"#,
        held::<StuckAfterNo>,
    ),
    (
        "remembers what a guard said the last time",
        "guards_are_asked_once",
        r#""in transit" -> "in transit" (scan)"#,
        held::<Remembered>,
    ),
    (
        "logs that the guard refused, and goes on",
        "refused_guards_refuse",
        r#""draft" -> "in transit" (hand over)"#,
        held::<Overruled>,
    ),
];

#[derive(Default)]
struct Twice {
    parcel: Matched,
}

impl Faulty for Twice {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.parcel.leave(row)?;
        ask(row, world)?;
        self.parcel.attempt(row, world)
    }
}

#[derive(Default)]
struct OfAll {
    parcel: Matched,
}

impl Faulty for OfAll {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let permitted: Vec<Transition> = Transition::ALL
            .iter()
            .copied()
            .filter(|other| self.parcel.leave(*other).is_ok() && ask(*other, world).is_ok())
            .collect();
        let to = self.parcel.leave(row)?;
        if !permitted.contains(&row) {
            return ask(row, world);
        }
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct NotOnSelf {
    parcel: Matched,
}

impl Faulty for NotOnSelf {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        if to != self.parcel.state {
            ask(row, world)?;
        }
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct BeforeTheState {
    parcel: Matched,
}

impl Faulty for BeforeTheState {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        ask(row, world)?;
        let to = self.parcel.leave(row)?;
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct ErrorMadeFalse {
    parcel: Matched,
}

impl Faulty for ErrorMadeFalse {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        if ask(row, world).is_err() {
            return Err(Refused::new("not accepted"));
        }
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct QuietNo {
    parcel: Matched,
}

impl Faulty for QuietNo {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        if ask(row, world).is_ok() {
            carry_out(row, world)?;
            self.parcel.state = to;
        }
        Ok(())
    }
}

#[derive(Default)]
struct StuckAfterNo {
    parcel: Matched,
    is_stuck: bool,
}

impl Faulty for StuckAfterNo {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        if self.is_stuck {
            return Err(Refused::new("the machine has an error"));
        }
        let asked = ask(row, world);
        self.is_stuck = asked.is_err();
        asked?;
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }

    fn create(&mut self, start: crate::kit::parcel::Start, world: &mut World) -> Outcome {
        self.is_stuck = false;
        crate::kit::parcel::Subject::create(&mut self.parcel, start, world)
    }
}

#[derive(Default)]
struct Remembered {
    parcel: Matched,
    said: Vec<Transition>,
}

impl Faulty for Remembered {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        if !self.said.contains(&row) {
            ask(row, world)?;
            self.said.push(row);
        }
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct Overruled {
    parcel: Matched,
}

impl Faulty for Overruled {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        let _logged = ask(row, world);
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}
