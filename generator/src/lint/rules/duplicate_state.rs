//! A text that would lead to more than one state.

use crate::diagnostic::Diagnostic;
use crate::document::{StateEntry, Text};
use crate::lint::words::{repeated, times};
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `duplicate-state`.
pub(super) const RULE: Rule = Rule {
    id: "duplicate-state",
    level: Level::Fixed,
    summary: "a state listed twice, or an alias that already names a state",
    docs: include_str!("duplicate_state.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let states = &subject.document.states;
    let names = states.iter().filter_map(|state| state.name.as_ref()).filter(|name| !name.is_blank());
    let aliases = states.iter().flat_map(|state: &StateEntry| &state.aliases);
    let texts = names.map(|name| (name, "name")).chain(aliases.map(|alias| (alias, "alias")));
    for places in repeated(texts.map(|(text, kind)| (text.as_str(), (text, kind)))) {
        findings.push(finding(&places));
    }
}

fn finding(places: &[(&Text, &str)]) -> Diagnostic {
    let (text, kind) = places[1];
    let names = places.iter().filter(|(_, kind)| *kind == "name").count();
    let (message, help) = if kind == "name" {
        let message = format!("the state `{}` is listed {}", text.as_str(), times(names));
        (message, "remove one of them, or give it a name of its own")
    } else {
        let message = format!("the alias `{}` already names a state", text.as_str());
        (message, "one text leads to one state: remove the alias, or write another")
    };
    let first = if places[0].1 == "name" { "a state has this name" } else { "a state has this alias" };
    let mut finding = Diagnostic::new(RULE.id, text.span, message).related(places[0].0.span, first);
    for (text, kind) in &places[2..] {
        finding =
            finding.related(text.span, if *kind == "name" { "and this state" } else { "and this alias" });
    }
    finding.help(help)
}
