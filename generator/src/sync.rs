//! Compares artifacts with the disk and makes the disk agree: plan, then apply.

mod apply;
mod conflict;
mod diff;
mod header;
mod lock;
mod orphans;
mod plan;
mod stage;

pub use apply::apply;
pub use diff::unified;
pub use header::{Owner, origin, owner, stamp};
pub use lock::Lock;
pub use plan::{Change, Difference, Plan, Purpose, Searched, Status, compare, find_orphans, rewritten};
pub use stage::{Stage, is_temporary, write};
