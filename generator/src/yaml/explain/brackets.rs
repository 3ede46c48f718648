//! Lists and maps in brackets that are not written as YAML needs them.

use super::Stop;
use super::line::{opener, value};
use crate::diagnostic::{Diagnostic, Edit};

/// What creation and removal rows are written with; in YAML a list of an alias.
const STAR: &str = "[*]";

impl Stop<'_> {
    /// A bracket before the place that is never closed.
    pub(super) fn open_bracket(&self) -> Option<Diagnostic> {
        let mut at = None;
        for line in self.lines_up(self.at) {
            let text = self.text(line.start..line.end.min(self.at));
            at = opener(text, &['[', '{']).map(|at| line.start + at);
            if at.is_some() || text.contains([']', '}']) {
                break;
            }
        }
        let (at, end) = (at?, self.line_end(at?));
        let (open, close) = if self.text(at..at + 1) == "[" { ("[", "]") } else { ("{", "}") };
        if self.text(at..end).contains(close) {
            return None;
        }
        let finding = self.finding(at..at + 1, format!("the `{open}` that begins here is never closed"));
        Some(finding.suggest("close it", self.file.span(end..end), close))
    }

    /// Text behind brackets that end too early.
    pub(super) fn after_brackets(&self) -> Option<Diagnostic> {
        let text = value(self.text(self.line(self.at)));
        let follows =
            text.starts_with(['[', '{']) && !text.ends_with([']', '}']) && text.contains([']', '}']);
        let behind = self.at > self.line_begin(self.at);
        (follows && behind).then(|| self.quoted(self.at..self.at + 1, "text follows these brackets"))
    }

    pub(super) fn separator(&self) -> Option<Diagnostic> {
        let finding = self.other("a `,` or the closing bracket was expected here");
        Some(
            finding
                .help("entries in brackets are separated by `, `, and a text with `: ` in it needs quotes"),
        )
    }

    /// `[*]` without the quotes that make it a text.
    pub(super) fn stars(&self) -> Option<Diagnostic> {
        let line = self.line(self.at);
        let first = line.start + self.text(line.clone()).find(STAR)?;
        let all = self.text(line.start..self.range.end).match_indices(STAR);
        let bare = all.map(|(at, _)| line.start + at).filter(|at| {
            let around = (&self.file.text[..*at], &self.file.text[at + STAR.len()..]);
            around.0.ends_with(' ') && !around.1.starts_with(['"', '\''])
        });
        let edit = |at: usize| Edit { span: self.file.span(at..at + STAR.len()), text: format!("'{STAR}'") };
        let edits: Vec<Edit> = bare.map(edit).collect();
        let finding =
            self.finding(first..first + STAR.len(), format!("`{STAR}` needs quotes, else it is a YAML list"));
        Some(if edits.is_empty() {
            finding
        } else {
            finding.suggest_all("put it in quotes", edits).safe(true)
        })
    }
}
