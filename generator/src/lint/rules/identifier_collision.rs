//! Different texts that become one Rust name.

use std::collections::{HashMap, HashSet};

use super::duplicate_transition::identity;
use crate::diagnostic::{Diagnostic, Edit};
use crate::document::Text;
use crate::lifecycle::{Lifecycle, Row};
use crate::lint::edits::add_key;
use crate::lint::words::{arrow, listed, pair, repeated};
use crate::lint::{Check, Heading, Level, Rule, Subject};
use crate::source::{SourceFile, Sources, Span};

/// The rule `identifier-collision`.
pub(super) const RULE: Rule = Rule {
    id: "identifier-collision",
    level: Level::Fixed,
    summary: "states, rows or documents that would get the same Rust name",
    docs: include_str!("identifier_collision.md"),
    check: Check::Both(check, modules),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    states(subject, findings);
    rows(subject, findings);
}

/// One of the things that would share a name.
struct Named<'a> {
    /// What it is, in backticks.
    what: String,
    /// The place that gave it its name.
    span: Span,
    /// The file and the map that a pin goes into, and the value it goes behind.
    entry: (&'a SourceFile, Span, Span),
    /// The pin it has.
    pin: Option<&'a Text>,
}

/// A finding about things that share `name`, with `key:` pins that tell all but one apart.
fn finding(
    things: &[Named],
    kind: &str,
    name: &str,
    key: &str,
    taken: &HashSet<&str>,
    glue: &str,
) -> Diagnostic {
    let all = if things.len() == 2 { "both" } else { "all" };
    let whats = listed(things.iter().map(|thing| thing.what.as_str()), "and");
    let message = format!("{whats} {all} become the {kind} `{name}`");
    let mut finding = Diagnostic::new(RULE.id, things[1].span, message);
    for thing in things[..1].iter().chain(&things[2..]) {
        finding = finding.related(thing.span, "the same name");
    }
    let mut free =
        (2..).map(|number| format!("{name}{glue}{number}")).filter(|name| !taken.contains(name.as_str()));
    let pins: Vec<String> = free.by_ref().take(things.len() - 1).collect();
    let edits = things[1..].iter().zip(&pins).map(|(thing, pin)| edit(thing, key, pin)).collect();
    finding.suggest_all(format!("pin a name with `{key}`, such as"), edits)
}

fn edit(thing: &Named, key: &str, pin: &str) -> Edit {
    let (file, entry, after) = thing.entry;
    match thing.pin {
        Some(old) => Edit { span: old.span, text: pin.to_owned() },
        None => add_key(file, entry, after, &format!("{key}: {pin}")),
    }
}

/// Names that differ only in case are one name to most readers.
fn states(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    let mut seen = HashSet::new();
    let entries = subject.document.states.iter().filter_map(|entry| Some((entry, entry.name.as_ref()?)));
    let variants: HashMap<Span, &str> =
        lifecycle.states.iter().map(|state| (state.name.span, state.variant.as_str())).collect();
    let named = entries.filter_map(|(entry, name)| {
        let variant = *variants.get(&name.span).filter(|_| seen.insert(name.as_str()))?;
        let pin = entry.variant.as_ref();
        let span = pin.map_or(name.span, |pin| pin.span);
        let what = name.value.clone();
        Some((
            variant.to_lowercase(),
            (variant, Named { what, span, entry: (subject.file, entry.span, name.span), pin }),
        ))
    });
    let groups = repeated(named);
    let taken: HashSet<&str> = lifecycle.states.iter().map(|state| state.variant.as_str()).collect();
    for group in groups {
        let name = group[0].0;
        let things: Vec<Named> = group.into_iter().map(|(_, thing)| thing).collect();
        findings.push(finding(&things, "state", name, "variant", &taken, ""));
    }
}

fn rows(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let lifecycle = subject.lifecycle;
    let mut seen = HashSet::new();
    let distinct = lifecycle.rows.iter().filter(|row| seen.insert(identity(row)));
    let taken: HashSet<&str> = lifecycle.rows.iter().map(|row| row.variant.as_str()).collect();
    for rows in repeated(distinct.map(|row| (row.variant.to_lowercase(), row))) {
        if rows[1..].iter().any(|row| follows(lifecycle, rows[0], row)) {
            continue; // the states' own collision, which is reported
        }
        let things: Vec<Named> = rows.iter().map(|row| named(subject, row)).collect();
        findings.push(finding(&things, "row", &rows[0].variant, "name", &taken, ""));
    }
}

/// Whether two rows share a name because their states do.
fn follows(lifecycle: &Lifecycle, a: &Row, b: &Row) -> bool {
    let variant = |end: Option<usize>| end.map(|state| lifecycle.states[state].variant.to_lowercase());
    let same_names = (variant(a.from), variant(a.to)) == (variant(b.from), variant(b.to));
    same_names && (a.from, a.to) != (b.from, b.to)
}

fn named<'a>(subject: &'a Subject<'a>, row: &Row) -> Named<'a> {
    let entry = subject.document.transitions.iter().find(|entry| entry.span == row.span);
    let pin = entry.and_then(|entry| entry.name.as_ref());
    let what = arrow(subject.lifecycle, row);
    let span = pin.map_or(pair(subject.file, row.from_span, row.to_span), |pin| pin.span);
    Named { what, span, entry: (subject.file, row.span, row.to_span), pin }
}

/// Modules are files, so names that differ only in case collide too.
fn modules(headings: &[Heading], sources: &Sources, findings: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    let named = headings.iter().filter_map(|heading| {
        let (file, module) = (sources.get(heading.file), heading.rust_module.as_str());
        let key = module.to_lowercase();
        let id = heading.id.as_ref().map_or(file.path.as_str(), Text::as_str);
        let pin = heading.name.as_ref();
        let (title, front) = (heading.title.as_ref().or(pin)?, heading.front?);
        let entry = (file, front, title.span);
        let thing = Named { what: title.value.clone(), span: pin.unwrap_or(title).span, entry, pin };
        seen.insert((key.clone(), id)).then_some((key, (module, thing)))
    });
    let groups = repeated(named);
    let taken: HashSet<&str> = headings.iter().map(|heading| heading.rust_module.as_str()).collect();
    for group in groups {
        let name = group[0].0;
        let things: Vec<Named> = group.into_iter().map(|(_, thing)| thing).collect();
        findings.push(finding(&things, "module", name, "name", &taken, "_"));
    }
}
