//! Changes for tools: one JSON object, version 1.

use serde_json::{Value, json};

use super::changes::{Comparison, tally};
use super::json::{diagnostic, position};
use crate::diagnostic::Diagnostic;
use crate::diff::{Change, Place};
use crate::emit::view;
use crate::lint::Subject;
use crate::source::Sources;

/// The revision that was compared with.
#[derive(Clone, Debug)]
pub struct Against {
    /// As it was asked for: `origin/main`.
    pub revision: String,
    /// The commit that it names.
    pub commit: String,
}

/// `{"version":1,"against":…,"documents":[…],"diagnostics":[…]}` as README documents it.
#[must_use]
pub fn changes_json(
    comparisons: &[Comparison],
    findings: &[Diagnostic],
    against: Option<&Against>,
    sources: &Sources,
) -> Value {
    let commit = against.is_some();
    let documents: Vec<Value> =
        comparisons.iter().map(|comparison| document(comparison, commit, sources)).collect();
    let findings: Vec<Value> = findings.iter().map(|finding| diagnostic(finding, sources)).collect();
    let against = against.map(|it| json!({"revision": it.revision, "commit": it.commit}));
    json!({"version": 1, "against": against, "documents": documents, "diagnostics": findings})
}

/// The file of a side: of a commit the path there, else the path of the file itself.
fn path<'a>(subject: &Subject<'a>, commit: bool) -> &'a str {
    if commit { &subject.lifecycle.path } else { &subject.file.path }
}

fn document(comparison: &Comparison, commit: bool, sources: &Sources) -> Value {
    let facts = &comparison.shown().lifecycle.facts;
    let counts = tally(&comparison.changes);
    let side = |subject: Option<Subject>| {
        subject.map(|subject| {
            let lifecycle = subject.lifecycle;
            json!({
                "file": path(&subject, commit),
                "revision": lifecycle.facts.revision,
                "meaning": view::meaning(lifecycle),
            })
        })
    };
    let changes: Vec<Value> =
        comparison.changes.iter().map(|change| change_of(change, comparison, commit, sources)).collect();
    json!({
        "id": facts.id.as_str(),
        "title": facts.title.as_str(),
        "old": side(comparison.old),
        "new": side(comparison.new),
        "prose_only": comparison.is_prose(),
        "summary": {
            "breaking": counts.breaking,
            "notable": counts.notable,
            "harmless": counts.harmless,
            "waived": counts.waived,
        },
        "changes": changes,
    })
}

fn change_of(change: &Change, comparison: &Comparison, commit: bool, sources: &Sources) -> Value {
    let audience: Vec<&str> = change.kind.audience.iter().map(|audience| audience.as_str()).collect();
    let waived = change.waived.as_ref();
    json!({
        "kind": change.kind.id,
        "impact": change.impact.as_str(),
        "audience": audience,
        "place": change.place,
        "message": change.message.to_string(),
        "help": (!change.help.is_empty()).then_some(change.help.as_str()),
        "fingerprint": change.fingerprint,
        "old": place(change.old.as_ref(), comparison.old, commit, sources),
        "new": place(change.new.as_ref(), comparison.new, commit, sources),
        "waived": waived.map(|waived| json!({"reason": waived.reason, "expires": waived.expires})),
    })
}

/// A place in the file of its revision; `text` is what stood there, where it is one text.
fn place(place: Option<&Place>, subject: Option<Subject>, commit: bool, sources: &Sources) -> Value {
    let (Some(place), Some(subject)) = (place, subject) else { return Value::Null };
    let file = sources.get(place.span.file);
    json!({
        "file": path(&subject, commit),
        "start": position(file.position(place.span.start)),
        "end": position(file.position(place.span.end)),
        "text": (!place.text.is_empty()).then_some(place.text.as_str()),
    })
}
