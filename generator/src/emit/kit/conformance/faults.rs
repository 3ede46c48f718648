//! The mutants of a lifecycle: every single thing that an implementation could do wrong.

use std::sync::Arc;

use super::{Document, Interpreter, Start};

/// One thing done wrong. Rows, states, effects and forbidden pairs are places in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it, and `Mutant::name` says it in the document's words")]
pub enum Mutation {
    RowDropped(usize),
    RowAdded { state: usize, row: usize },
    Retargeted { row: usize, to: Option<usize> },
    Resourced { row: usize, from: usize },
    GuardIgnored(usize),
    GuardTwice(usize),
    GuardOverruled(usize),
    GuardHidden(usize),
    GuardElsewhere { state: usize, row: usize },
    GuardOf { row: usize, guard: usize },
    GuardErrorLost(usize),
    DenialMoves(usize),
    BrokenByDenial(usize),
    EffectDropped { row: usize, effect: usize },
    EffectDoubled { row: usize, effect: usize },
    EffectsSwapped { row: usize, effect: usize },
    EffectsOf { row: usize, effects: usize },
    EffectsDespiteGuard(usize),
    EffectsElsewhere { state: usize, row: usize },
    FailureIgnored { row: usize, effect: usize },
    FailureMoves { row: usize, effect: usize },
    ForbiddenAllowed(usize),
    ReasonLost(usize),
    ReasonOf { pair: usize, other: usize },
    TextChanged(usize),
    TextOf { state: usize, text: usize },
    SelfIdle(usize),
    SelfResets(usize),
    RefusalMoves { state: usize, row: usize },
    AcceptedIdle(usize),
    SilentlyIgnored { state: usize, row: usize },
    FirstOfParallel { row: usize, first: usize },
    Tired(usize),
    RemovalKeeps(usize),
    RowOfNoRecord(usize),
    BeginsIn { start: Start, state: usize },
    OtherStart(usize),
    RowBegins(usize),
    CanYes { state: usize, row: usize },
    CanNo(usize),
    CanMoves(usize),
    CanOverrules(usize),
    EnterUndeclared { from: usize, to: usize },
    EnterRefused { from: usize, to: usize },
    UnknownAccepted,
    UnknownPanics,
    NameRefused(usize),
    AliasRefused { state: usize, alias: usize },
    AliasOf { state: usize, alias: usize, read: usize },
    LoadRuns(usize),
    LoadResets(usize),
    LoadedUnguarded(usize),
    LoadedAdded { state: usize, row: usize },
    StaleWins([usize; 2]),
    LoserRuns([usize; 2]),
    Panics(usize),
}

/// A lifecycle with one thing done wrong.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What is wrong, in the document's words.
    pub name: String,
    /// The same for the interpreter.
    pub mutation: Mutation,
    /// What a message about it has to name: a row or a state, in the document's words.
    pub names: String,
    /// Why nobody could tell it from what is right, where that is so.
    pub equivalent: Option<&'static str>,
}

impl Mutant {
    /// It, running.
    #[must_use]
    pub fn subject(&self, document: &Arc<Document>) -> Interpreter {
        Interpreter::mutated(Arc::clone(document), self.mutation)
    }
}

/// Every mutant of a document.
#[must_use]
pub fn mutants(document: &Document) -> Vec<Mutant> {
    let mut maker = Maker { document, mutants: Vec::new() };
    for row in 0..document.rows.len() {
        maker.of_row(row);
        maker.of_guard(row);
        maker.of_effects(row);
        maker.of_neighbours(row);
        for state in 0..document.states.len() {
            maker.of_cell(state, row);
        }
    }
    (0..document.states.len()).for_each(|state| maker.of_state(state));
    (0..document.forbidden.len()).for_each(|pair| maker.of_pair(pair));
    document.starts().into_iter().for_each(|start| maker.of_start(start));
    maker.of_entering();
    maker.of_reading();
    maker.mutants
}

struct Maker<'a> {
    document: &'a Document,
    mutants: Vec<Mutant>,
}

impl Maker<'_> {
    fn add(&mut self, what: &str, names: String, mutation: Mutation) {
        self.add_unless(None, what, names, mutation);
    }

    fn add_unless(
        &mut self,
        equivalent: Option<&'static str>,
        what: &str,
        names: String,
        mutation: Mutation,
    ) {
        self.mutants.push(Mutant { name: format!("{what}: {names}"), mutation, names, equivalent });
    }

    fn of_row(&mut self, at: usize) {
        let (document, words) = (self.document, self.document.row_words(at));
        let row = &document.rows[at];
        let mut add = |what: &str, mutation| self.add(what, words.clone(), mutation);
        if at == 0 {
            add("panics", Mutation::Panics(at));
        }
        let targets = (0..document.states.len()).map(Some).chain([None]);
        for to in targets.filter(|to| *to != row.to) {
            add(&format!("leads to {}", document.state_words(to)), Mutation::Retargeted { row: at, to });
        }
        let Some(from) = row.from else {
            if row.guarded {
                add("refused by its guard, begins anyway", Mutation::DenialMoves(at));
            }
            return;
        };
        add("row dropped", Mutation::RowDropped(at));
        add("said to be impossible", Mutation::CanNo(at));
        for other in (0..document.states.len()).filter(|other| *other != from) {
            add(
                &format!("leaves {}", document.state_words(Some(other))),
                Mutation::Resourced { row: at, from: other },
            );
        }
        if row.to.is_none() {
            add("removal keeps the record", Mutation::RemovalKeeps(at));
        } else if row.to != row.from {
            add("accepted without moving", Mutation::AcceptedIdle(at));
        } else if document.first().is_some_and(|first| first != from) {
            add("arrow to itself goes back to the beginning", Mutation::SelfResets(at));
        }
        let stays = row.to == row.from;
        let equivalent = stays.then_some("the row leads back to its state: moving there changes nothing");
        self.add_unless(equivalent, "moved by asking", words.clone(), Mutation::CanMoves(at));
        if row.guarded {
            let mutation = Mutation::DenialMoves(at);
            self.add_unless(equivalent, "refused by its guard, moves anyway", words.clone(), mutation);
        }
        if stays {
            let plain = !row.guarded && row.side_effects.is_empty();
            let equivalent = plain.then_some("the row has no guard and no effect: taking it changes nothing");
            self.add_unless(
                equivalent,
                "arrow to itself does nothing",
                words.clone(),
                Mutation::SelfIdle(at),
            );
        }
        let again = row.to.is_some_and(|to| document.chain(to, from).is_some());
        let equivalent = (!again).then_some("no record comes by the row twice");
        self.add_unless(equivalent, "works once", words.clone(), Mutation::Tired(at));
        let removes = document.rows.iter().any(|row| row.from.is_some() && row.to.is_none());
        if removes {
            self.add("taken after the record was removed", words.clone(), Mutation::RowOfNoRecord(at));
        }
        self.add("begins a record", words, Mutation::RowBegins(at));
    }

    fn of_guard(&mut self, at: usize) {
        let row = &self.document.rows[at];
        let words = self.document.row_words(at);
        if !row.guarded {
            return;
        }
        let mut add = |what: &str, mutation| self.add(what, words.clone(), mutation);
        add("guard ignored", Mutation::GuardIgnored(at));
        if row.from.is_some() {
            add("guard ignored once the record was read back", Mutation::LoadedUnguarded(at));
        }
        add("guard asked twice", Mutation::GuardTwice(at));
        add("guard asked and overruled", Mutation::GuardOverruled(at));
        add("refused guard answered with success", Mutation::GuardHidden(at));
        add("what the guard said lost", Mutation::GuardErrorLost(at));
        if row.from.is_some() {
            add("never again after its guard refused", Mutation::BrokenByDenial(at));
            add("said to be possible though its guard refuses", Mutation::CanOverrules(at));
        }
        if !row.side_effects.is_empty() {
            add("effects run though its guard refused", Mutation::EffectsDespiteGuard(at));
        }
        let guarded =
            (0..self.document.rows.len()).find(|other| *other != at && self.document.rows[*other].guarded);
        if let Some(guard) = guarded {
            self.add("guard of another row asked", words, Mutation::GuardOf { row: at, guard });
        }
    }

    fn of_effects(&mut self, at: usize) {
        let effects = &self.document.rows[at].side_effects;
        let words = self.document.row_words(at);
        for (effect, text) in effects.iter().enumerate() {
            let mut add =
                |what: &str, mutation| self.add(&format!("{what} ({text})"), words.clone(), mutation);
            add("effect dropped", Mutation::EffectDropped { row: at, effect });
            add("effect doubled", Mutation::EffectDoubled { row: at, effect });
            add("failed effect passed over", Mutation::FailureIgnored { row: at, effect });
            if self.document.rows[at].to != self.document.rows[at].from {
                self.add(
                    &format!("failed effect leaves the new state ({text})"),
                    words.clone(),
                    Mutation::FailureMoves { row: at, effect },
                );
            }
            if effects.get(effect + 1).is_some_and(|next| next != text) {
                self.add(
                    &format!("effects out of order ({text})"),
                    words.clone(),
                    Mutation::EffectsSwapped { row: at, effect },
                );
            }
        }
    }

    fn of_neighbours(&mut self, at: usize) {
        let rows = &self.document.rows;
        let words = self.document.row_words(at);
        let other = (0..rows.len()).find(|other| rows[*other].side_effects != rows[at].side_effects);
        if let Some(effects) = other {
            self.add("effects of another row", words.clone(), Mutation::EffectsOf { row: at, effects });
        }
        let parallel = |other: &usize| (rows[*other].from, rows[*other].to) == (rows[at].from, rows[at].to);
        let Some(first) = (0..at).find(parallel) else { return };
        let same =
            !rows[at].guarded && !rows[first].guarded && rows[at].side_effects == rows[first].side_effects;
        let equivalent = same.then_some("both rows have no guard and the same effects");
        let mutation = Mutation::FirstOfParallel { row: at, first };
        self.add_unless(equivalent, "the first of parallel rows taken instead", words, mutation);
    }

    fn of_cell(&mut self, state: usize, at: usize) {
        let document = self.document;
        let row = &document.rows[at];
        if row.from == Some(state) {
            return;
        }
        let words = document.row_words(at);
        let from = document.state_words(Some(state));
        let mut add =
            |what: &str, mutation| self.add(&format!("{what}, from {from}"), words.clone(), mutation);
        if row.from.is_none() || document.forbids(Some(state), row.to).is_none() {
            let terminal = !document.rows.iter().any(|row| row.from == Some(state) && row.to != Some(state));
            add(
                if terminal { "exit added to the end" } else { "row added" },
                Mutation::RowAdded { state, row: at },
            );
        }
        add("taken once the record was read back", Mutation::LoadedAdded { state, row: at });
        add("silently ignored", Mutation::SilentlyIgnored { state, row: at });
        add("said to be possible", Mutation::CanYes { state, row: at });
        if row.to != Some(state) {
            add("refused, moves anyway", Mutation::RefusalMoves { state, row: at });
        }
        if row.guarded {
            add("guard asked where the row does not leave", Mutation::GuardElsewhere { state, row: at });
        }
        if !row.side_effects.is_empty() {
            add("refused, effects run", Mutation::EffectsElsewhere { state, row: at });
        }
    }

    fn of_state(&mut self, at: usize) {
        let document = self.document;
        let state = &document.states[at];
        let words = document.state_words(Some(at));
        let mut add = |what: &str, mutation| self.add(what, words.clone(), mutation);
        add("text changed", Mutation::TextChanged(at));
        for text in (0..document.states.len()).filter(|other| *other != at) {
            add(
                &format!("text exchanged for {}", document.state_words(Some(text))),
                Mutation::TextOf { state: at, text },
            );
        }
        if !state.initial {
            add("records begin in", Mutation::OtherStart(at));
        }
        add("stored name refused", Mutation::NameRefused(at));
        add("reading runs effects", Mutation::LoadRuns(at));
        if document.first().is_some_and(|first| first != at) {
            add("reading goes back to the beginning", Mutation::LoadResets(at));
        }
        let other = (at + 1) % document.states.len();
        for (alias, text) in state.aliases.iter().enumerate() {
            self.add(
                &format!("alias {text:?} refused"),
                words.clone(),
                Mutation::AliasRefused { state: at, alias },
            );
            if other != at {
                let mutation = Mutation::AliasOf { state: at, alias, read: other };
                self.add(&format!("alias {text:?} read as another state"), words.clone(), mutation);
            }
        }
    }

    fn of_pair(&mut self, at: usize) {
        let pairs = &self.document.forbidden;
        let pair = &pairs[at];
        if self.document.forbids(Some(pair.from), Some(pair.to)).is_none() {
            return;
        }
        let [from, to] = [pair.from, pair.to].map(|state| self.document.state_words(Some(state)));
        let mut add =
            |what: &str, mutation| self.add(&format!("{what}, {from} -> {to}"), to.clone(), mutation);
        add("forbidden pair allowed", Mutation::ForbiddenAllowed(at));
        add("reason lost", Mutation::ReasonLost(at));
        if let Some(other) = (0..pairs.len()).find(|other| !pairs[*other].why.contains(&pair.why)) {
            add("reason of another pair", Mutation::ReasonOf { pair: at, other });
        }
    }

    fn of_start(&mut self, start: Start) {
        let (entered, words) = match start {
            Start::Row(row) => (self.document.rows[row].to, self.document.row_words(row)),
            Start::In(state) => (Some(state), self.document.state_words(Some(state))),
        };
        for state in (0..self.document.states.len()).filter(|state| Some(*state) != entered) {
            let what = format!("a record begins in {} instead", self.document.state_words(Some(state)));
            self.add(&what, words.clone(), Mutation::BeginsIn { start, state });
        }
    }

    fn of_entering(&mut self) {
        let document = self.document;
        let states = 0..document.states.len();
        for (from, to) in states.clone().flat_map(|from| states.clone().map(move |to| (from, to))) {
            let [start, words] = [from, to].map(|state| document.state_words(Some(state)));
            match document.leading(Some(from), to).len() {
                0 if document.forbids(Some(from), Some(to)).is_none() => {
                    let mutation = Mutation::EnterUndeclared { from, to };
                    self.add(&format!("entered by name from {start}"), words, mutation);
                }
                1 => {
                    let mutation = Mutation::EnterRefused { from, to };
                    self.add(&format!("not entered by name from {start}"), words, mutation);
                }
                _ => {}
            }
        }
        let rows = &document.rows;
        let pairs = (0..rows.len()).flat_map(|first| (first..rows.len()).map(move |second| [first, second]));
        let races = |[first, second]: &[usize; 2]| {
            let (first, second) = (&rows[*first], &rows[*second]);
            first.from.is_some()
                && first.from == second.from
                && first.to != first.from
                && second.to != second.from
        };
        for pair in pairs.filter(races) {
            let words = document.row_words(pair[1]);
            self.add("a stale read wins the race", words.clone(), Mutation::StaleWins(pair));
            if !rows[pair[1]].side_effects.is_empty() {
                self.add("the loser of a race runs its effects", words, Mutation::LoserRuns(pair));
            }
        }
    }

    fn of_reading(&mut self) {
        if !self.document.states.is_empty() {
            self.add("unknown text accepted", "names no state".to_owned(), Mutation::UnknownAccepted);
            self.add("unknown text panics", "reading".to_owned(), Mutation::UnknownPanics);
        }
    }
}
