//! A parcel over the generated module.

use crate::kit::parcel::{Outcome, Refused, Start, State, Subject, Transition, World};
use lifecycles::parcel;

/// A parcel's state.
#[derive(Default)]
pub struct Generated(Option<State>);

impl Generated {
    fn write(&mut self, step: parcel::Step, world: &mut World) -> Outcome {
        step.side_effects().iter().try_for_each(|effect| world.effect(effect))?;
        self.0 = step.to();
        Ok(())
    }
}

impl Subject for Generated {
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.0 = None;
        let Start::Row(row) = start else { return Err(Refused::new("a parcel is booked")) };
        let step = parcel::create(row, |row| world.guard(row))?;
        self.write(step, world)
    }

    fn observe(&mut self) -> Option<String> {
        self.0.map(|state| state.to_string())
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let state = self.0.ok_or_else(|| Refused::new("there is no parcel"))?;
        let step = state.attempt(row, |row| world.guard(row))?;
        self.write(step, world)
    }

    fn attempt_to(&mut self, target: State, world: &mut World) -> Option<Outcome> {
        let step = self.0?.attempt_to(target, |row| world.guard(row));
        Some(step.map_err(Refused::from).and_then(|step| self.write(step, world)))
    }

    fn load(&mut self, text: &str, _world: &mut World) -> Option<Outcome> {
        self.0 = State::parse(text).ok();
        Some(State::parse(text).map(|_| ()).map_err(Refused::from))
    }
}
