//! The prose below the front matter, and of diagrams what rows and states do not say.

use std::ops::Range;

use super::change::Change;
use super::sentence::Piece;
use crate::document::{FrontMatter, split};
use crate::lint::Subject;
use crate::mermaid::State;
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
    let (words, piece) = if b.len() > first {
        ("the page below the front matter reads otherwise, first at {}", &new_text)
    } else {
        ("the page below the front matter lacks what it said before, first {}", &old_text)
    };
    let change = Change::new("body-changed", "the page", "", &was, &is)
        .old_at(old_span, &old_text)
        .new_at(new_span, &new_text)
        .say(words, &[Piece::quote(piece)]);
    Some(change.of(new.lifecycle.facts.id.as_str()))
}

/// The lines of the body that hold words, white space made single, and their places.
fn lines(subject: &Subject) -> Vec<(String, Span)> {
    let file = subject.file;
    let FrontMatter::Found { body, .. } = split(file) else { return Vec::new() };
    let first = file.line_index(body.start.min(file.text.len()));
    let lines = (first..file.line_count()).map(|line| file.line_range(line));
    let lines = lines.filter(|range| range.start >= body.start && !is_drawn(subject, range));
    lines
        .filter_map(|range| {
            let text = file.text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
            (!text.is_empty()).then(|| (text, file.span(range)))
        })
        .collect()
}

/// Whether a line is one of a diagram that rows and states decide: an arrow, or a state without more words.
fn is_drawn(subject: &Subject, line: &Range<usize>) -> bool {
    let begins = |span: Span| line.contains(&span.start);
    let text = subject.file.text[line.clone()].trim();
    let holding =
        subject.document.diagrams.iter().filter(|block| block.fence.content.range().contains(&line.start));
    holding.filter_map(|block| block.diagram.as_ref()).any(|diagram| {
        let is_state = |state: &State| begins(state.span) && text == subject.file.slice(state.span);
        let declares = text.starts_with("state ") && text.contains(" as ");
        declares
            || diagram.arrows.iter().any(|arrow| begins(arrow.span))
            || diagram.states.iter().any(is_state)
    })
}
