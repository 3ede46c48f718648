//! Where records begin, where they end, and where they can get to.

use super::change::Change;
use super::kinds::Impact;
use super::pairing::Pairing;
use super::sentence::Piece;
use crate::document::StateEntry;
use crate::lifecycle::{Lifecycle, State};
use crate::lint::Subject;

/// Adds what changed of beginnings and ends of states that both revisions have.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let (old, new) = (pairing.old, pairing.new);
    let (left_old, left_new) = (left(old), left(new));
    // Where no record begins anywhere, all states are out of reach, and the beginnings are what is told.
    let begins = |lifecycle: &Lifecycle| lifecycle.states.iter().any(|state| state.initial);
    let begun = begins(old) && begins(new);
    let (reached_old, reached_new) = (old.reachable(), new.reachable());
    for (a, b) in &pairing.states.pairs {
        let (was, is) = (&old.states[*a], &new.states[*b]);
        let mut add = |kind, message| changes.push(change(kind, message, was, is).of(pairing.id()));
        match (was.initial, is.initial) {
            (false, true) => add("initial-added", "records may now begin in {}"),
            (true, false) => add("initial-removed", "records may no longer begin in {}"),
            _ => {}
        }
        match (was.terminal, is.terminal, left_old[*a] == left_new[*b]) {
            (false, true, true) => add("terminal-added", "the document says now that records end in {}"),
            (true, false, true) => {
                add("terminal-removed", "the document no longer says that records end in {}")
            }
            (false, true, false) => {
                add("dead-end-added", "no row leads out of {} any more: records end there")
            }
            (true, false, false) => add("dead-end-removed", "a row leads out of {} now, where records ended"),
            _ => {}
        }
        match (reached_old[*a], reached_new[*b]) {
            (true, false) if begun => add("state-unreachable", "no record can get to {} any more"),
            (false, true) if begun => add("state-reachable", "records can now get to {}"),
            _ => {}
        }
    }
}

/// What changed of the marks `initial: true` and `terminal: true` of states where rows say the same anyway:
/// words that hold later authors, and change nothing today.
pub(super) fn marked(old: &Subject, new: &Subject) -> Vec<Change> {
    let pairing = Pairing::new(old.lifecycle, new.lifecycle);
    let mut found = Vec::new();
    for (a, b) in &pairing.states.pairs {
        let (was, is) = (&old.lifecycle.states[*a], &new.lifecycle.states[*b]);
        let (Some(before), Some(after)) = (entry(old, was), entry(new, is)) else { continue };
        let mut add = |kind, message| {
            let change = change(kind, message, was, is).only(Impact::Harmless);
            found.push(change.of(pairing.id()));
        };
        if was.initial == is.initial {
            match (before.initial, after.initial) {
                (false, true) => {
                    add("initial-added", "{} is marked `initial: true` now, as records began there anyway")
                }
                (true, false) => add(
                    "initial-removed",
                    "{} is no longer marked `initial: true`; records begin there all the same",
                ),
                _ => {}
            }
        }
        if was.terminal == is.terminal {
            match (before.terminal, after.terminal) {
                (false, true) => {
                    add("terminal-added", "{} is marked `terminal: true` now, as no row led out of it anyway")
                }
                (true, false) => add(
                    "terminal-removed",
                    "{} is no longer marked `terminal: true`; still no row leads out of it",
                ),
                _ => {}
            }
        }
    }
    found
}

/// A state as its document writes it.
fn entry<'a>(subject: &Subject<'a>, state: &State) -> Option<&'a StateEntry> {
    let is_meant = |entry: &&StateEntry| entry.name.as_ref().is_some_and(|name| name.span == state.name.span);
    subject.document.states.iter().find(is_meant)
}

fn change(kind: &'static str, message: &'static str, was: &State, is: &State) -> Change {
    let name = is.name.as_str();
    Change::new(kind, name, "", "", "")
        .say(message, &[Piece::name(name)])
        .old_at(was.name.span, "")
        .new_at(is.name.span, "")
}

/// Per state, whether a row leads from it to another.
fn left(lifecycle: &Lifecycle) -> Vec<bool> {
    let mut left = vec![false; lifecycle.states.len()];
    for row in lifecycle.rows.iter().filter(|row| row.to.is_some() && row.from != row.to) {
        if let Some(from) = row.from {
            left[from] = true;
        }
    }
    left
}
