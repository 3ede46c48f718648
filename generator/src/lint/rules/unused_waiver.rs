//! A waiver that accepts no change, or no longer does; found where two revisions are compared.

use crate::lint::{Check, Level, Rule};

/// The rule `unused-waiver`.
pub(super) const RULE: Rule = Rule {
    id: "unused-waiver",
    level: Level::Warn,
    summary: "a waiver that accepts no change, or whose day is over",
    docs: include_str!("unused_waiver.md"),
    check: Check::Revisions,
};
