//! A lifecycle that does not say where a record begins.

use crate::diagnostic::Diagnostic;
use crate::lint::edits::mark_initial;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `no-initial-state`.
pub(super) const RULE: Rule = Rule {
    id: "no-initial-state",
    level: Level::Warn,
    summary: "no state that a record could begin in",
    docs: include_str!("no_initial_state.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    if !lifecycle.sound || lifecycle.initial().next().is_some() {
        return;
    }
    let first = &lifecycle.states[0].name;
    let message = "nothing says where a record begins: another state's arrow enters every state";
    let help = "add a creation row (`from: \"[*]\"`), or mark the state that records begin in";
    let remedy = format!("mark `{}`, if that is the one", first.as_str());
    let finding = Diagnostic::new(RULE.id, first.span, message).help(help);
    findings.push(finding.suggest_all(remedy, mark_initial(subject, 0)));
}
