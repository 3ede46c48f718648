//! The tool without its command line: for a build script and for a test of a crate that has documents.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::{self, Config};
use crate::diagnostic::{Diagnostic, Severity};
use crate::emit::{self, Artifact, Content, Input, Subject};
use crate::failure::Failure;
use crate::lifecycle::Summary;
use crate::project::{self, Entry, Project};
use crate::report::{self, Look};
use crate::source::FileId;
use crate::survey::{Request, Survey, survey};
use crate::sync::{self, Change, Purpose, Status};
use crate::visible::visible;

/// The folder of the modules below `OUT_DIR`, and the name of the module that they are in.
const MODULE: &str = "lifecycles";

/// Why [`generate`] or [`check`] failed: what the command line would print, as `Display` and as `Debug`, so
/// that `main` of a build script may return it and a test may unwrap it.
pub struct Report {
    text: String,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Cargo and the test harness print a word before it on the same line.
        write!(formatter, "\n{}", self.text)
    }
}

impl std::error::Error for Report {}

impl From<Failure> for Report {
    fn from(failure: Failure) -> Self {
        Self { text: format!("error: {}\n", visible(&failure.message)) }
    }
}

/// Writes the Rust modules of the project around `root` to `OUT_DIR`. For build scripts:
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), statedoc::Report> {
///     statedoc::generate(std::env::var("CARGO_MANIFEST_DIR").unwrap())
/// }
/// ```
///
/// and where the modules shall be, which are then `lifecycles::order` and so on:
///
/// ```ignore
/// include!(concat!(env!("OUT_DIR"), "/lifecycles.rs"));
/// ```
///
/// The configuration counts but for what is made and where: of all outputs, the Rust modules are
/// made, and nothing outside `OUT_DIR` is written, a document's diagram neither. Cargo runs the build script again when the
/// configuration, a document, or the set of files in the documents' folders changes. Warnings appear among cargo's.
///
/// # Errors
///
/// A finding that is an error, in the words of the command line; no document; a file that cannot be read or written.
pub fn generate(root: impl AsRef<Path>) -> Result<(), Report> {
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
        let message = "`generate` is for build scripts: only for these does cargo set OUT_DIR";
        Report::from(Failure { message: message.to_owned() })
    })?;
    let project = open(root.as_ref())?;
    for path in inputs(&project) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let findings = findings(&project);
    must_be_right(&project, &findings)?;
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Warning) {
        let place = report::place(project.sources.get(finding.span.file), finding.span.start);
        println!("cargo::warning={}", visible(&format!("{place}: {} [{}]", finding.message, finding.rule)));
    }
    write(&out, &modules(&project))?;
    Ok(())
}

/// Whether the documents of the project around `root` are right and every output agrees with them, as
/// `statedoc check` does. For tests:
///
/// ```no_run
/// #[test]
/// fn the_documents_hold() {
///     statedoc::check(env!("CARGO_MANIFEST_DIR")).unwrap();
/// }
/// ```
///
/// # Errors
///
/// Findings that are errors, outputs that do not agree (each with what mends it), no document, or a file
/// that cannot be read.
pub fn check(root: impl AsRef<Path>) -> Result<(), Report> {
    let project = Project::configured(&project::root(&project::normal(root.as_ref())))?;
    let Survey { project, findings, plan, .. } = survey(project, &Request::new(Purpose::Show))?;
    must_be_right(&project, &findings)?;
    must_have_documents(&project)?;
    let plan = plan.unwrap_or_default();
    let off: Vec<&Change> = plan.changes.iter().filter(|change| change.status != Status::Current).collect();
    if off.is_empty() {
        return Ok(());
    }
    let mut text: String = off.iter().map(|change| drift(change)).collect();
    text.push_str(&format!("{} of {} outputs do not agree\n", off.len(), plan.changes.len()));
    Err(Report { text })
}

fn open(root: &Path) -> Result<Project, Report> {
    let project = Project::open(&project::root(&project::normal(root)))?;
    if project.documents.is_empty() {
        must_be_right(&project, &project.lint())?;
    }
    must_have_documents(&project)?;
    Ok(project)
}

fn must_have_documents(project: &Project) -> Result<(), Failure> {
    if !project.headings.is_empty() {
        return Ok(());
    }
    let globs = project.config.documents.join(", ");
    let message = format!("no state document found in {} (looked for {globs})", project.root.display());
    Err(Failure { message })
}

/// What is wrong with a project but for diagrams that `generate` mends.
fn findings(project: &Project) -> Vec<Diagnostic> {
    let mut findings = project.lint();
    let subjects: HashMap<FileId, Subject> =
        project.documents.iter().map(|entry| (entry.file, subject(project, entry))).collect();
    let is_drift = |finding: &Diagnostic| {
        let subject = subjects.get(&finding.span.file);
        project.config.blocks && subject.is_some_and(|subject| emit::is_drift(finding, subject))
    };
    findings.retain(|finding| !is_drift(finding));
    findings
}

fn subject<'a>(project: &'a Project, entry: &'a Entry) -> Subject<'a> {
    let file = project.sources.get(entry.file);
    Subject { file, document: &entry.document, lifecycle: &entry.lifecycle, take_rows: false }
}

/// Fails with all findings where one of them is an error.
fn must_be_right(project: &Project, findings: &[Diagnostic]) -> Result<(), Report> {
    if findings.iter().all(|finding| finding.severity != Severity::Error) {
        return Ok(());
    }
    let shown = findings.iter().map(|finding| report::text(finding, &project.sources, Look::Plain));
    Err(Report { text: shown.collect::<Vec<_>>().join("\n") })
}

/// What is the matter with an output, the command that mends it, and the difference.
fn drift(change: &Change) -> String {
    let path = visible(&change.path);
    let remedy = change.remedy().map_or(String::new(), |command| format!("; mend it: {}", visible(&command)));
    let mut text = format!("{} {path}: {}{remedy}\n", change.status.as_str(), change.what());
    text.push_str(change.difference.as_ref().and_then(|it| it.diff.as_deref()).unwrap_or_default());
    text
}

/// What the modules depend on: the configuration, the documents, and the folders in which new ones appear.
fn inputs(project: &Project) -> BTreeSet<PathBuf> {
    let globs = project.config.documents.iter();
    let folders = globs.map(|glob| config::base(glob)).filter(|folder| !folder.is_empty());
    let mut paths: BTreeSet<PathBuf> = folders.map(|folder| project.root.join(folder)).collect();
    paths.retain(|folder| folder.is_dir());
    let read = project.documents.iter().map(|entry| project.root.join(&project.sources.get(entry.file).path));
    paths.extend(read);
    let config = project.root.join(config::FILE);
    paths.extend(config.is_file().then_some(config));
    paths
}

/// The files of the modules, by their paths below `OUT_DIR`.
fn modules(project: &Project) -> Vec<(String, String)> {
    let mut config = Config { blocks: false, ..project.config.clone() };
    let others =
        [&mut config.tests, &mut config.kit, &mut config.diagrams, &mut config.docs, &mut config.sql.output];
    for other in others {
        other.enabled = false;
    }
    config.rust.enabled = true;
    config.rust.folder = MODULE.to_owned();
    let root = (format!("{MODULE}.rs"), format!("#[path = \"{MODULE}/mod.rs\"]\npub mod {MODULE};\n"));
    [vec![root], made(project, &config)].concat()
}

/// The files that a project makes, by their paths: all but those from templates of its own, and its documents.
#[must_use]
pub fn outputs(project: &Project) -> Vec<(String, String)> {
    made(project, &project.config)
}

fn made(project: &Project, config: &Config) -> Vec<(String, String)> {
    let mut entries: Vec<&Entry> = project.documents.iter().collect();
    entries.sort_by_key(|entry| (entry.lifecycle.facts.id.as_str(), entry.lifecycle.path.as_str()));
    let summaries: Vec<Summary> = entries.iter().map(|entry| Summary::of(&entry.lifecycle)).collect();
    let inputs = entries.iter().map(|entry| Input::new(config, subject(project, entry)));
    let mut artifacts: Vec<Artifact> = inputs.flat_map(|input| emit::of_document(&input)).collect();
    artifacts.extend(emit::of_project(config, &summaries));
    let stamped = |artifact: Artifact| match &artifact.content {
        Content::File { comment, origin, body } => {
            let text = sync::stamp(&artifact.path, *comment, origin, body);
            Some((artifact.path, text))
        }
        Content::Region { .. } => None,
    };
    artifacts.into_iter().filter_map(stamped).collect()
}

/// Writes what differs, and removes modules of documents that are gone.
fn write(out: &Path, files: &[(String, String)]) -> Result<(), Failure> {
    for (path, text) in files {
        let path = out.join(path);
        if fs::read_to_string(&path).ok().as_ref() != Some(text) {
            sync::write(&path, text)?;
        }
    }
    let folder = out.join(MODULE);
    let entries = fs::read_dir(&folder).map_err(|error| Failure::new("read", &folder, &error))?;
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        if !files.iter().any(|(kept, _)| out.join(kept) == path) {
            fs::remove_file(&path).map_err(|error| Failure::new("remove", &path, &error))?;
        }
    }
    Ok(())
}
