//! The walks that are made by construction: every row, every cell, every pair.

use super::{Document, Effects, Guards, Shows, Start, Step};

/// The most cells of states with rows and with states that are all tried.
pub(super) const MOST: usize = 20_000;

/// The longest way that is walked where a record can be read back instead.
const LONGEST: usize = 8;

/// Every walk that the document calls for, for a subject that shows so much. `loads` where a record can
/// be put into any state by reading it back.
pub(super) fn cases(document: &Document, shows: Shows, loads: bool) -> Vec<Vec<Step>> {
    let cases = Cases { document, shows, ways: ways(document, loads) };
    let mut walks = cases.starts();
    for state in 0..document.states.len() {
        let Some(way) = &cases.ways[state] else { continue };
        walks.extend(cases.rows(state).into_iter().map(|steps| joined(way, &steps)));
        walks.extend(cases.cells(state).into_iter().map(|steps| joined(way, &steps)));
        walks.extend(cases.races(state).into_iter().map(|steps| joined(way, &steps)));
    }
    walks.extend(cases.removed());
    if loads {
        walks.extend(cases.texts());
    }
    walks
}

/// Per state, the shortest way to it.
pub(super) fn ways(document: &Document, loads: bool) -> Vec<Option<Vec<Step>>> {
    let load = |state: usize| loads.then(|| vec![Step::load(&document.states[state].name)]);
    let ways = document.ways().into_iter().enumerate();
    let short = |way: &Vec<Step>| !loads || way.len() <= LONGEST;
    ways.map(|(state, way)| way.filter(short).or_else(|| load(state))).collect()
}

struct Cases<'a> {
    document: &'a Document,
    shows: Shows,
    ways: Vec<Option<Vec<Step>>>,
}

fn joined(way: &[Step], steps: &[Step]) -> Vec<Step> {
    [way, steps].concat()
}

impl Cases<'_> {
    /// Beginning a record in every way, right and wrong.
    fn starts(&self) -> Vec<Vec<Step>> {
        let starts = self.document.starts();
        let mut walks = Vec::new();
        for start in &starts {
            let row = match start {
                Start::Row(row) => Some(*row),
                Start::In(_) => None,
            };
            walks.extend(self.variants(Step::create(*start), row));
        }
        let rows = (0..self.document.rows.len()).map(Start::Row);
        let rows = rows.filter(|start| !starts.contains(start));
        let states = (0..self.document.states.len()).filter(|state| !self.document.states[*state].initial);
        walks.extend(rows.chain(states.map(Start::In)).map(|start| vec![Step::create(start)]));
        walks
    }

    /// A step as it is, and after its guard refused or one of its effects failed.
    fn variants(&self, step: Step, row: Option<usize>) -> Vec<Vec<Step>> {
        let mut walks = vec![vec![step.clone()]];
        let Some(row) = row.map(|row| &self.document.rows[row]) else { return walks };
        if row.guarded && self.shows.guards != Guards::Unchecked {
            walks.push(vec![step.clone().guard_refusing(), step.clone()]);
        }
        if self.shows.effects == Effects::CarriedOut {
            let failing = |effect| vec![step.clone().effect_failing(effect), step.clone()];
            walks.extend((0..row.side_effects.len()).map(failing));
        }
        walks
    }

    /// Every row that leaves a state, and once more where it can be come by again.
    fn rows(&self, state: usize) -> Vec<Vec<Step>> {
        let mut walks = Vec::new();
        for (at, row) in self.document.rows.iter().enumerate().filter(|(_, row)| row.from == Some(state)) {
            let guarded = row.guarded && self.shows.guards != Guards::Unchecked;
            walks.extend(self.variants(Step::attempt(at), Some(at)));
            walks.push(vec![Step::can(at), Step::attempt(at)]);
            walks.extend(guarded.then(|| vec![Step::can(at).guard_refusing(), Step::attempt(at)]));
            if let Some(back) = row.to.and_then(|to| self.document.chain(to, state)) {
                let back = back.into_iter().map(Step::attempt);
                walks.push([Step::attempt(at)].into_iter().chain(back).chain([Step::attempt(at)]).collect());
            }
        }
        walks
    }

    /// Every row that does not leave a state, every other state entered from it, and a row afterwards.
    fn cells(&self, state: usize) -> Vec<Vec<Step>> {
        let rows = &self.document.rows;
        let next = (0..rows.len()).find(|row| rows[*row].from == Some(state)).map(Step::attempt);
        let other = (0..rows.len()).filter(|row| rows[*row].from != Some(state));
        let other = other.filter(|row| self.is_tried(state, *row, rows[*row].to));
        let mut walks: Vec<Vec<Step>> = other.map(|row| vec![Step::can(row), Step::attempt(row)]).collect();
        for target in (0..self.document.states.len()).filter(|to| self.is_tried(state, *to, Some(*to))) {
            walks.push(vec![Step::attempt_to(target)]);
            let guarded = |row: usize| rows[row].guarded && self.shows.guards != Guards::Unchecked;
            if let [row] = self.document.leading(Some(state), target)[..]
                && guarded(row)
            {
                walks.push(vec![Step::attempt_to(target).guard_refusing(), Step::attempt_to(target)]);
            }
        }
        let refused = walks.iter().filter(|walk| walk.iter().any(|step| matches!(step, Step::Attempt(..))));
        let all: Vec<Step> = refused.flatten().cloned().chain(next).collect();
        walks.push(all);
        walks
    }

    /// Whether a cell is among those tried: all of them, but for large documents, where it is every so
    /// many and those that are forbidden.
    fn is_tried(&self, state: usize, column: usize, to: Option<usize>) -> bool {
        let share = self.document.cells().div_ceil(MOST).max(1);
        (state + column).is_multiple_of(share) || self.document.forbids(Some(state), to).is_some()
    }

    /// Two callers for every two rows of which only one can be taken.
    fn races(&self, state: usize) -> Vec<Vec<Step>> {
        let rows = &self.document.rows;
        let leaving: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].from == Some(state)).collect();
        let closes = |first: usize, second: usize| {
            rows[first].to != Some(state)
                && self.document.candidates(rows[first].to, second, self.shows.by).is_empty()
                && self.document.candidates(Some(state), first, self.shows.by) == [first]
        };
        let pairs = leaving.iter().flat_map(|first| leaving.iter().map(move |second| [*first, *second]));
        let pairs = pairs.filter(|[first, second]| first <= second);
        pairs.filter(|[a, b]| closes(*a, *b) && closes(*b, *a)).map(|pair| vec![Step::race(pair)]).collect()
    }

    /// Every row on a record that was removed.
    fn removed(&self) -> Vec<Vec<Step>> {
        let rows = &self.document.rows;
        let mut walks = Vec::new();
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.to.is_none()) {
            let Some(way) = row.from.and_then(|from| self.ways[from].as_ref()) else { continue };
            let again = |other| joined(way, &[Step::attempt(at), Step::attempt(other)]);
            walks.extend((0..rows.len()).map(again));
        }
        walks
    }

    /// Reading back every name and alias, each with all that is tried of a record that got there by rows,
    /// and what is neither.
    fn texts(&self) -> Vec<Vec<Step>> {
        let mut walks = Vec::new();
        for (at, state) in self.document.states.iter().enumerate() {
            for text in [&state.name].into_iter().chain(&state.aliases) {
                let load = [Step::load(text)];
                walks.push(load.to_vec());
                let tried = self.rows(at).into_iter().chain(self.cells(at)).chain(self.races(at));
                walks.extend(tried.map(|steps| joined(&load, &steps)));
            }
            let near = [format!("{}x", state.name), state.name.to_uppercase(), format!("{} ", state.name)];
            let far = ["".to_owned(), "no such state".to_owned()];
            let unknown = near.into_iter().chain(far).filter(|text| self.document.read(text).is_none());
            walks.extend(unknown.map(|text| vec![Step::load(&text)]));
        }
        walks
    }
}
