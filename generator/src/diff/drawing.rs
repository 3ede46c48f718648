//! Two revisions as one picture: every state and row of either, and what became of it.

use std::collections::HashMap;

use super::change::Change;
use super::pairing::Pairing;
use crate::lifecycle::{Lifecycle, Row};
use crate::mermaid::{Edge, Fate, Node, flowchart};
use crate::source::Span;

/// The most arrows and characters that a picture may have to be drawn by everybody.
const MOST: (usize, usize) = (200, 20_000);

/// A Mermaid flowchart of both revisions; `None` where neither states nor rows changed, or where it would
/// be too large to be read.
#[must_use]
pub fn drawing(old: &Lifecycle, new: &Lifecycle, changes: &[Change]) -> Option<String> {
    let pairing = Pairing::new(old, new);
    let (nodes, place_old, place_new) = nodes(&pairing, changes);
    let mut edges = Vec::new();
    for group in &pairing.groups {
        let rows = group.new.iter().map(|at| &new.rows[*at]);
        let moved = {
            let (was, is) = (&old.rows[group.old[0]], &new.rows[group.new[0]]);
            pairing.old_ends(was) != pairing.new_ends(is)
        };
        let touched = group.old.len() != group.new.len()
            || group.old.iter().any(|at| is_touched(changes, old.rows[*at].span, false))
            || group.new.iter().any(|at| is_touched(changes, new.rows[*at].span, true));
        let fate = if touched || moved { Fate::Changed } else { Fate::Same };
        edges.extend(rows.map(|row| edge(row, &place_new, fate)));
        if moved {
            // Its words stand at the arrow that it is now.
            edges.push(Edge { label: None, ..edge(&old.rows[group.old[0]], &place_old, Fate::Removed) });
        }
    }
    edges.extend(pairing.removed.iter().map(|at| edge(&old.rows[*at], &place_old, Fate::Removed)));
    edges.extend(pairing.added.iter().map(|at| edge(&new.rows[*at], &place_new, Fate::Added)));
    let same =
        nodes.iter().all(|node| node.fate == Fate::Same) && edges.iter().all(|edge| edge.fate == Fate::Same);
    if same || edges.len() > MOST.0 {
        return None;
    }
    Some(flowchart(&nodes, &edges)).filter(|text| text.len() <= MOST.1)
}

/// Every state of the new revision, then those that are gone; and where the states of either are.
fn nodes<'a>(pairing: &Pairing<'a>, changes: &[Change]) -> (Vec<Node<'a>>, Vec<usize>, Vec<usize>) {
    let (old, new) = (&pairing.old.states, &pairing.new.states);
    let of_new: HashMap<usize, usize> = pairing.states.pairs.iter().map(|(a, b)| (*b, *a)).collect();
    let mut nodes: Vec<Node> = Vec::new();
    for (at, state) in new.iter().enumerate() {
        let mut names = vec![state.name.as_str()];
        let fate = match of_new.get(&at) {
            None => Fate::Added,
            Some(was) => {
                if old[*was].name.as_str() != state.name.as_str() {
                    names.insert(0, old[*was].name.as_str());
                }
                let touched = |change: &Change| {
                    change.kind.id != "order-changed" && change.place == state.name.as_str()
                };
                if changes.iter().any(touched) { Fate::Changed } else { Fate::Same }
            }
        };
        nodes.push(Node { names, fate });
    }
    let of_old: HashMap<usize, usize> = pairing.states.pairs.iter().copied().collect();
    let mut place_old = Vec::new();
    for (at, state) in old.iter().enumerate() {
        place_old.push(of_old.get(&at).copied().unwrap_or_else(|| {
            nodes.push(Node { names: vec![state.name.as_str()], fate: Fate::Removed });
            nodes.len() - 1
        }));
    }
    (nodes, place_old, (0..new.len()).collect())
}

/// Whether a change of a row's words stands inside it.
fn is_touched(changes: &[Change], row: Span, new: bool) -> bool {
    changes.iter().filter(|change| change.kind.id != "order-changed" && !change.kind.prose).any(|change| {
        let place = if new { change.new.as_ref() } else { change.old.as_ref() };
        place.is_some_and(|place| {
            place.span.file == row.file && row.start <= place.span.start && place.span.end <= row.end
        })
    })
}

fn edge<'a>(row: &'a Row, places: &[usize], fate: Fate) -> Edge<'a> {
    let end = |end: Option<usize>| end.map(|at| places[at]);
    let label = row.trigger_text.as_ref().map(|text| text.as_str());
    Edge { from: end(row.from), to: end(row.to), label, fate }
}
