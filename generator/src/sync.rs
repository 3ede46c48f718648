//! Compares artifacts with the disk and makes the disk agree: plan, then apply.

mod apply;
mod conflict;
mod diff;
mod header;
mod lock;
mod orphans;
mod plan;

pub use apply::{apply, is_temporary, write};
pub use diff::unified;
pub use header::{Owner, origin, owner, stamp};
pub use lock::Lock;
pub use plan::{Change, Plan, Searched, Status, plan, plan_changed};
