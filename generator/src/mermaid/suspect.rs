//! What Mermaid accepts although it surely is not meant so. One finding for a line.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

use super::chars::{find_all, span_of};
use super::complaint::DIAGRAM_UNREADABLE;
use super::lexer::Token;
use super::mapped::Mapped;
use super::writer::safe_id;

/// Watches the statements of a diagram go by.
pub(super) struct Suspect<'a> {
    file: &'a SourceFile,
    prepared: &'a Mapped,
    /// The end of the header's line.
    header: usize,
    /// Up to here, whatever is odd has been reported.
    reported: usize,
    /// The statement before, and whether it is an id alone.
    last: Range<usize>,
    last_is_bare: bool,
    this_is_bare: bool,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> Suspect<'a> {
    pub(super) fn new(file: &'a SourceFile, prepared: &'a Mapped) -> Self {
        let (found, header) = (Vec::new(), prepared.text.find('\n').unwrap_or(prepared.text.len()));
        Self {
            file,
            prepared,
            header,
            reported: 0,
            last: 0..0,
            last_is_bare: false,
            this_is_bare: false,
            found,
        }
    }

    fn span(&self, range: Range<usize>) -> Span {
        self.file.span(self.prepared.source(range))
    }

    /// The text of `range` as the source has it.
    fn source(&self, range: Range<usize>) -> &'a str {
        self.file.slice(self.span(range))
    }

    fn line(&self, at: usize) -> Range<usize> {
        let text = &self.prepared.text;
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        start..at + text[at..].find('\n').unwrap_or(text.len() - at)
    }

    /// The line of byte `at` has its finding.
    pub(super) fn line_is_reported(&mut self, at: usize) {
        self.reported = self.line(at).end;
    }

    fn report(&mut self, at: usize, finding: Diagnostic) {
        if at >= self.reported {
            self.found.push(finding);
            self.line_is_reported(at);
        }
    }

    /// The statement at `range` is an id alone.
    pub(super) fn bare(&mut self, range: Range<usize>) {
        self.this_is_bare = true;
        if range.start < self.header {
            self.words(range.start, range);
        }
    }

    /// A statement was read: an id alone beside another statement is not meant.
    pub(super) fn statement_ends(&mut self, range: Range<usize>) {
        let is_bare = std::mem::take(&mut self.this_is_bare);
        if self.prepared.text[range.clone()].trim().is_empty() {
            self.last = 0..0;
            return;
        }
        let gap = self.last.end.min(range.start)..range.start;
        let same_line = self.last.end > 0 && !self.prepared.text[gap].contains('\n');
        if same_line && (self.last_is_bare || is_bare) {
            self.words(self.last.start, self.last.start..range.end);
        }
        self.last_is_bare = is_bare;
        self.last = range;
    }

    fn words(&mut self, at: usize, range: Range<usize>) {
        if at < self.reported {
            return;
        }
        let line = self.line(at);
        let text = self.prepared.text[line.start..line.end].trim();
        let message = "Mermaid reads each of these words as a state of its own";
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, self.span(range), message);
        let name = text.split("-->").map(str::trim).find(|part| part.contains(char::is_whitespace));
        let help = match name {
            Some(name) if text.contains("-->") && !name.contains('"') => {
                let (name, id) = (name.split(" :").next().unwrap_or(name).trim(), safe_id(name));
                format!("declare the name once, `state \"{name}\" as {id}`, and write `{id}` in the arrows")
            }
            _ => "write one statement on a line; a name with spaces needs `state \"the name\" as id`"
                .to_owned(),
        };
        self.report(at, finding.label("several states").help(help));
    }

    /// An id, which may show that something else was meant.
    pub(super) fn id(&mut self, range: Range<usize>) {
        if range.start < self.reported {
            return;
        }
        let text = &self.prepared.text[range.clone()];
        if let Some(at) = text.find(';') {
            self.semicolon(range.start + at);
        } else if text.starts_with('|') {
            self.pipe(range);
        } else if let Some(at) = text.find('}') {
            let span = self.span(range.start + at..range.start + at + 1);
            let message = "Mermaid takes this brace for a part of a state's id";
            let help = "close a composite state with `}` on a line of its own";
            self.report(range.start, Diagnostic::new(DIAGRAM_UNREADABLE, span, message).help(help));
        }
    }

    fn semicolon(&mut self, at: usize) {
        let span = self.span(at..at + 1);
        let message = "a semicolon does not end a statement: Mermaid reads what follows as states";
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, message).label("ends the label here");
        let line = self.line(at);
        let last = self.prepared.text[at + 1..line.end].trim().is_empty();
        let finding = if last {
            finding.suggest("remove the semicolon", span, "")
        } else {
            finding.suggest("write `#59;` for a semicolon", span, "#59;")
        };
        self.report(at, finding);
    }

    /// `A -->|label| B`.
    fn pipe(&mut self, range: Range<usize>) {
        let line = self.line(range.start);
        let rest = &self.prepared.text[range.start..line.end];
        let message = "`|label|` is a flowchart's label; here it is read as states";
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, self.span(range.clone()), message);
        let close = rest[1..].find('|').map(|at| at + 1);
        let Some(close) = close else {
            return self.report(range.start, finding.help("write `A --> B : label`"));
        };
        let label = self.source(range.start + 1..range.start + close).trim();
        let target = self.source(range.start + close + 1..line.end).trim();
        let text = format!("{target} : {label}");
        let touches = self.prepared.text[..range.start].ends_with('>');
        let text = if touches { format!(" {text}") } else { text };
        let span = self.span(range.start..range.start + rest.trim_end().len());
        self.report(range.start, finding.suggest(format!("write `{}`", text.trim()), span, text));
    }

    /// A line that holds `direction`, which may stand inside a label.
    pub(super) fn direction(&mut self, token: &Token) {
        let text = &self.prepared.text;
        let before = text[token.span.start..token.value.start].trim();
        let after = text[token.value.end..token.span.end].trim();
        if before.is_empty() && (after.is_empty() || after == ";" || after.starts_with("%%")) {
            return;
        }
        let word = token.value.start + "direction".len();
        let space = span_of(&text[word..], char::is_whitespace);
        let message =
            "Mermaid takes this whole line for a `direction` statement and shows nothing else of it";
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, self.span(token.value.clone()), message);
        let space = self.span(word..word + space);
        self.report(token.span.start, finding.suggest("write `#32;` for the space", space, "#32;"));
    }

    /// `state A` alone, of which Mermaid shows nothing; odd where more follows.
    pub(super) fn name(&mut self, token: &Token) {
        if token.span.start < self.reported {
            return;
        }
        let text = &self.prepared.text[token.span.clone()];
        let line = self.line(token.span.start);
        let rest = self.prepared.text[token.span.end..line.end].trim();
        let alone = rest.is_empty() || ["<<", "[[", "%%"].iter().any(|mark| rest.starts_with(mark));
        if alone && !text.starts_with("--") {
            return;
        }
        let span = self.span(token.span.start..token.span.end + (line.end - token.span.end));
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, "Mermaid shows nothing of this");
        let keyword = self.prepared.text[..token.span.start].trim_end().len().saturating_sub("state".len());
        let finding = if text.starts_with("--") {
            finding.help(
                "`state` is a word of Mermaid's own: declare `state \"State\" as State_` and use `State_`",
            )
        } else if rest.starts_with(':') && self.line(keyword).start == line.start {
            let word = self.span(keyword..token.span.start);
            finding.suggest("leave `state` out before a description", word, "")
        } else {
            let name = self.prepared.text[token.span.start..line.end].trim();
            finding.help(format!("write `state \"{name}\" as {}`", safe_id(name)))
        };
        self.report(token.span.start, finding);
    }

    /// The id of an alias, of which only a single word can be used in arrows.
    pub(super) fn alias(&mut self, range: Range<usize>) {
        let id = &self.prepared.text[range.clone()];
        if id.contains([' ', '\t', '-', ';']) {
            let span = self.span(range.clone());
            let message = "an id that is not one plain word cannot be used in an arrow";
            let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, message);
            let id = safe_id(id);
            self.report(range.start, finding.suggest(format!("write `{id}`"), span, id.clone()));
        }
    }

    /// A word that makes Mermaid take the diagram for one of another type.
    pub(super) fn other_type(&self) -> Option<Diagnostic> {
        let words = ["C4Container", "C4Component", "C4Dynamic", "C4Deployment"];
        let text = &self.prepared.text;
        let (at, word) = words.iter().find_map(|word| {
            let at = find_all(text, word).find(|at| text[*at..].starts_with(word))?;
            Some((at, *word))
        })?;
        let message = format!("Mermaid takes a text that holds `{word}` for a C4 diagram");
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, self.span(at..at + word.len()), message);
        let text = format!("C4#{};{}", u32::from(word.as_bytes()[2]), &word[3..]);
        let span = self.span(at..at + word.len());
        Some(finding.suggest(format!("write `{text}`"), span, text.clone()))
    }
}
