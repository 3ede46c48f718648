//! A trigger that leads to several states, with nothing to choose between them.

use crate::diagnostic::Diagnostic;
use crate::document::{STAR, Text};
use crate::lifecycle::Row;
use crate::lint::words::{is_placeholder, listed, normal, repeated};
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `ambiguous-trigger`.
pub(super) const RULE: Rule = Rule {
    id: "ambiguous-trigger",
    level: Level::Warn,
    summary: "one trigger that leads from a state to several others, without guards to choose by",
    docs: include_str!("ambiguous_trigger.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    if !subject.lifecycle.sound {
        return;
    }
    let triggered = subject.lifecycle.rows.iter().filter_map(|row| Some((row, row.trigger_text.as_ref()?)));
    let triggered = triggered.filter(|(_, text)| !is_placeholder(text.as_str()));
    let guard = |row: &Row| row.guard.as_ref().map(|guard| normal(guard.as_str()));
    for mut rows in repeated(triggered.map(|(row, text)| ((row.from, row.trigger, guard(row)), (row, text))))
    {
        let mut seen = Vec::new();
        rows.retain(|(row, _)| {
            !seen.contains(&row.to) && {
                seen.push(row.to);
                true
            }
        });
        if rows.len() > 1 {
            findings.push(finding(subject, &rows));
        }
    }
}

fn finding(subject: &Subject, rows: &[(&Row, &Text)]) -> Diagnostic {
    let states = &subject.lifecycle.states;
    let name = |state: Option<usize>| state.map_or(STAR, |state| states[state].name.as_str());
    let targets = listed(rows.iter().map(|(row, _)| name(row.to)), "and");
    let (row, trigger) = rows[1];
    let reason = if row.guard.is_some() { "under the same guard" } else { "and no guard decides" };
    let message =
        format!("`{}` leads from `{}` to {targets}, {reason}", normal(trigger.as_str()), name(row.from));
    let label = |row: &Row| format!("leads to `{}`", name(row.to));
    let mut finding = Diagnostic::new(RULE.id, trigger.span, message).label(label(row));
    for (row, trigger) in [&rows[..1], &rows[2..]].concat() {
        finding = finding.related(trigger.span, label(row));
    }
    finding.help("give each row the `guard` under which it is taken, or triggers that differ")
}
