//! What the world did not allow: a file that cannot be read or written.

use std::fmt;
use std::path::Path;

/// The world is not as it must be: a file cannot be read or written. Exit code 2.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What was tried, on which path, and what came of it.
    pub message: String,
}

impl Failure {
    /// A failure to do `what` with `path`.
    #[must_use]
    pub fn new(what: &str, path: &Path, error: &std::io::Error) -> Self {
        Self { message: format!("cannot {what} {}: {error}", path.display()) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
