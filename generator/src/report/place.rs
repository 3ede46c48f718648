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

/// A path as one of the checkout, in which the project lies in `folder` (empty, or with a `/` at its end).
/// A path that lies nowhere in it stays as it is.
#[must_use]
pub(super) fn in_checkout(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')).filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." && parts.last().is_some_and(|last| *last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
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

#[cfg(test)]
mod tests {
    use super::in_checkout;

    #[test]
    fn paths_begin_at_the_checkout() {
        for (folder, path, expected) in [
            ("", "specs/a.md", "specs/a.md"),
            ("shop/", "specs/a.md", "shop/specs/a.md"),
            ("apps/shop/", "../../docs/a.md", "docs/a.md"),
            ("shop/", "/elsewhere/a.md", "/elsewhere/a.md"),
            ("shop/", "a\\b..md", "shop/a\\b..md"),
        ] {
            assert_eq!(in_checkout(folder, path), expected);
        }
    }
}
