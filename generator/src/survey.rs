//! The run as a whole: each document is read, judged, made into its outputs, compared, and let go.
//!
//! What a document comes to depends on nothing but its text and the configuration, so that threads share the
//! documents among them, and no more of them is in memory than threads work on. What spans documents is made
//! at the end, from their headings and summaries.

mod before;
mod document;
mod request;

use std::collections::{BTreeMap, HashSet};

use crate::config;
use crate::diagnostic::{Diagnostic, Severity};
use crate::emit::templates::Team;
use crate::emit::{self, EMITTERS};
use crate::failure::Failure;
use crate::lifecycle::{Lifecycle, Summary};
use crate::lint;
use crate::obstacles;
use crate::project::Project;
use crate::report;
use crate::source::SourceFile;
use crate::sync::{self, Plan, Searched};
use crate::threads;

pub use before::Before;
pub use request::Request;

use document::{Desk, Judged, Outcome, Outputs};

/// What is wrong with a project, and what would have to be written.
#[derive(Debug)]
pub struct Survey {
    /// The project, whose documents were let go.
    pub project: Project,
    /// The findings, sorted.
    pub findings: Vec<Diagnostic>,
    /// Findings about diagrams that `generate` mends, which the plan shows instead.
    pub drift: Vec<Diagnostic>,
    /// The outputs compared with the disk; `None` while an error stands.
    pub plan: Option<Plan>,
    /// What the next survey can go by once the disk agrees; nothing where that was not asked for.
    pub before: Before,
}

/// Lints the documents of a project whose configuration has been read, makes every output and compares it with
/// the disk. Nothing that is there is changed: `Purpose::Write` lays new texts beside their places, and they
/// go with the plan.
///
/// # Errors
///
/// A file or folder that exists but cannot be read, or a path that two outputs want.
pub fn survey(mut project: Project, request: &Request) -> Result<Survey, Failure> {
    project.read_templates()?;
    let templates = project.templates.iter().map(|file| project.sources.get(*file).clone());
    let templates: Vec<SourceFile> = templates.collect();
    let team = Team::new(&project.config, &templates);
    let outcomes = read(&project, &team, request)?;
    let judged = || outcomes.iter().filter_map(|outcome| outcome.judged.as_deref());
    let kept: Vec<Judged> = if request.remember { judged().map(Judged::again).collect() } else { Vec::new() };
    let (documents, found) = settle(&mut project, outcomes);
    let Found { mut findings, drift } = found;
    let stands = findings.iter().any(|finding| finding.severity == Severity::Error);
    let desk = Desk::new(&project, &team, request);
    let compared = if stands { Err(Vec::new()) } else { compare(&desk, documents)? };
    let plan = compared.map_err(|wrong| findings.extend(wrong)).ok();
    report::sort(&mut findings, &project.sources);
    let before = Before::new(&project, kept, plan.as_ref());
    Ok(Survey { project, findings, drift, plan, before })
}

/// Reads each document, judges it and compares its outputs, in the order of their paths.
fn read(project: &Project, team: &Team, request: &Request) -> Result<Vec<Outcome>, Failure> {
    let unread = project.unread(&[], request.given.clone())?;
    let desk = Desk::new(project, team, request);
    let work = |at, unread: &_| desk.document(project.sources.next(at), unread);
    threads::in_order(request.threads, &unread, work).into_iter().collect()
}

/// What was found, of all documents.
struct Found {
    findings: Vec<Diagnostic>,
    drift: Vec<Diagnostic>,
}

/// Takes in what the files are, and judges what spans documents.
fn settle(project: &mut Project, outcomes: Vec<Outcome>) -> (Vec<Judged>, Found) {
    let mut documents = Vec::new();
    let (mut findings, mut drift) = (Vec::new(), Vec::new());
    let mut used = vec![false; project.config.policy.allows.len()];
    for Outcome { source, is_skipped, judged } in outcomes {
        project.skipped.extend(is_skipped.then(|| source.path.clone()));
        project.sources.push(source);
        let Some(mut judged) = judged else { continue };
        project.headings.push(judged.heading.clone());
        findings.append(&mut judged.found.findings);
        drift.append(&mut judged.drift);
        used.iter_mut().zip(&judged.found.used).for_each(|(used, here)| *used |= here);
        documents.push(*judged);
    }
    let others = [std::mem::take(&mut project.findings), project.check_ids()].concat();
    let (policy, sources) = (&project.config.policy, &project.sources);
    findings.extend(lint::of_project(&project.headings, others, policy, sources, used));
    (documents, Found { findings, drift })
}

/// The plan for documents without an error, or what is wrong beside the documents.
fn compare(desk: &Desk, mut documents: Vec<Judged>) -> Result<Result<Plan, Vec<Diagnostic>>, Failure> {
    let (project, request) = (desk.project, desk.request);
    documents.sort_by(|a, b| (&a.summary.id, &a.summary.path).cmp(&(&b.summary.id, &b.summary.path)));
    let outputs = outputs(desk, documents)?;
    let built_in: Vec<&str> = outputs.built_in.iter().map(|change| change.path.as_str()).collect();
    obstacles::contested(project, &built_in)?;
    let own = outputs.own.iter().map(|(change, place)| (change.path.as_str(), *place));
    let mut wrong = obstacles::collisions(project, &built_in, &own.collect::<Vec<_>>())?;
    wrong.extend(first_of_each(&outputs.wrong));
    if !wrong.is_empty() {
        return Ok(Err(wrong));
    }
    let own = outputs.own.into_iter().map(|(change, _)| change);
    let changes = outputs.built_in.into_iter().chain(own).chain(outputs.documents);
    let mut plan = Plan::of(changes.collect());
    if !desk.before.is_some_and(|before| before.has_the_paths_of(&plan)) {
        let searched = Searched { folders: &folders(project), elsewhere: &elsewhere(project) };
        sync::find_orphans(&project.root, searched, &mut plan)?;
    }
    let lost = obstacles::lost(project, &plan, &|path| request.forces(path));
    Ok(if lost.is_empty() { Ok(plan) } else { Err(lost) })
}

/// The outputs of the documents, which are in the order of their ids, and those that are made once.
fn outputs(desk: &Desk, documents: Vec<Judged>) -> Result<Outputs, Failure> {
    let config = &desk.project.config;
    let mut outputs = Outputs::default();
    let (mut summaries, mut lifecycles) = (Vec::<Summary>::new(), Vec::<Lifecycle>::new());
    for document in documents {
        outputs.add(document.outputs?);
        summaries.push(document.summary);
        lifecycles.extend(document.lifecycle.map(|lifecycle| *lifecycle));
    }
    for artifact in emit::of_project(config, &summaries) {
        outputs.built_in.push(desk.compare(&artifact, "")?);
    }
    let made = desk.team.of_project(config, &lifecycles.iter().collect::<Vec<_>>());
    desk.add_own(&mut outputs, made)?;
    Ok(outputs)
}

/// The first finding about each template: the others say the same of other documents.
fn first_of_each(wrong: &[(usize, Diagnostic)]) -> Vec<Diagnostic> {
    let mut first: BTreeMap<usize, &Diagnostic> = BTreeMap::new();
    for (at, finding) in wrong {
        first.entry(*at).or_insert(finding);
    }
    first.into_values().cloned().collect()
}

/// The files of the project in which something of ours may be found: all but its documents.
fn elsewhere(project: &Project) -> Vec<String> {
    let documents = project.headings.iter().map(|heading| project.sources.get(heading.file).path.as_str());
    let documents: HashSet<&str> = documents.collect();
    let mut files = project.files();
    files.retain(|path| !documents.contains(path.as_str()));
    files
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
