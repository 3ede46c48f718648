//! An invalid transition that is listed again.

use crate::diagnostic::Diagnostic;
use crate::lint::words::{at_second, both, pair, repeated, times};
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::Span;

/// The rule `duplicate-invalid`.
pub(super) const RULE: Rule = Rule {
    id: "duplicate-invalid",
    level: Level::Warn,
    summary: "a pair that `invalid` lists twice",
    docs: include_str!("duplicate_invalid.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let invalid = subject.document.invalid.iter().filter_map(|it| both(it.from.as_ref(), it.to.as_ref()));
    for pairs in repeated(invalid.map(|(from, to)| ((from.as_str(), to.as_str()), (from, to)))) {
        let (from, to) = (pairs[0].0.as_str(), pairs[0].1.as_str());
        let message = format!("`invalid` lists `{from} -> {to}` {}", times(pairs.len()));
        let places: Vec<Span> =
            pairs.iter().map(|(from, to)| pair(subject.file, from.span, to.span)).collect();
        let finding = at_second(RULE.id, message, &places, "only this one's reason is used");
        findings.push(finding.help("keep one entry, and say all of the reason there"));
    }
}
