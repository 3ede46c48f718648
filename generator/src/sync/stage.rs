//! New texts in temporary files beside their places, until they are moved there or given up.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::{NamedTempFile, TempPath};

use crate::failure::Failure;

/// What the name of every file begins with that is not in its place yet.
const TEMPORARY: &str = ".statedoc-";

/// Where new texts wait. When all that was put there is in its place or given up, folders that were made for it
/// and are empty go.
pub struct Stage<'a> {
    forced: &'a (dyn Fn(&str) -> bool + Sync),
    made: Arc<Made>,
}

/// Folders that were not there before.
#[derive(Debug, Default)]
struct Made {
    folders: Mutex<BTreeSet<PathBuf>>,
}

impl Drop for Made {
    fn drop(&mut self) {
        let folders = self.folders.get_mut().unwrap_or_else(PoisonError::into_inner);
        for folder in folders.iter().rev() {
            let _ = fs::remove_dir(folder); // one that is in use stays
        }
    }
}

impl<'a> Stage<'a> {
    /// A place for texts, those of blocked paths only where `forced` says so.
    #[must_use]
    pub fn new(forced: &'a (dyn Fn(&str) -> bool + Sync)) -> Self {
        Self { forced, made: Arc::default() }
    }

    /// Whether the path may be written though it is blocked.
    #[must_use]
    pub fn forces(&self, path: &str) -> bool {
        (self.forced)(path)
    }

    /// The text `new` for `path`, where `old` is now, with the permissions and line ends of that.
    pub(super) fn put(&self, path: &Path, old: Option<&str>, new: &str) -> Result<Staged, Failure> {
        must_be_writable(path)?;
        let target = resolve(path)?;
        let missing = missing_folders(&target);
        if !missing.is_empty() {
            self.made.folders.lock().unwrap_or_else(PoisonError::into_inner).extend(missing);
        }
        let file = written(&target, &with_line_ends_of(old, new))?;
        Ok(Staged { file, target, _made: Arc::clone(&self.made) })
    }
}

/// A text beside the place that it is meant for. If it is given up, it goes.
#[derive(Debug)]
pub(super) struct Staged {
    file: TempPath,
    /// The file that it will be or replace.
    target: PathBuf,
    _made: Arc<Made>,
}

impl Staged {
    /// Where the text lies now.
    pub(super) fn path(&self) -> &Path {
        &self.file
    }

    /// Moves it to its place: what is there is replaced at once, or not at all.
    pub(super) fn persist(self) -> Result<(), Failure> {
        put(self.file, &self.target)
    }
}

/// Writes one file whole: what is there before is replaced at once, or not at all.
///
/// # Errors
///
/// A folder that cannot be made, or a file that cannot be written or replaced.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let target = resolve(path)?;
    put(written(&target, text)?, &target)
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

/// Whether a path is that of a file not yet in its place.
#[must_use]
pub fn is_temporary(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(TEMPORARY))
}

/// The folders around a file that are not there yet.
fn missing_folders(file: &Path) -> Vec<PathBuf> {
    let folders = file.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    folders.take_while(|folder| !folder.exists()).map(Path::to_owned).collect()
}

/// Where a write to `path` must go: the file that a link leads to, else the path itself.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, Failure> {
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
pub(super) fn must_be_removable(path: &Path) -> Result<(), Failure> {
    must_be_writable(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let made = temporary().tempfile_in(folder);
    made.map(drop).map_err(|error| Failure::new("remove", path, &error))
}

/// The new text in a temporary file beside its target, with the target's permissions.
fn written(target: &Path, text: &str) -> Result<TempPath, Failure> {
    let failure = |error: io::Error| Failure::new("write", target, &error);
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut file: NamedTempFile = match temporary().tempfile_in(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(|error| Failure::new("make the folder", folder, &error))?;
            temporary().tempfile_in(folder).map_err(failure)?
        }
        made => made.map_err(failure)?,
    };
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
fn with_line_ends_of<'a>(old: Option<&str>, new: &'a str) -> Cow<'a, str> {
    let crlf = |text: &str| text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
    match old {
        Some(old) if crlf(old) && !crlf(new) => Cow::Owned(new.replace('\n', "\r\n")),
        _ => Cow::Borrowed(new),
    }
}
