//! `statedoc diff`: what changed between two revisions, and for whom it matters.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::args::{ChangesFormat, Diff, FailOn};
use super::output::{self, Output, counted};
use super::{Exit, Stop};
use crate::diagnostic::Diagnostic;
use crate::diff::{self, Impact};
use crate::failure::Failure;
use crate::project::{self, Entry, Project, Revisions};
use crate::report::{self, Against, Comparison, Descriptor, Item, Look};
use crate::review::Review;

pub(super) fn run(start: &Path, args: &Diff, output: &mut Output) -> Result<Exit, Stop> {
    let revisions = read(start, args)?;
    let sources = &revisions.project.sources;
    let Review { comparisons, findings, unread } = crate::review::review(&revisions);
    match args.format {
        ChangesFormat::Json => {
            let against = args.against.clone().zip(revisions.commit.clone());
            let against = against.map(|(revision, commit)| Against { revision, commit });
            output.json(&report::changes_json(&comparisons, &findings, against.as_ref(), sources))?;
        }
        ChangesFormat::Markdown => {
            output.text(&report::changes_markdown(&comparisons, &findings, unread, sources))?;
        }
        ChangesFormat::Sarif => {
            let items = items(&comparisons, &findings, &revisions);
            output.sarif("diff", &items, &Descriptor::diff(), &revisions.project)?;
        }
        ChangesFormat::Github => {
            output.annotations(&items(&comparisons, &findings, &revisions), &revisions.project)?;
            output.line(&summary(&comparisons, &findings, unread))?;
        }
        ChangesFormat::Text => print(&comparisons, &findings, unread, &revisions.project, output)?,
    }
    Ok(verdict(&comparisons, &findings, args))
}

fn read(start: &Path, args: &Diff) -> Result<Revisions, Failure> {
    let root = project::root(start);
    let paths: Vec<PathBuf> = args.paths.iter().map(|path| start.join(path)).collect();
    match (&args.against, paths.as_slice()) {
        (Some(revision), wanted) => project::against(&root, revision, wanted),
        (None, [old, new]) => project::between(&root, old, new),
        (None, _) => {
            let message = "name two files or two folders (statedoc diff OLD NEW), or a git revision \
                           (statedoc diff --against REV)";
            Err(Failure { message: message.to_owned() })
        }
    }
}

fn print(
    comparisons: &[Comparison],
    findings: &[Diagnostic],
    unread: usize,
    project: &Project,
    output: &mut Output,
) -> Result<(), Stop> {
    let changed = || comparisons.iter().filter(|comparison| !comparison.changes.is_empty());
    for comparison in changed() {
        for change in &comparison.changes {
            output.line(&report::change(change, &project.sources, Look::Styled))?;
        }
    }
    output.findings(findings, &project.sources)?;
    for comparison in changed() {
        output.line(&crate::visible::visible(&report::heading(comparison)))?;
    }
    output.line(&summary(comparisons, findings, unread))?;
    Ok(())
}

fn summary(comparisons: &[Comparison], findings: &[Diagnostic], unread: usize) -> String {
    let tally = report::tally(comparisons.iter().flat_map(|comparison| &comparison.changes));
    let mut summary = format!("{}: {}", counted(comparisons.len(), "document"), tally.words());
    if unread > 0 {
        summary.push_str(&format!("; {} could not be compared", counted(unread, "document")));
    }
    if !findings.is_empty() {
        summary.push_str(&format!("; {}", output::tally(findings)));
    }
    summary
}

fn items<'a>(
    comparisons: &'a [Comparison],
    findings: &'a [Diagnostic],
    revisions: &'a Revisions,
) -> Vec<Item<'a>> {
    let project = &revisions.project;
    let mut items = report::changed(comparisons, revisions.commit.is_some(), &project.sources);
    let mut found = report::found(findings, &|file| project.name(file), &project.sources);
    if revisions.commit.is_some() {
        let name = |entry: &'a Entry| (project.sources.get(entry.file).path.as_str(), entry);
        let old: HashMap<&str, &Entry> = revisions.old.iter().map(name).collect();
        for item in &mut found {
            let places = item.related.iter_mut().map(|(place, _)| place).chain([&mut item.place]);
            for place in places {
                if let Some(entry) = old.get(place.path) {
                    (place.path, place.old) = (entry.lifecycle.path.as_str(), true);
                }
            }
        }
    }
    items.extend(found);
    items
}

/// Errors always fail; changes where it was asked for, and waived ones never.
fn verdict(comparisons: &[Comparison], findings: &[Diagnostic], args: &Diff) -> Exit {
    let counts = |change: &&diff::Change| change.waived.is_none() && !change.is_account();
    let mut changes = comparisons.iter().flat_map(|it| &it.changes).filter(counts);
    let fails = match args.fail_on {
        None => false,
        Some(FailOn::Breaking) => changes.any(|change| change.impact == Impact::Breaking),
        Some(FailOn::Any) => changes.next().is_some(),
    };
    if fails { Exit::Findings } else { output::verdict(findings, args.deny_warnings) }
}
