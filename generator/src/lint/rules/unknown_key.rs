//! A key that the document's form does not have; found while decoding.

use crate::lint::{Check, Level, Rule};

/// The rule `unknown-key`.
pub(super) const RULE: Rule = Rule {
    id: "unknown-key",
    level: Level::Deny,
    summary: "a key that the document's form does not have",
    docs: include_str!("unknown_key.md"),
    check: Check::Parser,
};
