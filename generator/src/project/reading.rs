//! One file of a documents' folder: reading it, and what it turns out to be. Each can be read by itself.

use std::path::{Path, PathBuf};

use super::{Entry, Given, Project, find};
use crate::diagnostic::Diagnostic;
use crate::document::{self, Document, is_meant};
use crate::failure::Failure;
use crate::lifecycle::lower;
use crate::source::{FileId, SourceFile};
use crate::sync;

/// A file that may be a document.
#[derive(Debug)]
pub(crate) struct Unread {
    /// Its path relative to the root.
    path: PathBuf,
    /// Its bytes, where these do not come from the disk.
    given: Option<Vec<u8>>,
    /// Whether somebody asks for it, so that it counts as a document whatever is in it.
    pub(crate) is_asked: bool,
}

/// What such a file turned out to be.
#[derive(Debug)]
pub(crate) enum Taken {
    /// A document, with what its parser found.
    Document(Box<Entry>, Vec<Diagnostic>),
    /// A text of somebody's that is no document.
    Skipped,
    /// An output.
    Ours,
}

impl Unread {
    /// The file as text, under the id that it will have, with what keeps it from being read.
    pub(crate) fn read(&self, root: &Path, id: FileId) -> Result<(SourceFile, Option<Diagnostic>), Failure> {
        let bytes = match &self.given {
            Some(bytes) => bytes.clone(),
            None => find::read(&root.join(&self.path))?,
        };
        Ok(source(id, find::slashed(&self.path), bytes))
    }
}

impl Project {
    /// The files that may be documents: those that the configuration names, `files`, and `given`.
    pub(crate) fn unread(&self, files: &[PathBuf], given: Option<Given>) -> Result<Vec<Unread>, Failure> {
        let named: Vec<PathBuf> = files.iter().map(|path| self.relative(path)).collect();
        let given = given.map(|given| Given { path: self.relative(&given.path), ..given });
        let mut paths = find::documents(&self.root, &self.config.documents)?;
        paths.extend(named.iter().cloned());
        paths.extend(given.iter().map(|given| given.path.clone()));
        paths.sort();
        paths.dedup();
        let unread = |path: PathBuf| {
            let given = given.as_ref().filter(|given| given.path == path).map(|given| given.bytes.clone());
            let is_asked = given.is_some() || named.contains(&path);
            Unread { path, given, is_asked }
        };
        Ok(paths.into_iter().map(unread).collect())
    }
}

/// Whether a file is a document, and if so, what it says and means.
pub(crate) fn take(source: &SourceFile, unreadable: Option<Diagnostic>, is_asked: bool) -> Taken {
    if !is_asked && !is_meant(source) {
        let foreign = sync::owner(&source.text) == sync::Owner::Foreign;
        return if foreign { Taken::Skipped } else { Taken::Ours };
    }
    let (entry, findings) = entry(source, unreadable);
    Taken::Document(Box::new(entry), findings)
}

/// A document, parsed and lowered.
pub(super) fn entry(source: &SourceFile, unreadable: Option<Diagnostic>) -> (Entry, Vec<Diagnostic>) {
    let (document, findings) = match unreadable {
        Some(finding) => {
            let id = document::parse(source).0.id;
            (Document { incomplete: true, id, ..Document::default() }, vec![finding])
        }
        None => document::parse(source),
    };
    let lifecycle = lower(source, &document);
    (Entry { file: source.id, document, lifecycle }, findings)
}

/// Bytes as the text of a file, with what keeps them from being text.
pub(super) fn source(id: FileId, path: String, bytes: Vec<u8>) -> (SourceFile, Option<Diagnostic>) {
    let is_large = bytes.len() > find::LIMIT;
    let (text, end) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let end = error.utf8_error().valid_up_to();
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(end))
        }
    };
    let file = SourceFile::new(id, path, text);
    if is_large {
        let message = format!("the file is larger than {} MB", find::LIMIT / 1024 / 1024);
        let finding = Diagnostic::new("syntax", file.span(0..0), message);
        return (file, Some(finding));
    }
    let unreadable = end.map(|at| {
        let span = file.span(at..at + '\u{fffd}'.len_utf8());
        Diagnostic::new("syntax", span, "the file is not UTF-8 from here on").help("save it as UTF-8")
    });
    (file, unreadable)
}
