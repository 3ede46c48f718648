//! What became of forbidden pairs: added, removed, turned into rows or come from rows, and their reasons.

use std::collections::{BTreeMap, HashSet};

use super::alone::{meanings, say_rows};
use super::change::Change;
use super::facts::{self, Ends as Places};
use super::pairing::{Ends, Pairing, arrow};
use super::sentence::{Piece, Sentence};
use super::states::text_of;
use crate::lifecycle::{Forbidden, Lifecycle, Row};

/// Pairs that were forbidden and are rows now, and the other way round.
pub(super) struct Turned {
    pub to_declared: HashSet<Ends>,
    pub to_forbidden: HashSet<Ends>,
}

/// Which pairs turned.
pub(super) fn turned(pairing: &Pairing) -> Turned {
    let (old, new) = (pairing.old, pairing.new);
    let rows_old: HashSet<Ends> = old.rows.iter().map(|row| pairing.old_ends(row)).collect();
    let rows_new: HashSet<Ends> = new.rows.iter().map(|row| pairing.new_ends(row)).collect();
    let never_old: HashSet<Ends> = old.forbidden.iter().map(|pair| pairing.old_pair(pair)).collect();
    let never_new: HashSet<Ends> = new.forbidden.iter().map(|pair| pairing.new_pair(pair)).collect();
    let from = |never: &HashSet<Ends>, rows: &HashSet<Ends>, other: &HashSet<Ends>, same: &HashSet<Ends>| {
        never
            .iter()
            .filter(|pair| rows.contains(pair) && !other.contains(pair) && !same.contains(pair))
            .copied()
            .collect()
    };
    Turned {
        to_declared: from(&never_old, &rows_new, &never_new, &rows_old),
        to_forbidden: from(&never_new, &rows_old, &never_old, &rows_new),
    }
}

/// Adds what changed of the forbidden pairs.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let turned = turned(pairing);
    let mut pairs: BTreeMap<Ends, (Vec<&Forbidden>, Vec<&Forbidden>)> = BTreeMap::new();
    for pair in &pairing.old.forbidden {
        pairs.entry(pairing.old_pair(pair)).or_default().0.push(pair);
    }
    for pair in &pairing.new.forbidden {
        pairs.entry(pairing.new_pair(pair)).or_default().1.push(pair);
    }
    let mut found = Vec::new();
    for (ends, (was, is)) in pairs {
        let both = was.iter().zip(&is);
        found.extend(both.clone().filter_map(|(was, is)| why(pairing, was, is)));
        found.extend(both.flat_map(|(was, is)| {
            let ends = Places { old: was.span, new: is.span };
            facts::extensions(&name(pairing.new, is), &was.extensions, &is.extensions, ends)
        }));
        for pair in was.iter().skip(is.len()) {
            found.push(if turned.to_declared.contains(&ends) {
                declared(pairing, pair, ends)
            } else {
                gone(pairing.old, pair)
            });
        }
        for pair in is.iter().skip(was.len()) {
            found.push(if turned.to_forbidden.contains(&ends) {
                forbidden(pairing, pair, ends)
            } else {
                come(pairing.new, pair)
            });
        }
    }
    changes.extend(found.into_iter().map(|change| change.of(pairing.id())));
}

fn name(lifecycle: &Lifecycle, pair: &Forbidden) -> String {
    arrow(lifecycle, Some(pair.from), Some(pair.to))
}

fn why(pairing: &Pairing, was: &Forbidden, is: &Forbidden) -> Option<Change> {
    let place = name(pairing.new, is);
    let ends = Places { old: was.why.span, new: is.why.span };
    let spelled = facts::respelled(&place, "reason", Some(&was.why), Some(&is.why));
    spelled.or_else(|| {
        text_of("why-changed", ("why", "the reason against {}"), &place, Some(&was.why), Some(&is.why), ends)
    })
}

fn gone(old: &Lifecycle, pair: &Forbidden) -> Change {
    let place = name(old, pair);
    Change::new("forbidden-removed", place.as_str(), "", pair.why.as_str(), "")
        .say("{} is no longer forbidden: {}", &[Piece::name(&place), Piece::quote(pair.why.as_str())])
        .old_at(pair.why.span, pair.why.as_str())
}

fn come(new: &Lifecycle, pair: &Forbidden) -> Change {
    let place = name(new, pair);
    Change::new("forbidden-added", place.as_str(), "", "", pair.why.as_str())
        .say("{} is forbidden now: {}", &[Piece::name(&place), Piece::quote(pair.why.as_str())])
        .new_at(pair.why.span, pair.why.as_str())
}

/// What was forbidden is a row now, or several; `ends` is the pair.
fn declared(pairing: &Pairing, pair: &Forbidden, ends: Ends) -> Change {
    let place = name(pairing.old, pair);
    let rows: Vec<&Row> = pairing.new.rows.iter().filter(|row| pairing.new_ends(row) == ends).collect();
    let mut change =
        Change::new("forbidden-turned-declared", place.as_str(), "", pair.why.as_str(), &meanings(&rows))
            .old_at(pair.why.span, pair.why.as_str());
    change.message = if rows.len() > 1 {
        Sentence::of("{} is {} rows now", &[Piece::name(&place), Piece::words(rows.len().to_string())])
    } else {
        Sentence::of("{} is a row now", &[Piece::name(&place)])
    };
    say_rows(&mut change.message, &rows);
    change.message.and("; it was forbidden: {}", &[Piece::quote(pair.why.as_str())]);
    match rows.first() {
        Some(row) => change.new_at(super::groups::shown(row), &arrow(pairing.new, row.from, row.to)),
        None => change,
    }
}

/// What was a row, or several, is forbidden now.
fn forbidden(pairing: &Pairing, pair: &Forbidden, ends: Ends) -> Change {
    let place = name(pairing.new, pair);
    let rows: Vec<&Row> = pairing.old.rows.iter().filter(|row| pairing.old_ends(row) == ends).collect();
    let mut change =
        Change::new("declared-turned-forbidden", place.as_str(), "", &meanings(&rows), pair.why.as_str())
            .new_at(pair.why.span, pair.why.as_str());
    change.message = if rows.len() > 1 {
        Sentence::of("{} was {} rows", &[Piece::name(&place), Piece::words(rows.len().to_string())])
    } else {
        Sentence::of("{} was a row", &[Piece::name(&place)])
    };
    say_rows(&mut change.message, &rows);
    change.message.and("; it is forbidden now: {}", &[Piece::quote(pair.why.as_str())]);
    match rows.first() {
        Some(row) => change.old_at(super::groups::shown(row), &arrow(pairing.old, row.from, row.to)),
        None => change,
    }
}
