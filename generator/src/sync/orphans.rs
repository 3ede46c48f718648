//! Files of ours that no document makes any more.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use super::apply::is_temporary;
use super::conflict;
use super::header::{Owner, begins_with_mark, belongs_to, owner};
use super::plan::{Change, Status, read};
use crate::config;
use crate::failure::Failure;

/// Files of ours below `folder` that are not known, and in `seen` the folders that were looked into.
pub(super) fn orphans(
    root: &Path,
    folder: &str,
    known: &BTreeMap<String, Change>,
    seen: &mut Vec<String>,
) -> Result<Vec<Change>, Failure> {
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
            let Ok(name) = entry.file_name().into_string() else { continue }; // ours are UTF-8
            let name = format!("{folder}/{name}");
            if kind.is_dir() {
                let other_project = entry.path().join(config::FILE).exists();
                open.extend((!other_project).then_some(name));
            } else if !known.contains_key(&name) && !is_temporary(&name) && entry.path().is_file() {
                found.extend(orphan(&entry.path(), name)?);
            }
        }
        seen.push(folder);
    }
    Ok(found)
}

/// Files of ours among `files` that lie where they were written: a folder that outputs have been
/// moved away from. What cannot be read there is nobody's concern.
pub(super) fn orphans_elsewhere(
    root: &Path,
    files: &[String],
    known: &BTreeMap<String, Change>,
) -> Vec<Change> {
    let unknown = files.iter().filter(|path| !known.contains_key(*path) && !is_temporary(path));
    let found = unknown.filter_map(|path| orphan(&root.join(path), path.clone()).ok().flatten());
    found.filter(|change| change.old.as_deref().is_some_and(|old| belongs_to(old, &change.path))).collect()
}

fn orphan(file: &Path, path: String) -> Result<Option<Change>, Failure> {
    if !begins_as_ours(file)? {
        return Ok(None);
    }
    let old = read(file)?;
    let status = match old.as_deref().map(owner) {
        Some(Owner::Ours) => Status::Orphaned,
        Some(Owner::HandEdited) => Status::HandEdited,
        _ if old.as_deref().and_then(conflict::line) == Some(1) => Status::HandEdited,
        _ => return Ok(None),
    };
    Ok(Some(Change { path, status, old, new: None }))
}

/// Looks at a file's first bytes only, so that a large foreign file costs nothing.
fn begins_as_ours(file: &Path) -> Result<bool, Failure> {
    let failure = |error| Failure::new("read", file, &error);
    let mut start = Vec::new();
    fs::File::open(file).map_err(failure)?.take(512).read_to_end(&mut start).map_err(failure)?;
    let start = super::header::normal(&String::from_utf8_lossy(&start));
    let conflict = start.strip_prefix("<<<<<<< ").and_then(|rest| rest.split_once('\n'));
    Ok(begins_with_mark(conflict.map_or(start.as_str(), |(_, rest)| rest)))
}
