//! An implementation that does what an oracle says, but for one flaw.

use super::flaws::{Fact, Flaw, on};
use super::harness::model::Model;
use super::harness::oracle::{Oracle, Row, State, quoted};
use super::harness::subject::{
    Call, Counts, Guard, Move, Reason, Refused, RowFacts, StateFacts, Subject, Unknown, Verdict,
};
use super::oracles::list;

/// Does as it is told.
pub(super) struct Told {
    /// What it was told: the document, where what it says is flawed, with the flaw.
    says: &'static Oracle,
    model: Model<'static>,
    flaw: Flaw,
}

impl Told {
    /// Told this document, with this flaw.
    pub(super) fn of(oracle: &'static Oracle, flaw: Flaw) -> Self {
        let says: &'static Oracle = Box::leak(Box::new(Oracle {
            document: oracle.document,
            states: list(oracle.states.iter().enumerate().map(|(at, state)| told_state(state, at, &flaw))),
            triggers: oracle.triggers,
            rows: list(oracle.rows.iter().enumerate().map(|(at, row)| told_row(oracle, row, at, &flaw))),
            forbidden: oracle.forbidden,
        }));
        Self { says, model: Model::new(says), flaw }
    }

    /// What is left of rows when a lost one is left out.
    fn kept(&self, rows: &[usize]) -> Vec<usize> {
        rows.iter().copied().filter(|row| self.flaw != Flaw::RowLost(*row)).collect()
    }

    /// The row that a call takes if its guard lets it.
    fn decided(&self, call: Call) -> Result<usize, Reason> {
        match (&self.flaw, call) {
            (Flaw::RowLost(lost), Call::Attempt(state, row)) if *lost == row => {
                return Err(Reason::WrongState(Some(state), row));
            }
            (Flaw::RowLost(lost) | Flaw::NeverBegins(lost), Call::Create(row)) if *lost == row => {
                return Err(Reason::WrongState(None, row));
            }
            (Flaw::RowLost(_), Call::AttemptTo(from, to)) => {
                if let (Verdict::Declared(before), Verdict::Declared(after)) =
                    (self.model.verdict(from, to), self.verdict(from, to))
                    && before != after
                {
                    return if let [row] = after[..] { Ok(row) } else { Err(Reason::Ambiguous(after)) };
                }
                if self.verdict(from, to) == Verdict::Undeclared {
                    return Err(Reason::Undeclared(from, to));
                }
            }
            (Flaw::AnyState(any), Call::Attempt(_, row)) if *any == row => return Ok(row),
            (Flaw::Begins(begins), Call::Create(row)) if *begins == row => return Ok(row),
            (Flaw::PairAllowed(from, to, row), Call::AttemptTo(state, target))
                if (*from, *to) == (state, target) =>
            {
                return Ok(*row);
            }
            (Flaw::FirstTaken(from, to), Call::AttemptTo(state, target))
                if (*from, *to) == (state, target) =>
            {
                let Verdict::Declared(rows) = self.model.verdict(state, target) else {
                    unreachable!("declared")
                };
                return Ok(rows[0]);
            }
            _ => {}
        }
        match (self.model.expected(call, None).answer, &self.flaw) {
            (Ok(step), _) => Ok(step.row),
            (Err(Reason::Forbidden(from, to, _)), Flaw::WhyLost(a, b)) if (from, to) == (*a, *b) => {
                Err(Reason::Undeclared(from, to))
            }
            (Err(Reason::Undeclared(from, to)), Flaw::Forbidden(a, b)) if (from, to) == (*a, *b) => {
                Err(Reason::Forbidden(from, to, "because".to_owned()))
            }
            (Err(reason), _) => Err(reason),
        }
    }

    fn refused(&self, reason: Reason) -> Refused {
        let document = self.says.document;
        let name = |state: usize| quoted(self.says.states[state].name);
        let shown = match &reason {
            Reason::Forbidden(from, to, _) if self.flaw == Flaw::WhyUnsaid(*from, *to) => {
                format!("{} -> {} is forbidden by {document}", name(*from), name(*to))
            }
            Reason::Forbidden(from, to, why) => {
                format!("{} -> {} is forbidden by {document}: {why}", name(*from), name(*to))
            }
            Reason::Undeclared(from, to) => {
                format!("{document} has no row {} -> {}; {}", name(*from), name(*to), self.exits(*from))
            }
            Reason::WrongState(Some(state), row) => {
                format!("{document}: the row {} does not leave {}", self.arrow(*row), name(*state))
            }
            Reason::WrongState(None, row) => {
                format!("{document}: the row {} does not begin a record", self.arrow(*row))
            }
            Reason::Ambiguous(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| self.arrow(*row)).collect();
                format!("{document}: one of {}", rows.join(", "))
            }
            Reason::Guard(row, number) => format!(
                "{document}: the guard of {} refused ({}): denied by guard number {number} (caused by: the suite said no)",
                self.arrow(*row),
                self.says.rows[*row].guard.unwrap_or_default()
            ),
            Reason::Other => String::new(),
        };
        Refused { reason, shown }
    }

    fn arrow(&self, row: usize) -> String {
        let row = &self.says.rows[row];
        let end = |state: Option<&str>| state.map_or_else(|| "[*]".to_owned(), quoted);
        let on = row.trigger.map(|trigger| format!(" on {}", quoted(trigger))).unwrap_or_default();
        format!("{} -> {}{on}", end(row.from), end(row.to))
    }

    fn exits(&self, state: usize) -> String {
        let name = quoted(self.says.states[state].name);
        let mut targets: Vec<String> = Vec::new();
        for row in self.model.outgoing(state) {
            let target = self.says.rows[*row].to.map_or_else(|| "[*]".to_owned(), quoted);
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        match targets[..] {
            [] => format!("no row leaves {name}"),
            _ => format!("from {name} it declares {}", targets.join(", ")),
        }
    }

    fn nearest(&self, text: &str) -> String {
        let words = self
            .says
            .states
            .iter()
            .flat_map(|state| [state.name].into_iter().chain(state.aliases.iter().copied()));
        let length = |word: &str| word.chars().count();
        // The suite asks for slips of one character at the beginning or the end.
        let common = |word: &str| {
            let before = word.chars().zip(text.chars()).take_while(|(one, other)| one == other).count();
            let behind =
                word.chars().rev().zip(text.chars().rev()).take_while(|(one, other)| one == other).count();
            before.max(behind)
        };
        let far = |word: &&str| length(word).max(length(text)) - common(word);
        words.min_by_key(far).unwrap_or_default().to_owned()
    }
}

impl Subject for Told {
    fn document(&self) -> &str {
        self.says.document
    }

    fn counts(&self) -> Counts {
        let says = self.says;
        Counts { states: says.states.len(), rows: says.rows.len(), triggers: says.triggers.len() }
    }

    fn initial(&self) -> Vec<usize> {
        (0..self.says.states.len()).filter(|state| self.says.states[*state].initial).collect()
    }

    fn terminal(&self) -> Vec<usize> {
        (0..self.says.states.len()).filter(|state| self.says.states[*state].terminal).collect()
    }

    fn state(&self, state: usize) -> StateFacts<'_> {
        let State { name, meaning, .. } = self.says.states[state];
        let name =
            if self.flaw == Flaw::Name(state) { list(format!("{name}x").bytes()) } else { name.as_bytes() };
        let name = std::str::from_utf8(name).expect("a name");
        StateFacts { name, shown: name.to_owned(), meaning }
    }

    fn row(&self, row: usize) -> RowFacts<'_> {
        let says = &self.says.rows[row];
        let (from, to) = self.model.ends(row);
        RowFacts {
            name: says.name,
            shown: says.name.to_owned(),
            from: from.filter(|_| self.flaw != Flaw::RowLost(row)),
            to,
            trigger: on(self.says, row),
            guard: says.guard,
            side_effects: says.side_effects,
            actor: says.actor,
            provenance: says.provenance,
            source: says.source,
        }
    }

    fn trigger(&self, trigger: usize) -> [String; 2] {
        [self.says.triggers[trigger]; 2].map(str::to_owned)
    }

    fn outgoing(&self, state: usize) -> Vec<usize> {
        self.kept(self.model.outgoing(state))
    }

    fn on(&self, state: usize, trigger: usize) -> Vec<usize> {
        self.outgoing(state).into_iter().filter(|row| on(self.says, *row) == Some(trigger)).collect()
    }

    fn next(&self, state: usize, trigger: usize) -> Option<usize> {
        match self.on(state, trigger)[..] {
            [row] if self.flaw != Flaw::NextLost(state, trigger) => self.model.ends(row).1,
            _ => None,
        }
    }

    fn verdict(&self, from: usize, to: usize) -> Verdict {
        match self.model.verdict(from, to) {
            Verdict::Declared(rows) => match self.kept(&rows) {
                rows if rows.is_empty() => Verdict::Undeclared,
                rows => Verdict::Declared(rows),
            },
            verdict => verdict,
        }
    }

    fn parse(&self, text: &str) -> Result<usize, Unknown> {
        let is_read = |at: usize, state: &State| {
            let word = match self.flaw {
                Flaw::Trimmed(trimmed) if trimmed == at => text.trim(),
                _ => text,
            };
            let is_cased = self.flaw == Flaw::AnyCase(at) && state.name.to_lowercase() == text.to_lowercase();
            let is_named = state.name == word && self.flaw != Flaw::Unread(at);
            let mut aliases = state.aliases.iter().enumerate();
            is_named
                || is_cased
                || aliases.any(|(alias, name)| *name == text && self.flaw != Flaw::Alias(at, alias))
        };
        let exact = self.says.states.iter().enumerate().find(|(at, state)| is_read(*at, state));
        match (exact, &self.flaw) {
            (Some((at, _)), _) => Ok(at),
            (None, Flaw::Default(state)) => Ok(*state),
            (None, _) => {
                let nearest = self.nearest(text);
                let shown = format!(
                    "{} has no state {}; the nearest is {}",
                    self.says.document,
                    quoted(text),
                    quoted(&nearest)
                );
                let document = self.says.document.to_owned();
                Err(Unknown { text: text.to_owned(), document, nearest: Some(nearest), shown })
            }
        }
    }

    fn read(&self, text: &str) -> Result<usize, Unknown> {
        self.parse(text)
    }

    fn call(&self, call: Call, guard: Guard<'_>) -> Result<Move, Refused> {
        let row = match self.decided(call) {
            Ok(row) => row,
            Err(reason) => {
                let asked = match call {
                    Call::Attempt(_, row) | Call::Create(row) => Some(row),
                    Call::AttemptTo(..) => None,
                };
                if let Some(row) = asked.filter(|row| self.flaw == Flaw::GuardEverywhere(*row)) {
                    let _ = guard(row);
                }
                return Err(self.refused(reason));
            }
        };
        if self.flaw == Flaw::GuardTwice(row) {
            let _ = guard(row);
        }
        let answer = if self.flaw == Flaw::GuardIgnored(row) { Ok(()) } else { guard(row) };
        match answer {
            Err(denied) if self.flaw == Flaw::ErrorChanged(row) => {
                Err(self.refused(Reason::Guard(row, denied.0 + 1)))
            }
            Err(denied) if self.flaw != Flaw::GuardOverruled(row) => {
                Err(self.refused(Reason::Guard(row, denied.0)))
            }
            _ => {
                let (from, to) = self.model.ends(row);
                let side_effects = self.says.rows[row].side_effects.iter().map(|effect| (*effect).to_owned());
                Ok(Move { from, to, row, side_effects: side_effects.collect() })
            }
        }
    }
}

fn told_state(state: &State, at: usize, flaw: &Flaw) -> State {
    State {
        name: state.name,
        meaning: state.meaning.filter(|_| *flaw != Flaw::Meaning(at)),
        aliases: state.aliases,
        initial: state.initial ^ (*flaw == Flaw::Initial(at)),
        terminal: state.terminal ^ (*flaw == Flaw::Terminal(at)),
        reachable: state.reachable,
    }
}

fn told_row(oracle: &Oracle, row: &Row, at: usize, flaw: &Flaw) -> Row {
    let mut told = Row { ..*row };
    match *flaw {
        Flaw::Retargeted(flawed, to) if flawed == at => told.to = Some(oracle.states[to].name),
        Flaw::Moved(flawed, from) if flawed == at => told.from = Some(oracle.states[from].name),
        Flaw::Trigger(flawed, trigger) if flawed == at => told.trigger = Some(oracle.triggers[trigger]),
        Flaw::GuardText(flawed) if flawed == at => told.guard = Some("something else holds"),
        Flaw::Fact(flawed, Fact::Actor) if flawed == at => told.actor = None,
        Flaw::Fact(flawed, Fact::Provenance) if flawed == at => told.provenance = None,
        Flaw::Fact(flawed, Fact::Source) if flawed == at => told.source = None,
        Flaw::EffectLost(flawed, effect) if flawed == at => {
            told.side_effects = edited(row, |effects| {
                effects.remove(effect);
            });
        }
        Flaw::EffectDoubled(flawed, effect) if flawed == at => {
            told.side_effects = edited(row, |effects| effects.insert(effect, effects[effect]));
        }
        Flaw::EffectsSwapped(flawed, effect) if flawed == at => {
            told.side_effects = edited(row, |effects| effects.swap(effect, effect + 1));
        }
        _ => {}
    }
    told
}

fn edited(row: &Row, edit: impl FnOnce(&mut Vec<&'static str>)) -> &'static [&'static str] {
    let mut effects = row.side_effects.to_vec();
    edit(&mut effects);
    list(effects.into_iter())
}
