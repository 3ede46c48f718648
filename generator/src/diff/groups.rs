//! The rows of a group as one: what several rows say together.

use super::pairing::place;
use crate::document::Text;
use crate::lifecycle::{Lifecycle, Row};
use crate::source::Span;

/// What the rows of one side of a group say together.
pub(super) struct Joined<'a> {
    /// The rows, in the order written.
    pub rows: Vec<&'a Row>,
    /// What the first of them is called.
    pub place: String,
    /// Where the first of them is shown.
    pub span: Span,
}

impl<'a> Joined<'a> {
    pub(super) fn of(lifecycle: &'a Lifecycle, rows: &[usize]) -> Self {
        let rows: Vec<&Row> = rows.iter().map(|at| &lifecycle.rows[*at]).collect();
        Self { place: place(lifecycle, rows[0]), span: shown(rows[0]), rows }
    }

    /// The distinct texts of the rows, joined; where there is one, it as it is.
    pub(super) fn text(&self, of: impl Fn(&Row) -> Option<&Text>) -> Option<Text> {
        let mut distinct: Vec<&Text> = Vec::new();
        for text in self.rows.iter().filter_map(|row| of(row)) {
            if distinct.iter().all(|other| other.as_str() != text.as_str()) {
                distinct.push(text);
            }
        }
        let first = (*distinct.first()?).clone();
        let value = distinct.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("; ");
        Some(Text { value, ..first })
    }

    /// The side effects of all rows, each once where there are several rows.
    pub(super) fn effects(&self) -> Vec<&'a Text> {
        let all = self.rows.iter().flat_map(|row| &row.side_effects);
        if self.rows.len() == 1 {
            return all.collect();
        }
        let mut distinct: Vec<&Text> = Vec::new();
        for effect in all {
            if distinct.iter().all(|other| other.as_str() != effect.as_str()) {
                distinct.push(effect);
            }
        }
        distinct
    }
}

/// Where a row is shown: from its `from` to its `to`, whichever comes first.
pub(super) fn shown(row: &Row) -> Span {
    row.from_span.to(row.to_span)
}
