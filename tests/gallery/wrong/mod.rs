//! Parcels done wrong: each is the one in plain matches with one fault that others have had.

mod begin;
mod callers;
mod effects;
mod guards;
mod moves;
mod stored;

use crate::kit::parcel::{Invariant, Outcome, Start, State, Subject, Transition, World};
use crate::right::matched::Matched;

/// A trap: what it is and where it was reported, the check that finds it, and what that says.
pub struct Trap {
    pub what: &'static str,
    pub found_by: &'static str,
    pub says: &'static str,
    pub make: fn() -> Box<dyn Subject>,
}

/// Every trap.
pub fn all() -> Vec<Trap> {
    [guards::TRAPS, effects::TRAPS, moves::TRAPS, stored::TRAPS, callers::TRAPS, begin::TRAPS]
        .into_iter()
        .flatten()
        .map(|(what, found_by, says, make)| Trap { what, found_by, says, make: *make })
        .collect()
}

type Line = (&'static str, &'static str, &'static str, fn() -> Box<dyn Subject>);

/// A subject with one fault.
fn held<T: Faulty + Default + 'static>() -> Box<dyn Subject> {
    Box::new(Held(T::default()))
}

/// What an implementation does wrong; the rest it does as the one in plain matches.
trait Faulty {
    fn parcel(&mut self) -> &mut Matched;
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.parcel().create(start, world)
    }
    fn observe(&mut self) -> Option<String> {
        self.parcel().observe()
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.parcel().attempt(row, world)
    }
    fn attempt_to(&mut self, target: State, world: &mut World) -> Option<Outcome> {
        self.parcel().attempt_to(target, world)
    }
    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        self.parcel().can(row, world)
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.parcel().load(text, world)
    }
    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        self.parcel().race(rows, worlds)
    }
    fn invariant(&mut self) -> Invariant {
        self.parcel().inv_dom_tst_pcl_001_01()
    }
}

pub struct Held<T>(T);

impl<T: Faulty> Subject for Held<T> {
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.0.create(start, world)
    }
    fn observe(&mut self) -> Option<String> {
        self.0.observe()
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.0.attempt(row, world)
    }
    fn attempt_to(&mut self, target: State, world: &mut World) -> Option<Outcome> {
        self.0.attempt_to(target, world)
    }
    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        self.0.can(row, world)
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.0.load(text, world)
    }
    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        self.0.race(rows, worlds)
    }
    fn inv_dom_tst_pcl_001_01(&mut self) -> Invariant {
        self.0.invariant()
    }
}

/// The parcel whose effects are out of order, by its type.
pub fn out_of_order() -> impl Subject {
    Held(effects::OutOfOrder::default())
}

/// The parcel that is worn out by its third scan, by its type.
pub fn worn_out() -> impl Subject {
    Held(moves::WornOut::default())
}

/// The parcel that pays for the one before, by its type.
pub fn marked() -> impl Subject {
    Held(moves::Marked::default())
}
