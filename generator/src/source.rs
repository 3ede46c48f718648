//! Source files, and the spans that point into them.

use std::ops::Range;

/// Names one file of the project: an index into [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A byte range of one file. `start <= end`, both on character boundaries of the file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file that the range lies in.
    pub file: FileId,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The range `range` of `file`.
    #[must_use]
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        Self { file, start: range.start, end: range.end }
    }

    /// The range as bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The smallest span that holds both; `other` must be of the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// An empty span at this one's start.
    #[must_use]
    pub fn at_start(self) -> Self {
        Self { end: self.start, ..self }
    }

    /// An empty span at this one's end.
    #[must_use]
    pub fn at_end(self) -> Self {
        Self { start: self.end, ..self }
    }
}

/// A place that people read: line and column, both from 1; a column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// One file's text, with its path as shown to people and the index of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The file's own name in [`Sources`].
    pub id: FileId,
    /// The path relative to the project's root, with `/` between its parts.
    pub path: String,
    /// The whole text as read, byte order mark and line ends included.
    pub text: String,
    line_starts: Vec<usize>,
}

impl SourceFile {
    /// A file of this text; its lines end with `\n` (a `\r` before it belongs to the end).
    #[must_use]
    pub fn new(id: FileId, path: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let lines = 1 + text.bytes().filter(|byte| *byte == b'\n').count();
        let mut line_starts = Vec::with_capacity(lines);
        line_starts.push(0);
        line_starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        Self { id, path: path.into(), text, line_starts }
    }

    /// The span of `range`, clamped to the text and moved down to character boundaries.
    #[must_use]
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.text.floor_char_boundary(range.start);
        let end = self.text.floor_char_boundary(range.end).max(start);
        Span::new(self.id, start..end)
    }

    /// The span of the whole text.
    #[must_use]
    pub fn whole(&self) -> Span {
        self.span(0..self.text.len())
    }

    /// The text that `span` covers.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// The line (from 0) that holds byte `offset`.
    #[must_use]
    pub fn line_index(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset) - 1
    }

    /// The bytes of line `index` (from 0) without its line end.
    #[must_use]
    pub fn line_range(&self, index: usize) -> Range<usize> {
        let start = self.line_starts[index];
        let end = self.line_starts.get(index + 1).copied().unwrap_or(self.text.len());
        start..start + self.text[start..end].trim_end_matches(['\r', '\n']).len()
    }

    /// How many lines there are; a text that ends with `\n` has an empty last one.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Line and column of byte `offset`. A byte order mark takes no column.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line_index(offset);
        let before = &self.text[self.line_starts[line]..offset];
        let before = if line == 0 { before.trim_start_matches('\u{feff}') } else { before };
        Position { line: line + 1, column: before.chars().count() + 1 }
    }

    /// The first mark of a merge that nobody has finished, and the next one that ends a conflict,
    /// where both are there.
    #[must_use]
    pub fn conflict(&self) -> Option<(Span, Span)> {
        let lines = || (0..self.line_count()).map(|index| self.line_range(index));
        let begins = |mark: &str| {
            lines().find(|line| self.text[line.clone()].trim_start_matches('\u{feff}').starts_with(mark))
        };
        Some((self.span(begins("<<<<<<< ")?), self.span(begins(">>>>>>> ")?)))
    }

    /// The line end in use: that of the first line, `\n` where there is none.
    #[must_use]
    pub fn line_end(&self) -> &'static str {
        let first = self.line_starts.get(1).map_or("", |end| &self.text[..*end]);
        if first.ends_with("\r\n") { "\r\n" } else { "\n" }
    }
}

/// All files of one run, by [`FileId`].
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Takes a file in and gives it its id.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(SourceFile::new(self.next(0), path, text))
    }

    /// The id that a file has if `ahead` others are taken in before it.
    ///
    /// # Panics
    ///
    /// When it would be the 2^32nd.
    #[must_use]
    pub fn next(&self, ahead: usize) -> FileId {
        FileId(u32::try_from(self.files.len() + ahead).expect("fewer than 2^32 files"))
    }

    /// Takes in a file that has the next id already.
    pub fn push(&mut self, file: SourceFile) -> FileId {
        let id = file.id;
        debug_assert_eq!(id, self.next(0));
        self.files.push(file);
        id
    }

    /// The file of this id.
    #[must_use]
    pub fn get(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile::new(FileId(0), "a.md", text)
    }

    #[test]
    fn columns_count_characters_and_skip_the_byte_order_mark() {
        let file = file("\u{feff}é: 1\n  ü\n");
        assert_eq!(file.position(3), Position { line: 1, column: 1 });
        assert_eq!(file.position(5), Position { line: 1, column: 2 });
        assert_eq!(file.position(file.text.len() - 1), Position { line: 2, column: 4 });
        assert_eq!(file.position(file.text.len()), Position { line: 3, column: 1 });
    }

    #[test]
    fn a_line_excludes_its_end() {
        let file = file("a\r\nb\n");
        assert_eq!(&file.text[file.line_range(0)], "a");
        assert_eq!(&file.text[file.line_range(1)], "b");
        assert_eq!(file.line_range(2), 5..5);
        assert_eq!(file.line_end(), "\r\n");
    }

    #[test]
    fn spans_are_clamped_to_the_text() {
        let file = file("aé");
        assert_eq!(file.span(2..99).range(), 1..3);
    }
}
