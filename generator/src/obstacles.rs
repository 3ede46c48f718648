//! What stands in the way of writing though every document is right: contested paths, lost documents.

use std::collections::{BTreeSet, HashSet};

use crate::diagnostic::Diagnostic;
use crate::emit::{Artifact, Content};
use crate::failure::Failure;
use crate::project::Project;
use crate::source::SourceFile;
use crate::sync::{self, Plan, Status};
use crate::visible::visible;

/// Refuses a path that two outputs want, or an output and a document; letter case aside.
pub(crate) fn contested(project: &Project, artifacts: &[Artifact]) -> Result<(), Failure> {
    let documents = project.documents.iter().map(|entry| project.sources.get(entry.file).path.to_lowercase());
    let mut taken: HashSet<String> = documents.collect();
    let whole = artifacts.iter().filter(|artifact| matches!(artifact.content, Content::File { .. }));
    let mut paths = whole.map(|artifact| artifact.path.as_str());
    match paths.find(|path| !taken.insert(path.to_lowercase())) {
        None => Ok(()),
        Some(path) => {
            let apart = "give the outputs and the documents folders of their own in statedoc.toml";
            Err(Failure { message: format!("{path} would be two things at once; {apart}") })
        }
    }
}

/// Files that were documents, as outputs of theirs show, and are none any more: damaged, most likely.
pub(crate) fn lost(project: &Project, plan: &Plan, force: &dyn Fn(&str) -> bool) -> Vec<Diagnostic> {
    let orphans = plan.changes.iter().filter(|change| change.status == Status::Orphaned);
    let origins: BTreeSet<String> =
        orphans.filter_map(|change| sync::origin(change.old.as_deref()?)).collect();
    let is_lost = |file: &&SourceFile| {
        origins.contains(&file.path) && project.skipped.contains(&file.path) && !force(&file.path)
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
