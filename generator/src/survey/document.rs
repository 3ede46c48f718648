//! One document from its bytes to its outputs, which nothing but the configuration has a part in.

use super::{Before, Request};
use crate::diagnostic::{Diagnostic, Severity};
use crate::emit::templates::{Made, Team};
use crate::emit::{self, Artifact, Input, Subject};
use crate::failure::Failure;
use crate::lifecycle::{Lifecycle, Summary};
use crate::lint::{self, Found, Heading};
use crate::project::{self, Entry, Project, Taken, Unread};
use crate::source::{FileId, SourceFile, Span};
use crate::sync::{self, Change, Status};

/// What every document is worked on with.
pub(super) struct Desk<'a> {
    /// The project, as far as it is known before any document is read.
    pub(super) project: &'a Project,
    /// The team's templates.
    pub(super) team: &'a Team<'a>,
    /// What the survey is for.
    pub(super) request: &'a Request<'a>,
    /// The earlier survey, where it counts.
    pub(super) before: Option<&'a Before>,
}

/// What came of a file in a documents' folder.
pub(super) struct Outcome {
    /// The file.
    pub(super) source: SourceFile,
    /// Whether it is a text of somebody's that is no document.
    pub(super) is_skipped: bool,
    /// What came of it where it is a document.
    pub(super) judged: Option<Box<Judged>>,
}

/// What is kept of a document.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) heading: Heading,
    pub(super) summary: Summary,
    pub(super) found: Found,
    /// Findings about its diagrams that writing them settles.
    pub(super) drift: Vec<Diagnostic>,
    /// All that it means, where a template wants that of all documents.
    pub(super) lifecycle: Option<Box<Lifecycle>>,
    /// What is made of it; nothing while an error stands.
    pub(super) outputs: Result<Outputs, Failure>,
}

/// Outputs, compared with the disk.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    /// What statedoc makes itself.
    pub(super) built_in: Vec<Change>,
    /// What is made from the team's templates, and where the configuration says so.
    pub(super) own: Vec<(Change, Span)>,
    /// What is wrong with these templates, with their places among them.
    pub(super) wrong: Vec<(usize, Diagnostic)>,
    /// The documents themselves.
    pub(super) documents: Vec<Change>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(project: &'a Project, team: &'a Team<'a>, request: &'a Request<'a>) -> Self {
        let before = request.before.filter(|before| before.is_of(project));
        Self { project, team, request, before }
    }

    /// Reads a file, and does all that can be done with it alone.
    pub(super) fn document(&self, id: FileId, unread: &Unread) -> Result<Outcome, Failure> {
        let (source, unreadable) = unread.read(&self.project.root, id)?;
        let (is_skipped, judged) = match self.before.and_then(|before| before.judged(&source)) {
            Some(judged) => (false, Some(Box::new(judged))),
            None => match project::take(&source, unreadable, unread.is_asked) {
                Taken::Document(entry, parsed) => {
                    (false, Some(Box::new(self.judge(&source, *entry, parsed))))
                }
                Taken::Skipped => (true, None),
                Taken::Ours => (false, None),
            },
        };
        Ok(Outcome { source, is_skipped, judged })
    }

    fn judge(&self, source: &SourceFile, entry: Entry, mut parsed: Vec<Diagnostic>) -> Judged {
        let config = &self.project.config;
        let rules = entry.subject(source);
        parsed.extend(config.sql.check_document(&entry.lifecycle));
        let mut found = lint::of_document(&rules, parsed, &config.policy);
        let take_rows = self.request.forces(&source.path);
        let subject =
            Subject { file: source, document: &entry.document, lifecycle: &entry.lifecycle, take_rows };
        let is_drift = |finding: &mut Diagnostic| config.blocks && emit::is_drift(finding, &subject);
        let drift = found.findings.extract_if(.., is_drift).collect();
        let stands = found.findings.iter().any(|finding| finding.severity == Severity::Error);
        let outputs = if stands { Ok(Outputs::default()) } else { self.outputs(subject) };
        let (heading, summary) = (Heading::of(&rules), Summary::of(&entry.lifecycle));
        let lifecycle = self.team.wants_all().then(|| Box::new(entry.lifecycle));
        Judged { heading, summary, found, drift, lifecycle, outputs }
    }

    fn outputs(&self, subject: Subject) -> Result<Outputs, Failure> {
        let input = Input::new(&self.project.config, subject);
        let mut outputs = Outputs::default();
        for artifact in emit::of_document(&input) {
            let change = self.compare(&artifact, &subject.file.text)?;
            match artifact.content {
                emit::Content::File { .. } => outputs.built_in.push(change),
                emit::Content::Region { .. } => outputs.documents.push(change),
            }
        }
        self.add_own(&mut outputs, self.team.of_document(&input))?;
        Ok(outputs)
    }

    /// Adds what is made from the team's templates.
    pub(super) fn add_own(
        &self,
        outputs: &mut Outputs,
        made: Vec<(usize, Result<Made, Box<Diagnostic>>)>,
    ) -> Result<(), Failure> {
        for (at, made) in made {
            match made {
                Ok(made) => outputs.own.push((self.compare(&made.artifact, "")?, made.place)),
                Err(finding) => outputs.wrong.push((at, *finding)),
            }
        }
        Ok(())
    }

    pub(super) fn compare(&self, artifact: &Artifact, document: &str) -> Result<Change, Failure> {
        sync::compare(&self.project.root, artifact, document, self.request.purpose)
    }
}

impl Judged {
    /// The same once more, where every output agrees by now.
    pub(super) fn again(&self) -> Self {
        Self {
            heading: self.heading.clone(),
            summary: self.summary.clone(),
            found: self.found.clone(),
            drift: self.drift.clone(),
            lifecycle: self.lifecycle.clone(),
            outputs: self.outputs.as_ref().map(Outputs::again).map_err(Failure::clone),
        }
    }
}

impl Outputs {
    fn again(&self) -> Self {
        let current =
            |change: &Change| Change { path: change.path.clone(), status: Status::Current, difference: None };
        Self {
            built_in: self.built_in.iter().map(current).collect(),
            own: self.own.iter().map(|(change, place)| (current(change), *place)).collect(),
            wrong: self.wrong.clone(),
            documents: self.documents.iter().map(current).collect(),
        }
    }

    /// Takes in those of another document.
    pub(super) fn add(&mut self, other: Self) {
        self.built_in.extend(other.built_in);
        self.own.extend(other.own);
        self.wrong.extend(other.wrong);
        self.documents.extend(other.documents);
    }
}
