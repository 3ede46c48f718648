//! Front matter that cannot be read as YAML; found by `yaml` and `document`.

use crate::lint::{Check, Level, Rule};

/// The rule `syntax`.
pub(super) const RULE: Rule = Rule {
    id: "syntax",
    level: Level::Fixed,
    summary: "front matter that cannot be read as YAML",
    docs: include_str!("syntax.md"),
    check: Check::Parser,
};
