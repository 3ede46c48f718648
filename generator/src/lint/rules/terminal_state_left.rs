//! A state that is marked as the end, and rows that leave it.

use crate::diagnostic::Diagnostic;
use crate::lint::words::{arrow, pair};
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `terminal-state-left`.
pub(super) const RULE: Rule = Rule {
    id: "terminal-state-left",
    level: Level::Warn,
    summary: "a state marked `terminal: true` that rows leave for another",
    docs: include_str!("terminal_state_left.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    let marked = subject.document.states.iter().filter(|entry| entry.terminal);
    for name in marked.filter_map(|entry| entry.name.as_ref()) {
        let is_it = |state: usize| lifecycle.states[state].name.span == name.span;
        let leaves =
            |from: Option<usize>, to: Option<usize>| from != to && to.is_some() && from.is_some_and(is_it);
        let mut rows = lifecycle.rows.iter().filter(|row| leaves(row.from, row.to)).peekable();
        let Some(first) = rows.peek() else { continue };
        let message = format!(
            "`{}` is marked `terminal: true`, and {} leaves it",
            name.as_str(),
            arrow(lifecycle, first)
        );
        let mut finding = Diagnostic::new(RULE.id, name.span, message);
        for row in rows {
            finding = finding.related(pair(subject.file, row.from_span, row.to_span), "leaves it");
        }
        findings.push(finding.help("remove the mark, or the rows"));
    }
}
