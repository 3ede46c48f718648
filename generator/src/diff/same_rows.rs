//! Which rows of two revisions are the same, whatever their order and whichever of their words changed.

use std::collections::{HashMap, HashSet};

use super::assign::settled;
use super::pairing::{Ends, Pairing};
use super::words::{Bag, folded, percent};
use crate::emit::view;
use crate::lifecycle::{Lifecycle, Row};

/// Rows that are the same: one of each revision, or several of one that are one in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub old: Vec<usize>,
    pub new: Vec<usize>,
    /// Whether the rows say the same in every word, whatever their states are called.
    pub same: bool,
}

/// How alike rows must be, in percent, to be the same although an end is another one.
const ALIKE: i64 = 60;

/// Finds the groups, and what is left of both revisions.
pub(super) fn pair(pairing: &mut Pairing) {
    let old: Vec<Profile> =
        pairing.old.rows.iter().map(|row| Profile::of(row, pairing.old_ends(row), pairing.old)).collect();
    let new: Vec<Profile> =
        pairing.new.rows.iter().map(|row| Profile::of(row, pairing.new_ends(row), pairing.new)).collect();
    let mut pairs = equal(&old, &new);
    let same: HashSet<usize> = pairs.iter().map(|(a, _)| *a).collect();
    let (left, right) = alone(&pairs, old.len(), new.len());
    let names = |of: &[Profile], at: &[usize]| at.iter().map(|at| of[*at].name.clone()).collect::<Vec<_>>();
    let score = |a: usize, b: usize| old[left[a]].score(&new[right[b]]);
    let found = settled(&names(&old, &left), &names(&new, &right), score);
    pairs.extend(found.into_iter().map(|(a, b)| (left[a], right[b])));
    pairs.sort_unstable();
    let (removed, added) = alone(&pairs, old.len(), new.len());
    let joins = joined(&removed, &added, &pairs, &old, &new);
    let swapped: Vec<(usize, usize)> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
    let splits = joined(&added, &removed, &swapped, &new, &old);
    let group = |(a, b): &(usize, usize)| Group { old: vec![*a], new: vec![*b], same: same.contains(a) };
    pairing.groups = pairs.iter().map(group).collect();
    for (row, at) in &joins {
        pairing.groups[*at].old.push(*row);
        pairing.groups[*at].same = false;
    }
    for (row, at) in &splits {
        pairing.groups[*at].new.push(*row);
        pairing.groups[*at].same = false;
    }
    for group in &mut pairing.groups {
        group.old.sort_unstable();
        group.new.sort_unstable();
    }
    pairing.removed = removed.into_iter().filter(|row| joins.iter().all(|(join, _)| join != row)).collect();
    pairing.added = added.into_iter().filter(|row| splits.iter().all(|(split, _)| split != row)).collect();
}

/// What a row is known by.
struct Profile {
    ends: Ends,
    /// All that it says but for its ends.
    words: String,
    /// All that it says, for telling rows apart.
    name: String,
    pin: Option<String>,
    trigger_key: String,
    trigger: Bag,
    guard: Bag,
    effects: Bag,
    actor: Bag,
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
            trigger_key: row.trigger_text.as_ref().map(|text| folded(text.as_str())).unwrap_or_default(),
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
            (true, true) => 100,
            (true, false) | (false, true) if alike >= ALIKE || pinned => 40,
            (false, false) if pinned => 0,
            _ => return None,
        };
        Some(5 * ends + 5 * alike + i64::from(pinned) * 200)
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

fn alone(pairs: &[(usize, usize)], old: usize, new: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut has_old, mut has_new) = (vec![false; old], vec![false; new]);
    for (a, b) in pairs {
        (has_old[*a], has_new[*b]) = (true, true);
    }
    let none = |has: Vec<bool>| (0..has.len()).filter(|at| !has[*at]).collect();
    (none(has_old), none(has_new))
}

/// Rows of `extra` (of `old`) that have become part of the new row of one of `pairs`, with the pair's place.
fn joined(
    extra: &[usize],
    others: &[usize],
    pairs: &[(usize, usize)],
    old: &[Profile],
    new: &[Profile],
) -> Vec<(usize, usize)> {
    let is_here = |ends: Ends| others.iter().any(|at| new[*at].ends == ends);
    let target = |row: usize| {
        let ends = old[row].ends;
        let here =
            pairs.iter().enumerate().filter(|(_, (a, b))| old[*a].ends == ends && new[*b].ends == ends);
        let left = new.iter().filter(|profile| profile.ends == ends).count();
        let judged = here.filter_map(|(at, (a, b))| {
            let all = old.iter().filter(|profile| profile.ends == ends);
            let fresh =
                left == 1 && all.clone().all(|profile| profile.trigger.likeness(&new[*b].trigger) < ALIKE);
            Some((evidence(&old[row], &old[*a], &new[*b], fresh)?, &new[*b].name, at))
        });
        judged.max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1))).map(|(.., at)| at)
    };
    let rows = extra.iter().filter(|row| !is_here(old[**row].ends));
    rows.filter_map(|row| Some((*row, target(*row)?))).collect()
}

/// How much speaks for `extra` having become a part of `joint`, which `own` is anyway: what `extra` says
/// beyond `own` is now said by `joint`, or `joint` says something that neither said.
fn evidence(extra: &Profile, own: &Profile, joint: &Profile, fresh: bool) -> Option<i64> {
    if fresh {
        return Some(50);
    }
    let parts = [
        (&extra.trigger, &own.trigger, &joint.trigger),
        (&extra.guard, &own.guard, &joint.guard),
        (&extra.effects, &own.effects, &joint.effects),
    ];
    let beyond = parts.iter().map(|(extra, own, joint)| (extra.without(own), joint.without(own)));
    let (said, gained) = beyond.into_iter().find(|(said, _)| !said.is_empty())?;
    let share = percent(said.common(&gained), said.len());
    let dropped = extra.trigger_key != own.trigger_key && joint.trigger.is_empty();
    (share >= 50 || dropped).then_some(share)
}
