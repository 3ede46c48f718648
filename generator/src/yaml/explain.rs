//! What to say of YAML that cannot be read, at the place that a person would mend.

mod line;

use std::ops::Range;

use line::{key_column, opener};

use super::{limits, scalar::quote};

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::{SourceFile, Span};

/// What kind of slip stopped the parser.
pub(super) enum Slip {
    OpenQuote,
    AfterQuote,
    Escape,
    Colon,
    NoColon,
    Indentation,
    OpenBracket,
    Character(char),
    TooDeep,
    Other(String),
}

/// The YAML of a file, and where its parser stopped.
pub(super) struct Stop<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) range: Range<usize>,
    pub(super) at: usize,
}

const RULE: &str = "syntax";

impl Stop<'_> {
    /// The finding about `slip`.
    pub(super) fn explain(&self, slip: Slip) -> Diagnostic {
        if let Some(finding) = self.tabs() {
            return finding;
        }
        match slip {
            Slip::OpenQuote => self.open_quote(),
            Slip::AfterQuote => self.after_quote(),
            Slip::Escape => self.escape(),
            Slip::Colon if self.is_first_colon() => self.indentation(),
            Slip::Colon => self.quoted(self.at..self.at + 1, "`: ` cannot stand inside unquoted text"),
            Slip::NoColon => self.no_colon(),
            Slip::Indentation => self.open_bracket().unwrap_or_else(|| self.indentation()),
            Slip::OpenBracket => self
                .open_bracket()
                .unwrap_or_else(|| self.other("a list or map in brackets is not written as YAML needs it")),
            Slip::Character(character) => {
                let message = format!("`{}` cannot begin unquoted text", character.escape_debug());
                self.quoted(self.at..self.at + character.len_utf8(), &message)
            }
            Slip::TooDeep => {
                let message = format!("more than {} levels of lists and maps", limits::DEPTH);
                self.other(&message).help("a state document needs four")
            }
            Slip::Other(message) => self.other(&message),
        }
    }

    fn finding(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(RULE, self.file.span(range), message)
    }

    /// A finding at the word that begins where the parser stopped.
    fn other(&self, message: &str) -> Diagnostic {
        let rest = &self.file.text[self.at..self.line(self.at).end.max(self.at)];
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.finding(self.at..self.at + length, message)
    }

    fn line(&self, at: usize) -> Range<usize> {
        let line = self.file.line_range(self.file.line_index(at));
        line.start.max(self.range.start)..line.end.min(self.range.end).max(line.start)
    }

    fn text(&self, range: Range<usize>) -> &str {
        &self.file.text[range]
    }

    /// The lines from that of `at` upwards.
    fn lines_up(&self, at: usize) -> impl Iterator<Item = Range<usize>> {
        let last = self.file.line_index(at);
        let lines = (0..=last).rev().map(|line| self.file.line_range(line));
        lines.take_while(|line| line.start >= self.range.start)
    }

    /// Tabs that indent, if one stands where the parser stopped or on the line after.
    fn tabs(&self) -> Option<Diagnostic> {
        let line = self.file.line_index(self.at);
        let first = (line..self.file.line_count().min(line + 2)).find_map(|line| self.leading_tabs(line))?;
        let all = (line..self.file.line_count()).filter_map(|line| self.leading_tabs(line));
        let edits = all.map(|tabs| Edit { text: "  ".repeat(tabs.end - tabs.start), span: tabs }).collect();
        let finding = Diagnostic::new(RULE, first, "a tab may not indent YAML");
        Some(finding.suggest_all("indent with spaces", edits))
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

    fn open_quote(&self) -> Diagnostic {
        let found = self
            .lines_up(self.at)
            .find_map(|line| opener(self.text(line.clone()), &['"', '\'']).map(|at| line.start + at));
        let Some(at) = found else { return self.other("a quote before this is never closed") };
        let mark = self.text(at..at + 1);
        let line = self.line(at);
        let end = line.start + self.text(line.clone()).trim_end().len();
        let help = if mark == "'" {
            "a quote inside the text is written twice: `''`"
        } else {
            "a quote inside the text is written `\\\"`"
        };
        let finding = self.finding(at..at + 1, "the quote that begins here is never closed").help(help);
        finding.suggest("close it at the end of the text", self.file.span(end..end), mark)
    }

    fn after_quote(&self) -> Diagnostic {
        let before = self.text(self.range.start..self.at).trim_end();
        let at = self.range.start + before.len().saturating_sub(1);
        let mark = match before.chars().last() {
            Some('\'') => "'",
            Some('"') => "\"",
            _ => return self.other("text follows a quote that closes before it"),
        };
        let doubled = if mark == "'" { "''" } else { "\\\"" };
        let finding = self.finding(at..at + 1, "this quote ends the text, and more follows it");
        finding.suggest(
            format!("write `{doubled}` for a quote inside the text"),
            self.file.span(at..at + 1),
            doubled,
        )
    }

    fn escape(&self) -> Diagnostic {
        let rest = self.text(self.at..self.range.end);
        let known = |next: char| "0abtnvfre \"/\\N_LPxuU\t\n".contains(next);
        let is_unknown = |at: &usize| !rest[at + 1..].starts_with(known);
        let mut skip = 0;
        let mut slashes = rest.match_indices('\\').map(|(at, _)| at);
        let found = slashes.find(|at| {
            let counts = *at >= skip;
            skip = if counts { at + 2 } else { skip };
            counts && is_unknown(at)
        });
        let at = self.at + found.unwrap_or_default();
        let end = at + self.text(at..self.range.end).chars().take(2).map(char::len_utf8).sum::<usize>();
        let finding =
            self.finding(at..end, format!("`{}` means nothing in double quotes", self.text(at..end)));
        finding.suggest("write `\\\\` for a backslash", self.file.span(at..at + 1), "\\\\")
    }

    /// Whether the colon at which the parser stopped is the first of its line.
    fn is_first_colon(&self) -> bool {
        !self.text(self.line(self.at).start..self.at).contains(": ")
    }

    /// A finding about an unquoted value, with its text in quotes as the way out.
    fn quoted(&self, range: Range<usize>, message: &str) -> Diagnostic {
        let line = self.line(range.start);
        let text = self.text(line.clone()).trim_end();
        let content = text.trim_start();
        let entry = content.trim_start_matches("- ").trim_start();
        let is_key =
            |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        let value = match entry.split_once(": ") {
            Some((key, value)) if is_key(key) => value.trim_start(),
            _ => entry,
        };
        let start = line.start + text.len() - value.len();
        let span = self.file.span(start..start + value.len());
        let finding = self.finding(range, message);
        if value.starts_with(['[', '{', '"', '\'']) {
            return finding.help("put the text in quotes");
        }
        finding.suggest("put the text in quotes", span, quote(value))
    }

    fn no_colon(&self) -> Diagnostic {
        let line = self.line(self.at);
        let text = self.text(self.at.min(line.end)..line.end).trim_end();
        if text.contains(": ") || text.ends_with(':') {
            return self.indentation();
        }
        let word = text.find(char::is_whitespace).unwrap_or(text.len());
        let finding = self.finding(self.at..self.at + word, "a `:` is missing behind this key");
        finding.suggest("write it", self.file.span(self.at + word..self.at + word), ":")
    }

    /// A line that stands too far in or out; lined up with the key above it, where there is one.
    fn indentation(&self) -> Diagnostic {
        let line = self.line(self.at);
        let text = self.text(line.clone());
        let start = line.start + text.len() - text.trim_start().len();
        let word = self.text(start..line.end).find([' ', ':']).unwrap_or(line.end - start);
        let finding = self.finding(start..start + word, "this line's indentation fits nothing above it");
        let finding =
            finding.help("keys of one map begin in one column; an entry of a list begins with `- `");
        let above = self
            .lines_up(line.start)
            .skip(1)
            .map(|line| self.text(line))
            .find(|line| !line.trim().is_empty());
        let Some(column) = above.and_then(key_column) else { return finding };
        if column == start - line.start {
            return finding;
        }
        finding.suggest("line it up", self.file.span(line.start..start), " ".repeat(column))
    }

    /// A bracket above that is never closed.
    fn open_bracket(&self) -> Option<Diagnostic> {
        let mut found = None;
        for line in self.lines_up(self.at.saturating_sub(1)) {
            let text = self.text(line.clone());
            if let Some(at) = opener(text, &['[', '{']) {
                found = Some(line.start + at);
            }
            if found.is_some() || text.contains([']', '}']) {
                break;
            }
        }
        let at = found?;
        let (open, close) = if self.text(at..at + 1) == "[" { ("[", "]") } else { ("{", "}") };
        let line = self.line(at);
        let end = line.start + self.text(line.clone()).trim_end().len();
        let finding = self.finding(at..at + 1, format!("the `{open}` that begins here is never closed"));
        Some(finding.suggest("close it", self.file.span(end..end), close))
    }
}
