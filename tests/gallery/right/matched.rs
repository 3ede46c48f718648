//! A parcel in plain matches, without anything generated but the names.

use crate::kit::parcel::{Invariant, Outcome, Refused, Start, State, Subject, Transition, World};

/// A parcel, and what its sender's desk remembers of it.
#[derive(Default)]
pub struct Matched {
    pub state: Option<State>,
    pub labels: usize,
}

impl Matched {
    /// Where a row leads from the parcel's state.
    pub fn leave(&self, row: Transition) -> Result<Option<State>, Refused> {
        let Some(state) = self.state else { return Err(Refused::new("there is no parcel")) };
        match (state, row) {
            (State::Draft, Transition::DraftToInTransit)
            | (State::InTransit, Transition::InTransitToInTransit)
            | (State::Lost, Transition::LostToInTransit) => Ok(Some(State::InTransit)),
            (
                State::InTransit,
                Transition::InTransitToDeliveredOnDeliver
                | Transition::InTransitToDeliveredOnLeaveWithANeighbour,
            ) => Ok(Some(State::Delivered)),
            (State::InTransit, Transition::InTransitToLost) => Ok(Some(State::Lost)),
            (State::Delivered, Transition::RemoveDelivered) => Ok(None),
            (state, row) => Err(refusal(state, row.to())),
        }
    }
}

/// Why a parcel does not go from one state to another.
pub fn refusal(from: State, to: Option<State>) -> Refused {
    Refused::new(match (from, to) {
        (State::Delivered, Some(State::Draft)) => "A parcel that has arrived is sent on as another one.",
        (State::Lost, Some(State::Delivered)) => "A lost parcel must be found before it is delivered.",
        _ => "not from here",
    })
}

/// Asks a row's guard, where it has one.
pub fn ask(row: Transition, world: &mut World) -> Outcome {
    match row {
        Transition::InTransitToLost | Transition::LostToInTransit => Ok(()),
        guarded => Ok(world.guard(guarded)?),
    }
}

/// What a row has to do.
pub fn effects(row: Transition) -> &'static [&'static str] {
    match row {
        Transition::CreateDraft => &["print a label"],
        Transition::DraftToInTransit => &["weigh it", "tell the receiver", "charge the sender"],
        Transition::InTransitToInTransit => &["note the place"],
        Transition::InTransitToDeliveredOnDeliver => &["keep the signature"],
        Transition::InTransitToDeliveredOnLeaveWithANeighbour => &["leave a card"],
        Transition::InTransitToLost => &[],
        Transition::LostToInTransit => &["apologise"],
        Transition::RemoveDelivered => &["erase the address"],
    }
}

/// Does what a row has to do.
pub fn carry_out(row: Transition, world: &mut World) -> Outcome {
    effects(row).iter().try_for_each(|effect| Ok(world.effect(effect)?))
}

impl Subject for Matched {
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        *self = Self::default();
        let Start::Row(row @ Transition::CreateDraft) = start else {
            return Err(Refused::new("book it first"));
        };
        ask(row, world)?;
        carry_out(row, world)?;
        *self = Self { state: Some(State::Draft), labels: 1 };
        Ok(())
    }

    fn observe(&mut self) -> Option<String> {
        self.state.map(|state| state.as_str().to_owned())
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let to = self.leave(row)?;
        ask(row, world)?;
        carry_out(row, world)?;
        self.state = to;
        Ok(())
    }

    fn attempt_to(&mut self, target: State, world: &mut World) -> Option<Outcome> {
        let state = self.state?;
        let leads = |row: &&Transition| self.leave(**row).is_ok_and(|to| to == Some(target));
        let rows: Vec<&Transition> = Transition::ALL.iter().filter(leads).collect();
        Some(match rows[..] {
            [row] => self.attempt(*row, world),
            [] => Err(refusal(state, Some(target))),
            _ => Err(Refused::new("say which")),
        })
    }

    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        Some(self.leave(row).is_ok() && ask(row, world).is_ok())
    }

    fn load(&mut self, text: &str, _world: &mut World) -> Option<Outcome> {
        *self = Self::default();
        let state = match text {
            "draft" => State::Draft,
            "in transit" | "travelling" | "on the road" => State::InTransit,
            "delivered" => State::Delivered,
            "lost" => State::Lost,
            unknown => return Some(Err(Refused::new(format!("no parcel is {unknown}")))),
        };
        *self = Self { state: Some(state), labels: 1 };
        Some(Ok(()))
    }

    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let read = self.state;
        let [first, second] = worlds;
        let won = self.attempt(rows[0], first);
        let late = if self.state == read {
            self.attempt(rows[1], second)
        } else {
            Err(Refused::new("it has moved"))
        };
        Some([won, late])
    }

    fn inv_dom_tst_pcl_001_01(&mut self) -> Invariant {
        match (self.state, self.labels) {
            (None, _) | (Some(_), 1) => Invariant::Holds,
            (Some(_), labels) => Invariant::Broken(format!("it has {labels} labels")),
        }
    }
}
