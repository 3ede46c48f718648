//! A state whose name cannot stand for it.

use crate::diagnostic::Diagnostic;
use crate::document::STAR;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `empty-name`.
pub(super) const RULE: Rule = Rule {
    id: "empty-name",
    level: Level::Fixed,
    summary: "a state whose name is blank, or `[*]`, which stands for no state",
    docs: include_str!("empty_name.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    for entry in &subject.document.states {
        let Some(name) = &entry.name else { continue };
        let message = match name.as_str() {
            blank if blank.trim().is_empty() => "this state's name is blank",
            STAR => "a state cannot be called `[*]`, which stands for no state",
            _ => continue,
        };
        let span = if subject.file.slice(name.span).is_empty() { entry.span } else { name.span };
        let finding = Diagnostic::new(RULE.id, span, message);
        findings.push(finding.help("give it the text that records are stored with, or remove the entry"));
    }
}
