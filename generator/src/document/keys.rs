//! The keys of a document.

use crate::keys::Key;
use crate::keys::Shape::{Flag, List, Name, Text, TextMap, Texts, Whole};

/// The keys of the front matter.
pub const DOCUMENT: &[Key] = &[
    Key::needed("id", Text, "The document's name for others to cite, unique in the project."),
    Key::new("name", Text, "Pins the name of the Rust module and of the files: `monthly_run`."),
    Key::needed("title", Text, "What the document is about, as its first heading says too."),
    Key::new("object", Text, "The domain object whose life this is."),
    Key::new("product_area", Text, "Where it belongs, in the team's words."),
    Key::new("module", Text, "Where it belongs in the code, in the team's words."),
    Key::new("revision", Whole, "Counts the document's changes, from 1."),
    Key::new("status", Text, "How settled the document is, in the team's words."),
    Key::new("design_intent", Text, "Whether this is how it is or how it shall be."),
    Key::new("origin", Text, "Where the document comes from."),
    Key::new("implementation_evidence", Text, "How far the rows were seen in the code: `observed`."),
    Key::new("source_sha", TextMap, "The commit by repository that `source` and `evidence` speak of."),
    Key::needed("states", List(STATE), "The states that a record can be in."),
    Key::needed("transitions", List(ROW), "The moves that there are."),
    Key::new("invalid", List(INVALID), "The moves that must never happen, and why."),
    Key::new("concurrency", Text, "How attempts at the same record meet."),
    Key::new("invariants", Texts, "Ids of what always holds."),
    Key::new("evidence", Texts, "What was read to write the document."),
];

/// The keys of an entry of `states`.
pub const STATE: &[Key] = &[
    Key::needed("name", Name, "The state's own text, as stored."),
    Key::new("meaning", Text, "What it means for a record to be in it."),
    Key::new("variant", Text, "Pins the name of the Rust variant: `InReview`."),
    Key::new("initial", Flag, "Whether records begin in it."),
    Key::new("terminal", Flag, "Whether records end in it."),
    Key::new("aliases", Texts, "What stored rows may still call it."),
];

/// The keys of an entry of `transitions`.
pub const ROW: &[Key] = &[
    Key::needed("from", Name, "The state that it leaves; `[*]` where the record begins."),
    Key::needed("to", Name, "The state that it enters; `[*]` where the record is removed."),
    Key::new("name", Text, "Pins the name of the Rust variant of this row: `Retry`."),
    Key::new("trigger", Text, "What sets it off."),
    Key::new("guard", Text, "What must hold for it to happen."),
    Key::new("side_effects", Texts, "What happens with it, in order."),
    Key::new("who", Text, "Who does it."),
    Key::new("provenance", Text, "How it is known: `observed`, `documented`."),
    Key::new("source", Text, "Where the code does it: `repository:path:symbol`."),
];

/// The keys of an entry of `invalid`.
pub const INVALID: &[Key] = &[
    Key::needed("from", Name, "The state that must not be left so."),
    Key::needed("to", Name, "The state that must not be entered so."),
    Key::needed("why", Text, "Why it must never happen; refusals and pages quote it."),
];
