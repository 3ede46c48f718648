//! A key that must be written and is not; found while decoding.

use crate::lint::{Check, Level, Rule};

/// The rule `missing-key`.
pub(super) const RULE: Rule = Rule {
    id: "missing-key",
    level: Level::Fixed,
    summary: "a key that must be written and is not",
    docs: include_str!("missing_key.md"),
    check: Check::Parser,
};
