//! A pair that a row declares and `invalid` forbids.

use crate::diagnostic::Diagnostic;
use crate::lint::words::{both, grouped, pair};
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `declared-and-invalid`.
pub(super) const RULE: Rule = Rule {
    id: "declared-and-invalid",
    level: Level::Fixed,
    summary: "a pair that is both a transition and an invalid one",
    docs: include_str!("declared_and_invalid.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let invalid = subject.document.invalid.iter().filter_map(|it| both(it.from.as_ref(), it.to.as_ref()));
    for pairs in grouped(invalid.map(|(from, to)| ((from.as_str(), to.as_str()), (from, to)))) {
        let (from, to) = pairs[0];
        let message =
            format!("`{} -> {}` is both a transition and an invalid one", from.as_str(), to.as_str());
        let mut finding = Diagnostic::new(RULE.id, pair(subject.file, from.span, to.span), message)
            .help("remove one of the two: either it happens, or it must not");
        let rows = subject.document.transitions.iter();
        for (row_from, row_to) in rows.filter_map(|row| both(row.from.as_ref(), row.to.as_ref())) {
            if (row_from.as_str(), row_to.as_str()) == (from.as_str(), to.as_str()) {
                finding = finding.related(pair(subject.file, row_from.span, row_to.span), "declared here");
            }
        }
        findings.extend((!finding.related.is_empty()).then_some(finding));
    }
}
