//! A place in a file as other tools are told of it.

use crate::source::{Position, Sources, Span};

/// A file, and the range in it that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The path relative to the project's root, with `/`.
    pub path: &'a str,
    /// The first character.
    pub start: Position,
    /// The character after the last; `None` where a whole line is meant.
    pub end: Option<Position>,
    /// Whether the file is that of the revision that is compared with.
    pub old: bool,
}

impl<'a> Place<'a> {
    /// The place that `span` covers.
    #[must_use]
    pub fn of(span: Span, sources: &'a Sources) -> Self {
        let file = sources.get(span.file);
        let (start, end) = (file.position(span.start), file.position(span.end));
        Self { path: &file.path, start, end: Some(end), old: false }
    }

    /// A line of a file, counted from 1.
    #[must_use]
    pub fn line(path: &'a str, line: usize) -> Self {
        Self { path, start: Position { line, column: 1 }, end: None, old: false }
    }
}
