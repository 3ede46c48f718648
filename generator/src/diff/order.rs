//! Lists whose order means nothing to programs, in another order.

use std::collections::{HashMap, VecDeque};

use super::change::Change;
use super::facts::reordered;
use super::lists::is_reordered;
use super::pairing::{Pairing, arrow};
use crate::document::Text;

/// Adds what changed of the order of states, rows, forbidden pairs and pins.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let (old, new) = (pairing.old, pairing.new);
    let mut found = Vec::new();
    if is_reordered(&pairing.states.pairs) {
        let names = |lifecycle: &crate::lifecycle::Lifecycle| {
            lifecycle.states.iter().map(|state| state.name.clone()).collect::<Vec<_>>()
        };
        found.push(list("states", &names(old), &names(new)));
    }
    let rows: Vec<(usize, usize)> = pairing.groups.iter().map(|group| (group.old[0], group.new[0])).collect();
    if is_reordered(&sorted(rows)) {
        let names = |lifecycle: &crate::lifecycle::Lifecycle| {
            let row = |row: &crate::lifecycle::Row| Text::plain(arrow(lifecycle, row.from, row.to), row.span);
            lifecycle.rows.iter().map(row).collect::<Vec<_>>()
        };
        found.push(list("transitions", &names(old), &names(new)));
    }
    if is_reordered(&pairs(pairing)) {
        let names = |lifecycle: &crate::lifecycle::Lifecycle| {
            let pairs = lifecycle.forbidden.iter();
            let name = |pair: &crate::lifecycle::Forbidden| {
                Text::plain(arrow(lifecycle, Some(pair.from), Some(pair.to)), pair.span)
            };
            pairs.map(name).collect::<Vec<_>>()
        };
        found.push(list("invalid", &names(old), &names(new)));
    }
    let pins = |lifecycle: &crate::lifecycle::Lifecycle| {
        lifecycle.facts.source_sha.iter().map(|pin| pin.repository.clone()).collect::<Vec<_>>()
    };
    let (a, b) = (pins(old), pins(new));
    if super::lists::words(&a.iter().collect::<Vec<_>>(), &b.iter().collect::<Vec<_>>()).reordered {
        found.push(list("source_sha", &a, &b));
    }
    changes.extend(found.into_iter().map(|change| change.of(pairing.id())));
}

fn list(place: &str, old: &[Text], new: &[Text]) -> Change {
    reordered(place, &old.iter().collect::<Vec<_>>(), &new.iter().collect::<Vec<_>>())
}

fn sorted(mut pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    pairs.sort_unstable();
    pairs
}

/// The places of forbidden pairs that both revisions have, the first with the first where there are several.
fn pairs(pairing: &Pairing) -> Vec<(usize, usize)> {
    let mut places: HashMap<super::pairing::Ends, VecDeque<usize>> = HashMap::new();
    for (at, pair) in pairing.new.forbidden.iter().enumerate() {
        places.entry(pairing.new_pair(pair)).or_default().push_back(at);
    }
    let place = |(at, pair): (usize, &crate::lifecycle::Forbidden)| {
        Some((at, places.get_mut(&pairing.old_pair(pair))?.pop_front()?))
    };
    pairing.old.forbidden.iter().enumerate().filter_map(place).collect()
}
