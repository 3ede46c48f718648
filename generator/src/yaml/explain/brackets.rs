//! Lists and maps in brackets that are not written as YAML needs them.

use super::Stop;
use super::line::{opener, value};
use crate::diagnostic::{Diagnostic, Edit};
use crate::yaml::{Piece, Style, pieces};

/// What creation and removal rows are written with; in YAML a list of an alias.
const STAR: &str = "[*]";

/// As long as [`STAR`], and a text without quotes.
const MASK: &str = "_*_";

impl Stop<'_> {
    /// A bracket before the place that is never closed.
    pub(super) fn open_bracket(&self) -> Option<Diagnostic> {
        if let Some(misplaced) = self.outlying_bracket() {
            return Some(misplaced);
        }
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

    /// A closing bracket that begins its line no further in than the key which it closes.
    fn outlying_bracket(&self) -> Option<Diagnostic> {
        let begin = self.line_begin(self.at);
        let close = self.text(begin..self.line_end(self.at)).chars().next()?;
        let open = if close == ']' { '[' } else { '{' };
        if !matches!(close, ']' | '}') || self.at != begin {
            return None;
        }
        let mut above = self.lines_up(begin).skip(1);
        above.find(|line| {
            opener(self.text(line.clone()), &['[', '{'])
                .is_some_and(|at| self.text(line.start + at..line.end).starts_with(open))
        })?;
        let message = format!("the `{close}` must stand further in than the key whose value it ends");
        let finding = self.finding(begin..begin + 1, message);
        Some(finding.suggest("indent it", self.file.span(begin..begin), "  "))
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

    /// `[*]` without the quotes that make it a text. All that are a whole value are quoted at once.
    pub(super) fn stars(&self) -> Option<Diagnostic> {
        let line = self.line(self.at);
        let mut places = self.text(line.clone()).match_indices(STAR).map(|(at, _)| line.start + at);
        let here = places.find(|at| (*at..=at + STAR.len()).contains(&self.at))?;
        let message = format!("`{STAR}` needs quotes, else it is a YAML list");
        let whole = self.whole_stars();
        if !whole.contains(&here) {
            return Some(self.quoted(here..here + STAR.len(), &message));
        }
        let edit = |at: usize| Edit { span: self.file.span(at..at + STAR.len()), text: format!("'{STAR}'") };
        let finding = self.finding(here..here + STAR.len(), message);
        let edits = whole.into_iter().map(edit).collect();
        Some(finding.suggest_all("put it in quotes", edits).safe(true))
    }

    /// The places of every `[*]` that is a value and nothing else: of those that YAML would read as a plain text if
    /// they had no brackets.
    fn whole_stars(&self) -> Vec<usize> {
        let yaml = self.text(self.range.clone());
        let texts = pieces(&yaml.replace(STAR, MASK)).into_iter().filter(|piece| piece.text.is_some());
        let is_key = |end: usize| yaml[end..].trim_start_matches([' ', '\t']).starts_with(':');
        let is_star = |piece: &Piece| {
            piece.style == Style::Plain && &yaml[piece.range.clone()] == STAR && !is_key(piece.range.end)
        };
        texts.filter(is_star).map(|piece| self.range.start + piece.range.start).collect()
    }
}
