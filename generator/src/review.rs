//! Two revisions of documents judged: what changed, what is accepted, and what is wrong with it.

use crate::diagnostic::{Diagnostic, Severity};
use crate::diff;
use crate::failure::Failure;
use crate::lint::{self, Policy, Subject, Waiver};
use crate::project::{Entry, Project, Revisions};
use crate::report::{self, Comparison};

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
///
/// # Errors
///
/// A document of the old revision that cannot be read: what changed of it cannot be known.
pub fn review(revisions: &Revisions) -> Result<Review<'_>, Failure> {
    let project = &revisions.project;
    let mut comparisons = Vec::new();
    let mut findings = Vec::new();
    let mut unread = 0;
    for (before, after) in &revisions.pairs {
        let old = before.map(|at| subject(project, &revisions.old[at]));
        let new = after.map(|at| subject(project, &project.documents[at]));
        if let Some(old) = old.filter(|old| !old.lifecycle.sound) {
            return Err(unreadable(&old, project));
        }
        let errors = new.filter(|new| !new.lifecycle.sound).map(|new| errors(&new, project));
        if let Some(errors) = errors {
            findings.extend(errors);
            unread += 1;
            continue;
        }
        let mut changes = match (old, new) {
            (Some(old), Some(new)) => diff::compare(&old, &new),
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
    findings.extend(waive(&mut comparisons, project, revisions.whole));
    let subjects: Vec<Subject> = comparisons.iter().map(Comparison::shown).collect();
    let configured =
        project.findings.iter().filter(|it| project.sources.get(it.span.file).path == crate::config::FILE);
    findings.extend(configured.cloned());
    let mut findings = lint::settle(findings, &subjects, &project.config.policy, &project.sources);
    report::sort(&mut findings, &project.sources);
    Ok(Review { comparisons, findings, unread })
}

/// The errors of a document, by its own rules alone.
fn errors(subject: &Subject, project: &Project) -> Vec<Diagnostic> {
    let (_, parsed) = crate::document::parse(subject.file);
    let found = lint::run(&[*subject], parsed, &Policy::default(), &project.sources);
    found.into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

fn unreadable(old: &Subject, project: &Project) -> Failure {
    let first = errors(old, project).into_iter().next();
    let why = first.map_or_else(
        || format!("{} cannot be read", old.file.path),
        |it| format!("{}: {}", report::place(project.sources.get(it.span.file), it.span.start), it.message),
    );
    Failure { message: format!("the old revision cannot be compared with: {why}") }
}

/// Applies the waivers of documents and of the configuration; the findings about those that accept nothing.
fn waive(comparisons: &mut [Comparison], project: &Project, whole: bool) -> Vec<Diagnostic> {
    let policy = &project.config.policy;
    let mut findings = Vec::new();
    let mut used = vec![false; policy.waivers.len()];
    let mut judged = vec![whole; policy.waivers.len()];
    for comparison in comparisons {
        let lifecycle = comparison.shown().lifecycle;
        let names = [lifecycle.facts.id.as_str(), lifecycle.path.as_str()];
        let is_meant =
            |waiver: &Waiver| waiver.document.as_ref().is_some_and(|it| names.contains(&it.as_str()));
        for (at, waiver) in policy.waivers.iter().enumerate().filter(|(_, waiver)| is_meant(waiver)) {
            judged[at] = true;
            used[at] |= diff::waive(waiver, &mut comparison.changes, &policy.today);
        }
        let Some(new) = comparison.new else { continue };
        let (own, wrong) = diff::read_waivers(new.lifecycle);
        findings.extend(wrong);
        for waiver in own {
            if !diff::waive(&waiver, &mut comparison.changes, &policy.today) {
                findings.push(diff::unused(&waiver, &policy.today));
            }
        }
    }
    let idle =
        policy.waivers.iter().zip(used.iter().zip(judged)).filter(|(_, (used, judged))| !**used && *judged);
    findings.extend(idle.map(|(waiver, _)| diff::unused(waiver, &policy.today)));
    findings
}
