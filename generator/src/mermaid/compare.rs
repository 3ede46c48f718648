//! Holds a diagram to the rows that it should show.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::Diagram;
use super::flow::{Flow, flows};
use super::pairing::{Pairing, pair};
use super::text::normal;

/// What a diagram should show: states by name, and an arrow for every row.
#[derive(Clone, Debug, Default)]
pub struct Rows<'a> {
    /// The names of the states.
    pub states: Vec<&'a str>,
    /// The arrows.
    pub arrows: Vec<RowArrow<'a>>,
}

/// One arrow that a diagram should show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowArrow<'a> {
    /// Where it starts, an index into [`Rows::states`]; none for `[*]`.
    pub from: Option<usize>,
    /// Where it ends, an index into [`Rows::states`]; none for `[*]`.
    pub to: Option<usize>,
    /// Its label, where the row states one.
    pub label: Option<&'a str>,
}

/// In what a diagram and its rows disagree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// States that the diagram lacks, into [`Rows::states`].
    pub missing_states: Vec<usize>,
    /// Arrows that the diagram lacks, into [`Rows::arrows`].
    pub missing_arrows: Vec<usize>,
    /// States that only the diagram has, into [`Diagram::states`].
    pub extra_states: Vec<usize>,
    /// Arrows that only the diagram has, into [`Diagram::arrows`].
    pub extra_arrows: Vec<usize>,
    /// Labels that differ: the diagram's arrow and the row's.
    pub labels: Vec<(usize, usize)>,
}

impl Comparison {
    /// Whether diagram and rows agree.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.missing_states.is_empty()
            && self.missing_arrows.is_empty()
            && self.labels.is_empty()
            && !self.has_extras()
    }

    /// Whether the diagram has what the rows have not.
    #[must_use]
    pub fn has_extras(&self) -> bool {
        !self.extra_states.is_empty() || !self.extra_arrows.is_empty()
    }
}

/// A comparison, and which states and arrows of the diagram are those of the rows.
pub(super) struct Matched {
    pub(super) comparison: Comparison,
    pub(super) pairing: Pairing,
    /// For each row's arrow one of the diagram's that shows it.
    pub(super) shown_by: Vec<Option<usize>>,
}

/// Compares `diagram` with `rows`.
///
/// States agree by name, else by id. An arrow without a label stands for all rows of its pair, one
/// with a label for one row; a row without a label agrees with any. `[*]` counts only where a row
/// starts or ends there. A composite state that no row names only groups its states, and an arrow
/// at it stands for those of its states' rows that there are. Choices, forks and joins are
/// transparent: what is written on their branches picks a parallel row if it is that row's label,
/// and is never a label that differs.
#[must_use]
pub fn compare(diagram: &Diagram, rows: &Rows) -> Comparison {
    matched(diagram, rows).comparison
}

/// The rows of one pair of ends, and the diagram's plain arrows between the two.
#[derive(Default)]
struct Pair {
    rows: Vec<usize>,
    labelled: Vec<usize>,
    unlabelled: Option<usize>,
}

type Ends = (Option<usize>, Option<usize>);

struct Matcher<'a> {
    diagram: &'a Diagram,
    rows: &'a Rows<'a>,
    pairs: BTreeMap<Ends, Pair>,
    shown_by: Vec<Option<usize>>,
    declared: HashSet<usize>,
    undeclared: HashSet<usize>,
    labels: Vec<(usize, usize)>,
}

/// As [`compare`], with what was matched.
pub(super) fn matched(diagram: &Diagram, rows: &Rows) -> Matched {
    let pairing = pair(diagram, rows);
    let shown_by = vec![None; rows.arrows.len()];
    let (pairs, declared, undeclared) = (BTreeMap::new(), HashSet::new(), HashSet::new());
    let mut matcher = Matcher { diagram, rows, pairs, shown_by, declared, undeclared, labels: Vec::new() };
    for (row, arrow) in rows.arrows.iter().enumerate() {
        matcher.pairs.entry((arrow.from, arrow.to)).or_default().rows.push(row);
    }
    let (plain, loose): (Vec<Flow>, Vec<Flow>) =
        flows(diagram, rows, &pairing).into_iter().partition(Flow::is_plain);
    plain.iter().for_each(|flow| matcher.plain(flow));
    let unlabelled: Vec<&Flow> = loose.iter().filter(|flow| !matcher.picks(flow)).collect();
    matcher.labels();
    unlabelled.into_iter().for_each(|flow| matcher.loose(flow));
    matcher.finish(pairing)
}

impl Matcher<'_> {
    fn row_label(&self, row: usize) -> String {
        normal(self.rows.arrows[row].label.unwrap_or_default())
    }

    fn arrow_label(&self, arrow: usize) -> String {
        normal(self.diagram.arrows[arrow].label.as_deref().unwrap_or_default())
    }

    /// Puts the arrow with the pair that it connects.
    fn plain(&mut self, flow: &Flow) {
        let arrow = flow.arrows[0];
        let pair = flow.pairs.first().and_then(|ends| self.pairs.get_mut(ends));
        let Some(pair) = pair else {
            self.undeclared.insert(arrow);
            return;
        };
        if self.diagram.arrows[arrow].label.is_some() {
            pair.labelled.push(arrow);
        } else {
            pair.unlabelled.get_or_insert(arrow);
        }
    }

    /// A way through pseudo states that bears the label of one row stands for that row.
    fn picks(&mut self, flow: &Flow) -> bool {
        let mut any = false;
        for ends in &flow.pairs {
            let Some(pair) = self.pairs.get(ends) else { continue };
            let is_it = |row: &&usize| flow.labels.contains(&self.row_label(**row));
            if let Some(row) = pair.rows.iter().find(is_it) {
                self.shown_by[*row].get_or_insert(flow.arrows[0]);
                self.declared.extend(&flow.arrows);
                any = true;
            }
        }
        any
    }

    /// Finds the row of every labelled arrow.
    fn labels(&mut self) {
        for (_, pair) in std::mem::take(&mut self.pairs) {
            let arrows = self.equal_labels(&pair);
            let rows: Vec<usize> =
                pair.rows.iter().copied().filter(|row| self.shown_by[*row].is_none()).collect();
            let (stated, silent): (Vec<usize>, Vec<usize>) =
                rows.into_iter().partition(|row| !self.row_label(*row).is_empty());
            let taken = silent.len().min(arrows.len());
            let (rest, any) = arrows.split_at(arrows.len() - taken);
            any.iter().zip(&silent).for_each(|(arrow, row)| self.shown_by[*row] = Some(*arrow));
            if rest.len() == stated.len() {
                for (arrow, row) in rest.iter().zip(&stated) {
                    self.shown_by[*row] = Some(*arrow);
                    self.labels.push((*arrow, *row));
                }
            } else {
                self.undeclared.extend(rest);
            }
            for row in pair.rows.iter().filter(|_| pair.unlabelled.is_some()) {
                self.shown_by[*row] = self.shown_by[*row].or(pair.unlabelled);
            }
            let ends = self.rows.arrows[pair.rows[0]];
            self.pairs.insert((ends.from, ends.to), Pair { rows: pair.rows, ..Pair::default() });
        }
    }

    /// Matches the arrows whose label a row of the pair has, and returns the others.
    fn equal_labels(&mut self, pair: &Pair) -> Vec<usize> {
        if pair.labelled.is_empty() {
            return Vec::new();
        }
        let mut by_label: HashMap<String, VecDeque<usize>> = HashMap::new();
        for row in pair.rows.iter().filter(|row| self.shown_by[**row].is_none()) {
            by_label.entry(self.row_label(*row)).or_default().push_back(*row);
        }
        let mut others = Vec::new();
        for arrow in &pair.labelled {
            match by_label.get_mut(&self.arrow_label(*arrow)).and_then(VecDeque::pop_front) {
                Some(row) => self.shown_by[row] = Some(*arrow),
                None => others.push(*arrow),
            }
        }
        others
    }

    /// A way that bears no row's label stands for every row of its pairs.
    fn loose(&mut self, flow: &Flow) {
        let mut any = false;
        for ends in &flow.pairs {
            for row in self.pairs.get(ends).iter().flat_map(|pair| &pair.rows) {
                self.shown_by[*row].get_or_insert(flow.arrows[0]);
                any = true;
            }
        }
        if any { self.declared.extend(&flow.arrows) } else { self.undeclared.extend(&flow.arrows) }
    }

    fn finish(self, pairing: Pairing) -> Matched {
        let mut extra_arrows: Vec<usize> = self.undeclared.difference(&self.declared).copied().collect();
        extra_arrows.sort_unstable();
        let mut labels = self.labels;
        labels.sort_unstable();
        let missing = self.shown_by.iter().enumerate().filter(|(_, shown)| shown.is_none());
        let comparison = Comparison {
            missing_states: pairing.missing(),
            missing_arrows: missing.map(|(row, _)| row).collect(),
            extra_states: pairing.extra(self.diagram),
            extra_arrows,
            labels,
        };
        Matched { comparison, pairing, shown_by: self.shown_by }
    }
}
