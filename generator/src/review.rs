//! Two revisions of documents judged: what changed, what is accepted, and what is wrong with it.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Severity};
use crate::diff::{self, Use};
use crate::lint::{self, Policy, Subject, Waiver};
use crate::project::{Entry, Project, Revisions};
use crate::report::{self, Comparison};
use crate::source::FileId;

/// The rule that an old revision with errors is found by.
const UNCOMPARED: &str = "uncompared-revision";

/// What came of comparing two revisions.
#[derive(Debug)]
pub struct Review<'a> {
    /// The documents, by id, with what changed.
    pub comparisons: Vec<Comparison<'a>>,
    /// What is wrong: documents that cannot be read, revisions that did not rise, waivers without use.
    pub findings: Vec<Diagnostic>,
    /// How many new documents have errors, and were not compared.
    pub unread: usize,
}

fn subject<'a>(project: &'a Project, entry: &'a Entry) -> Subject<'a> {
    Subject { file: project.sources.get(entry.file), document: &entry.document, lifecycle: &entry.lifecycle }
}

/// Compares every pair of documents, and holds revisions and waivers against what changed.
#[must_use]
pub fn review(revisions: &Revisions) -> Review<'_> {
    let project = &revisions.project;
    let mut comparisons = Vec::new();
    let mut findings = Vec::new();
    let mut unread = 0;
    for (before, after) in &revisions.pairs {
        let old = before.map(|at| subject(project, &revisions.old[at]));
        let new = after.map(|at| subject(project, &project.documents[at]));
        let errors_of =
            |subject: Option<Subject>| subject.map(|it| errors(&it, revisions)).unwrap_or_default();
        let (wrong, was_wrong) = (errors_of(new), errors_of(old));
        if !wrong.is_empty() {
            findings.extend(wrong);
            unread += 1;
            continue;
        }
        if let (Some(new), Some(first)) = (new, was_wrong.into_iter().next()) {
            findings.push(uncompared(&new, first));
            unread += 1;
            comparisons.push(Comparison {
                old: None,
                new: Some(new),
                changes: vec![diff::mended(new.lifecycle)],
            });
            continue;
        }
        let mut changes = match (old, new) {
            (Some(old), Some(new)) => compared(&old, &new, project),
            (None, Some(new)) => vec![diff::added(new.lifecycle)],
            (Some(old), None) => vec![diff::removed(old.lifecycle)],
            (None, None) => continue,
        };
        if let (Some(old), Some(new)) = (old, new) {
            if old.lifecycle.path != new.lifecycle.path {
                changes.push(diff::moved(old.lifecycle, new.lifecycle));
            }
            findings.extend(diff::not_raised(old.lifecycle, new.lifecycle, &changes));
        }
        comparisons.push(Comparison { old, new, changes });
    }
    comparisons
        .sort_by_key(|it| (it.shown().lifecycle.facts.id.value.clone(), it.shown().lifecycle.path.clone()));
    findings.extend(twice(revisions));
    let uncompared = findings.iter().filter(|finding| finding.rule == UNCOMPARED);
    let uncompared: HashSet<FileId> = uncompared.map(|finding| finding.span.file).collect();
    findings.extend(waive(&mut comparisons, &uncompared, project, revisions.whole));
    let subjects: Vec<Subject> = comparisons.iter().map(Comparison::shown).collect();
    let configured =
        project.findings.iter().filter(|it| project.sources.get(it.span.file).path == crate::config::FILE);
    findings.extend(configured.cloned());
    let mut findings = lint::settle(findings, &subjects, &project.config.policy, &project.sources);
    report::sort(&mut findings, &project.sources);
    Review { comparisons, findings, unread }
}

/// The errors of a document that keep its meaning from being known: none where the project's own severities let
/// things be generated from it.
fn errors(subject: &Subject, revisions: &Revisions) -> Vec<Diagnostic> {
    if subject.lifecycle.sound {
        return Vec::new();
    }
    let project = &revisions.project;
    let known = project.findings.iter().chain(&revisions.findings);
    let parsed = known.filter(|finding| finding.span.file == subject.file.id).cloned().collect();
    let found = lint::of_document(subject, parsed, &project.config.policy).findings;
    found.into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

/// What changed; a guard in the database makes some of it matter more.
fn compared(old: &Subject, new: &Subject, project: &Project) -> Vec<diff::Change> {
    let mut changes = diff::compare(old, new);
    let column = project.config.sql.column(new.lifecycle.facts.id.as_str());
    if let Some(column) = column.filter(|_| project.config.sql.output.enabled) {
        diff::guarded(&mut changes, &format!("{}.{}", column.table, column.column));
    }
    changes
}

/// The finding that the old revision of a document has errors, of which `first` is one.
fn uncompared(new: &Subject, first: Diagnostic) -> Diagnostic {
    let facts = &new.lifecycle.facts;
    let message =
        format!("the old revision of `{}` has errors, so what changed cannot be known", facts.id.as_str());
    Diagnostic::new(UNCOMPARED, facts.id.span, message)
        .help("read the change as a whole; it counts as a new document")
        .related(first.span, first.message)
}

/// The new documents that share an id, so that one of them is compared and the others seem new.
fn twice(revisions: &Revisions) -> Vec<Diagnostic> {
    let project = &revisions.project;
    let compared = revisions.pairs.iter().filter_map(|(_, after)| *after);
    let headings: Vec<lint::Heading> =
        compared.map(|at| lint::Heading::of(&subject(project, &project.documents[at]))).collect();
    let (policy, none) = (Policy::default(), Vec::new());
    let found = lint::of_project(&headings, none, &policy, &project.sources, Vec::new());
    found.into_iter().filter(|finding| finding.rule == "duplicate-id").collect()
}

/// Applies the waivers of documents and of the configuration; the findings about those that accept nothing.
/// Those of documents that were not compared may accept what nobody knows.
fn waive(
    comparisons: &mut [Comparison],
    uncompared: &HashSet<FileId>,
    project: &Project,
    whole: bool,
) -> Vec<Diagnostic> {
    let policy = &project.config.policy;
    let mut findings = Vec::new();
    let mut used = vec![Use::Nothing; policy.waivers.len()];
    let mut judged = vec![whole; policy.waivers.len()];
    for comparison in comparisons {
        let lifecycle = comparison.shown().lifecycle;
        let names = [lifecycle.facts.id.as_str(), lifecycle.path.as_str()];
        let is_meant =
            |waiver: &Waiver| waiver.document.as_ref().is_some_and(|it| names.contains(&it.as_str()));
        for (at, waiver) in policy.waivers.iter().enumerate().filter(|(_, waiver)| is_meant(waiver)) {
            judged[at] = comparison.new.is_none_or(|new| !uncompared.contains(&new.file.id));
            used[at] = used[at].max(diff::waive(waiver, &mut comparison.changes, &policy.today));
        }
        let Some(new) = comparison.new else { continue };
        let (own, wrong) = lint::read_waivers(new.lifecycle);
        findings.extend(wrong);
        for waiver in own {
            let good = diff::waive(&waiver, &mut comparison.changes, &policy.today);
            if good != Use::Accepts && !uncompared.contains(&new.file.id) {
                findings.push(diff::unused(&waiver, good, &policy.today));
            }
        }
    }
    for (waiver, (good, judged)) in policy.waivers.iter().zip(used.into_iter().zip(judged)) {
        if judged && good != Use::Accepts {
            findings.push(diff::unused(waiver, good, &policy.today));
        }
    }
    findings
}
