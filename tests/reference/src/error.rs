//! Why an operation on a run did not happen.

use std::fmt;

use crate::store;

/// Why an operation on a run did not happen. `R` is the refusal of its lifecycle.
#[derive(Debug)]
pub enum Error<R> {
    /// The document has no such move, or its guard says no.
    Refused(R),
    /// Somebody else wrote to the run after it was read, so nothing was written.
    Lost {
        /// The run.
        run: i64,
        /// The state in which it was read.
        was: &'static str,
    },
    /// The database failed.
    Store(store::Error),
}

impl<R: fmt::Display> fmt::Display for Error<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Lost { run, was } => {
                write!(f, "run {run} was {was} when it was read, and has been written to since")
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl<R: fmt::Debug + fmt::Display> std::error::Error for Error<R> {}

impl<R> From<store::Error> for Error<R> {
    fn from(error: store::Error) -> Self {
        Self::Store(error)
    }
}
