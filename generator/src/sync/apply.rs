//! Carries a plan out: every file is written whole beside its place, then all are moved there.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::lock::Lock;
use super::plan::{Change, Plan, Status, read};
use crate::failure::Failure;

/// Makes the disk agree with `plan`. Nothing is moved into place before every file could be
/// written; files of ours that no document makes any more are removed last. Paths that are
/// current are not touched. The caller has settled that no path is blocked.
///
/// # Errors
///
/// A folder that cannot be made, a file that cannot be written, replaced or removed, or one that
/// somebody else has changed since the plan was made. If that happens while files are being
/// written, the project is as it was.
pub fn apply(root: &Path, plan: &Plan, lock: &Lock) -> Result<(), Failure> {
    sweep(root, plan, lock);
    let due: Vec<&Change> = plan.changes.iter().filter(|change| change.status != Status::Current).collect();
    let mut staged = Vec::new();
    for change in &due {
        let path = root.join(&change.path);
        must_be_writable(&path)?;
        match &change.new {
            Some(new) => {
                let target = resolve(&path)?;
                let text = with_line_ends_of(change, new);
                staged.push((stage(&target, &text)?, target, change));
            }
            None => must_be_removable(&path)?,
        }
    }
    for change in &due {
        must_be_as_planned(root, change)?;
    }
    for (file, target, change) in staged {
        must_be_as_planned(root, change)?;
        put(file, &target)?;
    }
    for change in due.iter().filter(|change| change.new.is_none()) {
        remove(root, &root.join(&change.path))?;
    }
    Ok(())
}

/// What the name of every file begins with that is not in its place yet.
const TEMPORARY: &str = ".statedoc-";

/// How long a temporary file is left alone that another run may be about to move into place.
const ABANDONED: Duration = Duration::from_secs(600);

/// Whether a path is that of a file not yet in its place.
#[must_use]
pub fn is_temporary(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(TEMPORARY))
}

/// Removes what runs that were killed have left beside our files: all of it where the lock says
/// that no other run is at work, else what is old. Failing to is no harm.
fn sweep(root: &Path, plan: &Plan, lock: &Lock) {
    let beside = |change: &Change| Some(resolve(&root.join(&change.path)).ok()?.parent()?.to_owned());
    let mut folders: BTreeSet<PathBuf> = plan.changes.iter().filter_map(beside).collect();
    folders.extend(plan.folders.iter().map(|folder| root.join(folder)));
    for entry in folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        if is_temporary(&entry.file_name().to_string_lossy()) && (lock.is_held() || is_old(&entry)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|found| found.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED))
}

/// Writes one file whole: what is there before is replaced at once, or not at all.
///
/// # Errors
///
/// A folder that cannot be made, or a file that cannot be written or replaced.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let target = resolve(path)?;
    put(stage(&target, text)?, &target)
}

/// Moves a staged file into its place. A file that has other names too (hard links) is written through, so
/// that all of them go on naming one file.
fn put(file: TempPath, target: &Path) -> Result<(), Failure> {
    if has_other_names(target) {
        let copied = fs::copy(&file, target);
        return copied.map(drop).map_err(|error| Failure::new("write", target, &error));
    }
    file.persist(target).map_err(|error| Failure::new("replace", target, &error.error))
}

#[cfg(unix)]
fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).is_ok_and(|found| found.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &Path) -> bool {
    false // the standard library cannot tell
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

/// A file that is marked as read-only stays as it is, though its folder would let it be replaced.
fn must_be_writable(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path) {
        Ok(found) if found.permissions().readonly() => {
            let message = format!("cannot write {}: the file is read-only", path.display());
            Err(Failure { message: format!("{message}; nothing was written") })
        }
        _ => Ok(()),
    }
}

/// Whether the file's folder lets it be removed is known by making one beside it.
fn must_be_removable(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let made = temporary().tempfile_in(folder);
    made.map(drop).map_err(|error| Failure::new("remove", path, &error))
}

/// What somebody has saved while the outputs were made is not written over.
fn must_be_as_planned(root: &Path, change: &Change) -> Result<(), Failure> {
    let path = root.join(&change.path);
    if read(&path)? == change.old {
        return Ok(());
    }
    let message = format!("{} was changed by another program just now; run this again", path.display());
    Err(Failure { message })
}

/// The new text in a temporary file beside its target, with the target's permissions.
fn stage(target: &Path, text: &str) -> Result<TempPath, Failure> {
    let failure = |error: io::Error| Failure::new("write", target, &error);
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| Failure::new("make the folder", folder, &error))?;
    let mut file: NamedTempFile = temporary().tempfile_in(folder).map_err(failure)?;
    file.write_all(text.as_bytes()).map_err(failure)?;
    if let Ok(found) = fs::metadata(target) {
        file.as_file().set_permissions(found.permissions()).map_err(failure)?;
    }
    Ok(file.into_temp_path())
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
