//! What must change on disk for it to agree with the artifacts.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::apply::is_temporary;
use super::header::{self, Owner, is_marked, normal, owner, stamp};
use crate::config;
use crate::diagnostic::Edit;
use crate::emit::{Artifact, Content};
use crate::failure::Failure;
use crate::source::Sources;

/// How a path on disk stands to what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It agrees.
    Current,
    /// It is not there.
    Missing,
    /// It is ours and out of date, or a document's diagram is.
    Stale,
    /// It bears our header and was changed by hand.
    HandEdited,
    /// It is ours and no document makes it any more.
    Orphaned,
    /// It stands where ours should be and is not ours.
    Foreign,
}

impl Status {
    /// The status as reports print it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Missing => "missing",
            Self::Stale => "stale",
            Self::HandEdited => "hand-edited",
            Self::Orphaned => "orphaned",
            Self::Foreign => "foreign",
        }
    }

    /// Whether only `--force` may change the path.
    #[must_use]
    pub fn is_blocked(self) -> bool {
        matches!(self, Self::HandEdited | Self::Foreign)
    }
}

/// One path, and what is to become of it.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path relative to the root, with `/`.
    pub path: String,
    /// How it stands.
    pub status: Status,
    /// What is on disk.
    pub old: Option<String>,
    /// What should be; `None` where nothing should.
    pub new: Option<String>,
}

/// Every path that is ours or should be, sorted.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The paths.
    pub changes: Vec<Change>,
}

impl Plan {
    /// Whether the disk agrees.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.changes.iter().all(|change| change.status == Status::Current)
    }
}

/// Compares artifacts with what is at `root`. `folders` are searched for files of ours that no
/// artifact stands for any more. Line ends are no difference.
///
/// # Errors
///
/// A file or folder that exists but cannot be read.
pub fn plan(
    root: &Path,
    artifacts: &[Artifact],
    folders: &[&str],
    sources: &Sources,
) -> Result<Plan, Failure> {
    let mut changes = BTreeMap::new();
    for artifact in artifacts {
        let change = match &artifact.content {
            Content::File { comment, origin, body } => {
                compare(root, &artifact.path, stamp(*comment, origin, body))?
            }
            Content::Region { file, edits } => {
                let old = sources.get(*file).text.clone();
                let status = if edits.is_empty() { Status::Current } else { Status::Stale };
                let new = splice(&old, edits);
                Change { path: artifact.path.clone(), status, old: Some(old), new: Some(new) }
            }
        };
        changes.insert(artifact.path.clone(), change);
    }
    for folder in folders {
        for change in orphans(root, folder)? {
            changes.entry(change.path.clone()).or_insert(change);
        }
    }
    Ok(Plan { changes: changes.into_values().collect() })
}

fn compare(root: &Path, path: &str, new: String) -> Result<Change, Failure> {
    let old = read(&root.join(path))?;
    let status = match &old {
        None => Status::Missing,
        Some(old) if normal(old) == new => Status::Current,
        Some(old) => match owner(old) {
            Owner::Ours => Status::Stale,
            Owner::HandEdited => Status::HandEdited,
            Owner::Foreign => Status::Foreign,
        },
    };
    Ok(Change { path: path.to_owned(), status, old, new: Some(new) })
}

/// The text of a file; `None` where there is none. Bytes that are no UTF-8 cannot be ours.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::new("read", path, &error)),
    }
}

/// Files of ours below `folder`.
fn orphans(root: &Path, folder: &str) -> Result<Vec<Change>, Failure> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let path = root.join(&folder);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(Failure::new("read", &path, &error)),
        };
        for entry in entries {
            let entry = entry.map_err(|error| Failure::new("read", &path, &error))?;
            let kind = entry.file_type().map_err(|error| Failure::new("read", &entry.path(), &error))?;
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if kind.is_dir() {
                let other_project = entry.path().join(config::FILE).exists();
                open.extend((!other_project).then_some(name));
            } else if kind.is_file() && !is_temporary(&name) {
                found.extend(orphan(&entry.path(), name)?);
            }
        }
    }
    Ok(found)
}

fn orphan(file: &Path, path: String) -> Result<Option<Change>, Failure> {
    if !begins_with_mark(file)? {
        return Ok(None);
    }
    let old = read(file)?;
    let status = match old.as_deref().map(owner) {
        Some(Owner::Ours) => Status::Orphaned,
        Some(Owner::HandEdited) => Status::HandEdited,
        _ => return Ok(None),
    };
    Ok(Some(Change { path, status, old, new: None }))
}

/// Looks at a file's first bytes only, so that a large foreign file costs nothing.
fn begins_with_mark(file: &Path) -> Result<bool, Failure> {
    use std::io::Read as _;
    let failure = |error| Failure::new("read", file, &error);
    let mut start = Vec::new();
    fs::File::open(file).map_err(failure)?.take(256).read_to_end(&mut start).map_err(failure)?;
    Ok(is_marked(header::normal(&String::from_utf8_lossy(&start)).as_str()))
}

/// `text` with ascending, disjoint edits applied.
#[must_use]
pub(super) fn splice(text: &str, edits: &[Edit]) -> String {
    let mut spliced = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        spliced.push_str(&text[done..edit.span.start]);
        spliced.push_str(&edit.text);
        done = edit.span.end;
    }
    spliced.push_str(&text[done..]);
    spliced
}
