//! Guards: added, changed, removed, and moved from one row to another.

use super::change::Change;
use super::facts::{self, Ends};
use super::groups::{Joined, is_linked, pairs, shown};
use super::sentence::Piece;
use super::states::text_of;
use super::words::same_words;
use crate::document::Text;

/// What changed of the guard of one row. Where several rows became one, or one several, each is looked at by itself.
struct Guard<'a> {
    /// The group of rows that it belongs to.
    group: usize,
    place: &'a str,
    ends: Ends,
    /// The guard that it had and has no more.
    lost: Option<Text>,
    /// The guard that it has now.
    gained: Option<Text>,
}

/// What changed of the guards of rows that both revisions have.
pub(super) fn changes(groups: &[(&Joined, &Joined)]) -> Vec<Change> {
    let mut found = Vec::new();
    let mut guards: Vec<Guard> = Vec::new();
    for (group, (old, new)) in groups.iter().enumerate() {
        if old.rows.len() != new.rows.len() && is_linked(old, new, |row| row.guard.as_ref(), &["or"]) {
            continue; // the guards of all, with "or" between them
        }
        for pair in pairs(old, new) {
            let (was, is) = (pair.old.guard.as_ref(), pair.new.guard.as_ref());
            if was.map(Text::as_str) == is.map(Text::as_str) {
                continue;
            }
            let ends = Ends { old: shown(pair.old), new: shown(pair.new) };
            match facts::respelled(pair.place, "guard", was, is) {
                Some(change) => found.push(change),
                None => {
                    let (lost, gained) = (was.cloned(), is.cloned());
                    guards.push(Guard { group, place: pair.place, ends, lost, gained });
                }
            }
        }
    }
    found.extend(moved(&mut guards));
    found.extend(guards.into_iter().filter_map(left));
    found
}

/// Takes out what one row lost and another gained.
fn moved(guards: &mut [Guard]) -> Vec<Change> {
    let mut order: Vec<usize> = (0..guards.len()).collect();
    order.sort_by_key(|at| guards[*at].place);
    let mut found = Vec::new();
    for from in &order {
        let Some(lost) = guards[*from].lost.clone() else { continue };
        let is_same = |guard: &Guard| {
            guard.gained.as_ref().is_some_and(|gained| same_words(gained.as_str(), lost.as_str()))
        };
        let group = guards[*from].group;
        let is_other = |to: &&usize| guards[**to].group != group && is_same(&guards[**to]);
        let Some(to) = order.iter().find(is_other) else { continue };
        let Some(gained) = guards[*to].gained.take() else { continue };
        guards[*from].lost = None;
        let (was, is) = (guards[*from].place, guards[*to].place);
        let pieces = [Piece::quote(gained.as_str()), Piece::name(was), Piece::name(is)];
        found.push(
            Change::new("guard-moved", is, was, lost.as_str(), gained.as_str())
                .say("the guard {} moved from {} to {}", &pieces)
                .old_at(lost.span, lost.as_str())
                .new_at(gained.span, gained.as_str()),
        );
    }
    found
}

/// What is said of a guard that has moved nowhere.
fn left(guard: Guard) -> Option<Change> {
    let (place, ends) = (guard.place, guard.ends);
    let named = |text: &Text| [Piece::name(place), Piece::quote(text.as_str())];
    match (guard.lost, guard.gained) {
        (None, None) => None,
        (None, Some(gained)) => Some(
            Change::new("guard-added", place, "", "", gained.as_str())
                .say("the row {} is guarded now: {}", &named(&gained))
                .old_at(ends.old, "")
                .new_at(gained.span, gained.as_str()),
        ),
        (Some(lost), None) => Some(
            Change::new("guard-removed", place, "", lost.as_str(), "")
                .say("the row {} is no longer guarded by {}", &named(&lost))
                .old_at(lost.span, lost.as_str())
                .new_at(ends.new, ""),
        ),
        (lost, gained) => {
            let what = ("guard", "the guard of {}");
            text_of("guard-changed", what, place, lost.as_ref(), gained.as_ref(), ends)
        }
    }
}
