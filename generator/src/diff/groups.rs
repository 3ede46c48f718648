//! The rows of a group as one: what several rows say together, and each of them beside what it became.

use super::pairing::place;
use super::words::{Bag, is_join};
use crate::document::Text;
use crate::lifecycle::{Lifecycle, Row};
use crate::source::Span;

/// What the rows of one side of a group say together.
pub(super) struct Joined<'a> {
    /// The rows, in the order written.
    pub rows: Vec<&'a Row>,
    /// What each of them is called.
    pub places: Vec<String>,
    /// What the first of them is called.
    pub place: String,
    /// Where the first of them is shown.
    pub span: Span,
}

impl<'a> Joined<'a> {
    pub(super) fn of(lifecycle: &'a Lifecycle, rows: &[usize]) -> Self {
        let rows: Vec<&Row> = rows.iter().map(|at| &lifecycle.rows[*at]).collect();
        let places: Vec<String> = rows.iter().map(|row| place(lifecycle, row)).collect();
        Self { place: places[0].clone(), span: shown(rows[0]), places, rows }
    }
}

/// One row of each side of a group.
pub(super) struct Pair<'a> {
    pub old: &'a Row,
    pub new: &'a Row,
    /// What the row is called of which there are several, else the new one.
    pub place: &'a str,
}

/// Every row of the one side beside every row of the other; one side has one row.
pub(super) fn pairs<'a>(old: &'a Joined, new: &'a Joined) -> Vec<Pair<'a>> {
    let many = if old.rows.len() > new.rows.len() { old } else { new };
    let pair = |(at, place): (usize, &'a String)| {
        let row = |side: &'a Joined| side.rows[at.min(side.rows.len() - 1)];
        Pair { old: row(old), new: row(new), place }
    };
    many.places.iter().enumerate().map(pair).collect()
}

/// Where a row is shown: from its `from` to its `to`, whichever comes first.
pub(super) fn shown(row: &Row) -> Span {
    row.from_span.to(row.to_span)
}

/// The trigger of a row; empty for none.
pub(super) fn trigger_of(row: &Row) -> String {
    row.trigger_text.as_ref().map(|text| text.value.clone()).unwrap_or_default()
}

/// Whether the one text of rows that were merged or split is that of all of them: exactly theirs with "or" or "and"
/// between them, or for a `reference` all of their words.
pub(super) fn is_explained(
    old: &Joined,
    new: &Joined,
    of: fn(&Row) -> Option<&Text>,
    reference: bool,
) -> bool {
    is_linked(old, new, of, &["or", "and"]) || reference && holds_all(old, new, of)
}

/// Whether the one text of rows that were merged or split is exactly the texts of all of them with `links` between
/// them.
pub(super) fn is_linked(old: &Joined, new: &Joined, of: fn(&Row) -> Option<&Text>, links: &[&str]) -> bool {
    let (one, many) = sides(old, new);
    let texts: Option<Vec<&str>> = many.rows.iter().map(|row| of(row).map(Text::as_str)).collect();
    of(one.rows[0]).zip(texts).is_some_and(|(joint, texts)| is_join(joint.as_str(), &texts, links))
}

fn holds_all(old: &Joined, new: &Joined, of: fn(&Row) -> Option<&Text>) -> bool {
    let (one, many) = sides(old, new);
    let Some(joint) = of(one.rows[0]).map(|joint| Bag::of(joint.as_str())) else { return false };
    many.rows.iter().all(|row| of(row).is_some_and(|text| Bag::of(text.as_str()).without(&joint).is_empty()))
}

/// The side of one row, and that of several.
fn sides<'a, 'b>(old: &'b Joined<'a>, new: &'b Joined<'a>) -> (&'b Joined<'a>, &'b Joined<'a>) {
    if old.rows.len() < new.rows.len() { (old, new) } else { (new, old) }
}
