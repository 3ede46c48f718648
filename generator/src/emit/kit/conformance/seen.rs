//! What a run of the suite has come across, for its report.

use std::collections::BTreeSet;

use super::{Rule, Start};

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// How many walks were carried out.
    pub walks: usize,
    /// How many steps.
    pub steps: usize,
    /// How often each check had something to look at, in the order of [`Rule::ALL`].
    pub examined: [usize; Rule::ALL.len()],
    /// The rows that were taken.
    pub rows: BTreeSet<usize>,
    /// The rows whose guards refused.
    pub denied: BTreeSet<usize>,
    /// The effects that failed, by row and number.
    pub failed: BTreeSet<(usize, usize)>,
    /// The cells of states and rows that were refused.
    pub cells: BTreeSet<(usize, usize)>,
    /// The pairs of states that were tried.
    pub pairs: BTreeSet<(usize, usize)>,
    /// The forbidden pairs whose reasons were quoted.
    pub reasons: BTreeSet<(usize, usize)>,
    /// The ways of beginning that were taken.
    pub starts: BTreeSet<Start>,
    /// The states and rows of which it was asked whether they go together.
    pub asked: BTreeSet<(usize, usize)>,
    /// The texts that were read back.
    pub loaded: BTreeSet<String>,
    /// The races that were run.
    pub races: BTreeSet<[usize; 2]>,
    /// The invariants that somebody looks at.
    pub invariants: BTreeSet<usize>,
    /// What the subject cannot do.
    pub lacks: BTreeSet<&'static str>,
}

impl Seen {
    pub(super) fn examine(&mut self, rule: Rule) {
        self.examined[rule as usize] += 1;
    }
}
