//! YAML text to a tree of nodes, each with its span; the only module that names the YAML library.

mod explain;
mod limits;
mod reader;
mod scalar;

use crate::source::Span;

pub use reader::{Piece, pieces, read};
pub use scalar::{Style, quote};

/// A value of the front matter, with the place it stands at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// From its first character to the end of its last line, without trailing space.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// What a node is. Every scalar is text: YAML's booleans, numbers, nulls and dates do not exist here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text, as written after YAML's own escapes and folding. An absent value is empty text.
    Text(String, Style),
    /// A list.
    List(Vec<Node>),
    /// Keys and values, in the order written. A key may occur twice: the decoder says so.
    Map(Vec<(Text, Node)>),
}

impl Value {
    /// What people call it: `blank`, `text`, `a list` or `a map`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(text, _) if text.trim().is_empty() => "blank",
            Self::Text(..) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

/// One piece of text with its place: what every scalar of a document becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text itself.
    pub value: String,
    /// Where it is written, quotes and block marks included.
    pub span: Span,
    /// How it is written.
    pub style: Style,
}

impl Text {
    /// Text that stands at `span` as it is, without quotes or folding.
    #[must_use]
    pub fn plain(value: impl Into<String>, span: Span) -> Self {
        Self { value: value.into(), span, style: Style::Plain }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// Whether it holds nothing but white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.value.trim().is_empty()
    }
}
