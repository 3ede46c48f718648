//! A project on disk: finds the root, the configuration and the documents, and reads them.

mod checkout;
mod fetch;
mod find;
mod git;
mod git_program;
mod reading;
mod revisions;
mod templates;
mod today;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::config::{self, Config};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
#[cfg(feature = "cli")]
use crate::emit::EMITTERS;
use crate::failure::Failure;
use crate::lifecycle::Lifecycle;
use crate::lint::{self, Heading, Subject};
use crate::source::{FileId, SourceFile, Sources};
use crate::threads;
#[cfg(feature = "cli")]
use crate::watch::Places;

pub use checkout::checkout;
pub(crate) use find::matcher;
pub use find::{is_looked_for, normal, read, relative, root, slashed};
pub(crate) use reading::{Taken, Unread, take};
pub use revisions::{Revisions, against, between};

/// Everything that was read, and what was found wrong while reading.
#[derive(Debug)]
pub struct Project {
    /// The folder that all paths are relative to.
    pub root: PathBuf,
    /// What statedoc.toml says.
    pub config: Config,
    /// Every file that was read.
    pub sources: Sources,
    /// What the documents say at their top, in the order of their paths.
    pub headings: Vec<Heading>,
    /// The documents themselves, in the same order; none where each was let go as soon as it was made use of.
    pub documents: Vec<Entry>,
    /// The team's own templates, by path.
    pub templates: Vec<FileId>,
    /// Files in the documents' folders that are no state documents, by path.
    pub skipped: Vec<String>,
    /// What the readers of configuration and documents found.
    pub findings: Vec<Diagnostic>,
}

/// One document of the project.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its file.
    pub file: FileId,
    /// As written.
    pub document: Document,
    /// As meant.
    pub lifecycle: Lifecycle,
}

/// A file whose text is given rather than read from disk, as editors do.
#[derive(Clone, Debug)]
pub struct Given {
    /// Where the text belongs.
    pub path: PathBuf,
    /// The text.
    pub bytes: Vec<u8>,
}

impl Entry {
    /// The document as rules see it; `file` is its own.
    #[must_use]
    pub fn subject<'a>(&'a self, file: &'a SourceFile) -> Subject<'a> {
        Subject { file, document: &self.document, lifecycle: &self.lifecycle }
    }
}

impl Project {
    /// Reads the project at `root` with the documents that its configuration names.
    ///
    /// # Errors
    ///
    /// A file or folder that exists but cannot be read.
    pub fn open(root: &Path) -> Result<Self, Failure> {
        Self::open_with(root, &[], None)
    }

    /// The project at `root` with its configuration, and no document read yet.
    ///
    /// # Errors
    ///
    /// A configuration that exists but cannot be read.
    pub fn configured(root: &Path) -> Result<Self, Failure> {
        let mut project = Self::empty(&normal(root));
        project.configure()?;
        Ok(project)
    }

    /// Reads the project at `root`, `files` too whatever they are called, and `given` in place of
    /// what is on disk.
    ///
    /// # Errors
    ///
    /// A file or folder that exists but cannot be read, or one of `files` that does not exist.
    pub fn open_with(root: &Path, files: &[PathBuf], given: Option<Given>) -> Result<Self, Failure> {
        let mut project = Self::configured(root)?;
        project.read(files, given)?;
        Ok(project)
    }

    fn read(&mut self, files: &[PathBuf], given: Option<Given>) -> Result<(), Failure> {
        self.read_templates()?;
        let unread = self.unread(files, given)?;
        let next = |at| self.sources.next(at);
        let read = threads::in_order(threads::available(), &unread, |at, unread| {
            let (source, unreadable) = unread.read(&self.root, next(at))?;
            let taken = take(&source, unreadable, unread.is_asked);
            Ok((source, taken))
        });
        for read in read.into_iter().collect::<Result<Vec<_>, Failure>>()? {
            self.admit(read);
        }
        let documents = self.documents.iter();
        let wrong = documents.flat_map(|entry| self.config.sql.check_document(&entry.lifecycle));
        self.findings.extend(wrong.collect::<Vec<_>>());
        self.findings.extend(self.check_ids());
        Ok(())
    }

    /// Takes in a file, and what it turned out to be.
    fn admit(&mut self, (source, taken): (SourceFile, Taken)) {
        match taken {
            Taken::Document(entry, findings) => {
                self.headings.push(Heading::of(&entry.subject(&source)));
                self.documents.push(*entry);
                self.findings.extend(findings);
            }
            Taken::Skipped => self.skipped.push(source.path.clone()),
            Taken::Ours => {}
        }
        self.sources.push(source);
    }

    /// Takes documents whose files are in already as those of the project.
    fn adopt(&mut self, documents: Vec<Entry>) {
        let heading = |entry: &Entry| Heading::of(&entry.subject(self.sources.get(entry.file)));
        self.headings = documents.iter().map(heading).collect();
        self.documents = documents;
    }

    /// What the configuration says of documents that there are not.
    pub(crate) fn check_ids(&self) -> Vec<Diagnostic> {
        let ids = self.headings.iter().map(|heading| heading.id.as_ref().map_or("", |id| id.as_str()));
        self.config.sql.check_ids(&ids.collect::<Vec<_>>())
    }

    /// One document that belongs to no project: it is read as `documents` would be.
    #[must_use]
    pub fn of_one(path: &Path, bytes: &[u8]) -> Self {
        let mut project = Self::empty(Path::new(""));
        let shown = slashed(path);
        let (source, unreadable) = reading::source(project.sources.next(0), shown, bytes.to_vec());
        let taken = take(&source, unreadable, true);
        project.admit((source, taken));
        project
    }

    /// The files of the project, by their paths relative to the root. Those that `.gitignore` names are
    /// among them only in the folders that templates write to.
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        let mut files = find::files(&self.root);
        files.extend(find::ignored_files(&self.root, &self.template_outputs()));
        files.sort();
        files.dedup();
        files
    }

    /// Where something may happen that concerns the project.
    #[cfg(feature = "cli")]
    #[must_use]
    pub fn places(&self) -> Places {
        let outputs = EMITTERS.iter().filter_map(|emitter| (emitter.output)(&self.config));
        let outputs = outputs.filter(|output| output.enabled).map(|output| output.folder.as_str());
        let mut outputs: Vec<(&str, bool)> = outputs.map(|folder| (folder, true)).collect();
        let templates = self.template_folders();
        outputs.extend(templates.iter().map(|folder| (folder.as_str(), true)));
        outputs.extend(self.template_outputs());
        find::places(&self.root, &self.config.documents, &outputs)
    }

    /// The path of a file relative to the root, where it lies below it.
    #[must_use]
    pub fn relative(&self, path: &Path) -> PathBuf {
        find::relative(&self.root, path)
    }

    fn empty(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            config: Config::default(),
            sources: Sources::default(),
            headings: Vec::new(),
            documents: Vec::new(),
            templates: Vec::new(),
            skipped: Vec::new(),
            findings: Vec::new(),
        }
    }

    fn configure(&mut self) -> Result<(), Failure> {
        let path = self.root.join(config::FILE);
        if path.exists() {
            let bytes = find::read(&path)?;
            let (id, unreadable) = self.add(config::FILE.to_owned(), bytes);
            let (config, mut findings) = config::read(self.sources.get(id));
            if let Some(unreadable) = unreadable {
                findings = vec![unreadable];
            }
            self.config = config;
            self.findings.append(&mut findings);
        }
        self.config.policy.today = today::today();
        Ok(())
    }

    /// Takes a file in, and says what keeps its bytes from being read as text.
    fn add(&mut self, path: String, bytes: Vec<u8>) -> (FileId, Option<Diagnostic>) {
        let (source, unreadable) = reading::source(self.sources.next(0), path, bytes);
        (self.sources.push(source), unreadable)
    }

    /// Takes in the text of a document that is none of the project's, with what is wrong with it.
    fn load(&mut self, path: String, bytes: Vec<u8>) -> (Entry, Vec<Diagnostic>) {
        let (file, unreadable) = self.add(path, bytes);
        reading::entry(self.sources.get(file), unreadable)
    }

    /// The project as it would be if these files had these texts. The configuration stays as it is.
    #[must_use]
    pub fn revised(&self, texts: &BTreeMap<FileId, String>) -> Self {
        let mut sources = Sources::default();
        for file in self.sources.iter() {
            sources.add(&file.path, texts.get(&file.id).unwrap_or(&file.text));
        }
        let mut findings = self.findings.clone();
        findings.retain(|finding| !texts.contains_key(&finding.span.file));
        let (root, config) = (self.root.clone(), self.config.clone());
        let (skipped, templates) = (self.skipped.clone(), self.templates.clone());
        let (headings, documents) = (Vec::new(), Vec::new());
        let mut revised = Self { root, config, sources, headings, documents, skipped, templates, findings };
        for entry in &self.documents {
            let (entry, mut found) = match texts.contains_key(&entry.file) {
                true => reading::entry(revised.sources.get(entry.file), None),
                false => (entry.clone(), Vec::new()),
            };
            revised.headings.push(Heading::of(&entry.subject(revised.sources.get(entry.file))));
            revised.findings.append(&mut found);
            revised.documents.push(entry);
        }
        revised
    }

    /// What the document in a file is called: its id, else its path.
    #[must_use]
    pub fn name(&self, file: FileId) -> String {
        let at = self.headings.binary_search_by_key(&file, |heading| heading.file).ok();
        let id = at.and_then(|at| self.headings[at].id.as_ref()).map(|id| id.as_str());
        id.filter(|id| !id.is_empty()).unwrap_or(&self.sources.get(file).path).to_owned()
    }

    /// Every finding, of readers and rules, with the project's severities, sorted.
    #[must_use]
    pub fn lint(&self) -> Vec<Diagnostic> {
        let entries = self.documents.iter();
        let subjects: Vec<Subject> =
            entries.map(|entry| entry.subject(self.sources.get(entry.file))).collect();
        let mut findings = lint::run(&subjects, self.findings.clone(), &self.config.policy, &self.sources);
        crate::report::sort(&mut findings, &self.sources);
        findings
    }
}
