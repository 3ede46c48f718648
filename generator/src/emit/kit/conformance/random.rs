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

/// A walk of some steps: rows that leave the state for the most part, now and then any row.
pub(super) fn walk(document: &Document, shows: Shows, random: &mut Random) -> Vec<Step> {
    let Some(start) = random.pick(&document.starts()) else { return Vec::new() };
    let mut walk = vec![Step::create(start)];
    let mut state = match start {
        Start::Row(row) => document.rows[row].to,
        Start::In(state) => Some(state),
    };
    for _ in 0..4 + random.below(20) {
        let leaving: Vec<usize> = (0..document.rows.len())
            .filter(|row| state.is_some() && document.rows[*row].from == state)
            .collect();
        let any = random.one_in(4) || leaving.is_empty();
        let row = if any { random.below(document.rows.len()) } else { leaving[random.below(leaving.len())] };
        if document.rows.is_empty() || state.is_none() {
            break;
        }
        let (step, passes) = scripted(document, shows, row, random);
        let leaves = document.rows[row].from == state;
        if leaves && passes {
            state = document.rows[row].to;
        }
        walk.push(step);
    }
    walk
}

fn scripted(document: &Document, shows: Shows, row: usize, random: &mut Random) -> (Step, bool) {
    let meant = &document.rows[row];
    if meant.guarded && shows.guards != Guards::Unchecked && random.one_in(4) {
        return (Step::attempt(row).guard_refusing(), false);
    }
    let effects = meant.side_effects.len();
    if effects > 0 && shows.effects == Effects::CarriedOut && random.one_in(6) {
        return (Step::attempt(row).effect_failing(random.below(effects)), false);
    }
    if random.one_in(8) {
        return (Step::can(row), false);
    }
    (Step::attempt(row), true)
}
