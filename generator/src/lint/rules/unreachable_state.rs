//! A state that no path of rows leads to.

use crate::diagnostic::Diagnostic;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `unreachable-state`.
pub(super) const RULE: Rule = Rule {
    id: "unreachable-state",
    level: Level::Warn,
    summary: "a state that no path from an initial state leads to",
    docs: include_str!("unreachable_state.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    if !lifecycle.sound || lifecycle.initial().next().is_none() {
        return;
    }
    let isolated = lifecycle.isolated();
    for (index, reached) in lifecycle.reachable().into_iter().enumerate() {
        if reached || isolated[index] {
            continue;
        }
        let name = &lifecycle.states[index].name;
        let message = format!("no path leads from an initial state to `{}`", name.as_str());
        let help = "add the row that enters it, or mark it `initial: true` if records begin there";
        findings.push(Diagnostic::new(RULE.id, name.span, message).help(help));
    }
}
