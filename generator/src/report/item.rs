//! One finding or change as other tools are told of it: SARIF and GitHub print the same ones.

use super::changes::Comparison;
use super::place::Place;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::diff::{Change, Impact, Waived};
use crate::source::{FileId, Sources};

/// What is said, where, and how it is mended.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The rule, or the kind of change.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The way out in words; empty for none.
    pub help: String,
    /// Where it is.
    pub place: Place<'a>,
    /// Other places that it concerns, each with what it has to do with it.
    pub related: Vec<(Place<'a>, &'a str)>,
    /// The way out as edits.
    pub fix: Option<&'a Fix>,
    /// What tells it from all others, whatever its position.
    pub fingerprint: String,
    /// Why it is accepted, where it is.
    pub waived: Option<&'a Waived>,
}

/// Findings of documents. `document` gives the name of the document in a file, which fingerprints have.
#[must_use]
pub fn findings<'a>(
    findings: &'a [Diagnostic],
    document: &dyn Fn(FileId) -> String,
    sources: &'a Sources,
) -> Vec<Item<'a>> {
    let item = |finding: &'a Diagnostic| Item {
        rule: finding.rule,
        severity: finding.severity,
        message: finding.message.clone(),
        help: finding.help.clone(),
        place: Place::of(finding.span, sources),
        related: finding
            .related
            .iter()
            .map(|other| (Place::of(other.span, sources), other.message.as_str()))
            .collect(),
        fix: finding.fix.as_ref(),
        fingerprint: crate::lint::fingerprint(finding, &document(finding.span.file), sources),
        waived: None,
    };
    findings.iter().map(item).collect()
}

/// Changes of documents; `commit` says that the old revision is one of git's, not files.
#[must_use]
pub fn changes<'a>(comparisons: &'a [Comparison], commit: bool, sources: &'a Sources) -> Vec<Item<'a>> {
    let item = |comparison: &'a Comparison, change: &'a Change| {
        let old = change.old.as_ref().map(|old| old_place(Place::of(old.span, sources), comparison, commit));
        let new = change.new.as_ref().map(|new| Place::of(new.span, sources));
        let document = comparison.new.map(|new| Place::line(&new.file.path, 1));
        let place = new.or(document).or_else(|| old.clone());
        let related = old.filter(|old| place.as_ref() != Some(old)).map(|old| (old, "before"));
        Item {
            rule: change.kind.id,
            severity: severity(change.impact),
            message: format!("{}: {}", change.impact.as_str(), change.message),
            help: change.help.clone(),
            place: place.unwrap_or_else(|| Place::line(&comparison.shown().file.path, 1)),
            related: related.into_iter().collect(),
            fix: None,
            fingerprint: change.fingerprint.clone(),
            waived: change.waived.as_ref(),
        }
    };
    let all = comparisons.iter().flat_map(|it| it.changes.iter().map(move |change| (it, change)));
    all.map(|(comparison, change)| item(comparison, change)).collect()
}

/// A place of the old revision, of a commit by the path that it had there.
fn old_place<'a>(place: Place<'a>, comparison: &Comparison<'a>, commit: bool) -> Place<'a> {
    let path = comparison.old.filter(|_| commit).map_or(place.path, |old| old.lifecycle.path.as_str());
    Place { path, old: commit, ..place }
}

/// How much a change of this impact matters, in the words that all tools have.
#[must_use]
pub fn severity(impact: Impact) -> Severity {
    match impact {
        Impact::Breaking => Severity::Error,
        Impact::Notable => Severity::Warning,
        Impact::Harmless => Severity::Note,
    }
}
