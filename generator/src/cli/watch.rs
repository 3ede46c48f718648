//! `statedoc generate --watch`: writes what differs, again and again.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::time::Duration;

use super::generate::{self, Forced};
use super::output::Output;
use super::{Exit, Stop, lock, no_documents};
use crate::diagnostic::{Diagnostic, Severity};
use crate::failure::Failure;
use crate::project::{self, Project};
use crate::sync::{Lock, Status};
use crate::visible::visible;
use crate::watch::{Waited, Watch};
use crate::{Before, Survey};

/// How long nothing must have changed before a run: longer than between the steps of one save.
const QUIET: Duration = Duration::from_millis(15);

/// How much longer, before a run that would report an error or remove files: a save may be half done.
const PATIENCE: Duration = Duration::from_millis(250);

pub(super) fn run(start: &Path, output: &mut Output) -> Result<Exit, Stop> {
    let root = project::root(start);
    let watch = Watch::new()?;
    let mut watcher = Watcher {
        root: &root,
        watch,
        last: None,
        project: None,
        before: Before::default(),
        shown: HashSet::new(),
    };
    watcher.cycle(false, output)?;
    output.line(&format!("watching {}; Ctrl-C ends it", visible(&root.display().to_string())))?;
    let mut waited = watcher.watch.settled(None, QUIET);
    while waited != Waited::Stopped && !output.is_closed() {
        let done = watcher.cycle(waited == Waited::Changed, output)?;
        waited = watcher.watch.settled((!done).then_some(PATIENCE), QUIET);
    }
    Ok(Exit::Clean)
}

/// What goes from one run to the next.
struct Watcher<'a> {
    root: &'a Path,
    watch: Watch,
    /// What the last run left behind; a run that would find the same says nothing.
    last: Option<Seen>,
    /// The project as it was read last, of which most can be kept.
    project: Option<Project>,
    /// What was made last, of which most can be kept.
    before: Before,
    /// The findings that have been shown and still stand.
    shown: HashSet<String>,
}

/// What a run goes by, and what came of it: the same again is no news.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    /// A digest of all that was read, and the outputs that do not agree.
    Read(u64, Vec<(String, Status)>),
    /// The reason why nothing could be read or written.
    Failed(String),
}

impl Watcher<'_> {
    /// One run. Returns false where another is due if nothing changes in the meantime: this one was
    /// patient and had bad news, or it did not look at every output.
    fn cycle(&mut self, patient: bool, output: &mut Output) -> Result<bool, Stop> {
        match self.attempt(patient, output) {
            Err(Stop::World(_)) if patient => Ok(false),
            Err(Stop::World(failure)) => {
                let seen = Seen::Failed(failure.message.clone());
                if self.last.as_ref() != Some(&seen) {
                    super::complain(&failure.message);
                }
                self.last = Some(seen);
                Ok(true)
            }
            other => other,
        }
    }

    fn attempt(&mut self, patient: bool, output: &mut Output) -> Result<bool, Stop> {
        let lock = lock(self.root);
        let project = self.read()?;
        if project.documents.is_empty() && project.findings.is_empty() {
            return Err(no_documents(&project).into());
        }
        let trusted = matches!(&self.last, Some(Seen::Read(read, off))
            if off.is_empty() && *read != digest(&project, None));
        let survey = crate::survey_after(&project, &self.before, trusted)?;
        let done = self.publish(&project, &survey, patient, &lock, output)?;
        if survey.plan.is_some() {
            self.before = Before::new(&project, survey);
        }
        self.project = Some(project);
        Ok(done && !trusted)
    }

    /// Writes and says what came of a run, unless that is nothing new.
    fn publish(
        &mut self,
        project: &Project,
        survey: &Survey,
        patient: bool,
        lock: &Lock,
        output: &mut Output,
    ) -> Result<bool, Stop> {
        let seen = Seen::Read(digest(project, None), disagreeing(survey));
        if self.last.as_ref() == Some(&seen) {
            return Ok(true);
        }
        if patient && is_bad_news(survey) {
            return Ok(false);
        }
        self.show(project, survey, output)?;
        let exit = generate::write(project, survey, &Forced::default(), lock, output)?;
        let written = exit == Exit::Clean;
        self.last = Some(if written { Seen::Read(digest(project, Some(survey)), Vec::new()) } else { seen });
        Ok(true)
    }

    /// Reads the project, after the watch has been set on all places where it lies now.
    fn read(&mut self) -> Result<Project, Failure> {
        loop {
            let project = Project::configured(self.root)?;
            self.watch.look_at(&project.places())?;
            let now = Project::configured(self.root)?;
            let text = |project: &Project| project.sources.iter().next().map(|file| file.text.clone());
            if text(&project) == text(&now) {
                return now.open_after(self.project.take());
            }
        }
    }

    /// Prints the findings that were not there before; errors always.
    fn show(&mut self, project: &Project, survey: &Survey, output: &mut Output) -> Result<(), Stop> {
        let key = |finding: &Diagnostic| {
            let path = &project.sources.get(finding.span.file).path;
            format!("{path}\n{}\n{}", finding.rule, finding.message)
        };
        let is_new = |finding: &&Diagnostic| {
            finding.severity == Severity::Error || !self.shown.contains(&key(finding))
        };
        let new: Vec<Diagnostic> = survey.findings.iter().filter(is_new).cloned().collect();
        output.findings(&new, &project.sources)?;
        self.shown = survey.findings.iter().map(key).collect();
        Ok(())
    }
}

/// Errors, and outputs that would go because their document has gone.
fn is_bad_news(survey: &Survey) -> bool {
    survey
        .plan
        .as_ref()
        .is_none_or(|plan| plan.changes.iter().any(|change| change.status == Status::Orphaned))
}

fn disagreeing(survey: &Survey) -> Vec<(String, Status)> {
    let changes = survey.plan.iter().flat_map(|plan| &plan.changes);
    let off = changes.filter(|change| change.status != Status::Current);
    off.map(|change| (change.path.clone(), change.status)).collect()
}

/// A digest of everything that was read, with the diagrams that were written into documents since.
fn digest(project: &Project, written: Option<&Survey>) -> u64 {
    let mut hasher = DefaultHasher::new();
    let plan = written.and_then(|survey| survey.plan.as_ref());
    for file in project.sources.iter() {
        let change = plan.and_then(|plan| {
            let at = plan.changes.binary_search_by(|change| change.path.cmp(&file.path)).ok()?;
            plan.changes[at].new.as_ref()
        });
        file.path.hash(&mut hasher);
        change.unwrap_or(&file.text).hash(&mut hasher);
    }
    hasher.finish()
}
