//! The document as written: every key of the front matter and every diagram of the body, with spans.

mod decode;
mod front_matter;
mod keys;
mod parse;
mod pin;
mod source_ref;
#[cfg(test)]
mod tests;
mod texts;

use crate::mermaid::{Diagram, Fence};
use crate::source::{FileId, Span};
pub use crate::yaml::{Node, Text};

pub use decode::{Decoder, Dialect, Fields};
pub use front_matter::{FrontMatter, is_meant, is_yaml, split};
pub use keys::DOCUMENT;
pub(crate) use keys::{INVALID, ROW, STATE};
pub use parse::parse;
pub use pin::is_reserved;
pub use source_ref::{SourcePart, SourceRef, evidence_lead, parse_source};
pub use texts::Kind;

/// The name that stands for "no state" in `from` (a creation row) and in `to` (a removal row).
pub const STAR: &str = "[*]";

/// A state document, as far as it could be read. What is missing or wrong is `None` or left out.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Whether the parser found errors: part of what was written may be missing here.
    pub incomplete: bool,
    /// The front matter between its `---` lines, or the whole of a YAML file.
    pub front: Option<Span>,
    /// `id`, unique in the project.
    pub id: Option<Text>,
    /// `name`, which pins the Rust module.
    pub name: Option<Text>,
    /// `title`.
    pub title: Option<Text>,
    /// `object`, the domain object whose life this is.
    pub object: Option<Text>,
    /// `product_area`.
    pub product_area: Option<Text>,
    /// `module`, the team's word for where it belongs.
    pub module: Option<Text>,
    /// `revision`, from 1.
    pub revision: Option<Text>,
    /// `status`.
    pub status: Option<Text>,
    /// `design_intent`.
    pub design_intent: Option<Text>,
    /// `origin`.
    pub origin: Option<Text>,
    /// `implementation_evidence`.
    pub implementation_evidence: Option<Text>,
    /// `source_sha`: what `source` and `evidence` are pinned to; `None` where the key is absent.
    pub source_sha: Option<Vec<Pin>>,
    /// `states`.
    pub states: Vec<StateEntry>,
    /// `transitions`.
    pub transitions: Vec<RowEntry>,
    /// `invalid`.
    pub invalid: Vec<InvalidEntry>,
    /// `concurrency`.
    pub concurrency: Option<Text>,
    /// `invariants`.
    pub invariants: Vec<Text>,
    /// `evidence`.
    pub evidence: Vec<Text>,
    /// Keys that start with `x-`.
    pub extensions: Vec<Extension>,
    /// Keys that are written but hold nothing.
    pub blanks: Vec<Text>,
    /// The first H1 of the body, without its `#`.
    pub heading: Option<Text>,
    /// The Mermaid blocks of the body that hold a state diagram or cannot be read.
    pub diagrams: Vec<DiagramBlock>,
}

/// One line of `source_sha`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The repository's name.
    pub repository: Text,
    /// The commit.
    pub commit: Text,
}

/// One entry of `states`.
#[derive(Clone, Debug)]
pub struct StateEntry {
    /// The whole entry.
    pub span: Span,
    /// `name`: the state's name; any text.
    pub name: Option<Text>,
    /// `meaning`.
    pub meaning: Option<Text>,
    /// `variant`: pins the Rust variant.
    pub variant: Option<Text>,
    /// `initial: true`.
    pub initial: bool,
    /// `terminal: true`.
    pub terminal: bool,
    /// `aliases`: what stored rows may still call it.
    pub aliases: Vec<Text>,
    /// Keys that start with `x-`.
    pub extensions: Vec<Extension>,
}

/// One entry of `transitions`.
#[derive(Clone, Debug)]
pub struct RowEntry {
    /// The whole entry.
    pub span: Span,
    /// `name`: pins the Rust variant of the row.
    pub name: Option<Text>,
    /// `from`: a state's name, or [`STAR`].
    pub from: Option<Text>,
    /// `to`: a state's name, or [`STAR`].
    pub to: Option<Text>,
    /// `trigger`.
    pub trigger: Option<Text>,
    /// `guard`.
    pub guard: Option<Text>,
    /// `side_effects`, in order.
    pub side_effects: Vec<Text>,
    /// `who`: the actor.
    pub who: Option<Text>,
    /// `provenance`.
    pub provenance: Option<Text>,
    /// `source`.
    pub source: Option<Text>,
    /// Keys that start with `x-`.
    pub extensions: Vec<Extension>,
}

/// One entry of `invalid`.
#[derive(Clone, Debug)]
pub struct InvalidEntry {
    /// The whole entry.
    pub span: Span,
    /// `from`.
    pub from: Option<Text>,
    /// `to`.
    pub to: Option<Text>,
    /// `why`.
    pub why: Option<Text>,
    /// Keys that start with `x-`.
    pub extensions: Vec<Extension>,
}

/// A key of the team's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The key, `x-` included.
    pub key: Text,
    /// Its value.
    pub value: Node,
}

/// A Mermaid block of the body.
#[derive(Clone, Debug)]
pub struct DiagramBlock {
    /// Where it stands.
    pub fence: Fence,
    /// What it shows; `None` where it could not be read.
    pub diagram: Option<Diagram>,
}

impl Document {
    /// The place for findings about the whole document: its `id`, else the first byte of the file.
    #[must_use]
    pub fn place(&self, file: FileId) -> Span {
        self.id.as_ref().map_or(Span::new(file, 0..0), |id| id.span)
    }
}
