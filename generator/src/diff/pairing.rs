//! Two revisions with what in them is the same: states, rows, and groups of rows that became one.

use super::same_rows::{self, Group};
use super::same_states::{self, States};
use crate::document::STAR;
use crate::lifecycle::{Forbidden, Lifecycle, Row};

/// Two revisions, paired.
pub(super) struct Pairing<'a> {
    pub old: &'a Lifecycle,
    pub new: &'a Lifecycle,
    pub states: States,
    /// Rows that are the same in both, by their first old place.
    pub groups: Vec<Group>,
    /// Old rows that no new row continues.
    pub removed: Vec<usize>,
    /// New rows that continue no old one.
    pub added: Vec<usize>,
}

/// From where to where, by what states count as.
pub(super) type Ends = (Option<usize>, Option<usize>);

impl<'a> Pairing<'a> {
    pub(super) fn new(old: &'a Lifecycle, new: &'a Lifecycle) -> Self {
        let states = same_states::pair(old, new);
        let mut pairing =
            Self { old, new, states, groups: Vec::new(), removed: Vec::new(), added: Vec::new() };
        same_rows::pair(&mut pairing);
        pairing
    }

    pub(super) fn old_ends(&self, row: &Row) -> Ends {
        let class = |state: usize| self.states.old_class[state];
        (row.from.map(class), row.to.map(class))
    }

    pub(super) fn new_ends(&self, row: &Row) -> Ends {
        let class = |state: usize| self.states.new_class[state];
        (row.from.map(class), row.to.map(class))
    }

    pub(super) fn old_pair(&self, pair: &Forbidden) -> Ends {
        (Some(self.states.old_class[pair.from]), Some(self.states.old_class[pair.to]))
    }

    pub(super) fn new_pair(&self, pair: &Forbidden) -> Ends {
        (Some(self.states.new_class[pair.from]), Some(self.states.new_class[pair.to]))
    }

    /// The document's id: the new one.
    pub(super) fn id(&self) -> &'a str {
        self.new.facts.id.as_str()
    }
}

/// `queued -> running`.
pub(super) fn arrow(lifecycle: &Lifecycle, from: Option<usize>, to: Option<usize>) -> String {
    let name = |end: Option<usize>| end.map_or(STAR, |state| lifecycle.states[state].name.as_str());
    format!("{} -> {}", name(from), name(to))
}

/// What a row is called: its arrow, and its trigger where others have the same arrow.
pub(super) fn place(lifecycle: &Lifecycle, row: &Row) -> String {
    let arrow = arrow(lifecycle, row.from, row.to);
    let parallel =
        lifecycle.rows.iter().filter(|other| (other.from, other.to) == (row.from, row.to)).count() > 1;
    match row.trigger_text.as_ref().filter(|_| parallel) {
        Some(trigger) => format!("{arrow} on {}", trigger.as_str()),
        None => arrow,
    }
}
