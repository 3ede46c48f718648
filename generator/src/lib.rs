//! `statedoc` keeps a written lifecycle, its diagram, its code and its tests in agreement.
//!
//! The whole run, on one screen: [`Project::open`] reads, [`survey`] judges and computes every
//! output, and [`sync::apply`] writes. Between them stands one gate: while an error stands, there
//! is nothing to write.

pub mod baseline;
mod before;
mod build;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod diff;
pub mod digest;
pub mod document;
pub mod emit;
pub mod failure;
pub mod format;
pub mod import;
pub mod keys;
pub mod lifecycle;
pub mod lint;
mod markdown;
pub mod mend;
pub mod mermaid;
mod obstacles;
pub mod project;
pub mod report;
pub mod review;
pub mod schema;
pub mod source;
pub mod sync;
pub mod visible;
#[cfg(feature = "cli")]
pub mod watch;
pub mod yaml;

pub use before::Before;
pub use build::{Report, check, generate};
use diagnostic::{Diagnostic, Severity};
use emit::{Artifact, EMITTERS, Input, Subject};
use failure::Failure;
use project::{Entry, Project};
use source::SourceFile;
use sync::{Plan, Searched};

/// What is wrong with a project, and what would have to be written.
#[derive(Debug)]
pub struct Survey {
    /// The findings, sorted.
    pub findings: Vec<Diagnostic>,
    /// The outputs compared with the disk; `None` while an error stands.
    pub plan: Option<Plan>,
    /// The outputs; none while an error stands.
    pub artifacts: Vec<Artifact>,
}

/// Lints a project, makes every output in memory and compares it with the disk. Writes nothing.
///
/// A document that `force` covers (by its path) has its diagram follow the rows even where the
/// diagram shows what the rows lack.
///
/// # Errors
///
/// An output file or folder that exists but cannot be read, or a path that two outputs want.
pub fn survey(project: &Project, force: &dyn Fn(&str) -> bool) -> Result<Survey, Failure> {
    judge(project, force, &Before::default(), false)
}

/// As [`survey`], and takes from an earlier one what would be made again as it was. Where nothing
/// else than documents can have changed since, `trusted` outputs need not be looked at again: those
/// that are made as they were are as they were, if still the same ones are made.
///
/// # Errors
///
/// As [`survey`].
pub fn survey_after(project: &Project, before: &Before, trusted: bool) -> Result<Survey, Failure> {
    judge(project, &|_| false, before, trusted)
}

fn judge(
    project: &Project,
    force: &dyn Fn(&str) -> bool,
    before: &Before,
    trusted: bool,
) -> Result<Survey, Failure> {
    let subjects = subjects(project, force);
    let mut findings = project.lint();
    if project.config.blocks {
        findings.retain(|finding| !is_mended(finding, &subjects));
    }
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Ok(Survey { findings, plan: None, artifacts: Vec::new() });
    }
    let unchanged = before.unchanged(project);
    let templates: Vec<&SourceFile> =
        project.templates.iter().map(|file| project.sources.get(*file)).collect();
    let kept = before.kept(&unchanged);
    let input = Input { config: &project.config, subjects: &subjects, templates: &templates, kept };
    let mut artifacts = emit::emit(&input);
    obstacles::contested(project, &artifacts)?;
    let (made, mut wrong) = emit::templates::emit(&input);
    wrong.extend(obstacles::collisions(project, &artifacts, &made)?);
    if !wrong.is_empty() {
        findings.extend(wrong);
        report::sort(&mut findings, &project.sources);
        return Ok(Survey { findings, plan: None, artifacts: Vec::new() });
    }
    artifacts.extend(made.into_iter().map(|made| made.artifact));
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    let plan = if trusted && before.has_the_paths_of(&artifacts) {
        sync::plan_changed(&project.root, &artifacts, &before.artifacts, &project.sources)?
    } else {
        let searched = Searched { folders: &folders(project), elsewhere: &project.files() };
        sync::plan(&project.root, &artifacts, searched, &project.sources)?
    };
    let lost = obstacles::lost(project, &plan, force);
    if lost.is_empty() {
        return Ok(Survey { findings, plan: Some(plan), artifacts });
    }
    findings.extend(lost);
    report::sort(&mut findings, &project.sources);
    Ok(Survey { findings, plan: None, artifacts: Vec::new() })
}

/// The documents as emitters see them, in the order of their ids.
fn subjects<'a>(project: &'a Project, force: &dyn Fn(&str) -> bool) -> Vec<Subject<'a>> {
    let mut entries: Vec<&Entry> = project.documents.iter().collect();
    entries.sort_by_key(|entry| (entry.lifecycle.facts.id.as_str(), entry.lifecycle.path.as_str()));
    entries.iter().map(|entry| subject(project, entry, force)).collect()
}

/// What is wrong with a project but for diagrams that `generate` mends.
fn findings(project: &Project) -> Vec<Diagnostic> {
    let subjects = subjects(project, &|_| false);
    let mut findings = project.lint();
    findings.retain(|finding| !project.config.blocks || !is_mended(finding, &subjects));
    findings
}

fn subject<'a>(project: &'a Project, entry: &'a Entry, force: &dyn Fn(&str) -> bool) -> Subject<'a> {
    let file = project.sources.get(entry.file);
    let take_rows = force(&file.path);
    Subject { file, document: &entry.document, lifecycle: &entry.lifecycle, take_rows }
}

/// Whether a finding is drift that `generate` mends, which the plan shows instead.
fn is_mended(finding: &Diagnostic, subjects: &[Subject]) -> bool {
    let subject = subjects.iter().find(|subject| subject.file.id == finding.span.file);
    finding.rule == "diagram-disagrees" && subject.is_some_and(emit::is_mendable)
}

/// Every folder that files of ours may lie in: those in use, and the default ones.
fn folders(project: &Project) -> Vec<&str> {
    let outputs = EMITTERS.iter().filter_map(|emitter| (emitter.output)(&project.config));
    let mut folders: Vec<&str> = outputs.map(|output| output.folder.as_str()).collect();
    folders.extend(config::DEFAULT_FOLDERS);
    folders.sort_unstable();
    folders.dedup();
    folders
}
