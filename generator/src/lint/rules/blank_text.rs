//! A key that is written and says nothing.

use crate::diagnostic::Diagnostic;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `blank-text`.
pub(super) const RULE: Rule = Rule {
    id: "blank-text",
    level: Level::Warn,
    summary: "a key that is written but holds nothing",
    docs: include_str!("blank_text.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    for blank in &subject.document.blanks {
        let key = blank.as_str();
        let is_entry = !subject.file.slice(blank.span).contains(key);
        let (message, help) = if is_entry {
            (format!("an entry of `{key}` is blank"), "write it, or remove the entry")
        } else {
            (format!("`{key}` is written but holds nothing"), "write its text, or remove the key")
        };
        findings.push(Diagnostic::new(RULE.id, blank.span, message).help(help));
    }
}
