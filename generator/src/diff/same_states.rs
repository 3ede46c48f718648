//! Which states of two revisions are the same: by name, by alias, by likeness.

use std::collections::{HashMap, HashSet};

use super::assign::settled;
use super::words::{Bag, folded, names_alike, percent};
use crate::lifecycle::{Lifecycle, Row, State};

/// The states of two revisions as one set.
#[derive(Debug)]
pub(super) struct States {
    /// The same state in both, by old place.
    pub pairs: Vec<(usize, usize)>,
    /// Old states whose names are aliases of another state now.
    pub merged: Vec<(usize, usize)>,
    /// New states whose names were aliases of another state.
    pub split: Vec<(usize, usize)>,
    /// What old states are counted as.
    pub old_class: Vec<usize>,
    /// What new states are counted as.
    pub new_class: Vec<usize>,
}

impl States {
    /// Old states that no new one continues.
    pub(super) fn removed(&self) -> Vec<usize> {
        let count = self.new_class.len();
        (0..self.old_class.len()).filter(|at| self.old_class[*at] >= count).collect()
    }

    /// New states that continue no old one.
    pub(super) fn added(&self) -> Vec<usize> {
        let continued: HashSet<usize> = self.pairs.iter().chain(&self.split).map(|(_, at)| *at).collect();
        (0..self.new_class.len()).filter(|at| !continued.contains(at)).collect()
    }
}

/// How alike two states must be, in percent, to be one that was renamed.
const ALIKE: i64 = 45;

/// How little alike states of one name must be, in percent, to be looked for under other names.
const STRANGE: i64 = 40;

/// How alike states must be in all but their names to be one although both names were there before.
const SURE: i64 = 80;

/// How many triggers and guards of a state must be the same, as all of its rows are, to know it by them alone.
const TOLD: i64 = 2;

pub(super) fn pair(old: &Lifecycle, new: &Lifecycle) -> States {
    let mut known =
        Known { old, new, to_new: vec![None; old.states.len()], to_old: vec![None; new.states.len()] };
    known.by_name();
    known.swapped();
    known.by_score(|old, new| {
        (has_alias(new, old) || has_alias(old, new))
            .then(|| names_alike(old.name.as_str(), new.name.as_str()))
    });
    let merged = known.merged();
    let split = known.split();
    known.by_likeness(&merged, &split);
    known.finish(merged, split)
}

/// Whether `state` may still be called as `other` is.
fn has_alias(state: &State, other: &State) -> bool {
    state.aliases.iter().any(|alias| alias.as_str() == other.name.as_str())
}

struct Known<'a> {
    old: &'a Lifecycle,
    new: &'a Lifecycle,
    to_new: Vec<Option<usize>>,
    to_old: Vec<Option<usize>>,
}

impl Known<'_> {
    fn take(&mut self, old: usize, new: usize) {
        self.to_new[old] = Some(new);
        self.to_old[new] = Some(old);
    }

    fn by_name(&mut self) {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (at, state) in self.new.states.iter().enumerate() {
            places.entry(state.name.as_str()).or_insert(at);
        }
        for (at, state) in self.old.states.iter().enumerate() {
            if let Some(place) = places.remove(state.name.as_str()) {
                self.take(at, place);
            }
        }
    }

    /// Parts states that only share a name, where what the old one was is now said under another name: two
    /// names that were swapped, or a name that moved on.
    fn swapped(&mut self) {
        let (before, after) = (faces(self.old), faces(self.new));
        let is_strange =
            |(old, new): &(usize, usize)| before[*old].said(&after[*new]).is_some_and(|it| it < STRANGE);
        let pairs = self.to_new.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)));
        let strange: Vec<(usize, usize)> = pairs.filter(is_strange).collect();
        if strange.is_empty() {
            return;
        }
        let (mut left, mut right) = self.alone();
        left.extend(strange.iter().map(|(old, _)| old));
        right.extend(strange.iter().map(|(_, new)| new));
        let score = |a: usize, b: usize| before[a].said(&after[b]).filter(|alike| *alike >= SURE);
        let found = self.settle(&left, &right, score);
        let known = |side: &[Option<usize>], at: usize| side[at].is_some();
        let parts = |(a, b): &(usize, usize)| known(&self.to_new, *a) || known(&self.to_old, *b);
        for (a, b) in found.into_iter().filter(parts).collect::<Vec<_>>() {
            if let Some(new) = self.to_new[a].take() {
                self.to_old[new] = self.to_old[new].filter(|old| *old != a);
            }
            if let Some(old) = self.to_old[b].take() {
                self.to_new[old] = self.to_new[old].filter(|new| *new != b);
            }
            self.take(a, b);
        }
    }

    fn alone(&self) -> (Vec<usize>, Vec<usize>) {
        let none = |of: &[Option<usize>]| (0..of.len()).filter(|at| of[*at].is_none()).collect();
        (none(&self.to_new), none(&self.to_old))
    }

    fn by_score(&mut self, score: impl Fn(&State, &State) -> Option<i64>) {
        let (left, right) = self.alone();
        self.settle(&left, &right, |a, b| score(&self.old.states[a], &self.new.states[b]))
            .into_iter()
            .for_each(|(a, b)| self.take(a, b));
    }

    fn settle(
        &self,
        left: &[usize],
        right: &[usize],
        score: impl Fn(usize, usize) -> Option<i64>,
    ) -> Vec<(usize, usize)> {
        let names = |of: &Lifecycle, at: &[usize]| {
            at.iter().map(|at| of.states[*at].name.value.clone()).collect::<Vec<_>>()
        };
        let pairs = settled(&names(self.old, left), &names(self.new, right), |a, b| score(left[a], right[b]));
        pairs.into_iter().map(|(a, b)| (left[a], right[b])).collect()
    }

    /// Old states without a counterpart whose name is an alias of a new state that has one.
    fn merged(&self) -> Vec<(usize, usize)> {
        let (left, _) = self.alone();
        let target = |old: usize| {
            let mut states = self.new.states.iter().enumerate();
            states.find(|(at, state)| self.to_old[*at].is_some() && has_alias(state, &self.old.states[old]))
        };
        left.into_iter().filter_map(|old| Some((old, target(old)?.0))).collect()
    }

    /// New states without a counterpart whose name was an alias of an old state that has one.
    fn split(&self) -> Vec<(usize, usize)> {
        let (_, right) = self.alone();
        let origin = |new: usize| {
            let mut states = self.old.states.iter().enumerate();
            states.find(|(at, state)| self.to_new[*at].is_some() && has_alias(state, &self.new.states[new]))
        };
        right.into_iter().filter_map(|new| Some((origin(new)?.0, new))).collect()
    }

    fn by_likeness(&mut self, merged: &[(usize, usize)], split: &[(usize, usize)]) {
        let (mut left, mut right) = self.alone();
        left.retain(|at| merged.iter().all(|(old, _)| old != at));
        right.retain(|at| split.iter().all(|(_, new)| new != at));
        if left.is_empty() || right.is_empty() {
            return;
        }
        let old_faces: HashMap<usize, Face> =
            left.iter().map(|at| (*at, Face::of(self.old, *at, &|state| self.to_new[state]))).collect();
        let same = |state: usize| self.to_old[state].map(|_| state);
        let new_faces: HashMap<usize, Face> =
            right.iter().map(|at| (*at, Face::of(self.new, *at, &same))).collect();
        let score =
            |a: usize, b: usize| Some(old_faces[&a].likeness(&new_faces[&b])).filter(|it| *it >= ALIKE);
        let pairs = self.settle(&left, &right, score);
        pairs.into_iter().for_each(|(a, b)| self.take(a, b));
    }

    fn finish(self, merged: Vec<(usize, usize)>, split: Vec<(usize, usize)>) -> States {
        let count = self.new.states.len();
        let class = |at: usize| self.to_new[at].unwrap_or(count + at);
        let mut old_class: Vec<usize> = (0..self.old.states.len()).map(class).collect();
        let mut new_class: Vec<usize> = (0..count).collect();
        for (old, new) in &merged {
            old_class[*old] = *new;
        }
        for (old, new) in &split {
            new_class[*new] = old_class[*old];
        }
        let pairs = self.to_new.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?)));
        States { pairs: pairs.collect(), merged, split, old_class, new_class }
    }
}

/// What a state can be known by where its name is another one.
struct Face<'a> {
    name: &'a str,
    meaning: Option<Bag>,
    /// Its rows: which way, to what state, by what trigger, under what guard.
    rows: Vec<String>,
    /// How many of them say more than where they lead.
    worded: usize,
    /// How many triggers and guards they have.
    texts: i64,
}

impl<'a> Face<'a> {
    /// The state at `at`; `same` gives what a neighbour is called where it is known.
    fn of(lifecycle: &'a Lifecycle, at: usize, same: &dyn Fn(usize) -> Option<usize>) -> Self {
        let state = &lifecycle.states[at];
        let end = |end: Option<usize>| match end {
            None => "*".to_owned(),
            Some(own) if own == at => "self".to_owned(),
            Some(other) => same(other).map_or_else(|| "?".to_owned(), |other| other.to_string()),
        };
        let text = |text: &Option<crate::document::Text>| text.as_ref().map(|text| folded(text.as_str()));
        let sign = |row: &Row| {
            format!("{} {} {:?} {:?}", end(row.from), end(row.to), text(&row.trigger_text), text(&row.guard))
        };
        let own = || lifecycle.rows.iter().filter(|row| row.from == Some(at) || row.to == Some(at));
        let mut rows: Vec<String> = own().map(sign).collect();
        rows.sort_unstable();
        let worded = own().filter(|row| row.trigger.is_some() || row.guard.is_some()).count();
        let texts = own().map(|row| i64::from(row.trigger.is_some()) + i64::from(row.guard.is_some())).sum();
        let meaning = state.meaning.as_ref().map(|meaning| Bag::of(meaning.as_str()));
        Self { name: state.name.as_str(), meaning, rows, worded, texts }
    }

    /// From 0 to 100. Meanings count most; rows count by how many say something.
    fn likeness(&self, other: &Self) -> i64 {
        let mut parts = self.parts(other);
        parts.push((3, names_alike(self.name, other.name)));
        // Among states that are alone, the same rows are the same state, whatever its name and meaning are now.
        let rows = if self.texts >= TOLD && self.rows == other.rows { ALIKE + self.texts.min(20) } else { 0 };
        mean(&parts).max(rows)
    }

    /// How alike two states are in all but their names; `None` where too little is said of either.
    fn said(&self, other: &Self) -> Option<i64> {
        let says = |face: &Self| face.worded > 0 || face.meaning.is_some();
        (says(self) && says(other)).then(|| mean(&self.parts(other)))
    }

    fn parts(&self, other: &Self) -> Vec<(i64, i64)> {
        let mut parts = Vec::new();
        match (&self.meaning, &other.meaning) {
            (Some(a), Some(b)) => parts.push((5, a.likeness(b))),
            (None, None) => {}
            _ => parts.push((1, 0)),
        }
        let rows = self.rows.len() + other.rows.len();
        if rows > 0 {
            let weight = (self.worded.max(other.worded) as i64 + 2).min(6);
            parts.push((weight, percent(2 * common(&self.rows, &other.rows), rows)));
        }
        parts
    }
}

/// The mean of percentages by their weights.
fn mean(parts: &[(i64, i64)]) -> i64 {
    let whole: i64 = parts.iter().map(|(weight, _)| weight).sum();
    parts.iter().map(|(weight, alike)| weight * alike).sum::<i64>() / whole.max(1)
}

/// What is said of every state, whatever its neighbours are called.
fn faces(lifecycle: &Lifecycle) -> Vec<Face<'_>> {
    (0..lifecycle.states.len()).map(|at| Face::of(lifecycle, at, &|_| None)).collect()
}

/// How many entries two sorted lists share.
fn common(a: &[String], b: &[String]) -> usize {
    let mut rest = b.iter().peekable();
    let mut count = 0;
    for entry in a {
        while rest.next_if(|other| *other < entry).is_some() {}
        count += usize::from(rest.next_if(|other| *other == entry).is_some());
    }
    count
}
