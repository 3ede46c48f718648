//! A state that no path of rows leads to.

use crate::diagnostic::Diagnostic;
use crate::lifecycle::Lifecycle;
use crate::lint::words::grouped;
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
    let (reached, isolated) = (lifecycle.reachable(), lifecycle.isolated());
    let lost = (0..reached.len()).filter(|state| !reached[*state] && !isolated[*state]);
    let root = roots(lifecycle, &reached);
    for states in grouped(lost.map(|state| (root[state], &lifecycle.states[state].name))) {
        let name = states[0];
        let message = format!("no path leads from an initial state to `{}`", name.as_str());
        let help = "add the row that enters it, or mark it `initial: true` if records begin there";
        let finding = Diagnostic::new(RULE.id, name.span, message).help(help);
        let others = states[1..].iter();
        findings.push(others.fold(finding, |finding, other| finding.related(other.span, "nor to this one")));
    }
}

/// Per state that is not reached, the first one that is connected with it: what they lack is one way in.
fn roots(lifecycle: &Lifecycle, reached: &[bool]) -> Vec<usize> {
    let mut root: Vec<usize> = (0..reached.len()).collect();
    let lost = lifecycle.rows.iter().filter_map(|row| Some((row.from?, row.to?)));
    for (from, to) in lost.filter(|(from, to)| !reached[*from] && !reached[*to]) {
        let (first, other) = (root[from].min(root[to]), root[from].max(root[to]));
        root.iter_mut().filter(|state| **state == other).for_each(|state| *state = first);
    }
    root
}
