//! An exception that silences nothing; found when the rules have run.

use crate::lint::{Check, Level, Rule};

/// The rule `unused-allow`.
pub(super) const RULE: Rule = Rule {
    id: "unused-allow",
    level: Level::Warn,
    summary: "an exception in statedoc.toml that silences nothing",
    docs: include_str!("unused_allow.md"),
    check: Check::Parser,
};
