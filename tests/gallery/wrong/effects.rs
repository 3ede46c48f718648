//! Traps around effects.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Outcome, Subject as _, Transition, World};
use crate::right::matched::{Matched, ask, carry_out, effects};

pub(super) const TRAPS: &[Line] = &[
    (
        "runs the effects before it asks the guard",
        "refusals_run_no_effect",
        r#""draft" -> "in transit" (hand over)"#,
        held::<BeforeTheGuard>,
    ),
    (
        "runs the effects before it looks at the state",
        "refusals_run_no_effect",
        r#""draft" -> "in transit" (hand over)"#,
        held::<BeforeTheState>,
    ),
    (
        "gathers the effects and runs the last first (transitions 370)",
        "effects_run_once_in_order",
        r#""draft" -> "in transit" (hand over)"#,
        held::<OutOfOrder>,
    ),
    (
        "runs the first of several effects",
        "effects_run_once_in_order",
        r#""draft" -> "in transit" (hand over)"#,
        held::<FirstOnly>,
    ),
    (
        "runs an effect that failed a second time (spring-statemachine 344)",
        "effects_run_once_in_order",
        "failing",
        held::<AgainOnFailure>,
    ),
    (
        "writes the state first, and leaves it where an effect fails (aasm 229)",
        "failed_effects_change_nothing",
        r#""draft" -> "in transit" (hand over)"#,
        held::<StateFirst>,
    ),
    (
        "catches what an effect throws, and says that all is well",
        "failed_effects_change_nothing",
        r#""draft" -> "in transit" (hand over)"#,
        held::<FailurePassedOver>,
    ),
    (
        "does nothing on an arrow to the same state, since nothing changes (xstate 1885)",
        "effects_run_once_in_order",
        r#""in transit" -> "in transit" (scan)"#,
        held::<NothingOnSelf>,
    ),
    (
        "skips the effects of an arrow to the same state (transitions 555)",
        "effects_run_once_in_order",
        r#""in transit" -> "in transit" (scan)"#,
        held::<NoEffectOnSelf>,
    ),
    (
        "leaves and enters the state anew on an arrow to itself, with all that comes with entering",
        "effects_run_once_in_order",
        r#""in transit" -> "in transit" (scan)"#,
        held::<EverythingOnSelf>,
    ),
    (
        "registers its listeners once per record, and runs them all",
        "effects_run_once_in_order",
        r#""draft" -> "in transit" (hand over)"#,
        held::<Doubled>,
    ),
    (
        "takes the first of two rows that lead to the same state",
        "effects_run_once_in_order",
        "(leave with a neighbour)",
        held::<FirstParallel>,
    ),
];

#[derive(Default)]
struct BeforeTheGuard {
    parcel: Matched,
}

impl Faulty for BeforeTheGuard {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        carry_out(row, world)?;
        ask(row, world)?;
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
        let leaves = self.parcel.leave(row);
        if leaves.is_ok() {
            ask(row, world)?;
        }
        carry_out(row, world)?;
        self.parcel.state = leaves?;
        Ok(())
    }
}

#[derive(Default)]
pub(super) struct OutOfOrder {
    parcel: Matched,
}

impl Faulty for OutOfOrder {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        effects(row).iter().rev().try_for_each(|effect| world.effect(effect))?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct FirstOnly {
    parcel: Matched,
}

impl Faulty for FirstOnly {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        effects(row).first().map_or(Ok(()), |effect| world.effect(effect))?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct AgainOnFailure {
    parcel: Matched,
}

impl Faulty for AgainOnFailure {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        effects(row).iter().try_for_each(|effect| world.effect(effect).or_else(|_| world.effect(effect)))?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct StateFirst {
    parcel: Matched,
}

impl Faulty for StateFirst {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        self.parcel.state = to;
        carry_out(row, world)
    }
}

#[derive(Default)]
struct FailurePassedOver {
    parcel: Matched,
}

impl Faulty for FailurePassedOver {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        let _logged = carry_out(row, world);
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct NothingOnSelf {
    parcel: Matched,
}

impl Faulty for NothingOnSelf {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        if to == self.parcel.state {
            return Ok(());
        }
        self.parcel.attempt(row, world)
    }
}

#[derive(Default)]
struct NoEffectOnSelf {
    parcel: Matched,
}

impl Faulty for NoEffectOnSelf {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        if to != self.parcel.state {
            carry_out(row, world)?;
        }
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct EverythingOnSelf {
    parcel: Matched,
}

impl Faulty for EverythingOnSelf {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        if to == self.parcel.state {
            carry_out(Transition::DraftToInTransit, world)?;
        }
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct Doubled {
    parcel: Matched,
}

impl Faulty for Doubled {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        carry_out(row, world)?;
        carry_out(row, world)?;
        self.parcel.state = to;
        Ok(())
    }
}

#[derive(Default)]
struct FirstParallel {
    parcel: Matched,
}

impl Faulty for FirstParallel {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        ask(row, world)?;
        let leads = |other: &&Transition| self.parcel.leave(**other).is_ok_and(|other| other == to);
        let first = Transition::ALL.iter().find(leads).copied().unwrap_or(row);
        carry_out(first, world)?;
        self.parcel.state = to;
        Ok(())
    }
}
