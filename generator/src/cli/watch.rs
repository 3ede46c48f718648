//! `statedoc generate --watch`: writes what differs, again and again.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::time::Duration;

use super::generate::{self, Forced};
use super::output::Output;
use super::{Exit, Stop, lock, no_documents};
use crate::config;
use crate::diagnostic::{Diagnostic, Severity};
use crate::digest::print;
use crate::failure::Failure;
use crate::project::{self, Project};
use crate::survey::{Before, Request, Survey};
use crate::sync::{Lock, Plan, Purpose, Stage, Status};
use crate::visible::visible;
use crate::watch::{Waited, Watch};

/// How long nothing must have changed before a run: longer than between the steps of one save.
const QUIET: Duration = Duration::from_millis(15);

/// How much longer, before a run that would report an error, remove files or go by another
/// configuration: a save may be half done.
const PATIENCE: Duration = Duration::from_millis(250);

pub(super) fn run(start: &Path, output: &mut Output) -> Result<Exit, Stop> {
    let root = project::root(start);
    let watch = Watch::new()?;
    let mut watcher = Watcher {
        root: &root,
        watch,
        last: None,
        doubtful: None,
        configuration: None,
        before: Before::default(),
        shown: HashSet::new(),
    };
    watcher.cycle(Waited::Quiet, output)?;
    if !watcher.watch.is_looking() {
        return Ok(Exit::Unable);
    }
    output.line(&format!("watching {}; Ctrl-C ends it", visible(&root.display().to_string())))?;
    output.flush()?;
    let mut waited = watcher.watch.settled(None, QUIET);
    while waited != Waited::Stopped && !output.is_closed() {
        watcher.cycle(waited, output)?;
        output.flush()?;
        if !watcher.watch.is_looking() {
            return Ok(Exit::Unable);
        }
        let again = watcher.doubtful.is_some().then_some(PATIENCE);
        waited = watcher.watch.settled(again, QUIET);
    }
    Ok(Exit::Clean)
}

/// What goes from one run to the next.
struct Watcher<'a> {
    root: &'a Path,
    watch: Watch,
    /// What the last run left behind; a run that would find the same says nothing.
    last: Option<Seen>,
    /// Bad news that has been seen once: it is told if it is still the same after a while.
    doubtful: Option<Seen>,
    /// The configuration that the last run went by. An empty one is one too: a new one may be half saved.
    configuration: Option<String>,
    /// What was made last, of which most can be kept.
    before: Before,
    /// The findings that have been shown and still stand.
    shown: HashSet<String>,
}

/// What a run goes by, and what came of it: the same again is no news.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    /// A digest of all that was read, and the outputs that do not agree.
    Read(u64, Vec<(String, Status)>),
    /// The reason why nothing could be read or written.
    Failed(String),
}

impl Seen {
    fn of(survey: &Survey) -> Self {
        Self::Read(digest(&survey.project, None), disagreeing(survey))
    }
}

impl Watcher<'_> {
    /// One run, after what was waited for.
    fn cycle(&mut self, waited: Waited, output: &mut Output) -> Result<(), Stop> {
        match self.attempt(waited, output) {
            Err(Stop::World(failure)) => {
                self.before = Before::default();
                let seen = Seen::Failed(failure.message.clone());
                if self.is_news(&seen) && self.is_certain(&seen, waited) {
                    super::complain(&failure.message);
                    self.last = Some(seen);
                }
                Ok(())
            }
            other => other,
        }
    }

    /// Whether this is another state of affairs than the last that was told.
    fn is_news(&mut self, seen: &Seen) -> bool {
        let news = self.last.as_ref() != Some(seen);
        self.doubtful = self.doubtful.take().filter(|_| news);
        news
    }

    /// Whether bad news may be told: nothing has changed for a while since it was first seen. At the
    /// very start it may.
    fn is_certain(&mut self, seen: &Seen, waited: Waited) -> bool {
        let certain = self.last.is_none()
            || !self.watch.is_looking()
            || waited == Waited::Quiet && self.doubtful.as_ref() == Some(seen);
        self.doubtful = (!certain).then(|| seen.clone());
        certain
    }

    fn attempt(&mut self, waited: Waited, output: &mut Output) -> Result<(), Stop> {
        let lock = lock(self.root);
        let stage = Stage::new(&|_| false);
        let project = self.configured()?;
        let was_clean = matches!(&self.last, Some(Seen::Read(_, off)) if off.is_empty());
        let is_trusted = was_clean && waited == Waited::Documents;
        let mut survey = self.survey(project, is_trusted, Purpose::Look)?;
        if survey.project.headings.is_empty() && survey.findings.is_empty() {
            return Err(no_documents(&survey.project).into());
        }
        let seen = Seen::of(&survey);
        let is_current = |survey: &Survey| survey.plan.as_ref().is_some_and(Plan::is_current);
        let mut agrees = is_current(&survey);
        if self.is_to_be_told(&survey, &seen, waited) {
            if survey.plan.is_some() && !agrees {
                // Not before it is certain: files that come and go beside the outputs are changes too.
                let project = Project::configured(self.root)?;
                survey = self.survey(project, is_trusted, Purpose::Write(&stage))?;
                if Seen::of(&survey) != seen {
                    return Ok(()); // something else was saved just now, and is waited for already
                }
            }
            agrees = self.publish(&mut survey, seen, &lock, output)?;
        }
        if agrees {
            self.before = survey.before;
        }
        Ok(())
    }

    fn survey(&self, project: Project, is_trusted: bool, purpose: Purpose) -> Result<Survey, Failure> {
        let before = Some(&self.before).filter(|_| is_trusted);
        crate::survey(project, &Request { before, remember: true, ..Request::new(purpose) })
    }

    /// Whether what a run saw is news, and if it is bad, certain.
    fn is_to_be_told(&mut self, survey: &Survey, seen: &Seen, waited: Waited) -> bool {
        let doubtful = is_bad_news(survey) || configuration(&survey.project) != self.configuration;
        self.is_news(seen) && (!doubtful || self.is_certain(seen, waited))
    }

    /// Writes and says what came of a run. Whether the disk agrees after that.
    fn publish(
        &mut self,
        survey: &mut Survey,
        seen: Seen,
        lock: &Lock,
        output: &mut Output,
    ) -> Result<bool, Stop> {
        self.doubtful = None;
        self.configuration = configuration(&survey.project);
        self.show(survey, output)?;
        let exit = generate::write(survey, &Forced::default(), lock, output)?;
        let written = exit == Exit::Clean;
        let after = || Seen::Read(digest(&survey.project, survey.plan.as_ref()), Vec::new());
        self.last = Some(if written { after() } else { seen });
        Ok(written)
    }

    /// The project with its configuration, after the watch has been set on all places where it lies now.
    fn configured(&mut self) -> Result<Project, Failure> {
        loop {
            let project = Project::configured(self.root)?;
            self.watch.look_at(&project.places())?;
            let now = Project::configured(self.root)?;
            if configuration(&project) == configuration(&now) {
                return Ok(now);
            }
        }
    }

    /// Prints the findings that were not there before; errors always.
    fn show(&mut self, survey: &Survey, output: &mut Output) -> Result<(), Stop> {
        let project = &survey.project;
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

fn configuration(project: &Project) -> Option<String> {
    let file = project.sources.iter().find(|file| file.path == config::FILE);
    file.map(|file| file.text.clone())
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
fn digest(project: &Project, written: Option<&Plan>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for file in project.sources.iter() {
        let change = written.and_then(|plan| {
            let at = plan.changes.binary_search_by(|change| change.path.cmp(&file.path)).ok()?;
            plan.changes[at].difference.as_ref()?.new
        });
        file.path.hash(&mut hasher);
        change.unwrap_or_else(|| print(&file.text)).hash(&mut hasher);
    }
    hasher.finish()
}
