//! What a document means: states, rows, triggers and forbidden pairs by index. The program's waist.

mod drawing;
mod graph;
mod lower;
pub mod methods;
pub mod names;
mod summary;
#[cfg(test)]
mod tests;

use crate::document::{Extension, Pin, Text};
use crate::source::{FileId, Span};

pub use lower::lower;
pub(crate) use lower::trigger_key;
pub use summary::Summary;

/// A document, resolved. Every index below is one into the lists of this value.
#[derive(Clone, Debug)]
pub struct Lifecycle {
    /// The document's file.
    pub file: FileId,
    /// Its path, relative to the project's root.
    pub path: String,
    /// Whether everything written could be resolved. Questions about the graph make no sense otherwise.
    pub sound: bool,
    /// The Rust module's name: `monthly_snapshot_run`.
    pub rust_module: String,
    /// What the document says of itself.
    pub facts: Facts,
    /// The states, in the order written.
    pub states: Vec<State>,
    /// The rows of the transition table, in the order written.
    pub rows: Vec<Row>,
    /// The distinct triggers, in the order of their first row.
    pub triggers: Vec<Trigger>,
    /// The pairs that must never happen, in the order written.
    pub forbidden: Vec<Forbidden>,
    /// How attempts at the same record meet.
    pub concurrency: Option<Text>,
    /// Ids of invariants.
    pub invariants: Vec<Text>,
    /// What was read to write the document.
    pub evidence: Vec<Text>,
    /// The team's own keys.
    pub extensions: Vec<Extension>,
}

/// What a document says of itself.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The document's id; empty where it is missing.
    pub id: Text,
    /// Its title; empty where it is missing.
    pub title: Text,
    /// The domain object whose life this is.
    pub object: Option<Text>,
    /// The product area.
    pub product_area: Option<Text>,
    /// The team's word for where it belongs (not the Rust module).
    pub module: Option<Text>,
    /// The revision, from 1.
    pub revision: Option<u64>,
    /// Where the revision is written.
    pub revision_span: Option<Span>,
    /// draft, review, approved, …
    pub status: Option<Text>,
    /// confirmed, proposed, …
    pub design_intent: Option<Text>,
    /// Where the design comes from.
    pub origin: Option<Text>,
    /// observed, documented, none, …
    pub implementation_evidence: Option<Text>,
    /// The commits that sources are pinned to.
    pub source_sha: Vec<Pin>,
}

/// One state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name as typed.
    pub name: Text,
    /// The Rust variant: `NotPlanned`.
    pub variant: String,
    /// Whether `variant` was pinned by the document.
    pub pinned: bool,
    /// What it means.
    pub meaning: Option<Text>,
    /// What stored rows may still call it.
    pub aliases: Vec<Text>,
    /// Whether a record may begin here (design: a creation row, `initial: true`, or by the arrows).
    pub initial: bool,
    /// Whether a record ends here (`terminal: true`, or no arrow to another state).
    pub terminal: bool,
    /// The team's own keys.
    pub extensions: Vec<Extension>,
}

/// One row of the transition table. `from` is `None` for creation, `to` is `None` for removal.
#[derive(Clone, Debug)]
pub struct Row {
    /// The whole entry.
    pub span: Span,
    /// The Rust variant: `QueuedToRunning`.
    pub variant: String,
    /// Whether `variant` was pinned by the document.
    pub pinned: bool,
    /// The state it leaves.
    pub from: Option<usize>,
    /// The state it enters.
    pub to: Option<usize>,
    /// Where `from` is written.
    pub from_span: Span,
    /// Where `to` is written.
    pub to_span: Span,
    /// The trigger, an index into `triggers`.
    pub trigger: Option<usize>,
    /// The trigger's text as this row has it.
    pub trigger_text: Option<Text>,
    /// What must hold.
    pub guard: Option<Text>,
    /// What to carry out, in order.
    pub side_effects: Vec<Text>,
    /// Who does it.
    pub actor: Option<Text>,
    /// observed, documented, …
    pub provenance: Option<Text>,
    /// Where it is written in code or docs.
    pub source: Option<Text>,
    /// The team's own keys.
    pub extensions: Vec<Extension>,
}

/// One distinct trigger: texts that differ only in case or final punctuation share it.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// The text of its first row.
    pub text: String,
    /// The Rust variant: `ScheduleTheClosedMonth`.
    pub variant: String,
}

/// A pair that must never happen.
#[derive(Clone, Debug)]
pub struct Forbidden {
    /// The whole entry.
    pub span: Span,
    /// The state it would leave.
    pub from: usize,
    /// The state it would enter.
    pub to: usize,
    /// The reason.
    pub why: Text,
    /// The team's own keys.
    pub extensions: Vec<Extension>,
}

/// What a lifecycle says of a pair of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// These rows lead from the one to the other, in the order written.
    Declared(Vec<usize>),
    /// The pair is listed under `invalid`; an index into `forbidden`.
    Forbidden(usize),
    /// The document does not mention the pair.
    Undeclared,
}
