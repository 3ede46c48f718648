//! Traps around the beginning of a record.

use super::{Faulty, Line, held};
use crate::kit::parcel::{Outcome, Refused, Start, State, Subject as _, Transition, World};
use crate::right::matched::{Matched, ask, carry_out};

pub(super) const TRAPS: &[Line] = &[
    (
        "has no guard on beginning",
        "refused_guards_refuse",
        r#"creation by [*] -> "draft" (book)"#,
        held::<WithoutGuard>,
    ),
    (
        "lets a record begin in any state",
        "other_starts_are_refused",
        r#"creation in "lost""#,
        held::<AnyState>,
    ),
    (
        "lets a record begin by the row to wherever",
        "other_starts_are_refused",
        r#"creation by "draft" -> "in transit" (hand over)"#,
        held::<AnyRow>,
    ),
    (
        "runs nothing where the record begins, since no state is left",
        "effects_run_once_in_order",
        r#"creation by [*] -> "draft" (book)"#,
        held::<NoEffect>,
    ),
    (
        "leaves a record behind where beginning it was refused",
        "refusals_change_nothing",
        r#"creation by [*] -> "draft" (book)"#,
        held::<LeftBehind>,
    ),
    (
        "begins records one state too late",
        "records_begin_as_documented",
        r#"creation by [*] -> "draft" (book)"#,
        held::<Elsewhere>,
    ),
];

#[derive(Default)]
struct WithoutGuard {
    parcel: Matched,
}

impl Faulty for WithoutGuard {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.parcel.state = None;
        let Start::Row(row @ Transition::CreateDraft) = start else {
            return Err(Refused::new("book it first"));
        };
        carry_out(row, world)?;
        self.parcel = Matched { state: Some(State::Draft), labels: 1 };
        Ok(())
    }
}

#[derive(Default)]
struct AnyState {
    parcel: Matched,
}

impl Faulty for AnyState {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        let Start::In(state) = start else { return self.parcel.create(start, world) };
        self.parcel = Matched { state: Some(state), labels: 1 };
        Ok(())
    }
}

#[derive(Default)]
struct AnyRow {
    parcel: Matched,
}

impl Faulty for AnyRow {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        let Start::Row(row @ Transition::DraftToInTransit) = start else {
            return self.parcel.create(start, world);
        };
        self.parcel = Matched { state: row.to(), labels: 1 };
        Ok(())
    }
}

#[derive(Default)]
struct NoEffect {
    parcel: Matched,
}

impl Faulty for NoEffect {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.parcel.state = None;
        let Start::Row(row @ Transition::CreateDraft) = start else {
            return Err(Refused::new("book it first"));
        };
        ask(row, world)?;
        self.parcel = Matched { state: Some(State::Draft), labels: 1 };
        Ok(())
    }
}

#[derive(Default)]
struct LeftBehind {
    parcel: Matched,
}

impl Faulty for LeftBehind {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        let begun = self.parcel.create(start, world);
        if let Start::Row(Transition::CreateDraft) = start {
            self.parcel = Matched { state: Some(State::Draft), labels: 1 };
        }
        begun
    }
}

#[derive(Default)]
struct Elsewhere {
    parcel: Matched,
}

impl Faulty for Elsewhere {
    fn parcel(&mut self) -> &mut Matched {
        &mut self.parcel
    }
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.parcel.create(start, world)?;
        self.parcel.state = Some(State::InTransit);
        Ok(())
    }
}
