//! Where records begin, where they end, and where they can get to.

use super::change::Change;
use super::pairing::Pairing;
use super::sentence::Piece;
use crate::lifecycle::{Lifecycle, State};

/// Adds what changed of beginnings and ends of states that both revisions have.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let (old, new) = (pairing.old, pairing.new);
    let (left_old, left_new) = (left(old), left(new));
    let sound = old.sound && new.sound;
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
            (true, false) if sound => add("state-unreachable", "no record can get to {} any more"),
            (false, true) if sound => add("state-reachable", "records can now get to {}"),
            _ => {}
        }
    }
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
