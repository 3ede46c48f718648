//! Carries a plan out: every file is written whole beside its place, then all are moved there.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::plan::{Change, Plan, Status};
use crate::failure::Failure;

/// Makes the disk agree with `plan`. Nothing is moved into place before every file could be
/// written; files of ours that no document makes any more are removed last. Paths that are
/// current are not touched. The caller has settled that no path is blocked.
///
/// # Errors
///
/// A folder that cannot be made, or a file that cannot be written, replaced or removed. If that
/// happens while files are being written, the project is as it was.
pub fn apply(root: &Path, plan: &Plan) -> Result<(), Failure> {
    let due = plan.changes.iter().filter(|change| change.status != Status::Current);
    let mut staged = Vec::new();
    for change in due.clone() {
        if let Some(new) = &change.new {
            let target = resolve(&root.join(&change.path))?;
            staged.push((stage(&target, &with_line_ends_of(change, new))?, target));
        }
    }
    for (file, target) in staged {
        file.persist(&target).map_err(|error| Failure::new("replace", &target, &error.error))?;
    }
    for change in due.filter(|change| change.new.is_none()) {
        remove(root, &root.join(&change.path))?;
    }
    sweep(root, plan);
    Ok(())
}

/// What the name of every file begins with that is not in its place yet.
const TEMPORARY: &str = ".statedoc-";

/// How long a temporary file is left alone: another run may be about to move it into place.
const ABANDONED: Duration = Duration::from_secs(600);

/// Whether a path is that of a file not yet in its place.
pub(super) fn is_temporary(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(TEMPORARY))
}

/// Removes what runs that were killed have left beside our files. Failing to is no harm.
fn sweep(root: &Path, plan: &Plan) {
    let folders: BTreeSet<PathBuf> =
        plan.changes.iter().filter_map(|change| Some(root.join(&change.path).parent()?.to_owned())).collect();
    for entry in folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        let modified = entry.metadata().and_then(|found| found.modified());
        let old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED));
        if old && is_temporary(&entry.file_name().to_string_lossy()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes one file whole: what is there before is replaced at once, or not at all.
///
/// # Errors
///
/// A folder that cannot be made, or a file that cannot be written or replaced.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let target = resolve(path)?;
    let file = stage(&target, text)?;
    file.persist(&target).map_err(|error| Failure::new("replace", &target, &error.error))?;
    Ok(())
}

/// Where a write to `path` must go: the file that a link leads to, else the path itself.
fn resolve(path: &Path) -> Result<PathBuf, Failure> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => {
            fs::canonicalize(path).map_err(|error| Failure::new("follow the link", path, &error))
        }
        _ => Ok(path.to_owned()),
    }
}

/// The new text in a temporary file beside its target, with the target's permissions.
fn stage(target: &Path, text: &str) -> Result<NamedTempFile, Failure> {
    let failure = |error: io::Error| Failure::new("write", target, &error);
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| Failure::new("make the folder", folder, &error))?;
    let mut file = temporary().tempfile_in(folder).map_err(failure)?;
    file.write_all(text.as_bytes()).map_err(failure)?;
    if let Ok(found) = fs::metadata(target) {
        file.as_file().set_permissions(found.permissions()).map_err(failure)?;
    }
    Ok(file)
}

/// A temporary file that is as readable as any other of its maker, where the default is private.
fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// A checkout with CRLF keeps it.
fn with_line_ends_of(change: &Change, new: &str) -> String {
    let crlf = |text: &str| text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
    match &change.old {
        Some(old) if crlf(old) && !crlf(new) => new.replace('\n', "\r\n"),
        _ => new.to_owned(),
    }
}

/// Removes a file, and the folders that it leaves empty.
fn remove(root: &Path, path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {} // another run was faster
        other => other.map_err(|error| Failure::new("remove", path, &error))?,
    }
    let mut folder = path.parent();
    while let Some(empty) = folder.filter(|folder| *folder != root) {
        if fs::remove_dir(empty).is_err() {
            break;
        }
        folder = empty.parent();
    }
    Ok(())
}
