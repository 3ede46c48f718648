//! A Mermaid block that cannot be read; found by `mermaid`.

use crate::lint::{Check, Level, Rule};

/// The rule `diagram-unreadable`.
pub(super) const RULE: Rule = Rule {
    id: "diagram-unreadable",
    level: Level::Deny,
    summary: "a Mermaid block that cannot be read",
    docs: include_str!("diagram_unreadable.md"),
    check: Check::Parser,
};
