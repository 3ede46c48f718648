//! What must change on disk for it to agree with the artifacts.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::conflict;
use super::header::{Owner, normal, owner, stamp};
use super::orphans::{orphans, orphans_elsewhere};
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
    /// It is ours, and a merge left its conflict markers in it.
    Conflicted,
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
            Self::Conflicted => "conflicted",
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

impl Change {
    /// The line (from 1) of the first conflict marker of an output, where a merge left some in it.
    #[must_use]
    pub fn conflict(&self) -> Option<usize> {
        let merged = matches!(self.status, Status::Conflicted | Status::HandEdited | Status::Foreign);
        self.old.as_deref().filter(|_| merged).and_then(conflict::line)
    }

    /// What is the matter with the path, in a few words.
    #[must_use]
    pub fn what(&self) -> String {
        let what = match (self.status, self.new.is_some()) {
            (Status::Current, _) => "it agrees",
            (Status::Missing, _) => "not written yet",
            (Status::Stale, _) => "out of date",
            (Status::Orphaned, _) => "no document makes it any more",
            (Status::Conflicted, _) => "nothing else was changed by hand",
            (Status::HandEdited, true) => "changed by hand",
            (Status::HandEdited, false) => "changed by hand, and no document makes it any more",
            (Status::Foreign, _) => "not made by statedoc, and an output belongs there",
        };
        match self.conflict() {
            Some(line) => format!("a merge left conflict markers at line {line}; {what}"),
            None => what.to_owned(),
        }
    }

    /// The command that mends it; `None` where it agrees.
    #[must_use]
    pub fn remedy(&self) -> Option<String> {
        match self.status {
            Status::Current => None,
            status if status.is_blocked() => Some(format!("statedoc generate --force {}", self.path)),
            _ => Some("statedoc generate".to_owned()),
        }
    }
}

/// Every path that is ours or should be, sorted.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The paths.
    pub changes: Vec<Change>,
    /// The folders, relative to the root, in which runs that were killed may have left files.
    pub folders: Vec<String>,
}

impl Plan {
    /// Whether the disk agrees.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.changes.iter().all(|change| change.status == Status::Current)
    }
}

/// Where files of ours may lie that no artifact stands for any more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched<'a> {
    /// Folders in which every file that is ours is meant: those that outputs are, or were, written to.
    pub folders: &'a [&'a str],
    /// Files elsewhere in the project. Of these, one is meant if it says that it was written there.
    pub elsewhere: &'a [String],
}

/// Compares artifacts with what is at `root`, and finds what is left over. Line ends are no difference.
///
/// # Errors
///
/// A file or folder that exists but cannot be read.
pub fn plan(
    root: &Path,
    artifacts: &[Artifact],
    searched: Searched,
    sources: &Sources,
) -> Result<Plan, Failure> {
    let mut changes = BTreeMap::new();
    for artifact in artifacts {
        let path = artifact.path.clone();
        let change = match &artifact.content {
            Content::File { comment, origin, body } => {
                let new = stamp(&path, *comment, origin, body);
                compare(root, path, new)?
            }
            Content::Region { file, edits } => {
                let old = sources.get(*file).text.clone();
                let status = if edits.is_empty() { Status::Current } else { Status::Stale };
                let new = splice(&old, edits);
                Change { path, status, old: Some(old), new: Some(new) }
            }
        };
        changes.insert(artifact.path.clone(), change);
    }
    let mut folders = Vec::new();
    for folder in searched.folders {
        for change in orphans(root, folder, &changes, &mut folders)? {
            changes.insert(change.path.clone(), change);
        }
    }
    for change in orphans_elsewhere(root, searched.elsewhere, &changes) {
        changes.insert(change.path.clone(), change);
    }
    Ok(Plan { changes: changes.into_values().collect(), folders })
}

/// As [`plan`] where only documents have changed since the disk agreed with `before`, which has the same
/// paths: outputs that are made as they were are current.
///
/// # Errors
///
/// A file that exists but cannot be read.
pub fn plan_changed(
    root: &Path,
    artifacts: &[Artifact],
    before: &[Artifact],
    sources: &Sources,
) -> Result<Plan, Failure> {
    let is_same = |(now, then): &(&Artifact, &Artifact)| match (&now.content, &then.content) {
        (Content::File { body, origin, .. }, Content::File { body: old, origin: old_origin, .. }) => {
            body == old && origin == old_origin
        }
        (Content::Region { edits, .. }, _) => edits.is_empty(),
        _ => false,
    };
    let (same, other): (Vec<_>, Vec<_>) = artifacts.iter().zip(before).partition(is_same);
    let other: Vec<Artifact> = other.into_iter().map(|(now, _)| now.clone()).collect();
    let mut plan = plan(root, &other, Searched::default(), sources)?;
    let current = |(now, _): (&Artifact, _)| Change {
        path: now.path.clone(),
        status: Status::Current,
        old: None,
        new: None,
    };
    plan.changes.extend(same.into_iter().map(current));
    plan.changes.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(plan)
}

fn compare(root: &Path, path: String, new: String) -> Result<Change, Failure> {
    let old = read(&root.join(&path))?;
    let status = match &old {
        None => Status::Missing,
        Some(old) if *old == new || normal(old) == new => Status::Current,
        Some(old) if conflict::line(old).is_some() => match conflict::owner_of(root, &path, old) {
            Owner::Ours => Status::Conflicted,
            Owner::HandEdited => Status::HandEdited,
            Owner::Foreign => Status::Foreign,
        },
        Some(old) => match owner(old) {
            Owner::Ours => Status::Stale,
            Owner::HandEdited => Status::HandEdited,
            Owner::Foreign => Status::Foreign,
        },
    };
    Ok(Change { path, status, old, new: Some(new) })
}

/// The text of a file; `None` where there is none. Bytes that are no UTF-8 cannot be ours.
pub(super) fn read(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(text(bytes))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::new("read", path, &error)),
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
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
