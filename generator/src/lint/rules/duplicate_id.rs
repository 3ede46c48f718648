//! An id that several documents share.

use crate::diagnostic::Diagnostic;
use crate::lint::words::{at_second, count, repeated};
use crate::lint::{Check, Heading, Level, Rule};
use crate::source::{Sources, Span};

/// The rule `duplicate-id`.
pub(super) const RULE: Rule = Rule {
    id: "duplicate-id",
    level: Level::Fixed,
    summary: "an id that several documents share",
    docs: include_str!("duplicate_id.md"),
    check: Check::Project(check),
};

fn check(headings: &[Heading], _: &Sources, findings: &mut Vec<Diagnostic>) {
    let ids = headings.iter().filter_map(|heading| heading.id.as_ref());
    for ids in repeated(ids.map(|id| (id.as_str(), id))) {
        let message = format!("{} documents have the id `{}`", count(ids.len()), ids[0].as_str());
        let places: Vec<Span> = ids.iter().map(|id| id.span).collect();
        let finding = at_second(RULE.id, message, &places, "first used here");
        findings.push(finding.help("give each document an id of its own"));
    }
}
