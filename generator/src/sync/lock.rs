//! One run at a time writes to a project.

use std::fs::{File, TryLockError};
use std::path::Path;

/// The right to write to a project, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    folder: Option<File>,
}

impl Lock {
    /// Waits until no other run writes to the project at `root`; `waiting` is called if that takes time.
    /// The lock is the folder's own, so nothing is left behind. Where folders cannot be locked (on
    /// Windows, on some network drives) it holds nothing, and files are still replaced one by one, whole.
    #[must_use]
    pub fn of(root: &Path, waiting: &dyn Fn()) -> Self {
        let folder = File::open(root).ok().filter(|folder| match folder.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => {
                waiting();
                folder.lock().is_ok()
            }
            Err(TryLockError::Error(_)) => false,
        });
        Self { folder }
    }

    /// Whether no other run can be writing now.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.folder.is_some()
    }
}
