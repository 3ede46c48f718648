//! Traps around what is stored and read back.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Outcome, State, Subject as _, World};
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
