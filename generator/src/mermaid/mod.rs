//! Mermaid state diagrams: found in Markdown, read, compared with plain rows, mended and written.
//!
//! The way of a diagram: [`fences`] finds its block, [`read`] makes a [`Diagram`] of it, [`compare`]
//! holds that to the [`Rows`] it should show, and [`refresh`] gives the edits that make them agree.
//! [`write()`] makes a whole diagram from rows. Nothing here knows of documents or lifecycles.

mod builder;
mod chars;
mod compare;
#[cfg(test)]
mod compare_tests;
mod complaint;
mod fences;
mod flow;
mod flowchart;
mod ids;
mod lexer;
mod mapped;
mod pairing;
mod prepare;
mod reader;
#[cfg(test)]
mod reader_tests;
mod refresh;
#[cfg(test)]
mod refresh_tests;
mod splice;
mod style;
mod suspect;
mod text;
mod writer;

use crate::source::Span;

pub use compare::{Comparison, RowArrow, Rows, compare};
pub use complaint::DIAGRAM_UNREADABLE;
pub use fences::{Fence, fences};
pub use flowchart::{Edge, Fate, Node, flowchart};
pub use reader::read;
pub use refresh::refresh;
pub use text::{decode, normal};
pub use writer::{bare_id, description, label, safe_id, write};

/// A state diagram as its source states it, and how it is styled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The block's content, between the fences.
    pub span: Span,
    /// The header: `stateDiagram-v2` or `stateDiagram`.
    pub header: Span,
    /// Every state, composite and pseudo state, in the order of first mention.
    pub states: Vec<State>,
    /// Every arrow, in order.
    pub arrows: Vec<Arrow>,
    /// How the source is written, so that what is added looks like the rest.
    pub style: Style,
}

/// How a diagram's source is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The outermost `direction` statement: `LR`.
    pub direction: Option<String>,
    /// Whether states are declared as `state "name" as id`; otherwise their names are their ids.
    pub aliases: bool,
    /// Whether arrows carry labels.
    pub labels: bool,
    /// The white space before a statement at the outermost level.
    pub indent: String,
    /// What stands between an arrow's ends: ` --> `.
    pub arrow: String,
    /// What stands between an arrow and its label: ` : `.
    pub colon: String,
    /// The line end in use.
    pub line_end: &'static str,
}

/// What a state is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// A box.
    Normal,
    /// A box around other states.
    Composite,
    /// A diamond, `<<choice>>`.
    Choice,
    /// A bar, `<<fork>>`.
    Fork,
    /// A bar, `<<join>>`.
    Join,
}

impl StateKind {
    /// Whether arrows only pass through it: a choice, a fork or a join.
    #[must_use]
    pub fn is_pseudo(self) -> bool {
        matches!(self, Self::Choice | Self::Fork | Self::Join)
    }
}

/// One state of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The id as written.
    pub id: String,
    /// What is shown: the alias' text or the first description, else the id; decoded.
    pub name: String,
    /// The id's first occurrence.
    pub span: Span,
    /// What it is drawn as.
    pub kind: StateKind,
    /// Every description, decoded; the first is the name.
    pub descriptions: Vec<String>,
    /// Whether an alias declares it: `state "name" as id`.
    pub aliased: bool,
    /// The composite state that first mentions it.
    pub scope: Option<usize>,
    /// The statements other than arrows that show it: declarations, descriptions, notes.
    pub mentions: Vec<Span>,
}

/// One arrow of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts.
    pub from: Endpoint,
    /// Where it ends.
    pub to: Endpoint,
    /// The label, decoded; none where nothing or only white space follows the colon.
    pub label: Option<String>,
    /// The statement.
    pub span: Span,
    /// The label's text.
    pub label_span: Option<Span>,
    /// The composite state that it is written in.
    pub scope: Option<usize>,
}

/// One end of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Endpoint {
    /// `[*]`: the record's beginning or end.
    Star,
    /// The state of this index.
    State(usize),
}
