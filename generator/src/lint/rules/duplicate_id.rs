//! An id that several documents share.

use crate::diagnostic::Diagnostic;
use crate::lint::words::{at_second, count, repeated};
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::Span;

/// The rule `duplicate-id`.
pub(super) const RULE: Rule = Rule {
    id: "duplicate-id",
    level: Level::Fixed,
    summary: "an id that several documents share",
    docs: include_str!("duplicate_id.md"),
    check: Check::Project(check),
};

fn check(subjects: &[Subject], findings: &mut Vec<Diagnostic>) {
    let ids = subjects.iter().filter_map(|subject| subject.document.id.as_ref());
    for ids in repeated(ids.map(|id| (id.as_str(), id))) {
        let message = format!("{} documents have the id `{}`", count(ids.len()), ids[0].as_str());
        let places: Vec<Span> = ids.iter().map(|id| id.span).collect();
        let finding = at_second(RULE.id, message, &places, "first used here");
        findings.push(finding.help("give each document an id of its own"));
    }
}
