//! A key that one map holds twice; found while decoding.

use crate::lint::{Check, Level, Rule};

/// The rule `duplicate-key`.
pub(super) const RULE: Rule = Rule {
    id: "duplicate-key",
    level: Level::Fixed,
    summary: "a key that one map holds twice",
    docs: include_str!("duplicate_key.md"),
    check: Check::Parser,
};
