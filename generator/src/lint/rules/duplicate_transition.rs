//! A row that is declared again.

use crate::diagnostic::Diagnostic;
use crate::lifecycle::Row;
use crate::lint::words::{arrow, at_second, pair, repeated, times};
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::Span;

/// The rule `duplicate-transition`.
pub(super) const RULE: Rule = Rule {
    id: "duplicate-transition",
    level: Level::Fixed,
    summary: "two rows with the same from, to and trigger",
    docs: include_str!("duplicate_transition.md"),
    check: Check::Document(check),
};

/// What tells rows apart. Two rows that agree in all of it are one.
pub(super) fn identity(row: &Row) -> (Option<usize>, Option<usize>, Option<usize>, Option<&str>) {
    (row.from, row.to, row.trigger, row.pinned.then_some(row.variant.as_str()))
}

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    for rows in repeated(lifecycle.rows.iter().map(|row| (identity(row), row))) {
        let trigger = rows[0].trigger.map_or_else(
            || " without a trigger".to_owned(),
            |trigger| format!(" on `{}`", lifecycle.triggers[trigger].text),
        );
        let times = times(rows.len());
        let message = format!("the row `{}`{trigger} is declared {times}", arrow(lifecycle, rows[0]));
        let places: Vec<Span> =
            rows.iter().map(|row| pair(subject.file, row.from_span, row.to_span)).collect();
        let help = format!(
            "keep one; where both are meant, pin a name of its own on one, such as `name: {}Again`",
            rows[0].variant
        );
        findings.push(at_second(RULE.id, message, &places, "first declared here").help(help));
    }
}
