//! Guards: added, changed, removed, and moved from one row to another.

use super::change::Change;
use super::facts::{self, Ends};
use super::groups::Joined;
use super::rows::is_explained;
use super::same_rows::Group;
use super::sentence::Piece;
use super::states::text_of;
use super::words::folded;
use crate::document::Text;

/// What changed of the guard of each group of rows.
struct Guard<'a> {
    rows: (&'a Joined<'a>, &'a Joined<'a>),
    /// The guard that it had and has no more.
    lost: Option<Text>,
    /// The guard that it has now.
    gained: Option<Text>,
}

/// What changed of the guards of rows that both revisions have.
pub(super) fn changes(groups: &[(&Joined, &Joined)]) -> Vec<Change> {
    let mut found = Vec::new();
    let mut guards: Vec<Guard> = Vec::new();
    for (old, new) in groups {
        let (was, is) = (old.text(|row| row.guard.as_ref()), new.text(|row| row.guard.as_ref()));
        let sides = Group { old: vec![0; old.rows.len()], new: vec![0; new.rows.len()], same: false };
        let same = was.as_ref().map(Text::as_str) == is.as_ref().map(Text::as_str);
        if same || is_explained(&sides, was.as_ref(), is.as_ref()) {
            continue;
        }
        match facts::respelled(&new.place, "guard", was.as_ref(), is.as_ref()) {
            Some(change) => found.push(change),
            None => guards.push(Guard { rows: (old, new), lost: was, gained: is }),
        }
    }
    found.extend(moved(&mut guards));
    found.extend(guards.into_iter().filter_map(left));
    found
}

/// Takes out what one row lost and another gained.
fn moved(guards: &mut [Guard]) -> Vec<Change> {
    let mut order: Vec<usize> = (0..guards.len()).collect();
    let key = |guard: &Guard| (guard.rows.1.place.clone(), guard.rows.0.place.clone());
    order.sort_by_key(|at| key(&guards[*at]));
    let mut found = Vec::new();
    for from in &order {
        let Some(lost) = guards[*from].lost.clone() else { continue };
        let is_same = |guard: &Guard| {
            guard.gained.as_ref().is_some_and(|gained| folded(gained.as_str()) == folded(lost.as_str()))
        };
        let Some(to) = order.iter().find(|to| *to != from && is_same(&guards[**to])) else { continue };
        let Some(gained) = guards[*to].gained.take() else { continue };
        guards[*from].lost = None;
        let (was, is) = (&guards[*from].rows.1.place, &guards[*to].rows.1.place);
        let pieces = [Piece::quote(gained.as_str()), Piece::name(was), Piece::name(is)];
        found.push(
            Change::new("guard-moved", is.as_str(), was, lost.as_str(), gained.as_str())
                .say("the guard {} moved from {} to {}", &pieces)
                .old_at(lost.span, lost.as_str())
                .new_at(gained.span, gained.as_str()),
        );
    }
    found
}

/// What is said of a guard that has moved nowhere.
fn left(guard: Guard) -> Option<Change> {
    let (old, new) = guard.rows;
    let place = new.place.as_str();
    let named = |text: &Text| [Piece::name(place), Piece::quote(text.as_str())];
    match (guard.lost, guard.gained) {
        (None, None) => None,
        (None, Some(gained)) => Some(
            Change::new("guard-added", place, "", "", gained.as_str())
                .say("the row {} is guarded now: {}", &named(&gained))
                .old_at(old.span, "")
                .new_at(gained.span, gained.as_str()),
        ),
        (Some(lost), None) => Some(
            Change::new("guard-removed", place, "", lost.as_str(), "")
                .say("the row {} is no longer guarded by {}", &named(&lost))
                .old_at(lost.span, lost.as_str())
                .new_at(new.span, ""),
        ),
        (lost, gained) => {
            let ends = Ends { old: old.span, new: new.span };
            text_of(
                "guard-changed",
                ("guard", "the guard of {}"),
                place,
                lost.as_ref(),
                gained.as_ref(),
                ends,
            )
        }
    }
}
