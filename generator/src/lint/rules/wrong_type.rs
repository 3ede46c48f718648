//! A value of the wrong kind; found while decoding.

use crate::lint::{Check, Level, Rule};

/// The rule `wrong-type`.
pub(super) const RULE: Rule = Rule {
    id: "wrong-type",
    level: Level::Fixed,
    summary: "a value of the wrong kind",
    docs: include_str!("wrong_type.md"),
    check: Check::Parser,
};
