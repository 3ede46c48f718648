//! Inserts lines into a block and takes statements out, as edits that do not overlap.

use std::collections::BTreeMap;

use crate::diagnostic::Edit;
use crate::source::{SourceFile, Span};

use super::style::leading_space;

/// The edits of one block, gathered in any order.
pub(super) struct Splices<'a> {
    file: &'a SourceFile,
    content: Span,
    line_end: &'a str,
    /// Lines to insert, by place.
    lines: BTreeMap<usize, Vec<String>>,
    edits: Vec<Edit>,
}

impl<'a> Splices<'a> {
    pub(super) fn new(file: &'a SourceFile, content: Span, line_end: &'a str) -> Self {
        Self { file, content, line_end, lines: BTreeMap::new(), edits: Vec::new() }
    }

    /// The place after the line that holds byte `at`.
    pub(super) fn after_line(&self, at: usize) -> usize {
        let rest = &self.file.text[at..self.content.end.max(at)];
        let Some(end) = rest.find(['\n', '\r']) else { return at + rest.len() };
        at + end + if rest[end..].starts_with("\r\n") { 2 } else { 1 }
    }

    /// The start of the line on which the statement at `at` stands alone before its text.
    pub(super) fn before_line(&self, at: usize) -> Option<usize> {
        let start = at - leading_space(self.file, at)?.len();
        (start >= self.content.start).then_some(start)
    }

    /// The place after the last line that is not blank.
    pub(super) fn end(&self) -> usize {
        let text = self.file.slice(self.content);
        self.after_line(self.content.start + text.trim_end().len())
    }

    /// Inserts `line` at `place`, after the lines that were inserted there before.
    pub(super) fn insert(&mut self, place: usize, line: String) {
        self.lines.entry(place).or_default().push(line);
    }

    /// Replaces `span`.
    pub(super) fn replace(&mut self, span: Span, text: String) {
        self.edits.push(Edit { span, text });
    }

    /// Removes the statement at `span`, with its line where it stands alone there.
    pub(super) fn remove(&mut self, span: Span) {
        let after = self.after_line(span.end);
        let alone = self.file.text[span.end..after].trim().is_empty();
        let whole = match self.before_line(span.start) {
            Some(start) if alone => self.file.span(start..after),
            _ => span,
        };
        self.edits.push(Edit { span: whole, text: String::new() });
    }

    /// All edits in order. What would change a part of what is removed gives way to the removal,
    /// and a line that would go into it goes behind it.
    pub(super) fn finish(mut self) -> Vec<Edit> {
        self.edits.sort();
        self.edits.dedup();
        let mut edits: Vec<Edit> = Vec::with_capacity(self.edits.len());
        for edit in std::mem::take(&mut self.edits) {
            match edits.last_mut().filter(|last| edit.span.start < last.span.end) {
                Some(last) => last.span.end = last.span.end.max(edit.span.end),
                None => edits.push(edit),
            }
        }
        let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (place, inserted) in std::mem::take(&mut self.lines) {
            let around = edits.iter().find(|edit| edit.span.start < place && place < edit.span.end);
            lines.entry(around.map_or(place, |edit| edit.span.end)).or_default().extend(inserted);
        }
        edits.extend(lines.into_iter().map(|(place, lines)| self.inserted(place, &lines)));
        edits.sort();
        edits
    }

    fn inserted(&self, place: usize, lines: &[String]) -> Edit {
        let before = &self.file.text[..place];
        let span = self.file.span(place..place);
        if before.is_empty() || before.ends_with(['\n', '\r']) {
            let text = lines.iter().map(|line| format!("{line}{}", self.line_end)).collect();
            return Edit { span, text };
        }
        Edit { span, text: lines.iter().map(|line| format!("{}{line}", self.line_end)).collect() }
    }
}

/// The text of `file` after `edits`, which are in order and do not overlap.
pub(super) fn applied(file: &SourceFile, edits: &[Edit]) -> String {
    let mut text = String::with_capacity(file.text.len());
    let mut kept = 0;
    for edit in edits {
        text.push_str(&file.text[kept..edit.span.start.max(kept)]);
        text.push_str(&edit.text);
        kept = edit.span.end.max(kept);
    }
    text.push_str(&file.text[kept..]);
    text
}
