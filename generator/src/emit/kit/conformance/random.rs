//! Random walks, by construction and by a seed.

use super::{Document, Effects, Guards, Shows, Start, Step};

/// Numbers that a seed settles.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// Makes random walks of one document.
pub(super) struct Walker<'a> {
    document: &'a Document,
    shows: Shows,
    loads: bool,
    random: Random,
    /// Per row, whether a record can come back to the state that it leaves.
    returns: Vec<bool>,
}

impl<'a> Walker<'a> {
    pub(super) fn new(document: &'a Document, shows: Shows, loads: bool, seed: u64) -> Self {
        let chain = |from: Option<usize>, to: Option<usize>| document.chain(to?, from?);
        let returns = document.rows.iter().map(|row| chain(row.from, row.to).is_some()).collect();
        Self { document, shows, loads, random: Random::new(seed), returns }
    }

    /// A walk of some steps: rows that leave the state for the most part, those first from which there
    /// is a way back, so that the walk lives; now and then any row.
    pub(super) fn walk(&mut self) -> Vec<Step> {
        let Some((first, mut state)) = self.first() else { return Vec::new() };
        let mut walk = vec![first];
        for _ in 0..8 + self.random.below(24) {
            let Some(row) = state.and_then(|state| self.row(state)) else { break };
            let (step, passes) = self.scripted(row);
            if passes && self.document.rows[row].from == state {
                state = self.document.rows[row].to;
            }
            walk.push(step);
        }
        walk
    }

    /// How a walk begins: a record is begun, or one that may be in any state is read back.
    fn first(&mut self) -> Option<(Step, Option<usize>)> {
        if self.loads && self.random.one_in(3) {
            let state = self.random.below(self.document.states.len());
            return Some((Step::load(&self.document.states.get(state)?.name), Some(state)));
        }
        let start = self.random.pick(&self.document.starts())?;
        let state = match start {
            Start::Row(row) => self.document.rows[row].to,
            Start::In(state) => Some(state),
        };
        Some((Step::create(start), state))
    }

    fn row(&mut self, state: usize) -> Option<usize> {
        let all: Vec<usize> = (0..self.document.rows.len()).collect();
        let leaving: Vec<usize> =
            all.iter().copied().filter(|row| self.document.rows[*row].from == Some(state)).collect();
        let living: Vec<usize> = leaving.iter().copied().filter(|row| self.returns[*row]).collect();
        if self.random.one_in(5) || leaving.is_empty() {
            return self.random.pick(&all);
        }
        let lives = !living.is_empty() && !self.random.one_in(4);
        self.random.pick(if lives { &living } else { &leaving })
    }

    /// The step of a row, and whether the row is to be taken by it.
    fn scripted(&mut self, row: usize) -> (Step, bool) {
        let (meant, random) = (&self.document.rows[row], &mut self.random);
        if meant.guarded && self.shows.guards != Guards::Unchecked && random.one_in(6) {
            return (Step::attempt(row).guard_refusing(), false);
        }
        let effects = meant.side_effects.len();
        if effects > 0 && self.shows.effects == Effects::CarriedOut && random.one_in(8) {
            return (Step::attempt(row).effect_failing(random.below(effects)), false);
        }
        if random.one_in(10) {
            return (Step::can(row), false);
        }
        (Step::attempt(row), true)
    }
}
