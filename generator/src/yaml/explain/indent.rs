//! Lines that do not stand where they belong, and keys and entries without their marks.

use super::Stop;
use super::line::key_column;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;

impl Stop<'_> {
    /// Tabs that indent, if one stands where the parser stopped or on the line after.
    pub(super) fn tabs(&self) -> Option<Diagnostic> {
        let line = self.file.line_index(self.at);
        let first = (line..self.file.line_count().min(line + 2)).find_map(|line| self.leading_tabs(line))?;
        let all: Vec<Span> =
            (line..self.file.line_count()).filter_map(|line| self.leading_tabs(line)).collect();
        let finding = Diagnostic::new(super::RULE, first, "a tab may not indent YAML");
        let edits = match self.lined_up(first).filter(|_| all.len() == 1) {
            Some(edit) => vec![edit],
            None => all
                .iter()
                .map(|tabs| Edit { text: "  ".repeat(tabs.end - tabs.start), span: *tabs })
                .collect(),
        };
        Some(finding.suggest_all("indent with spaces", edits))
    }

    /// The line of a single tab, lined up with the key above it.
    fn lined_up(&self, tab: Span) -> Option<Edit> {
        let line = self.line(tab.start);
        let begin = self.line_begin(tab.start);
        let mut above = self.lines_up(line.start).skip(1).map(|line| self.text(line));
        let column = above.find(|line| !line.trim().is_empty()).and_then(key_column)?;
        let is_entry = self.text(begin..line.end.max(begin)).starts_with('-');
        (!is_entry).then(|| Edit { text: " ".repeat(column), span: self.file.span(line.start..begin) })
    }

    /// The run of tabs in a line's indentation.
    fn leading_tabs(&self, line: usize) -> Option<Span> {
        let line = self.file.line_range(line);
        let text = self.text(line.clone());
        let indent = &text[..text.len() - text.trim_start().len()];
        let start = line.start + indent.find('\t')?;
        let length = self.text(start..line.end).bytes().take_while(|byte| *byte == b'\t').count();
        self.range.contains(&start).then(|| self.file.span(start..start + length))
    }

    /// A `: ` that is the line's first stands in a line too far in; any other in a text.
    pub(super) fn colon(&self) -> Option<Diagnostic> {
        if self.text(self.line(self.at).start..self.at).contains(": ") {
            return Some(self.quoted(self.at..self.at + 1, "`: ` cannot stand inside unquoted text"));
        }
        self.indentation()
    }

    pub(super) fn no_colon(&self) -> Option<Diagnostic> {
        let text = self.text(self.at.min(self.line_end(self.at))..self.line_end(self.at));
        if text.contains(": ") || text.ends_with(':') {
            return self.entry().or_else(|| self.indentation());
        }
        if let Some(colon) = text.find(':') {
            return Some(self.lacks(self.at..self.at + colon + 1, " ", "a space is missing behind this `:`"));
        }
        let word = text.find(char::is_whitespace).unwrap_or(text.len());
        Some(self.lacks(self.at..self.at + word, ":", "a `:` is missing behind this key"))
    }

    /// Something that lacks `mark` behind it.
    fn lacks(&self, range: std::ops::Range<usize>, mark: &str, message: &str) -> Diagnostic {
        let end = self.file.span(range.end..range.end);
        self.finding(range, message).suggest("write it", end, mark)
    }

    /// An entry's dash without its space, or one that begins a text.
    pub(super) fn entry(&self) -> Option<Diagnostic> {
        let begin = self.line_begin(self.at);
        let text = self.text(begin..self.line_end(self.at).max(begin));
        if text.starts_with('-') && text[1..].starts_with(char::is_alphanumeric) {
            return Some(self.lacks(begin..begin + 1, " ", "a space is missing behind this `-`"));
        }
        let dash = self.at > begin && self.text(self.at..self.range.end).starts_with("- ");
        dash.then(|| self.quoted(self.at..self.at + 1, "`- ` cannot begin a text behind a key"))
    }

    /// A line that stands too far in or out; lined up with the key above it, where there is one.
    pub(super) fn indentation(&self) -> Option<Diagnostic> {
        let (line, begin) = (self.line(self.at), self.line_begin(self.at));
        let word =
            self.text(begin..line.end.max(begin)).find([' ', ':']).unwrap_or(line.end.max(begin) - begin);
        let finding = self.finding(begin..begin + word, "this line's indentation fits nothing above it");
        let finding =
            finding.help("keys of one map begin in one column; an entry of a list begins with `- `");
        let mut above = self.lines_up(line.start).skip(1).map(|line| self.text(line));
        let column = above.find(|line| !line.trim().is_empty()).and_then(key_column);
        let Some(column) = column.filter(|column| *column != begin - line.start) else {
            return Some(finding);
        };
        Some(finding.suggest("line it up", self.file.span(line.start..begin), " ".repeat(column)))
    }
}
