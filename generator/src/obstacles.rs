//! What stands in the way of writing though every document is right: contested paths, lost documents.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::project::{self, Project};
use crate::source::{SourceFile, Span};
use crate::sync::{Plan, Status};
use crate::visible::visible;

/// Refuses a path that two of these outputs want, or an output and a document; letter case aside.
pub(crate) fn contested(project: &Project, outputs: &[&str]) -> Result<(), Failure> {
    let documents = project.headings.iter().map(|heading| &project.sources.get(heading.file).path);
    let mut taken: HashSet<String> = documents.map(|path| path.to_lowercase()).collect();
    match outputs.iter().find(|path| !taken.insert(path.to_lowercase())) {
        None => Ok(()),
        Some(path) => {
            let apart = "give the outputs and the documents folders of their own in statedoc.toml";
            Err(Failure { message: format!("{path} would be two things at once; {apart}") })
        }
    }
}

/// Paths of templates' outputs that something else has, letter case aside: another output, or a file that
/// this run reads, or one that could be taken for a document.
pub(crate) fn collisions(
    project: &Project,
    outputs: &[&str],
    made: &[(&str, Span)],
) -> Result<Vec<Diagnostic>, Failure> {
    if made.is_empty() {
        return Ok(Vec::new());
    }
    let built_in: HashSet<String> = outputs.iter().map(|path| path.to_lowercase()).collect();
    let read: HashSet<String> = project.sources.iter().map(|file| file.path.to_lowercase()).collect();
    let is_looked_for = project::matcher(&project.config.documents)?;
    let mut taken: HashMap<String, Span> = HashMap::new();
    let mut findings = Vec::new();
    for (shown, place) in made {
        let path = shown.to_lowercase();
        let finding = |what: &str| Diagnostic::new("wrong-type", *place, format!("{shown} {what}"));
        if let Some(other) = taken.insert(path.clone(), *place) {
            findings.push(if other == *place {
                finding("would be made of two documents").help("tell them apart by `{module}`")
            } else {
                finding("would be written twice").related(other, "this is written there too")
            });
        } else if built_in.contains(&path) {
            let help = "give it a name of its own, or switch that output off";
            findings.push(finding("is what statedoc writes there itself").help(help));
        } else if read.contains(&path) || is_looked_for(shown) {
            let help = "write to a folder of its own";
            findings.push(finding("is a file that statedoc reads").help(help));
        }
    }
    findings.dedup_by_key(|finding| finding.span); // of many documents, one is enough
    Ok(findings)
}

/// Files that were documents, as outputs of theirs show, and are none any more: damaged, most likely.
pub(crate) fn lost(project: &Project, plan: &Plan, force: &dyn Fn(&str) -> bool) -> Vec<Diagnostic> {
    let orphans = plan.changes.iter().filter(|change| change.status == Status::Orphaned);
    let origins: BTreeSet<&str> =
        orphans.filter_map(|change| change.difference.as_ref()?.origin.as_deref()).collect();
    let is_lost = |file: &&SourceFile| {
        origins.contains(file.path.as_str()) && project.skipped.contains(&file.path) && !force(&file.path)
    };
    project.sources.iter().filter(is_lost).map(finding).collect()
}

fn finding(file: &SourceFile) -> Diagnostic {
    let message =
        "this was a state document, and its outputs are still there, but it has no front matter any more";
    let force = format!("`statedoc generate --force {}`", visible(&file.path));
    let help = format!("mend it; if it is meant to be none, {force} removes its outputs");
    Diagnostic::new("syntax", file.span(0..0), message).help(help)
}
