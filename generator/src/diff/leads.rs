//! Where triggers lead from a state: what callers who follow a trigger get before and after.

use std::collections::BTreeSet;

use super::change::Change;
use super::pairing::Pairing;
use super::rows::trigger_is_same;
use super::sentence::Piece;
use crate::document::{STAR, Text};

/// Adds to a change where `trigger` leads now from the state `leaves`, if it led from there already, by one row, and
/// follows another way now. Whether it does.
pub(super) fn say_after(
    pairing: &Pairing,
    leaves: Option<usize>,
    trigger: &Text,
    change: &mut Change,
) -> bool {
    say(pairing, leaves, trigger, change, true)
}

/// As [`say_after`], where the change is what the new row of the trigger is: says where it led before.
pub(super) fn say_before(
    pairing: &Pairing,
    leaves: Option<usize>,
    trigger: &Text,
    change: &mut Change,
) -> bool {
    say(pairing, leaves, trigger, change, false)
}

fn say(pairing: &Pairing, leaves: Option<usize>, trigger: &Text, change: &mut Change, after: bool) -> bool {
    if leaves.is_none() {
        return false; // a creation row leaves no state
    }
    let is_here = |row: &crate::lifecycle::Row, from| {
        from == leaves && row.trigger_text.as_ref().is_some_and(|other| trigger_is_same(other, trigger))
    };
    let old = pairing.old.rows.iter().filter(|row| is_here(row, pairing.old_ends(row).0));
    let new = pairing.new.rows.iter().filter(|row| is_here(row, pairing.new_ends(row).0));
    let (old, new): (Vec<_>, Vec<_>) = (old.collect(), new.collect());
    let ([was], false) = (old.as_slice(), new.is_empty()) else { return false };
    let same = [pairing.old_ends(was).1];
    if new.iter().map(|row| pairing.new_ends(row).1).eq(same) {
        return false;
    }
    let name = |of: &crate::lifecycle::Lifecycle, end: Option<usize>| {
        end.map_or(STAR, |end| of.states[end].name.as_str()).to_owned()
    };
    let from = new.iter().map(|row| name(pairing.new, row.from)).min().unwrap_or_default();
    let (quoted, from) = (Piece::quote(trigger.as_str()), Piece::name(&from));
    if after {
        let targets: BTreeSet<String> = new.iter().map(|row| name(pairing.new, row.to)).collect();
        let targets = targets.into_iter().collect::<Vec<_>>().join("`, `");
        change.message.and("; {} leads from {} to {} now", &[quoted, from, Piece::name(&targets)]);
    } else {
        let target = Piece::name(&name(pairing.old, was.to));
        change.message.and("; {} led from {} to {} alone before", &[quoted, from, target]);
    }
    true
}
