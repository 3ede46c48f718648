//! What a document says, as the suite reads it: states, rows and forbidden pairs by index.

use super::super::under_test::support::{self, Transition as _, Trigger as _, Verdict};
use super::{By, Start, Step};

/// One document. Every index of the suite is one into the lists of this value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its id.
    pub id: String,
    /// Its states, in its order.
    pub states: Vec<State>,
    /// The rows of its transition table, in its order.
    pub rows: Vec<Row>,
    /// The pairs that must never happen.
    pub forbidden: Vec<Forbidden>,
    /// The ids of its invariants.
    pub invariants: Vec<String>,
}

/// One state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Its name in Rust.
    pub variant: String,
    /// What stored rows may still call it.
    pub aliases: Vec<String>,
    /// Whether a record may begin in it.
    pub initial: bool,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name in Rust.
    pub variant: String,
    /// The state it leaves; none where it begins a record.
    pub from: Option<usize>,
    /// The state it enters; none where it removes the record.
    pub to: Option<usize>,
    /// What sets it off.
    pub trigger: Option<String>,
    /// Whether the document gives it a guard.
    pub guarded: bool,
    /// What to carry out, in order.
    pub side_effects: Vec<String>,
}

/// One pair that must never happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The state it would leave.
    pub from: usize,
    /// The state it would enter.
    pub to: usize,
    /// The reason.
    pub why: String,
}

impl Document {
    /// The document that a generated module holds. Aliases and invariants, which it does not tell, are
    /// added by [`Document::with`].
    #[must_use]
    pub fn of<S: support::State>() -> Self {
        let states = S::ALL.iter().map(|state| State {
            name: state.as_str().to_owned(),
            variant: format!("{state:?}"),
            aliases: Vec::new(),
            initial: S::INITIAL.contains(state),
        });
        let rows = S::Transition::ALL.iter().map(|row| Row {
            variant: format!("{row:?}"),
            from: row.from().map(S::index),
            to: row.to().map(S::index),
            trigger: row.trigger().map(|trigger| trigger.as_str().to_owned()),
            guarded: row.guard().is_some(),
            side_effects: row.side_effects().iter().map(|effect| (*effect).to_owned()).collect(),
        });
        let pairs = S::ALL.iter().flat_map(|from| S::ALL.iter().map(move |to| (*from, *to)));
        let forbidden = pairs.filter_map(|(from, to)| match from.verdict(to) {
            Verdict::Forbidden(why) => {
                Some(Forbidden { from: from.index(), to: to.index(), why: why.to_owned() })
            }
            _ => None,
        });
        Self {
            id: S::DOCUMENT.to_owned(),
            states: states.collect(),
            rows: rows.collect(),
            forbidden: forbidden.collect(),
            invariants: Vec::new(),
        }
    }

    /// The same with aliases, by the state's place, and with invariants.
    #[must_use]
    pub fn with(mut self, aliases: &[(usize, &str)], invariants: &[&str]) -> Self {
        for (state, alias) in aliases {
            self.states[*state].aliases.push((*alias).to_owned());
        }
        self.invariants = invariants.iter().map(|id| (*id).to_owned()).collect();
        self
    }

    /// How many cells there are of states with rows and of states with states.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.states.len() * (self.rows.len() + self.states.len())
    }

    /// The state of this name.
    #[must_use]
    pub fn named(&self, text: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == text)
    }

    /// The state of this name or alias.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<usize> {
        let aliased = || self.states.iter().position(|state| state.aliases.iter().any(|alias| alias == text));
        self.named(text).or_else(aliased)
    }

    /// The pair from one state to another, where it must never happen.
    #[must_use]
    pub fn forbids(&self, from: Option<usize>, to: Option<usize>) -> Option<&Forbidden> {
        let (from, to) = (from?, to?);
        let declared = self.rows.iter().any(|row| (row.from, row.to) == (Some(from), Some(to)));
        self.forbidden.iter().find(|pair| (pair.from, pair.to) == (from, to)).filter(|_| !declared)
    }

    /// The rows that an attempt at `row` from `state` may turn out to be.
    #[must_use]
    pub fn candidates(&self, state: Option<usize>, row: usize, by: By) -> Vec<usize> {
        let meant = &self.rows[row];
        let fits = |other: &Row| match by {
            By::Row => false,
            By::Target => meant.from.is_some() && other.to == meant.to,
            By::Trigger => meant.trigger.is_some() && other.trigger == meant.trigger,
        };
        let rows = self.rows.iter().enumerate();
        let leaves = rows.filter(|(_, other)| state.is_some() && other.from == state);
        leaves.filter(|(at, other)| *at == row || fits(other)).map(|(at, _)| at).collect()
    }

    /// The rows that lead from one state to another.
    #[must_use]
    pub fn leading(&self, from: Option<usize>, to: usize) -> Vec<usize> {
        let leads =
            |row: &usize| from.is_some() && (self.rows[*row].from, self.rows[*row].to) == (from, Some(to));
        (0..self.rows.len()).filter(leads).collect()
    }

    /// How records may begin: by the creation rows, and in initial states that no such row enters.
    #[must_use]
    pub fn starts(&self) -> Vec<Start> {
        let begins = |row: &usize| self.rows[*row].from.is_none();
        let rows = (0..self.rows.len()).filter(begins).map(Start::Row);
        let states =
            (0..self.states.len()).filter(|state| self.states[*state].initial && !self.is_created(*state));
        rows.chain(states.map(Start::In)).collect()
    }

    /// The first state that a record may begin in.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        match self.starts().first()? {
            Start::Row(row) => self.rows[*row].to,
            Start::In(state) => Some(*state),
        }
    }

    /// Whether a creation row enters this state.
    #[must_use]
    pub fn is_created(&self, state: usize) -> bool {
        self.rows.iter().any(|row| row.from.is_none() && row.to == Some(state))
    }

    /// Per state, the shortest way to it; none where no row leads there.
    #[must_use]
    pub fn ways(&self) -> Vec<Option<Vec<Step>>> {
        let mut ways: Vec<Option<Vec<Step>>> = vec![None; self.states.len()];
        let mut open = std::collections::VecDeque::new();
        for start in self.starts() {
            let state = match start {
                Start::Row(row) => self.rows[row].to,
                Start::In(state) => Some(state),
            };
            let Some(state) = state.filter(|state| ways[*state].is_none()) else { continue };
            ways[state] = Some(vec![Step::create(start)]);
            open.push_back(state);
        }
        while let Some(state) = open.pop_front() {
            for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| row.from == Some(state)) {
                let Some(to) = row.to.filter(|to| ways[*to].is_none()) else { continue };
                let mut way = ways[state].clone().unwrap_or_default();
                way.push(Step::attempt(at));
                ways[to] = Some(way);
                open.push_back(to);
            }
        }
        ways
    }

    /// The shortest chain of rows from one state to another; none where there is none.
    #[must_use]
    pub fn chain(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut chains: Vec<Option<Vec<usize>>> = vec![None; self.states.len()];
        chains[from] = Some(Vec::new());
        let mut open = std::collections::VecDeque::from([from]);
        while let Some(state) = open.pop_front() {
            for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| row.from == Some(state)) {
                let Some(next) = row.to.filter(|next| chains[*next].is_none()) else { continue };
                let mut chain = chains[state].clone().unwrap_or_default();
                chain.push(at);
                chains[next] = Some(chain);
                open.push_back(next);
            }
        }
        chains[to].clone()
    }

    /// A row in the document's words: `"queued" -> "running" (start admitted capture)`.
    #[must_use]
    pub fn row_words(&self, row: usize) -> String {
        let row = &self.rows[row];
        let end = |state: Option<usize>| {
            state.map_or_else(|| "[*]".to_owned(), |state| format!("{:?}", self.states[state].name))
        };
        let arrow = format!("{} -> {}", end(row.from), end(row.to));
        row.trigger.as_ref().map_or(arrow.clone(), |trigger| format!("{arrow} ({trigger})"))
    }

    /// A state in the document's words; none is no record.
    #[must_use]
    pub fn state_words(&self, state: Option<usize>) -> String {
        state.map_or_else(|| "no record".to_owned(), |state| format!("{:?}", self.states[state].name))
    }
}
