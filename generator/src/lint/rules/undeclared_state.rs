//! A name that no state has.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Edit, nearest};
use crate::document::{Document, STAR, Text};
use crate::lint::words::{grouped, listed};
use crate::lint::{Check, Level, Rule, Subject};
use crate::yaml;

/// The rule `undeclared-state`.
pub(super) const RULE: Rule = Rule {
    id: "undeclared-state",
    level: Level::Fixed,
    summary: "a `from` or `to` that names no state",
    docs: include_str!("undeclared_state.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let states = &subject.document.states;
    let names: Vec<&str> = states.iter().filter_map(|state| state.name.as_ref()).map(Text::as_str).collect();
    if names.is_empty() || names.len() < states.len() {
        return; // the list itself could not be read, which is reported already
    }
    findings.extend(misplaced_stars(subject.document));
    let names: Vec<&str> =
        grouped(names.iter().map(|name| (*name, *name))).iter().map(|same| same[0]).collect();
    let known: HashSet<&str> = names.iter().copied().collect();
    let unknown = mentions(subject.document).filter(|name| !known.contains(name.as_str()));
    for places in grouped(unknown.map(|name| (name.as_str(), name))) {
        findings.push(finding(&places, &names));
    }
}

/// Every `from` and `to`, in the order of the document.
fn mentions(document: &Document) -> impl Iterator<Item = &Text> {
    let rows = document.transitions.iter().flat_map(|row| [&row.from, &row.to]);
    let pairs = document.invalid.iter().flat_map(|pair| [&pair.from, &pair.to]);
    rows.chain(pairs).flatten().filter(|name| name.as_str() != STAR)
}

fn finding(places: &[&Text], names: &[&str]) -> Diagnostic {
    let name = places[0].as_str();
    let mut finding = Diagnostic::new(RULE.id, places[0].span, format!("there is no state `{name}`"));
    for place in &places[1..] {
        finding = finding.related(place.span, "also here");
    }
    let Some(near) = nearest(name, names.iter().copied()) else {
        let states = if names.len() > 12 {
            String::new()
        } else {
            format!(": {}", listed(names.iter().copied(), "or"))
        };
        return finding.help(format!("add it to `states`, or write one that is listed there{states}"));
    };
    let edits = places.iter().map(|place| Edit { span: place.span, text: yaml::quote(near) }).collect();
    finding.suggest_all(format!("write `{near}`, or add `{name}` to `states`"), edits)
}

/// `[*]` stands for no state, so it makes sense at one end of a row only.
fn misplaced_stars(document: &Document) -> Vec<Diagnostic> {
    let is_star =
        |name: &Option<Text>| name.as_ref().filter(|name| name.as_str() == STAR).map(|name| name.span);
    let rows = document.transitions.iter().filter_map(|row| {
        let (_, to) = (is_star(&row.from)?, is_star(&row.to)?);
        let message = "a row must lead from a state or to one, and `[*]` is neither";
        Some(Diagnostic::new(RULE.id, to, message).help("name the state that the record is created in"))
    });
    let pairs =
        document.invalid.iter().filter_map(|pair| is_star(&pair.from).or(is_star(&pair.to))).map(|at| {
            let message = "`[*]` stands for no state, and an invalid transition leads between two states";
            Diagnostic::new(RULE.id, at, message)
                .help("name the state; what has no row from `[*]` or to `[*]` is not created or removed")
        });
    rows.chain(pairs).collect()
}
