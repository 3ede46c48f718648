//! Traps around the state itself.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Invariant, Outcome, Refused, Start, State, Subject as _, Transition, World};
use crate::right::matched::{Matched, ask, carry_out};

pub(super) const TRAPS: &[Line] = &[
    (
        "writes the target whatever the state is",
        "other_rows_are_refused",
        r#""draft" -> "in transit" (hand over)"#,
        held::<AnySource>,
    ),
    (
        "ignores what does not fit the state, and says nothing",
        "other_rows_are_refused",
        r#""draft" -> "in transit" (hand over)"#,
        held::<Ignored>,
    ),
    (
        "lets the state be set by its name (django-fsm, a field that is not protected)",
        "forbidden_pairs_are_refused",
        r#"entering "draft""#,
        held::<BackDoor>,
    ),
    (
        "says no without the reason",
        "forbidden_pairs_quote_their_reason",
        "A lost parcel must be found",
        held::<WithoutWhy>,
    ),
    (
        "writes the new state, then finds that it must not",
        "refusals_change_nothing",
        r#""in transit" -> "in transit" (scan), from "draft""#,
        held::<WrittenFirst>,
    ),
    (
        "has moved the record when the guard refuses",
        "refusals_change_nothing",
        r#""draft" -> "in transit" (hand over)"#,
        held::<NotRolledBack>,
    ),
    (
        "lets a row with a wild source leave the end, too",
        "other_rows_are_refused",
        r#""in transit" -> "lost" (report missing), from "delivered""#,
        held::<Anywhere>,
    ),
    (
        "marks a removed record, and leaves it where it is",
        "removed_records_are_gone",
        r#""delivered" -> [*] (forget)"#,
        held::<SoftDeleted>,
    ),
    ("goes on with a record that is gone", "other_rows_are_refused", "from no record", held::<Undead>),
    (
        "moves the object, and forgets to save it",
        "accepted_rows_enter_their_target",
        r#""draft" -> "in transit" (hand over)"#,
        held::<NotSaved>,
    ),
    (
        "takes a row that it has seen before for a duplicate",
        "declared_rows_are_accepted",
        r#""in transit" -> "in transit" (scan)"#,
        held::<OnceOnly>,
    ),
    (
        "goes back to the beginning on an arrow to the same state",
        "accepted_rows_enter_their_target",
        r#""in transit" -> "in transit" (scan)"#,
        held::<BackToTheStart>,
    ),
    (
        "panics where a row does not fit",
        "nothing_panics",
        r#""draft" -> "in transit" (hand over)"#,
        held::<Panics>,
    ),
    (
        "prints a second label when a parcel is found again",
        "invariants_hold",
        "it has 2 labels",
        held::<SecondLabel>,
    ),
    (
        "refuses to be entered by its state where a row leads there",
        "states_are_entered_by_their_rows",
        r#"entering "in transit""#,
        held::<AllRefused>,
    ),
];

#[derive(Default)]
struct AnySource {
    parcel: Matched,
}

impl Faulty for AnySource {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.parcel.state.is_none() || row.from().is_none() {
            return self.parcel.attempt(row, world);
        }
        ask(row, world)?;
        carry_out(row, world)?;
        self.parcel.state = row.to();
        Ok(())
    }
}

#[derive(Default)]
struct Ignored {
    parcel: Matched,
}

impl Faulty for Ignored {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.parcel.leave(row).is_err() { Ok(()) } else { self.parcel.attempt(row, world) }
    }
}

#[derive(Default)]
struct BackDoor {
    parcel: Matched,
}

impl Faulty for BackDoor {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt_to(&mut self, target: State, _world: &mut World) -> Option<Outcome> {
        self.parcel.state = Some(target);
        Some(Ok(()))
    }
}

#[derive(Default)]
struct WithoutWhy {
    parcel: Matched,
}

impl Faulty for WithoutWhy {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.parcel.leave(row).map_err(|_| Refused::new("invalid transition"))?;
        self.parcel.attempt(row, world)
    }
}

#[derive(Default)]
struct WrittenFirst {
    parcel: Matched,
}

impl Faulty for WrittenFirst {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let before = self.parcel.leave(row);
        if before.is_err() && self.parcel.state.is_some() && row.from().is_some() {
            self.parcel.state = row.to();
        }
        before?;
        self.parcel.attempt(row, world)
    }
}

#[derive(Default)]
struct NotRolledBack {
    parcel: Matched,
}

impl Faulty for NotRolledBack {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.parcel.leave(row)?;
        let from = std::mem::replace(&mut self.parcel.state, to);
        ask(row, world)?;
        if let Err(failed) = carry_out(row, world) {
            self.parcel.state = from;
            return Err(failed);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Anywhere {
    parcel: Matched,
}

impl Faulty for Anywhere {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if row == Transition::InTransitToLost && self.parcel.state.is_some() {
            self.parcel.state = Some(State::Lost);
            return Ok(());
        }
        self.parcel.attempt(row, world)
    }
}

#[derive(Default)]
struct SoftDeleted {
    parcel: Matched,
}

impl Faulty for SoftDeleted {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let from = self.parcel.state;
        self.parcel.attempt(row, world)?;
        self.parcel.state = self.parcel.state.or(from);
        Ok(())
    }
}

#[derive(Default)]
struct Undead {
    parcel: Matched,
    is_gone: bool,
}

impl Faulty for Undead {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.parcel.state.is_none() && self.is_gone && row == Transition::LostToInTransit {
            return Ok(());
        }
        self.parcel.attempt(row, world)?;
        self.is_gone = self.parcel.state.is_none();
        Ok(())
    }
}

#[derive(Default)]
struct NotSaved {
    parcel: Matched,
    saved: Option<State>,
}

impl Faulty for NotSaved {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let mut object = Matched { state: self.saved, labels: 1 };
        object.attempt(row, world)
    }

    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        let begun = self.parcel.create(start, world);
        self.saved = self.parcel.state;
        begun
    }

    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let loaded = self.parcel.load(text, world);
        self.saved = self.parcel.state;
        loaded
    }
}

#[derive(Default)]
struct OnceOnly {
    parcel: Matched,
    seen: Vec<Transition>,
}

impl Faulty for OnceOnly {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.parcel.leave(row).is_ok() && self.seen.contains(&row) {
            return Err(Refused::new("a duplicate"));
        }
        self.parcel.attempt(row, world)?;
        self.seen.push(row);
        Ok(())
    }

    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.seen.clear();
        self.parcel.create(start, world)
    }
}

#[derive(Default)]
struct BackToTheStart {
    parcel: Matched,
}

impl Faulty for BackToTheStart {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let is_self =
            self.parcel.state.is_some() && self.parcel.leave(row).is_ok_and(|to| to == self.parcel.state);
        self.parcel.attempt(row, world)?;
        if is_self {
            self.parcel.state = Some(State::Draft);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Panics {
    parcel: Matched,
}

impl Faulty for Panics {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.parcel.leave(row).unwrap();
        self.parcel.attempt(row, world)
    }
}

#[derive(Default)]
struct SecondLabel {
    parcel: Matched,
}

impl Faulty for SecondLabel {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.parcel.attempt(row, world)?;
        self.parcel.labels += usize::from(row == Transition::LostToInTransit);
        Ok(())
    }

    fn invariant(&mut self) -> Invariant {
        self.parcel.inv_dom_tst_pcl_001_01()
    }
}

#[derive(Default)]
struct AllRefused {
    parcel: Matched,
}

impl Faulty for AllRefused {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn attempt_to(&mut self, _target: State, _world: &mut World) -> Option<Outcome> {
        Some(Err(Refused::new(concat!(
            "A parcel that has arrived is sent on as another one. ",
            "A lost parcel must be found before it is delivered."
        ))))
    }
}

/// A parcel whose third scan wears its label out. No cell shows it, only a history.
#[derive(Default)]
pub(super) struct WornOut {
    parcel: Matched,
    scans: usize,
}

impl Faulty for WornOut {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }

    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.scans = 0;
        self.parcel.create(start, world)
    }

    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.scans = 0;
        self.parcel.load(text, world)
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.scans >= 3 && row == Transition::InTransitToDeliveredOnDeliver {
            return Err(Refused::new("the label cannot be read"));
        }
        self.parcel.attempt(row, world)?;
        self.scans += usize::from(row == Transition::InTransitToInTransit);
        Ok(())
    }
}

/// A parcel that is lost leaves a mark, and the next one pays for it, once.
#[derive(Default)]
pub(super) struct Marked {
    parcel: Matched,
    mark: bool,
}

impl Faulty for Marked {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }

    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.mark = self.parcel.state == Some(State::Lost);
        self.parcel.create(start, world)
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if std::mem::take(&mut self.mark) && row == Transition::DraftToInTransit {
            return Err(Refused::new("the shelf is closed"));
        }
        self.parcel.attempt(row, world)
    }
}
