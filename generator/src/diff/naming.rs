//! Rust names that change although nothing else does of what has them.

use std::collections::BTreeSet;

use super::change::Change;
use super::pairing::{Pairing, place};
use super::rows::trigger_is_same;
use super::sentence::{Piece, Sentence};
use super::words::is_respelled;
use crate::lifecycle::{Lifecycle, Row};
use crate::source::Span;

/// Adds what changed of the names of generated code.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let mut found: Vec<Change> = module(pairing.old, pairing.new).into_iter().collect();
    found.extend(states(pairing));
    rows(pairing, &mut found);
    triggers(pairing, &mut found);
    changes.extend(found.into_iter().map(|change| change.of(pairing.id())));
}

fn module(old: &Lifecycle, new: &Lifecycle) -> Option<Change> {
    let names = (old.rust_module.as_str(), new.rust_module.as_str());
    let mut change = renamed("title", "module", names, (old.facts.title.span, new.facts.title.span))?;
    let pieces = [Piece::name(names.0), Piece::name(names.1)];
    change.message = Sentence::of("the Rust module was {} and is now {}", &pieces);
    Some(change.help(format!("`name: {}` keeps the name of the module", names.0)))
}

/// The change of a name, where it is one. `place` is in the document's words, `what` the thing in Rust.
fn renamed(
    place: &str,
    what: &'static str,
    (was, is): (&str, &str),
    (old, new): (Span, Span),
) -> Option<Change> {
    let pieces = [Piece::words(what), Piece::name(place), Piece::name(was), Piece::name(is)];
    (was != is).then(|| {
        Change::new("rust-name-changed", place, what, was, is)
            .say("the Rust {} of {} was {} and is now {}", &pieces)
            .old_at(old, was)
            .new_at(new, is)
    })
}

fn states(pairing: &Pairing) -> Vec<Change> {
    let pairs = pairing.states.pairs.iter();
    let states = pairs.map(|(a, b)| (&pairing.old.states[*a], &pairing.new.states[*b]));
    let same = states.filter(|(was, is)| was.name.as_str() == is.name.as_str());
    same.filter_map(|(was, is)| {
        let names = (was.variant.as_str(), is.variant.as_str());
        let change = renamed(is.name.as_str(), "variant", names, (was.name.span, is.name.span))?;
        Some(change.help(format!("`variant: {}` keeps it", was.variant)))
    })
    .collect()
}

/// Rows whose name changes, but neither their ends, nor the names of these, nor their trigger.
fn rows(pairing: &Pairing, found: &mut Vec<Change>) {
    for group in pairing.groups.iter().filter(|group| group.old.len() == group.new.len()) {
        let (was, is) = (&pairing.old.rows[group.old[0]], &pairing.new.rows[group.new[0]]);
        let follows = !was.pinned && !is.pinned && !says_the_same(pairing, was, is);
        if follows {
            continue;
        }
        let place = place(pairing.new, is);
        let spans = (was.from_span, is.from_span);
        let change = renamed(&place, "variant", (&was.variant, &is.variant), spans);
        found
            .extend(change.map(|change| change.help(format!("`name: {}` on the row keeps it", was.variant))));
    }
}

/// Whether all that a row's name follows is the same: its ends, their names, and its trigger.
fn says_the_same(pairing: &Pairing, was: &Row, is: &Row) -> bool {
    let end = |lifecycle: &Lifecycle, end: Option<usize>| {
        end.map(|state| (lifecycle.states[state].name.value.clone(), lifecycle.states[state].variant.clone()))
    };
    let trigger =
        |lifecycle: &Lifecycle, row: &Row| row.trigger.map(|at| lifecycle.triggers[at].variant.clone());
    let (old, new) = (pairing.old, pairing.new);
    end(old, was.from) == end(new, is.from)
        && end(old, was.to) == end(new, is.to)
        && trigger(old, was) == trigger(new, is)
}

/// Triggers that are the same in words, or only spelled otherwise, and have another name.
fn triggers(pairing: &Pairing, found: &mut Vec<Change>) {
    let mut said = BTreeSet::new();
    for group in &pairing.groups {
        let (was, is) = (&pairing.old.rows[group.old[0]], &pairing.new.rows[group.new[0]]);
        let (Some(a), Some(b)) = (&was.trigger_text, &is.trigger_text) else { continue };
        let (Some(from), Some(to)) = (was.trigger, is.trigger) else { continue };
        if !trigger_is_same(a, b) && !is_respelled(a.as_str(), b.as_str()) {
            continue;
        }
        let names = (&pairing.old.triggers[from].variant, &pairing.new.triggers[to].variant);
        if said.insert((names.0.clone(), names.1.clone())) {
            found.extend(renamed(b.as_str(), "trigger", (names.0, names.1), (a.span, b.span)));
        }
    }
}
