//! A parcel that is told of events, and finds the row by itself.

use crate::kit::parcel::{By, Outcome, Refused, Shows, Start, State, Subject, Transition, World};

/// A parcel that listens. With `forgets` it does not listen to scans once it is lost.
#[derive(Default)]
pub struct Events {
    state: Option<State>,
    forgets: bool,
}

impl Events {
    /// One that does not listen to every scan.
    pub fn deaf() -> Self {
        Self { forgets: true, ..Self::default() }
    }

    /// What an event does now: where to, and which effects.
    fn on(&self, event: &str) -> Option<(Transition, Option<State>)> {
        Some(match (self.state?, event) {
            (State::Draft, "hand over") => (Transition::DraftToInTransit, Some(State::InTransit)),
            (State::InTransit, "scan") => (Transition::InTransitToInTransit, Some(State::InTransit)),
            (State::Lost, "scan") if !self.forgets => (Transition::LostToInTransit, Some(State::InTransit)),
            (State::InTransit, "deliver") => {
                (Transition::InTransitToDeliveredOnDeliver, Some(State::Delivered))
            }
            (State::InTransit, "leave with a neighbour") => {
                (Transition::InTransitToDeliveredOnLeaveWithANeighbour, Some(State::Delivered))
            }
            (State::InTransit, "report missing") => (Transition::InTransitToLost, Some(State::Lost)),
            (State::Delivered, "forget") => (Transition::RemoveDelivered, None),
            _ => return None,
        })
    }

    fn fire(&mut self, event: &str, world: &mut World) -> Outcome {
        let (row, to) = self.on(event).ok_or_else(|| Refused::new(format!("{event} is not expected")))?;
        super::matched::ask(row, world)?;
        super::matched::carry_out(row, world)?;
        self.state = to;
        Ok(())
    }
}

impl Subject for Events {
    fn shows(&self) -> Shows {
        Shows { by: By::Trigger, reasons: false, ..Shows::EVERYTHING }
    }

    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.state = None;
        let Start::Row(row @ Transition::CreateDraft) = start else { return Err(Refused::new("book it")) };
        super::matched::ask(row, world)?;
        super::matched::carry_out(row, world)?;
        self.state = Some(State::Draft);
        Ok(())
    }

    fn observe(&mut self) -> Option<String> {
        self.state.map(|state| state.as_str().to_owned())
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.fire(row.trigger().map_or("", |trigger| trigger.as_str()), world)
    }
}
