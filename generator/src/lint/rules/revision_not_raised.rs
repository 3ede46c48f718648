//! A meaning that changed under the same revision; found where two revisions are compared.

use crate::lint::{Check, Level, Rule};

/// The rule `revision-not-raised`.
pub(super) const RULE: Rule = Rule {
    id: "revision-not-raised",
    level: Level::Warn,
    summary: "the meaning changed, and `revision` did not rise",
    docs: include_str!("revision_not_raised.md"),
    check: Check::Revisions,
};
