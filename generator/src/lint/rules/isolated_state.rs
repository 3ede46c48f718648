//! A state without arrows.

use crate::diagnostic::Diagnostic;
use crate::lint::edits::mark_initial;
use crate::lint::words::listed;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `isolated-state`.
pub(super) const RULE: Rule = Rule {
    id: "isolated-state",
    level: Level::Warn,
    summary: "a state that no arrow enters or leaves",
    docs: include_str!("isolated_state.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    if !lifecycle.sound || lifecycle.states.len() == 1 {
        return;
    }
    for (index, isolated) in lifecycle.isolated().into_iter().enumerate() {
        if isolated && !subject.document.states[index].initial {
            findings.push(finding(subject, index));
        }
    }
}

fn finding(subject: &Subject, index: usize) -> Diagnostic {
    let lifecycle = subject.lifecycle;
    let name = &lifecycle.states[index].name;
    let initial = lifecycle.initial().filter(|state| *state != index);
    let others: Vec<&str> = initial.map(|state| lifecycle.states[state].name.as_str()).collect();
    let finding = Diagnostic::new(RULE.id, name.span, format!("no row enters or leaves `{}`", name.as_str()))
        .help("add the rows that lead to it or from it, or remove the state");
    if others.len() > FEW {
        return finding;
    }
    let with = if others.is_empty() { String::new() } else { format!(", as in {}", listed(others, "and")) };
    let message = format!("say so, if records begin in `{}`{with}", name.as_str());
    finding.suggest_all(message, mark_initial(subject, index))
}

/// How many other initial states a fix marks at most: more would be no help to read.
const FEW: usize = 4;
