//! A project on disk: finds the root, the configuration and the documents, and reads them.

mod checkout;
mod fetch;
mod find;
mod git;
mod kept;
mod revisions;
mod templates;
mod today;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::config::{self, Config};
use crate::diagnostic::Diagnostic;
use crate::document::{self, Document, is_meant};
#[cfg(feature = "cli")]
use crate::emit::EMITTERS;
use crate::failure::Failure;
use crate::lifecycle::{Lifecycle, lower};
use crate::lint::{self, Subject};
use crate::source::{FileId, Sources};
use crate::sync;
#[cfg(feature = "cli")]
use crate::watch::Places;

use kept::Kept;

pub use checkout::checkout;
pub(crate) use find::matcher;
pub use find::{is_looked_for, normal, read, root, slashed};
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
    /// The documents, in the order of their paths.
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
#[derive(Debug)]
pub struct Given {
    /// Where the text belongs.
    pub path: PathBuf,
    /// The text.
    pub bytes: Vec<u8>,
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
        project.read(files, given, &mut Kept::default())?;
        Ok(project)
    }

    /// Reads the documents of a project whose configuration has been read. What `previous` holds of
    /// documents whose texts are the same is taken over rather than worked out again.
    ///
    /// # Errors
    ///
    /// A file or folder that exists but cannot be read.
    pub fn open_after(mut self, previous: Option<Self>) -> Result<Self, Failure> {
        let configuration = |project: &Self| {
            let file = project.sources.iter().find(|file| file.path == config::FILE);
            file.map(|file| file.text.clone())
        };
        let now = configuration(&self);
        let mut kept =
            previous.filter(|before| configuration(before) == now).map(Kept::of).unwrap_or_default();
        self.read(&[], None, &mut kept)?;
        Ok(self)
    }

    fn read(&mut self, files: &[PathBuf], given: Option<Given>, kept: &mut Kept) -> Result<(), Failure> {
        let root = self.root.clone();
        let named: Vec<PathBuf> = files.iter().map(|path| self.relative(path)).collect();
        let given = given.map(|given| Given { path: self.relative(&given.path), ..given });
        let mut paths = find::documents(&root, &self.config.documents)?;
        paths.extend(named.iter().cloned());
        paths.extend(given.iter().map(|given| given.path.clone()));
        paths.sort();
        paths.dedup();
        for path in paths {
            let bytes = match &given {
                Some(given) if given.path == path => given.bytes.clone(),
                _ => find::read(&root.join(&path))?,
            };
            let asked = named.contains(&path) || given.as_ref().is_some_and(|given| given.path == path);
            self.take(&path, &bytes, asked, kept);
        }
        let lifecycles: Vec<&Lifecycle> = self.documents.iter().map(|entry| &entry.lifecycle).collect();
        self.findings.extend(self.config.sql.check_documents(&lifecycles));
        self.read_templates()
    }

    /// One document that belongs to no project: it is read as `documents` would be.
    #[must_use]
    pub fn of_one(path: &Path, bytes: &[u8]) -> Self {
        let mut project = Self::empty(Path::new(""));
        project.take(path, bytes, true, &mut Kept::default());
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
            let (id, unreadable) = self.add(config::FILE.to_owned(), &bytes);
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
    fn add(&mut self, path: String, bytes: &[u8]) -> (FileId, Option<Diagnostic>) {
        let id = self.sources.add(path, String::from_utf8_lossy(bytes));
        let file = self.sources.get(id);
        if bytes.len() > find::LIMIT {
            let message = format!("the file is larger than {} MB", find::LIMIT / 1024 / 1024);
            return (id, Some(Diagnostic::new("syntax", file.span(0..0), message)));
        }
        let unreadable = std::str::from_utf8(bytes).err().map(|error| {
            let at = error.valid_up_to();
            let span = file.span(at..at + '\u{fffd}'.len_utf8());
            Diagnostic::new("syntax", span, "the file is not UTF-8 from here on").help("save it as UTF-8")
        });
        (id, unreadable)
    }

    fn take(&mut self, path: &Path, bytes: &[u8], asked: bool, kept: &mut Kept) {
        let shown = slashed(path);
        let (file, unreadable) = self.add(shown.clone(), bytes);
        let source = self.sources.get(file);
        if let Some((entry, mut findings)) = kept.take(source).filter(|_| unreadable.is_none()) {
            self.findings.append(&mut findings);
            self.documents.push(entry);
            return;
        }
        if !asked && !is_meant(source) {
            if sync::owner(&source.text) == sync::Owner::Foreign {
                self.skipped.push(shown);
            }
            return;
        }
        let (entry, mut findings) = self.entry(file, unreadable);
        self.findings.append(&mut findings);
        self.documents.push(entry);
    }

    /// Takes in the text of a document that is none of the project's, with what is wrong with it.
    fn load(&mut self, path: String, bytes: &[u8]) -> (Entry, Vec<Diagnostic>) {
        let (file, unreadable) = self.add(path, bytes);
        self.entry(file, unreadable)
    }

    fn entry(&self, file: FileId, unreadable: Option<Diagnostic>) -> (Entry, Vec<Diagnostic>) {
        let source = self.sources.get(file);
        let (document, findings) = match unreadable {
            Some(finding) => (Document { incomplete: true, ..Document::default() }, vec![finding]),
            None => document::parse(source),
        };
        let lifecycle = lower(source, &document);
        (Entry { file, document, lifecycle }, findings)
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
        let mut revised = Self { root, config, sources, documents: Vec::new(), skipped, templates, findings };
        for entry in &self.documents {
            let (entry, mut found) = match texts.contains_key(&entry.file) {
                true => revised.entry(entry.file, None),
                false => (entry.clone(), Vec::new()),
            };
            revised.findings.append(&mut found);
            revised.documents.push(entry);
        }
        revised
    }

    /// What the document in a file is called: its id, else its path.
    #[must_use]
    pub fn name(&self, file: FileId) -> String {
        let entry = self.documents.iter().find(|entry| entry.file == file);
        let id = entry.map(|entry| entry.lifecycle.facts.id.as_str()).filter(|id| !id.is_empty());
        id.unwrap_or(&self.sources.get(file).path).to_owned()
    }

    /// Every finding, of readers and rules, with the project's severities, sorted.
    #[must_use]
    pub fn lint(&self) -> Vec<Diagnostic> {
        let subjects: Vec<Subject> = self
            .documents
            .iter()
            .map(|entry| Subject {
                file: self.sources.get(entry.file),
                document: &entry.document,
                lifecycle: &entry.lifecycle,
            })
            .collect();
        let mut findings = lint::run(&subjects, self.findings.clone(), &self.config.policy, &self.sources);
        crate::report::sort(&mut findings, &self.sources);
        findings
    }
}
