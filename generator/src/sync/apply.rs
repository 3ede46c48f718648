//! Carries a plan out: every file lies whole beside its place, and now all are moved there.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::lock::Lock;
use super::plan::{Change, Plan, Status, read};
use super::stage::{is_temporary, must_be_removable, resolve};
use crate::digest::print;
use crate::failure::Failure;

/// Makes the disk agree with `plan`. Nothing is moved into place unless every file could be
/// written; files of ours that no document makes any more are removed last. Paths that are
/// current are not touched. The caller has settled that no path is blocked.
///
/// # Errors
///
/// A folder that could not be made, a file that could not be written, cannot be replaced or removed, or one
/// that somebody else has changed since the plan was made. Unless that happens while files are being moved,
/// the project is as it was.
pub fn apply(root: &Path, plan: &mut Plan, lock: &Lock) -> Result<(), Failure> {
    sweep(root, plan, lock);
    let due = || plan.changes.iter().filter(|change| change.status != Status::Current);
    for change in due() {
        let difference = change.difference.as_ref();
        match difference.and_then(|difference| difference.staged.as_ref()) {
            Some(Ok(_)) => {}
            Some(Err(failure)) => return Err(failure.clone()),
            None => must_be_removable(&root.join(&change.path))?,
        }
    }
    for change in due() {
        must_be_as_planned(root, change)?;
    }
    for change in plan.changes.iter_mut().filter(|change| change.is_wanted()) {
        let staged = change.difference.as_mut().and_then(|difference| difference.staged.take());
        if let Some(Ok(staged)) = staged {
            must_be_as_planned(root, change)?;
            staged.persist()?;
        }
    }
    for change in plan.changes.iter().filter(|change| !change.is_wanted()) {
        remove(root, &root.join(&change.path))?;
    }
    Ok(())
}

/// How long a temporary file is left alone that another run may be about to move into place.
const ABANDONED: Duration = Duration::from_secs(600);

/// Removes what runs that were killed have left beside our files: all of it where the lock says
/// that no other run is at work, else what is old. Failing to is no harm.
fn sweep(root: &Path, plan: &Plan, lock: &Lock) {
    let beside = |change: &Change| Some(resolve(&root.join(&change.path)).ok()?.parent()?.to_owned());
    let mut folders: BTreeSet<PathBuf> = plan.changes.iter().filter_map(beside).collect();
    folders.extend(plan.folders.iter().map(|folder| root.join(folder)));
    let own: HashSet<&Path> = plan.changes.iter().filter_map(Change::staged).collect();
    for entry in folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        let is_left = is_temporary(&entry.file_name().to_string_lossy()) && !own.contains(&*entry.path());
        if is_left && (lock.is_held() || is_old(&entry)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|found| found.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED))
}

/// What somebody has saved while the outputs were made is not written over.
fn must_be_as_planned(root: &Path, change: &Change) -> Result<(), Failure> {
    let path = root.join(&change.path);
    let planned = change.difference.as_ref().and_then(|difference| difference.old);
    if read(&path)?.as_deref().map(print) == planned {
        return Ok(());
    }
    let message = format!("{} was changed by another program just now; run this again", path.display());
    Err(Failure { message })
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
