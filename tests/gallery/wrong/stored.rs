//! Traps around what is stored and read back.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Outcome, Start, State, Subject as _, Transition, World};
use crate::right::matched::Matched;

pub(super) const TRAPS: &[Line] = &[
    (
        "takes an unknown text for the first state",
        "unknown_states_are_refused",
        "no such state",
        held::<Default_>,
    ),
    ("panics on an unknown text", "nothing_panics", "no such state", held::<Unwrapped>),
    (
        "does not know what old rows call the state",
        "stored_states_are_read_back",
        "travelling",
        held::<AliasForgotten>,
    ),
    ("reads a text whatever its case", "unknown_states_are_refused", "DRAFT", held::<AnyCase>),
    ("reads a text with white space behind it", "unknown_states_are_refused", "lost ", held::<Trimmed>),
    (
        "runs what the state runs when it is entered, once more (xstate 1757)",
        "loading_runs_nothing",
        "lost",
        held::<RunsAgain>,
    ),
    (
        "begins anew instead of where the record was (spring-statemachine 242)",
        "stored_states_are_read_back",
        "delivered",
        held::<FromTheStart>,
    ),
    (
        "trusts a record that was read back: its guards are asked and overruled",
        "refused_guards_refuse",
        "in transit",
        held::<TrustedOnceRead>,
    ),
    (
        "finds no fault with any row once the record was read back",
        "other_rows_are_refused",
        "lost",
        held::<AnythingOnceRead>,
    ),
    ("stores the name of the variant", "stored_text_is_a_state", "InTransit", held::<RustName>),
    ("stores what the state was called before", "stored_text_is_a_state", "travelling", held::<OldName>),
    ("has two texts the wrong way round", "accepted_rows_enter_their_target", "delivered", held::<Exchanged>),
];

#[derive(Default)]
struct Default_ {
    parcel: Matched,
}

impl Faulty for Default_ {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let known = self.parcel.load(text, world)?;
        if known.is_err() {
            *self.parcel() = Matched { state: Some(State::Draft), labels: 1 };
        }
        Some(Ok(()))
    }
}

#[derive(Default)]
struct Unwrapped {
    parcel: Matched,
}

impl Faulty for Unwrapped {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let known = self.parcel.load(text, world)?;
        known.unwrap();
        Some(Ok(()))
    }
}

#[derive(Default)]
struct AliasForgotten {
    parcel: Matched,
}

impl Faulty for AliasForgotten {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let text = if text == "travelling" { "unknown" } else { text };
        self.parcel.load(text, world)
    }
}

#[derive(Default)]
struct AnyCase {
    parcel: Matched,
}

impl Faulty for AnyCase {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.parcel.load(&text.to_lowercase(), world)
    }
}

#[derive(Default)]
struct Trimmed {
    parcel: Matched,
}

impl Faulty for Trimmed {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.parcel.load(text.trim_end(), world)
    }
}

#[derive(Default)]
struct RunsAgain {
    parcel: Matched,
}

impl Faulty for RunsAgain {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let loaded = self.parcel.load(text, world)?;
        if loaded.is_ok() {
            let _ = world.effect("tell the receiver");
        }
        Some(loaded)
    }
}

#[derive(Default)]
struct FromTheStart {
    parcel: Matched,
}

impl Faulty for FromTheStart {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let loaded = self.parcel.load(text, world)?;
        self.parcel.state = self.parcel.state.map(|_| State::Draft);
        Some(loaded)
    }
}

#[derive(Default)]
struct RustName {
    parcel: Matched,
}

impl Faulty for RustName {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn observe(&mut self) -> Option<String> {
        self.parcel.state.map(|state| format!("{state:?}"))
    }
}

#[derive(Default)]
struct OldName {
    parcel: Matched,
}

impl Faulty for OldName {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn observe(&mut self) -> Option<String> {
        let text = self.parcel.observe()?;
        Some(if text == "in transit" { "travelling".to_owned() } else { text })
    }
}

#[derive(Default)]
struct Exchanged {
    parcel: Matched,
}

impl Faulty for Exchanged {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn observe(&mut self) -> Option<String> {
        let state = self.parcel.state?;
        Some(match state {
            State::Lost => "delivered".to_owned(),
            State::Delivered => "lost".to_owned(),
            other => other.to_string(),
        })
    }
}

#[derive(Default)]
struct TrustedOnceRead {
    parcel: Matched,
    read: bool,
}

impl Faulty for TrustedOnceRead {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.read = false;
        self.parcel.create(start, world)
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.read = true;
        self.parcel.load(text, world)
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if !self.read || self.parcel.state != row.from() || world.guard_holds() {
            return self.parcel.attempt(row, world);
        }
        let _ = world.guard(row);
        row.side_effects().iter().try_for_each(|effect| world.effect(effect))?;
        self.parcel.state = row.to();
        Ok(())
    }
}

#[derive(Default)]
struct AnythingOnceRead {
    parcel: Matched,
    read: bool,
}

impl Faulty for AnythingOnceRead {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.read = false;
        self.parcel.create(start, world)
    }
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.read = true;
        self.parcel.load(text, world)
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.read && self.parcel.state != row.from() {
            self.parcel.state = row.to();
            return Ok(());
        }
        self.parcel.attempt(row, world)
    }
}
