//! What to say of YAML that cannot be read, at the place that a person would mend.

mod brackets;
mod flow;
mod indent;
mod line;
mod quotes;

use std::ops::Range;

use super::limits;
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

/// What kind of slip stopped the parser.
pub(super) enum Slip {
    /// A quote that is never closed.
    OpenQuote,
    /// Text behind a closing quote.
    AfterQuote,
    /// An escape that double quotes do not know.
    Escape,
    /// A `: ` where no key can be.
    Colon,
    /// A key without its colon.
    NoColon,
    /// A line that fits nothing above it.
    Indentation,
    /// Brackets that are not closed, or not separated.
    Bracket,
    /// A `*` or `&` without a name.
    Anchor,
    /// A tag, which begins with `!`.
    Tag(String),
    /// A character that begins no text.
    Character,
    /// More levels than are read.
    TooDeep,
    /// Anything else, in the parser's words.
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
        let found = self.tabs().or_else(|| match slip {
            Slip::OpenQuote => self.open_quote(),
            Slip::AfterQuote => self.after_quote(),
            Slip::Escape => self.escape(),
            Slip::Colon => self.colon(),
            Slip::NoColon => self.no_colon(),
            Slip::Indentation => self.misplaced(),
            Slip::Bracket => {
                self.open_bracket().or_else(|| self.after_brackets()).or_else(|| self.separator())
            }
            Slip::Anchor => self.stars().or_else(|| self.character()),
            Slip::Tag(ref name) => self.tag(name),
            Slip::Character => self.character(),
            _ => None,
        });
        found.unwrap_or_else(|| match slip {
            Slip::TooDeep => {
                let message = format!("more than {} levels of lists and maps", limits::DEPTH);
                self.other(&message).help("a state document needs four")
            }
            Slip::Other(message) => self.other(&message),
            _ => self.other("YAML cannot be read on from here"),
        })
    }

    /// A line that fits nothing above it, for one of several reasons.
    fn misplaced(&self) -> Option<Diagnostic> {
        let reason = self.entry().or_else(|| self.after_brackets()).or_else(|| self.open_bracket());
        reason.or_else(|| self.indentation())
    }

    fn finding(&self, range: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(RULE, self.file.span(range), message)
    }

    /// A finding at the word that begins where the parser stopped.
    fn other(&self, message: &str) -> Diagnostic {
        let rest = self.text(self.at..self.line(self.at).end.max(self.at));
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

    /// Where the line's own text ends.
    fn line_end(&self, at: usize) -> usize {
        let line = self.line(at);
        line.start + self.text(line.clone()).trim_end().len()
    }

    /// Where the line's own text begins.
    fn line_begin(&self, at: usize) -> usize {
        let line = self.line(at);
        let text = self.text(line.clone());
        line.start + text.len() - text.trim_start().len()
    }
}
