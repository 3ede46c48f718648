//! Files of ours that no document makes any more.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use super::conflict;
use super::header::{Owner, begins_with_mark, belongs_to, owner};
use super::plan::{Change, Purpose, Status, differing, read};
use super::stage::is_temporary;
use crate::config;
use crate::failure::Failure;

/// Files of ours below `folder` that are not known, and in `seen` the folders that were looked into.
pub(super) fn orphans(
    root: &Path,
    folder: &str,
    known: &dyn Fn(&str) -> bool,
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
            } else if !known(&name) && !is_temporary(&name) && entry.path().is_file() {
                found.extend(orphan(&entry.path(), name)?.map(|(change, _)| change));
            }
        }
        seen.push(folder);
    }
    Ok(found)
}

/// Files of ours among `files` that lie where they were written: a folder that outputs have been
/// moved away from. What cannot be read there is nobody's concern.
pub(super) fn orphans_elsewhere(root: &Path, files: &[String], known: &dyn Fn(&str) -> bool) -> Vec<Change> {
    let unknown = files.iter().filter(|path| !known(path) && !is_temporary(path));
    let found = unknown.filter_map(|path| orphan(&root.join(path), path.clone()).ok().flatten());
    found.filter(|(change, old)| belongs_to(old, &change.path)).map(|(change, _)| change).collect()
}

/// A file of ours, with its text.
fn orphan(file: &Path, path: String) -> Result<Option<(Change, String)>, Failure> {
    if !begins_as_ours(file)? {
        return Ok(None);
    }
    let Some(old) = read(file)? else { return Ok(None) };
    let status = match owner(&old) {
        Owner::Ours => Status::Orphaned,
        Owner::HandEdited => Status::HandEdited,
        Owner::Foreign if conflict::line(&old) == Some(1) => Status::HandEdited,
        Owner::Foreign => return Ok(None),
    };
    Ok(Some((differing(file, path, status, (Some(&old), None), Purpose::Show), old)))
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
