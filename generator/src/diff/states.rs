//! What became of states: added, removed, renamed, merged, and their meanings and aliases.

use super::change::Change;
use super::facts::{self, Ends};
use super::kinds::Impact;
use super::lists;
use super::pairing::Pairing;
use super::sentence::Piece;
use crate::document::{STAR, Text};
use crate::lifecycle::{Lifecycle, State};

/// Adds what changed of the states.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let (old, new, id) = (&pairing.old.states, &pairing.new.states, pairing.id());
    let mut found = Vec::new();
    let (rows_old, rows_new) = (rows_of(pairing.old), rows_of(pairing.new));
    found.extend(pairing.states.removed().into_iter().map(|at| removed(&old[at], rows_old[at])));
    found.extend(pairing.states.added().into_iter().map(|at| added(&new[at], rows_new[at])));
    found.extend(pairing.states.merged.iter().map(|(a, b)| merged(&old[*a], &new[*b])));
    found.extend(pairing.states.split.iter().map(|(a, b)| split(pairing, *a, *b)));
    for (a, b) in &pairing.states.pairs {
        let (was, is) = (&old[*a], &new[*b]);
        found.extend(renamed(pairing, was, is));
        found.extend(meaning(was, is));
        aliases(pairing, was, is, &mut found);
        let ends = Ends { old: was.name.span, new: is.name.span };
        found.extend(facts::extensions(is.name.as_str(), &was.extensions, &is.extensions, ends));
    }
    changes.extend(found.into_iter().map(|change| change.of(id)));
}

/// Per state, how many rows it has.
fn rows_of(lifecycle: &Lifecycle) -> Vec<usize> {
    let mut count = vec![0; lifecycle.states.len()];
    for row in &lifecycle.rows {
        let other = row.to.filter(|to| row.from != Some(*to));
        row.from.into_iter().chain(other).for_each(|state| count[state] += 1);
    }
    count
}

/// `, with 3 rows`, for the sentence of a state.
fn with_rows(count: usize) -> Piece {
    Piece::words(match count {
        0 => String::new(),
        1 => ", with one row".to_owned(),
        count => format!(", with {count} rows"),
    })
}

fn removed(state: &State, rows: usize) -> Change {
    let name = state.name.as_str();
    Change::new("state-removed", name, "", name, "")
        .say("the state {} is removed{}", &[Piece::name(name), with_rows(rows)])
        .old_at(state.name.span, name)
        .help("where rows may still be stored so, migrate them, or keep the name in `aliases` of the state that takes its place")
}

fn added(state: &State, rows: usize) -> Change {
    let name = state.name.as_str();
    Change::new("state-added", name, "", "", name)
        .say("the state {} is new{}", &[Piece::name(name), with_rows(rows)])
        .new_at(state.name.span, name)
}

fn merged(was: &State, is: &State) -> Change {
    let (a, b) = (was.name.as_str(), is.name.as_str());
    Change::new("state-merged", a, b, a, b)
        .say("the state {} is now part of {}, which has its name as alias", &[Piece::name(a), Piece::name(b)])
        .old_at(was.name.span, a)
        .new_at(is.name.span, b)
}

/// What rows stored under the alias could do before and can do no more is what breaks.
fn split(pairing: &Pairing, a: usize, b: usize) -> Change {
    let (old, new) = (pairing.old, pairing.new);
    let (was, is) = (&old.states[a], &new.states[b]);
    let (origin, name) = (was.name.as_str(), is.name.as_str());
    let mut change = Change::new("state-split", name, origin, origin, name)
        .say(
            "{}, an alias of {} before, is now a state of its own",
            &[Piece::name(name), Piece::name(origin)],
        )
        .old_at(was.name.span, origin)
        .new_at(is.name.span, name);
    let kept = |to| new.rows.iter().any(|row| row.from == Some(b) && pairing.new_ends(row).1 == to);
    let rows = old.rows.iter().filter(|row| row.from == Some(a) && !kept(pairing.old_ends(row).1));
    let mut lost: Vec<&str> =
        rows.map(|row| row.to.map_or(STAR, |to| old.states[to].name.as_str())).collect();
    lost.dedup();
    if lost.is_empty() {
        return change.only(Impact::Notable);
    }
    let lost = [Piece::name(&lost.join("`, `"))];
    change.message.and("; records stored so could get to {} before, and cannot now", &lost);
    change
}

fn renamed(pairing: &Pairing, was: &State, is: &State) -> Option<Change> {
    let (a, b) = (was.name.as_str(), is.name.as_str());
    if a == b {
        return None;
    }
    let mut change = Change::new("state-renamed", b, "", a, b)
        .say("the state {} is now called {}", &[Piece::name(a), Piece::name(b)])
        .old_at(was.name.span, a)
        .new_at(is.name.span, b);
    let mut ways = Vec::new();
    let taken = pairing.new.states.iter().any(|state| state.name.as_str() == a);
    if taken {
        change.message.and("; stored rows that say {} are now read as another state", &[Piece::name(a)]);
    } else if !is.aliases.iter().any(|alias| alias.as_str() == a) {
        change.message.and("; stored rows that say {} are no longer read", &[Piece::name(a)]);
        ways.push(format!("`aliases: [{a}]`, so that stored rows are still read"));
    } else {
        change
            .message
            .and("; writers that still say {} are refused where the database is guarded", &[Piece::name(a)]);
    }
    if was.variant != is.variant {
        let names = [Piece::name(&was.variant), Piece::name(&is.variant)];
        change.message.and("; in Rust {} is now {}", &names);
        ways.push(format!("`variant: {}`, so that code still compiles", was.variant));
    }
    Some(match ways.is_empty() {
        _ if taken => change.help("give a name that no state had before, and keep the old one in `aliases`"),
        true => change.only(Impact::Notable),
        false => change.help(format!("it is only notable with {}", ways.join(" and "))),
    })
}

/// Makes renames breaking that keep aliases and Rust names, where the guard of a `column` refuses whoever still
/// writes the old name.
pub fn guarded(changes: &mut [Change], column: &str) {
    let renames = changes.iter_mut().filter(|change| change.kind.id == "state-renamed");
    for change in renames.filter(|change| change.impact < change.kind.impact) {
        change.impact = change.kind.impact;
        change.help = format!(
            "`{column}` is guarded: install the new guard when nobody writes the old name any more, and waive this"
        );
    }
    super::sort(changes);
}

fn meaning(was: &State, is: &State) -> Option<Change> {
    let (a, b) = (was.meaning.as_ref(), is.meaning.as_ref());
    let name = is.name.as_str();
    let spelled = facts::respelled(name, "meaning", a, b);
    spelled.or_else(|| {
        let ends = Ends { old: was.name.span, new: is.name.span };
        text_of("meaning-changed", ("meaning", "the meaning of {}"), name, a, b, ends)
    })
}

/// The change of a text that belongs to `place`. `part` tells it from other texts of the same kind there.
pub(super) fn text_of(
    kind: &'static str,
    (part, what): (&str, &'static str),
    place: &str,
    old: Option<&Text>,
    new: Option<&Text>,
    ends: Ends,
) -> Option<Change> {
    let (a, b) = (old.map_or("", Text::as_str), new.map_or("", Text::as_str));
    if a == b {
        return None;
    }
    let at = |text: Option<&Text>, end| text.map_or(end, |text| text.span);
    let mut change = Change::new(kind, place, part, a, b)
        .old_at(at(old, ends.old), a)
        .new_at(at(new, ends.new), b)
        .say(what, &[Piece::name(place)]);
    let (was, is) = (Piece::quote(a), Piece::quote(b));
    match (old, new) {
        (None, _) => change.message.and(" is now {}; there was none", &[is]),
        (_, None) => change.message.and(" was {}; there is none now", &[was]),
        _ => change.message.and(" was {} and is now {}", &[was, is]),
    }
    Some(change)
}

/// Aliases come and go; those that a rename, a merge or a split explains are not reported again.
fn aliases(pairing: &Pairing, was: &State, is: &State, found: &mut Vec<Change>) {
    let (old, new) = (&pairing.old.states, &pairing.new.states);
    let is_name = |states: &[State], at: usize, alias: &Text| states[at].name.as_str() == alias.as_str();
    let explained_new = |alias: &Text| {
        alias.as_str() == was.name.as_str()
            || pairing.states.merged.iter().any(|(a, _)| is_name(old, *a, alias))
    };
    let explained_old = |alias: &Text| {
        alias.as_str() == is.name.as_str()
            || pairing.states.split.iter().any(|(_, b)| is_name(new, *b, alias))
    };
    let a: Vec<&Text> = was.aliases.iter().filter(|alias| !explained_old(alias)).collect();
    let b: Vec<&Text> = is.aliases.iter().filter(|alias| !explained_new(alias)).collect();
    let (lists, name) = (lists::words(&a, &b), is.name.as_str());
    found.extend(lists.removed.iter().map(|at| {
        let alias = a[*at].as_str();
        Change::new("alias-removed", name, "", alias, "")
            .say("stored rows that say {} are no longer read as {}", &[Piece::name(alias), Piece::name(name)])
            .old_at(a[*at].span, alias)
            .new_at(is.name.span, "")
    }));
    found.extend(lists.added.iter().map(|at| {
        let alias = b[*at].as_str();
        Change::new("alias-added", name, "", "", alias)
            .say("stored rows that say {} are read as {}", &[Piece::name(alias), Piece::name(name)])
            .old_at(was.name.span, "")
            .new_at(b[*at].span, alias)
    }));
    if lists.reordered {
        found.push(facts::reordered(&format!("{name}: aliases"), &a, &b));
    }
}
