//! What must change on disk for it to agree with the artifacts.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::conflict;
use super::diff::unified;
use super::header::{Owner, normal, origin, owner, stamp};
use super::orphans::{orphans, orphans_elsewhere};
use super::stage::{Stage, Staged};
use crate::diagnostic::Edit;
use crate::digest::print;
use crate::emit::{Artifact, Content};
use crate::failure::Failure;

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
#[derive(Debug)]
pub struct Change {
    /// The path relative to the root, with `/`.
    pub path: String,
    /// How it stands.
    pub status: Status,
    /// What is there and what should be; `None` where these agree.
    pub difference: Option<Box<Difference>>,
}

/// What is at a path, and what should be, where these are not the same. Of the texts themselves only that is kept
/// which is told or written: those of many paths would fill the memory.
#[derive(Debug, Default)]
pub struct Difference {
    /// The [`print()`] of what is on disk; `None` where nothing is.
    pub old: Option<u64>,
    /// The [`print()`] of what should be; `None` where nothing should.
    pub new: Option<u64>,
    /// The line, from 1, of the first conflict marker, where a merge left some in an output.
    pub conflict: Option<usize>,
    /// The first line, from 1, that is not as it should be.
    pub line: usize,
    /// The document that the file on disk was made from, if one was.
    pub origin: Option<String>,
    /// Both texts as a unified diff, where it was asked for and says something.
    pub diff: Option<String>,
    /// What should be, ready to be moved to its place, or why it could not be made ready.
    pub(super) staged: Option<Result<Staged, Failure>>,
}

/// What is done about paths that do not agree, while their texts are at hand.
#[derive(Clone, Copy)]
pub enum Purpose<'a> {
    /// Nothing: it is asked which they are.
    Look,
    /// They are shown, as diffs.
    Show,
    /// The texts that should be are written beside their places.
    Write(&'a Stage<'a>),
}

impl Change {
    /// Whether something should be there.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.difference.as_ref().is_none_or(|difference| difference.new.is_some())
    }

    /// The temporary file that holds what should be there.
    pub(super) fn staged(&self) -> Option<&Path> {
        let staged = self.difference.as_ref()?.staged.as_ref()?;
        Some(staged.as_ref().ok()?.path())
    }

    /// The line (from 1) of the first conflict marker of an output, where a merge left some in it.
    #[must_use]
    pub fn conflict(&self) -> Option<usize> {
        self.difference.as_ref().and_then(|difference| difference.conflict)
    }

    /// What is the matter with the path, in a few words.
    #[must_use]
    pub fn what(&self) -> String {
        let what = match (self.status, self.is_wanted()) {
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
#[derive(Debug, Default)]
pub struct Plan {
    /// The paths.
    pub changes: Vec<Change>,
    /// The folders, relative to the root, in which runs that were killed may have left files.
    pub folders: Vec<String>,
}

impl Plan {
    /// A plan of these paths, which are all different.
    #[must_use]
    pub fn of(mut changes: Vec<Change>) -> Self {
        changes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Self { changes, folders: Vec::new() }
    }

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

/// Adds what is left over at `root` to a plan of everything that should be there.
///
/// # Errors
///
/// A folder that exists but cannot be read.
pub fn find_orphans(root: &Path, searched: Searched, plan: &mut Plan) -> Result<(), Failure> {
    let known = |path: &str| plan.changes.binary_search_by(|change| change.path.as_str().cmp(path)).is_ok();
    let mut found = BTreeMap::new();
    let mut folders = Vec::new();
    for folder in searched.folders {
        for change in orphans(root, folder, &known, &mut folders)? {
            found.insert(change.path.clone(), change);
        }
    }
    for change in orphans_elsewhere(root, searched.elsewhere, &known) {
        found.entry(change.path.clone()).or_insert(change);
    }
    plan.changes.extend(found.into_values());
    plan.changes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    plan.folders = folders;
    Ok(())
}

/// Compares an artifact with what is at `root`. Line ends are no difference. `document` is the text that it
/// changes a part of, if it does.
///
/// # Errors
///
/// A file that exists but cannot be read.
pub fn compare(
    root: &Path,
    artifact: &Artifact,
    document: &str,
    purpose: Purpose,
) -> Result<Change, Failure> {
    let path = artifact.path.clone();
    match &artifact.content {
        Content::Region { edits, .. } if edits.is_empty() => {
            Ok(Change { path, status: Status::Current, difference: None })
        }
        Content::Region { edits, .. } => {
            Ok(rewritten(root, path, document, &splice(document, edits), purpose))
        }
        Content::File { comment, origin, body } => {
            let new = stamp(&path, *comment, origin, body);
            let old = read(&root.join(&path))?;
            let status = status(root, &path, old.as_deref(), &new);
            Ok(differing(root, path, status, (old.as_deref(), Some(&new)), purpose))
        }
    }
}

/// A file of a person's that is to have another text.
#[must_use]
pub fn rewritten(root: &Path, path: String, old: &str, new: &str, purpose: Purpose) -> Change {
    differing(root, path, Status::Stale, (Some(old), Some(new)), purpose)
}

fn status(root: &Path, path: &str, old: Option<&str>, new: &str) -> Status {
    match old {
        None => Status::Missing,
        Some(old) if old == new || normal(old) == new => Status::Current,
        Some(old) if conflict::line(old).is_some() => match conflict::owner_of(root, path, old) {
            Owner::Ours => Status::Conflicted,
            Owner::HandEdited => Status::HandEdited,
            Owner::Foreign => Status::Foreign,
        },
        Some(old) => match owner(old) {
            Owner::Ours => Status::Stale,
            Owner::HandEdited => Status::HandEdited,
            Owner::Foreign => Status::Foreign,
        },
    }
}

/// A path of this status with these texts, the old one and the new one.
pub(super) fn differing(
    root: &Path,
    path: String,
    status: Status,
    (old, new): (Option<&str>, Option<&str>),
    purpose: Purpose,
) -> Change {
    if status == Status::Current {
        return Change { path, status, difference: None };
    }
    let merged = matches!(status, Status::Conflicted | Status::HandEdited | Status::Foreign);
    let mut difference = Difference {
        old: old.map(print),
        new: new.map(print),
        conflict: old.filter(|_| merged).and_then(conflict::line),
        line: 1,
        origin: old.and_then(origin),
        ..Difference::default()
    };
    match (purpose, old, new) {
        (Purpose::Show, Some(old), Some(new)) => {
            let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
            difference.line = if status == Status::Foreign { 1 } else { same + 1 };
            let is_shown = matches!(status, Status::Stale | Status::HandEdited);
            difference.diff = is_shown.then(|| unified(&path, old, new));
        }
        (Purpose::Write(stage), _, Some(new)) if !status.is_blocked() || stage.forces(&path) => {
            difference.staged = Some(stage.put(&root.join(&path), old, new));
        }
        _ => {}
    }
    Change { path, status, difference: Some(Box::new(difference)) }
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
