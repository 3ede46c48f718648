//! What a survey is made for, and what it may go by.

use std::num::NonZeroUsize;

use super::Before;
use crate::project::Given;
use crate::sync::Purpose;
use crate::threads;

/// How a survey is to be made.
#[derive(Clone)]
pub struct Request<'a> {
    /// What is done about outputs that do not agree. A document that [`Purpose::Write`] forces has its diagram
    /// follow the rows even where that shows what the rows lack.
    pub purpose: Purpose<'a>,
    /// A document that is not on disk, or not as it is there.
    pub given: Option<Given>,
    /// An earlier survey, after which the disk agreed, where nothing else than documents can have changed since.
    pub before: Option<&'a Before>,
    /// Whether the next survey may want to go by this one.
    pub remember: bool,
    /// How many threads share the documents. What comes of it is the same for any number.
    pub threads: NonZeroUsize,
}

impl<'a> Request<'a> {
    /// A survey from nothing, on all processors.
    #[must_use]
    pub fn new(purpose: Purpose<'a>) -> Self {
        Self { purpose, given: None, before: None, remember: false, threads: threads::available() }
    }

    /// Whether rows win over what only the diagram of the document at `path` shows.
    pub(super) fn forces(&self, path: &str) -> bool {
        match self.purpose {
            Purpose::Look | Purpose::Show => false,
            Purpose::Write(stage) => stage.forces(path),
        }
    }
}
