//! A document that shows no picture of its lifecycle.

use crate::diagnostic::Diagnostic;
use crate::document::is_yaml;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `diagram-missing`.
pub(super) const RULE: Rule = Rule {
    id: "diagram-missing",
    level: Level::Warn,
    summary: "a Markdown document without a state diagram",
    docs: include_str!("diagram_missing.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let document = subject.document;
    if document.front.is_none() || is_yaml(&subject.file.path) || !document.diagrams.is_empty() {
        return;
    }
    let span = document.heading.as_ref().map_or(document.place(subject.file.id), |heading| heading.span);
    let help =
        "add a ```mermaid block that holds the line `stateDiagram-v2`; `statedoc generate` draws the rest";
    findings.push(Diagnostic::new(RULE.id, span, "this document has no state diagram").help(help));
}
