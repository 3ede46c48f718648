//! What everything truly comes to: what a process must arrive at however often it is interrupted.

use std::hash::{DefaultHasher, Hash, Hasher};

use reference::monthly::{Chunk, Run};
use reference::time::Month;

/// The month that ends while the processes run.
pub const MONTH: Month = Month::new(2026, 2);
fn number(of: impl Hash, below: i64) -> i64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    i64::try_from(hasher.finish() >> 1).unwrap_or(0) % below
}

/// What a chunk of a monthly run truly holds.
pub fn chunk(run: &Run, at: i64) -> Chunk {
    let of = (&run.workspace, &run.kind, run.period.0, at);
    Chunk { items: 1 + number(of, 100), amount: number((of, "amount"), 10_000) }
}

/// What a monthly run truly comes to.
pub fn total(run: &Run) -> Chunk {
    let add = |sum: Chunk, at| {
        let chunk = chunk(run, at);
        Chunk { items: sum.items + chunk.items, amount: sum.amount + chunk.amount }
    };
    (0..run.chunks).fold(Chunk::default(), add)
}

/// Whether a subject of a population is truly eligible.
pub fn is_eligible(population: &str, subject: i64) -> bool {
    number((population, subject), 3) == 0
}
