//! A lifecycle played from its document, rightly or with one mutation.

use std::sync::Arc;

use super::faults::Mutation;
use super::{Document, Outcome, Refused, Start, Subject, World};

/// An implementation that does what the document says, but for one mutation.
#[derive(Clone, Debug)]
pub struct Interpreter {
    document: Arc<Document>,
    mutation: Option<Mutation>,
    at: Option<usize>,
    is_removed: bool,
    is_loaded: bool,
    taken: Vec<usize>,
    denied: Vec<usize>,
}

impl Interpreter {
    /// The document, done right.
    #[must_use]
    pub fn new(document: Arc<Document>) -> Self {
        let (taken, denied) = (Vec::new(), Vec::new());
        Self { document, mutation: None, at: None, is_removed: false, is_loaded: false, taken, denied }
    }

    /// The document with one thing done wrong.
    #[must_use]
    pub fn mutated(document: Arc<Document>, mutation: Mutation) -> Self {
        Self { mutation: Some(mutation), ..Self::new(document) }
    }

    fn is(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// The first state that a record may begin in, where the mutations that reset go to.
    fn first(&self) -> Option<usize> {
        self.document.first()
    }

    fn leaves(&self, row: usize) -> bool {
        let Some(state) = self.at else { return self.is_removed && self.is(Mutation::RowOfNoRecord(row)) };
        if self.is(Mutation::RowDropped(row)) {
            return false;
        }
        let from = match self.mutation {
            Some(Mutation::Resourced { row: other, from }) if other == row => Some(from),
            _ => self.document.rows[row].from,
        };
        let read = self.is_loaded && self.is(Mutation::LoadedAdded { state, row });
        from == Some(state) || read || self.is(Mutation::RowAdded { state, row }) || self.allows(state, row)
    }

    fn allows(&self, state: usize, row: usize) -> bool {
        let Some(Mutation::ForbiddenAllowed(pair)) = self.mutation else { return false };
        let pair = &self.document.forbidden[pair];
        pair.from == state && self.document.rows[row].to == Some(pair.to)
    }

    fn target(&self, row: usize) -> Option<usize> {
        match self.mutation {
            Some(Mutation::Retargeted { row: other, to }) if other == row => to,
            Some(Mutation::RemovalKeeps(other) | Mutation::AcceptedIdle(other)) if other == row => self.at,
            Some(Mutation::SelfResets(other)) if other == row => self.first(),
            _ => self.document.rows[row].to,
        }
    }

    /// Takes a row whatever the state.
    fn run(&mut self, row: usize, world: &mut World) -> Outcome {
        if self.is(Mutation::Panics(row)) {
            panic!("not yet implemented");
        }
        if self.is(Mutation::SelfIdle(row)) {
            return Ok(());
        }
        let worn = self.is(Mutation::Tired(row)) && self.taken.contains(&row);
        if worn || (self.is(Mutation::BrokenByDenial(row)) && self.denied.contains(&row)) {
            return Err(Refused::new("refused"));
        }
        if let Err(denied) = self.ask(row, world) {
            return self.deny(row, world, denied);
        }
        for (number, effect) in self.effects(row).into_iter().enumerate() {
            let Err(failed) = world.effect(effect) else { continue };
            if self.is(Mutation::FailureIgnored { row, effect: number }) {
                continue;
            }
            if self.is(Mutation::FailureMoves { row, effect: number }) {
                self.at = self.target(row);
            }
            return Err(failed.into());
        }
        self.is_removed = self.target(row).is_none();
        self.at = self.target(row);
        self.taken.push(row);
        Ok(())
    }

    fn ask(&self, row: usize, world: &mut World) -> Outcome {
        let asks = match self.mutation {
            Some(Mutation::GuardOf { row: other, guard }) if other == row => guard,
            Some(Mutation::FirstOfParallel { row: other, first }) if other == row => first,
            _ => row,
        };
        let ignored = self.is_loaded && self.is(Mutation::LoadedUnguarded(row));
        if !self.document.rows[asks].guarded || ignored || self.is(Mutation::GuardIgnored(row)) {
            return Ok(());
        }
        if self.is(Mutation::GuardTwice(row)) {
            world.guard_at(asks)?;
        }
        Ok(world.guard_at(asks)?)
    }

    /// What comes of a guard that refuses.
    fn deny(&mut self, row: usize, world: &mut World, denied: Refused) -> Outcome {
        self.denied.push(row);
        match self.mutation {
            Some(Mutation::GuardHidden(other)) if other == row => Ok(()),
            Some(Mutation::GuardErrorLost(other)) if other == row => Err(Refused::new("refused")),
            Some(Mutation::GuardOverruled(other)) if other == row => {
                self.at = self.target(row);
                self.document.rows[row].side_effects.iter().try_for_each(|effect| Ok(world.effect(effect)?))
            }
            Some(Mutation::DenialMoves(other)) if other == row => {
                self.at = self.target(row);
                Err(denied)
            }
            Some(Mutation::EffectsDespiteGuard(other)) if other == row => {
                let effects = &self.document.rows[row].side_effects;
                effects.iter().try_for_each(|effect| world.effect(effect))?;
                Err(denied)
            }
            _ => Err(denied),
        }
    }

    fn effects(&self, row: usize) -> Vec<&str> {
        let of = |row: usize| self.document.rows[row].side_effects.iter().map(String::as_str).collect();
        let mut effects: Vec<&str> = of(row);
        match self.mutation {
            Some(Mutation::EffectDropped { row: other, effect }) if other == row => {
                effects.remove(effect);
            }
            Some(Mutation::EffectDoubled { row: other, effect }) if other == row => {
                effects.insert(effect, effects[effect]);
            }
            Some(Mutation::EffectsSwapped { row: other, effect }) if other == row => {
                effects.swap(effect, effect + 1);
            }
            Some(
                Mutation::EffectsOf { row: other, effects: others }
                | Mutation::FirstOfParallel { row: other, first: others },
            ) if other == row => effects = of(others),
            _ => {}
        }
        effects
    }

    /// What comes of a row that does not leave the state.
    fn refuse(&mut self, row: usize, world: &mut World) -> Outcome {
        let to = self.document.rows[row].to;
        let begins = self.document.rows[row].from.is_none();
        let Some(state) = self.at else { return Err(Refused::new("there is no record")) };
        let cell = |mutation: fn(usize, usize) -> Mutation| self.is(mutation(state, row));
        if cell(|state, row| Mutation::GuardElsewhere { state, row }) {
            world.guard_at(row)?;
        }
        if cell(|state, row| Mutation::EffectsElsewhere { state, row }) {
            self.document.rows[row].side_effects.iter().try_for_each(|effect| world.effect(effect))?;
        }
        if cell(|state, row| Mutation::SilentlyIgnored { state, row }) {
            return Ok(());
        }
        if cell(|state, row| Mutation::RefusalMoves { state, row }) {
            self.at = to;
        }
        Err(self.reason(Some(state), to.filter(|_| !begins)))
    }

    /// The sentence of a refusal.
    fn reason(&self, from: Option<usize>, to: Option<usize>) -> Refused {
        let Some(pair) = self.document.forbids(from, to) else { return Refused::new("undeclared") };
        let at = self.document.forbidden.iter().position(|other| std::ptr::eq(other, pair));
        match self.mutation {
            Some(Mutation::ReasonLost(lost)) if at == Some(lost) => Refused::new("forbidden"),
            Some(Mutation::ReasonOf { pair, other }) if at == Some(pair) => {
                Refused::new(format!("forbidden: {}", self.document.forbidden[other].why))
            }
            _ => Refused::new(format!("forbidden: {}", pair.why)),
        }
    }

    fn begin(&mut self, start: Start, world: &mut World) -> Outcome {
        let declared = self.document.starts().contains(&start);
        match start {
            Start::Row(row) if declared => self.run(row, world)?,
            Start::Row(row) if self.is(Mutation::RowBegins(row)) => self.at = self.document.rows[row].to,
            Start::In(state) if declared || self.is(Mutation::OtherStart(state)) => self.at = Some(state),
            _ => return Err(Refused::new("no record begins so")),
        }
        if let Some(Mutation::BeginsIn { start: other, state }) = self.mutation
            && other == start
        {
            self.at = Some(state);
        }
        Ok(())
    }

    fn read(&self, text: &str) -> Option<usize> {
        let state = self.document.read(text);
        match (state, self.mutation) {
            (None, Some(Mutation::UnknownAccepted)) => Some(0),
            (None, Some(Mutation::UnknownPanics)) => panic!("unknown state"),
            (Some(state), Some(Mutation::NameRefused(other))) if state == other => None,
            (Some(state), Some(Mutation::LoadResets(other))) if state == other => self.first(),
            (Some(state), Some(Mutation::AliasRefused { state: other, alias })) if state == other => {
                (self.document.states[other].aliases[alias] != text).then_some(state)
            }
            (Some(state), Some(Mutation::AliasOf { state: other, alias, read })) if state == other => {
                Some(if self.document.states[other].aliases[alias] == text { read } else { state })
            }
            _ => state,
        }
    }
}

impl Subject for Interpreter {
    fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        *self = Self { mutation: self.mutation, ..Self::new(Arc::clone(&self.document)) };
        self.begin(start, world)
    }

    fn observe(&mut self) -> Option<String> {
        let state = self.at?;
        Some(match self.mutation {
            Some(Mutation::TextChanged(other)) if other == state => {
                format!("{}!", self.document.states[state].name)
            }
            Some(Mutation::TextOf { state: other, text }) if other == state => {
                self.document.states[text].name.clone()
            }
            _ => self.document.states[state].name.clone(),
        })
    }

    fn attempt(&mut self, row: usize, world: &mut World) -> Outcome {
        if self.leaves(row) { self.run(row, world) } else { self.refuse(row, world) }
    }

    fn attempt_to(&mut self, target: usize, world: &mut World) -> Option<Outcome> {
        let from = self.at?;
        if self.is(Mutation::EnterRefused { from, to: target }) {
            return Some(Err(Refused::new("refused")));
        }
        let pair = self.document.forbidden.iter().position(|pair| (pair.from, pair.to) == (from, target));
        let allowed = pair.is_some_and(|pair| self.is(Mutation::ForbiddenAllowed(pair)));
        if allowed || self.is(Mutation::EnterUndeclared { from, to: target }) {
            self.at = Some(target);
            return Some(Ok(()));
        }
        Some(match self.document.leading(Some(from), target)[..] {
            [row] => self.attempt(row, world),
            [] => Err(self.reason(Some(from), Some(target))),
            _ => Err(Refused::new("several rows lead there")),
        })
    }

    fn can(&mut self, row: usize, world: &mut World) -> Option<bool> {
        let leaves = self.leaves(row);
        if self.is(Mutation::CanNo(row))
            || self.at.is_some_and(|state| self.is(Mutation::CanYes { state, row }))
        {
            return Some(!leaves);
        }
        if leaves && self.is(Mutation::CanMoves(row)) {
            self.at = self.target(row);
        }
        let guarded = self.document.rows[row].guarded;
        let holds =
            !leaves || !guarded || world.guard_at(row).is_ok() || self.is(Mutation::CanOverrules(row));
        Some(leaves && holds)
    }

    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        *self = Self { mutation: self.mutation, ..Self::new(Arc::clone(&self.document)) };
        let Some(state) = self.read(text) else { return Some(Err(Refused::new("no such state"))) };
        (self.at, self.is_loaded) = (Some(state), true);
        Some(match self.mutation {
            Some(Mutation::LoadRuns(other)) if other == state => {
                world.effect("entered").map_err(Refused::from)
            }
            _ => Ok(()),
        })
    }

    fn race(&mut self, rows: [usize; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let read = self.at;
        let [first, second] = worlds;
        let won = self.attempt(rows[0], first);
        let lost = if self.is(Mutation::StaleWins(rows)) {
            self.at = read;
            self.attempt(rows[1], second)
        } else {
            if self.is(Mutation::LoserRuns(rows)) {
                let effects = &self.document.rows[rows[1]].side_effects;
                let _ = effects.iter().try_for_each(|effect| second.effect(effect));
            }
            Err(Refused::new("the record has changed"))
        };
        Some([won, lost])
    }
}
