//! Quotes that are open, closed too early or missing.

use std::ops::Range;

use super::Stop;
use super::line::{key_column, opener, value};
use crate::diagnostic::Diagnostic;
use crate::yaml::quote;

impl Stop<'_> {
    pub(super) fn open_quote(&self) -> Option<Diagnostic> {
        let first = |line: Range<usize>| Some(line.start + opener(self.text(line.clone()), &['"', '\''])?);
        let at = self.lines_up(self.at).find_map(first)?;
        let (mark, end) = (self.text(at..at + 1), self.line_end(at));
        let inside = if mark == "'" { "twice: `''`" } else { "`\\\"`" };
        let finding = self.finding(at..at + 1, "the quote that begins here is never closed");
        let finding = finding.help(format!("a quote inside the text is written {inside}"));
        Some(finding.suggest("close it at the end of the text", self.file.span(end..end), mark))
    }

    /// A quote that was meant to be part of the text.
    pub(super) fn after_quote(&self) -> Option<Diagnostic> {
        let before = self.text(self.range.start..self.at).trim_end();
        let mark = before.chars().last().filter(|mark| matches!(mark, '\'' | '"'))?;
        let at = self.range.start + before.len() - 1;
        let finding = self.finding(at..at + 1, "this quote ends the text, and more follows it");
        let whole = value(self.text(self.line(at)));
        let start = self.line_end(at) - whole.len();
        let inner = whole.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        let apart = self.text(at + 1..self.line_end(at)).starts_with(' ')
            && !before[..before.len() - 1].ends_with(' ');
        let text = inner.filter(|_| !apart).unwrap_or(whole);
        let span = self.file.span(start..start + whole.len());
        Some(finding.suggest("put the whole text in one pair of quotes", span, quote(text)))
    }

    pub(super) fn escape(&self) -> Option<Diagnostic> {
        let rest = self.text(self.at..self.range.end);
        let known = |next: char| "0abtnvfre \"/\\N_LPxuU\t\n".contains(next);
        let mut at = rest.find('\\')?;
        while rest[at + 1..].starts_with(known) {
            let next = at + 2;
            at = next + rest[next..].find('\\')?;
        }
        let (at, width) = (self.at + at, rest[at + 1..].chars().next().map_or(0, char::len_utf8));
        let end = at + 1 + width;
        let message = format!("`{}` means nothing in double quotes", self.text(at..end));
        let finding = self.finding(at..end, message);
        Some(finding.suggest("write `\\\\` for a backslash", self.file.span(at..at + 1), "\\\\"))
    }

    /// A character that begins no text: `@`, `%`, a backtick, or `>` with words behind it.
    pub(super) fn character(&self) -> Option<Diagnostic> {
        let character = self.text(self.at..self.range.end).chars().next()?;
        let message = format!("`{}` cannot begin unquoted text", character.escape_debug());
        let range = self.at..self.at + character.len_utf8();
        let known = matches!(character, '@' | '%' | '`');
        if let Some(part) = self.part(self.at) {
            let text = quote(self.text(part.range.clone()));
            let finding = self.finding(range, message);
            let finding = finding.suggest("put the text in quotes", self.file.span(part.range), text);
            return Some(finding.safe(known && part.sure));
        }
        Some(self.quoted(range, &message).safe(known && self.is_whole(self.at)))
    }

    /// Whether the text that begins at `at` is what a line has behind its key, and surely all of it.
    fn is_whole(&self, at: usize) -> bool {
        let text = value(self.text(self.line(at)).trim_end());
        let remark = text.contains(" #") || text.contains("\t#") || text.contains(": ");
        at + text.len() == self.line_end(at) && !remark && self.ends_here(at)
    }

    /// Whether no line follows that goes on with what stands behind the key.
    fn ends_here(&self, at: usize) -> bool {
        let line = self.text(self.line(at));
        let column = key_column(line).unwrap_or(line.len() - line.trim_start().len());
        let rest = self.text(self.line_end(at)..self.range.end);
        let mut lines = rest.lines().skip(1).filter(|line| !line.trim().is_empty());
        lines.next().is_none_or(|next| {
            let content = next.trim_start();
            next.len() - content.len() <= column || content.starts_with('#')
        })
    }

    pub(super) fn tag(&self, name: &str) -> Option<Diagnostic> {
        let tag = format!("!{name}");
        let at = self.range.start + self.text(self.range.start..self.at).rfind(&tag)?;
        let message = format!("`{tag}` is a YAML tag, which a state document does not read");
        Some(self.quoted(at..at + tag.len(), &message))
    }

    /// A finding about an unquoted value, with its text in quotes as the way out.
    pub(super) fn quoted(&self, range: Range<usize>, message: &str) -> Diagnostic {
        let line = self.text(self.line(range.start)).trim_end();
        let end = self.line_end(range.start);
        let finding = self.finding(range, message);
        if line.trim_start().trim_start_matches("- ").starts_with(['{', '[']) {
            return finding.help("put the text in quotes");
        }
        let text = value(line);
        let span = self.file.span(end - text.len()..end);
        finding.suggest("put the text in quotes", span, quote(text))
    }
}
