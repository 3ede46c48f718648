//! The prose below the front matter, diagrams left out.

use super::change::Change;
use super::sentence::Piece;
use crate::document::{FrontMatter, split};
use crate::lint::Subject;
use crate::source::{SourceFile, Span};

/// The change of the text below the front matter, if its words changed.
pub(super) fn change(old: &Subject, new: &Subject) -> Option<Change> {
    let (a, b) = (lines(old), lines(new));
    let words =
        |lines: &[(String, Span)]| lines.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" ");
    let (was, is) = (words(&a), words(&b));
    if was == is {
        return None;
    }
    let first = a.iter().zip(&b).take_while(|((a, _), (b, _))| a == b).count();
    let shown = |lines: &[(String, Span)], file: &SourceFile| {
        let line = lines.get(first).or(lines.last());
        line.cloned().unwrap_or_else(|| (String::new(), file.whole().at_end()))
    };
    let ((old_text, old_span), (new_text, new_span)) = (shown(&a, old.file), shown(&b, new.file));
    let change = Change::new("body-changed", "the page", "", &was, &is)
        .old_at(old_span, &old_text)
        .new_at(new_span, &new_text)
        .say("the page below the front matter reads otherwise, first at {}", &[Piece::quote(&new_text)]);
    Some(change.of(new.lifecycle.facts.id.as_str()))
}

/// The lines of the body that hold words, without the diagrams: white space made single, and their places.
fn lines(subject: &Subject) -> Vec<(String, Span)> {
    let file = subject.file;
    let FrontMatter::Found { body, .. } = split(file) else { return Vec::new() };
    let is_drawn =
        |at: usize| subject.document.diagrams.iter().any(|diagram| diagram.fence.span.range().contains(&at));
    let first = file.line_index(body.start.min(file.text.len()));
    let lines = (first..file.line_count()).map(|line| file.line_range(line));
    let lines = lines.filter(|range| range.start >= body.start && !is_drawn(range.start));
    lines
        .filter_map(|range| {
            let text = file.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
            (!text.is_empty()).then(|| (text, file.span(range)))
        })
        .collect()
}
