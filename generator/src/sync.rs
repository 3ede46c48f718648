//! Compares artifacts with the disk and makes the disk agree: plan, then apply.

mod apply;
mod diff;
mod header;
mod plan;

pub use apply::{apply, write};
pub use diff::unified;
pub use header::{Owner, origin, owner, stamp};
pub use plan::{Change, Plan, Status, plan};
