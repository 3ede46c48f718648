//! An invariant that belongs to another object.

use crate::diagnostic::{Diagnostic, Edit};
use crate::document::Text;
use crate::lint::words::grouped;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `unknown-invariant-object`.
pub(super) const RULE: Rule = Rule {
    id: "unknown-invariant-object",
    level: Level::Warn,
    summary: "an invariant `INV-<object>-NN` of another object than the document's",
    docs: include_str!("unknown_invariant_object.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let Some(object) = &subject.document.object else { return };
    let invariants = subject.document.invariants.iter().filter_map(|id| Some((object_of(id)?, id)));
    let foreign = invariants.filter(|(other, _)| *other != object.as_str());
    for ids in grouped(foreign.map(|(other, id)| (other, (other, id)))) {
        let other = ids[0].0;
        let place = |id: &Text| id.part(subject.file, PREFIX.len()..PREFIX.len() + other.len());
        let message =
            format!("this invariant is of `{other}`, and the document's object is `{}`", object.as_str());
        let mut finding = Diagnostic::new(RULE.id, place(ids[0].1), message);
        finding = finding.related(object.span, "the document's object");
        for (_, id) in &ids[1..] {
            finding = finding.related(place(id), "also here");
        }
        let edits = ids.iter().map(|(_, id)| Edit { span: place(id), text: object.value.clone() }).collect();
        findings.push(finding.suggest_all(format!("write `{}`", object.as_str()), edits));
    }
}

const PREFIX: &str = "INV-";

/// The object of an id of the form `INV-<object>-NN`.
fn object_of(id: &Text) -> Option<&str> {
    let (object, number) = id.as_str().strip_prefix(PREFIX)?.rsplit_once('-')?;
    let numbered = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    (numbered && !object.is_empty()).then_some(object)
}
