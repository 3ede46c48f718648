//! An old revision that has errors, so that nothing can be compared with it; found where two are compared.

use crate::lint::{Check, Level, Rule};

/// The rule `uncompared-revision`.
pub(super) const RULE: Rule = Rule {
    id: "uncompared-revision",
    level: Level::Note,
    summary: "an old revision that has errors, so that what changed cannot be known",
    docs: include_str!("uncompared_revision.md"),
    check: Check::Revisions,
};
