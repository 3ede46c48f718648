//! A parcel by a table, its effects in an outbox that is read afterwards, its guards conditions on data.

use crate::kit::parcel::{
    Effects, Guards, Outcome, Refused, Shows, Start, State, Subject, Transition, World,
};

/// From, to, and what is posted.
type Line = (Transition, Option<&'static str>, Option<&'static str>, &'static [&'static str]);

const TABLE: [Line; 8] = [
    (Transition::CreateDraft, None, Some("draft"), &["print a label"]),
    (
        Transition::DraftToInTransit,
        Some("draft"),
        Some("in transit"),
        &["weigh it", "tell the receiver", "charge the sender"],
    ),
    (Transition::InTransitToInTransit, Some("in transit"), Some("in transit"), &["note the place"]),
    (
        Transition::InTransitToDeliveredOnDeliver,
        Some("in transit"),
        Some("delivered"),
        &["keep the signature"],
    ),
    (
        Transition::InTransitToDeliveredOnLeaveWithANeighbour,
        Some("in transit"),
        Some("delivered"),
        &["leave a card"],
    ),
    (Transition::InTransitToLost, Some("in transit"), Some("lost"), &[]),
    (Transition::LostToInTransit, Some("lost"), Some("in transit"), &["apologise"]),
    (Transition::RemoveDelivered, Some("delivered"), None, &["erase the address"]),
];

/// The parcel's row, and the outbox.
#[derive(Default)]
pub struct Table {
    row: Option<&'static str>,
    outbox: Vec<&'static str>,
    all_is_well: bool,
}

impl Table {
    /// The service's own function: it looks the event up, looks at the data, and posts what is to be done.
    fn handle(&mut self, event: Transition) -> Result<(), String> {
        let (_, from, to, posts) = TABLE[event.index()];
        if from != self.row {
            return Err(format!("{event:?}: the parcel is {:?}", self.row));
        }
        let guarded = !matches!(event, Transition::InTransitToLost | Transition::LostToInTransit);
        if guarded && !self.all_is_well {
            return Err("a condition does not hold".to_owned());
        }
        self.row = to;
        self.outbox.extend(posts);
        Ok(())
    }

    fn handled(&mut self, event: Transition, world: &mut World) -> Outcome {
        self.all_is_well = world.guard_holds();
        self.handle(event).map_err(Refused::new)?;
        self.outbox.drain(..).try_for_each(|post| Ok(world.effect(post)?))
    }
}

impl Subject for Table {
    fn shows(&self) -> Shows {
        Shows { guards: Guards::Arranged, effects: Effects::Told, reasons: false, ..Shows::EVERYTHING }
    }

    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.row = None;
        match start {
            Start::Row(row) => self.handled(row, world),
            Start::In(State::Draft | State::InTransit | State::Delivered | State::Lost) => {
                Err(Refused::new("a parcel is booked"))
            }
        }
    }

    fn observe(&mut self) -> Option<String> {
        self.row.map(str::to_owned)
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        if self.row.is_none() {
            return Err(Refused::new("there is no parcel"));
        }
        self.handled(row, world)
    }
}
