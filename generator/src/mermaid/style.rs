//! How a diagram's source is written, found from what was read.

use crate::source::{SourceFile, Span};

use super::{Endpoint, StateKind, Style};

use super::builder::Builder;

/// What the reader saw of the first arrow and the direction.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) direction: Option<String>,
    pub(super) arrow: Option<String>,
    pub(super) colon: Option<String>,
    /// The first statement at the outermost level.
    pub(super) first: Option<Span>,
}

/// The style of a diagram whose block is `content` and whose header is `header`.
pub(super) fn style(file: &SourceFile, content: Span, header: Span, seen: Seen, builder: &Builder) -> Style {
    Style {
        direction: seen.direction,
        aliases: has_aliases(builder),
        labels: has_labels(builder),
        indent: indent(file, header, seen.first),
        arrow: one_line(seen.arrow, "-->").unwrap_or_else(|| " --> ".to_owned()),
        colon: one_line(seen.colon, ":").unwrap_or_else(|| " : ".to_owned()),
        line_end: line_end(file, content),
    }
}

fn one_line(text: Option<String>, mark: &str) -> Option<String> {
    text.filter(|text| text.trim() == mark && !text.contains(['\n', '\r']))
}

/// Whether at least half of the states are declared by an alias.
fn has_aliases(builder: &Builder) -> bool {
    let normal = || builder.states.iter().filter(|state| state.kind == StateKind::Normal);
    let aliased = normal().filter(|state| state.aliased).count();
    aliased * 2 >= normal().count()
}

/// Whether at least half of the arrows between states, or of all where there is none, have a label.
fn has_labels(builder: &Builder) -> bool {
    let inner = |from: Endpoint, to: Endpoint| from != Endpoint::Star && to != Endpoint::Star;
    let any_inner = builder.arrows.iter().any(|arrow| inner(arrow.from, arrow.to));
    let counted = || builder.arrows.iter().filter(|arrow| !any_inner || inner(arrow.from, arrow.to));
    counted().filter(|arrow| arrow.label.is_some()).count() * 2 >= counted().count()
}

/// The white space before the first statement, or two spaces more than before the header.
fn indent(file: &SourceFile, header: Span, first: Option<Span>) -> String {
    match first.and_then(|first| leading_space(file, first.start)) {
        Some(indent) => indent.to_owned(),
        None => format!("{}  ", leading_space(file, header.start).unwrap_or_default()),
    }
}

/// The white space between the start of the line and `at`, where there is nothing else.
pub(super) fn leading_space(file: &SourceFile, at: usize) -> Option<&str> {
    let start = file.text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let before = &file.text[start..at];
    before.chars().all(|c| matches!(c, ' ' | '\t')).then_some(before)
}

fn line_end(file: &SourceFile, content: Span) -> &'static str {
    let text = file.slice(content);
    match text.find(['\n', '\r']).map(|at| &text[at..]) {
        Some(end) if end.starts_with("\r\n") => "\r\n",
        Some(end) if end.starts_with('\r') => "\r",
        Some(_) => "\n",
        None => file.line_end(),
    }
}
