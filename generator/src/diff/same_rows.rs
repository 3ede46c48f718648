//! Which rows of two revisions are the same, whatever their order and whichever of their words changed.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::assign::settled;
use super::joins;
use super::pairing::{Ends, Pairing};
use super::words::Bag;
use crate::emit::view;
use crate::lifecycle::{Lifecycle, Row, trigger_key};

/// Rows that are the same: one of each revision, or several of one that are one in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub old: Vec<usize>,
    pub new: Vec<usize>,
    /// Whether the rows say the same in every word, whatever their states are called.
    pub same: bool,
}

/// How alike rows must be, in percent, to be the same although an end is another one.
pub(super) const ALIKE: i64 = 60;

/// What equal ends count: more than all that words can say of all rows that are compared.
const SAME_ENDS: i64 = 200_000;

/// Finds the groups, and what is left of both revisions: first rows that say the same, then those of the same ends and
/// trigger, then rows that exchanged ends, then rows that were merged or split by their words, then rows of the same ends, and at last rows
/// that lead elsewhere.
pub(super) fn pair(pairing: &mut Pairing) {
    let old: Vec<Profile> =
        pairing.old.rows.iter().map(|row| Profile::of(row, pairing.old_ends(row), pairing.old)).collect();
    let new: Vec<Profile> =
        pairing.new.rows.iter().map(|row| Profile::of(row, pairing.new_ends(row), pairing.new)).collect();
    let mut pairs = equal(&old, &new);
    let same: HashSet<usize> = pairs.iter().map(|(a, _)| *a).collect();
    of_one_trigger(&mut pairs, &old, &new);
    exchanged(&mut pairs, &old, &new, |ends| ends.0);
    exchanged(&mut pairs, &old, &new, |ends| ends.1);
    let several = joins::find(&pairs, &same, &old, &new);
    pairs.retain(|(a, _)| several.iter().all(|group| !group.old.contains(a)));
    let (left, right) = alone(&pairs, &several, old.len(), new.len());
    pairs.extend(alike(&left, &right, &old, &new));
    pairs.sort_unstable();
    let (removed, added) = alone(&pairs, &several, old.len(), new.len());
    let joins = joins::more(&removed, &added, &pairs, &old, &new);
    let swapped: Vec<(usize, usize)> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
    let splits = joins::more(&added, &removed, &swapped, &new, &old);
    let group = |(a, b): &(usize, usize)| Group { old: vec![*a], new: vec![*b], same: same.contains(a) };
    let mut groups: Vec<Group> = pairs.iter().map(group).collect();
    for (row, at) in &joins {
        groups[*at].old.push(*row);
        groups[*at].same = false;
    }
    for (row, at) in &splits {
        groups[*at].new.push(*row);
        groups[*at].same = false;
    }
    groups.extend(several);
    for group in &mut groups {
        group.old.sort_unstable();
        group.new.sort_unstable();
    }
    groups.sort_by_key(|group| group.old[0]);
    pairing.groups = groups;
    pairing.removed = removed.into_iter().filter(|row| joins.iter().all(|(join, _)| join != row)).collect();
    pairing.added = added.into_iter().filter(|row| splits.iter().all(|(split, _)| split != row)).collect();
}

/// What a row is known by.
pub(super) struct Profile {
    pub ends: Ends,
    /// All that it says but for its ends.
    words: String,
    /// All that it says, for telling rows apart.
    pub name: String,
    pin: Option<String>,
    pub trigger_key: String,
    pub trigger: Bag,
    pub guard: Bag,
    pub effects: Bag,
    pub actor: Bag,
    source: Bag,
}

impl Profile {
    fn of(row: &Row, ends: Ends, lifecycle: &Lifecycle) -> Self {
        let text = |text: &Option<crate::document::Text>| text.as_ref().map(|text| text.value.clone());
        let bag = |text: &Option<crate::document::Text>| Bag::of_all(text.iter());
        let state = |end: Option<usize>| end.map(|state| lifecycle.states[state].name.as_str());
        let effects: Vec<&str> = row.side_effects.iter().map(|effect| effect.as_str()).collect();
        let own: Vec<String> = row
            .extensions
            .iter()
            .map(|own| format!("{} {}", own.key.value, view::json(&own.value.value)))
            .collect();
        let words = [&row.trigger_text, &row.guard, &row.actor, &row.provenance, &row.source].map(text);
        let words = serde_json::json!([words, effects, own]).to_string();
        Self {
            ends,
            name: serde_json::json!([state(row.from), state(row.to), words]).to_string(),
            words,
            pin: row.pinned.then(|| row.variant.clone()),
            trigger_key: row.trigger_text.as_ref().map(|text| trigger_key(text.as_str())).unwrap_or_default(),
            trigger: bag(&row.trigger_text),
            guard: bag(&row.guard),
            effects: Bag::of_all(&row.side_effects),
            actor: bag(&row.actor),
            source: bag(&row.source),
        }
    }

    /// How much speaks for two rows being the same; `None` where they cannot be.
    fn score(&self, other: &Self) -> Option<i64> {
        let (from, to) = (self.ends.0 == other.ends.0, self.ends.1 == other.ends.1);
        let pinned = self.pin.is_some() && self.pin == other.pin;
        let alike = self.likeness(other).unwrap_or(if from { ALIKE } else { 0 });
        let ends = match (from, to) {
            (true, true) => SAME_ENDS,
            (true, false) | (false, true) if pinned || alike >= ALIKE && self.is_known_by(other) => 200,
            (false, false) if pinned => 0,
            _ => return None,
        };
        Some(ends + 5 * alike + i64::from(pinned) * 200)
    }

    /// Whether it has a trigger and says something else.
    fn is_told(&self) -> bool {
        let more = [&self.guard, &self.effects, &self.actor, &self.source];
        !self.trigger.is_empty() && more.iter().any(|text| !text.is_empty())
    }

    /// Whether more than one guard or one actor could tell that two rows are one: many rows have the same.
    fn is_known_by(&self, other: &Self) -> bool {
        let says = |of: fn(&Self) -> &Bag| !of(self).is_empty() || !of(other).is_empty();
        let weak = [says(|row| &row.guard), says(|row| &row.actor)];
        let strong = says(|row| &row.trigger) || says(|row| &row.effects) || says(|row| &row.source);
        strong || weak[0] == weak[1]
    }

    /// How alike the words of two rows are, in percent; `None` where neither has any.
    fn likeness(&self, other: &Self) -> Option<i64> {
        let parts = [
            (4, &self.trigger, &other.trigger),
            (2, &self.guard, &other.guard),
            (2, &self.effects, &other.effects),
            (1, &self.actor, &other.actor),
            (2, &self.source, &other.source),
        ];
        let said: Vec<_> = parts.iter().filter(|(_, a, b)| !a.is_empty() || !b.is_empty()).collect();
        let whole: i64 = said.iter().map(|(weight, ..)| weight).sum();
        let sum: i64 = said.iter().map(|(weight, a, b)| weight * a.likeness(b)).sum();
        (whole > 0).then(|| sum / whole)
    }
}

/// Rows that say the same between the same states.
fn equal<'a>(old: &'a [Profile], new: &'a [Profile]) -> Vec<(usize, usize)> {
    let mut places: HashMap<(Ends, &'a str), Vec<usize>> = HashMap::new();
    for (at, profile) in new.iter().enumerate().rev() {
        places.entry((profile.ends, profile.words.as_str())).or_default().push(at);
    }
    let place =
        |(at, row): (usize, &'a Profile)| Some((at, places.get_mut(&(row.ends, row.words.as_str()))?.pop()?));
    old.iter().enumerate().filter_map(place).collect()
}

/// Adds the pairs of rows that are left and have the same ends and the same trigger, or none; of several those
/// that are most alike.
fn of_one_trigger(pairs: &mut Vec<(usize, usize)>, old: &[Profile], new: &[Profile]) {
    let (left, right) = alone(pairs, &[], old.len(), new.len());
    let mut sides: BTreeMap<(Ends, &str), [Vec<usize>; 2]> = BTreeMap::new();
    for (side, rows, of) in [(0, left, old), (1, right, new)] {
        for at in rows {
            sides.entry((of[at].ends, of[at].trigger_key.as_str())).or_default()[side].push(at);
        }
    }
    pairs.extend(sides.values().flat_map(|[left, right]| alike(left, right, old, new)));
}

/// Adds rows of one `side` that exchanged their other ends and kept all of their words: a trigger, and more.
fn exchanged(
    pairs: &mut Vec<(usize, usize)>,
    old: &[Profile],
    new: &[Profile],
    side: fn(Ends) -> Option<usize>,
) {
    let (left, right) = alone(pairs, &[], old.len(), new.len());
    let mut sides: BTreeMap<Option<usize>, [Vec<usize>; 2]> = BTreeMap::new();
    left.into_iter().for_each(|at| sides.entry(side(old[at].ends)).or_default()[0].push(at));
    right.into_iter().for_each(|at| sides.entry(side(new[at].ends)).or_default()[1].push(at));
    for [left, right] in sides.values() {
        let ends = |of: &[Profile], rows: &[usize]| {
            let mut ends: Vec<Ends> = rows.iter().map(|at| of[*at].ends).collect();
            ends.sort_unstable();
            ends
        };
        let told: BTreeMap<&str, usize> =
            right.iter().filter(|at| new[**at].is_told()).map(|at| (new[*at].words.as_str(), *at)).collect();
        let found: Vec<(usize, usize)> =
            left.iter().filter_map(|at| Some((*at, *told.get(old[*at].words.as_str())?))).collect();
        let all = found.iter().map(|(_, at)| at).collect::<HashSet<_>>().len();
        if all == left.len() && all == right.len() && ends(old, left) == ends(new, right) {
            pairs.extend(found);
        }
    }
}

/// The pairs of rows for which most speaks.
fn alike(left: &[usize], right: &[usize], old: &[Profile], new: &[Profile]) -> Vec<(usize, usize)> {
    let names = |of: &[Profile], at: &[usize]| at.iter().map(|at| of[*at].name.clone()).collect::<Vec<_>>();
    let score = |a: usize, b: usize| old[left[a]].score(&new[right[b]]);
    let found = settled(&names(old, left), &names(new, right), score);
    found.into_iter().map(|(a, b)| (left[a], right[b])).collect()
}

/// The rows of both sides that are in none of `pairs` and of `several`.
pub(super) fn alone(
    pairs: &[(usize, usize)],
    several: &[Group],
    old: usize,
    new: usize,
) -> (Vec<usize>, Vec<usize>) {
    let (mut has_old, mut has_new) = (vec![false; old], vec![false; new]);
    for (a, b) in pairs {
        (has_old[*a], has_new[*b]) = (true, true);
    }
    for group in several {
        group.old.iter().for_each(|at| has_old[*at] = true);
        group.new.iter().for_each(|at| has_new[*at] = true);
    }
    let none = |has: Vec<bool>| (0..has.len()).filter(|at| !has[*at]).collect();
    (none(has_old), none(has_new))
}
