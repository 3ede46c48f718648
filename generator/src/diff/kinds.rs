//! The table of kinds of change: how much each matters, for whom, and what it is the other way round.

/// How much a change matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Impact {
    /// No record, caller or operator can tell the difference: words, order and references for readers.
    Harmless,
    /// Something else may happen than before, or be meant; nothing that was right becomes wrong by itself.
    Notable,
    /// What was right becomes wrong: a stored row cannot be read, a move is refused that was not, a
    /// promise no longer holds, or a Rust name that can be pinned is gone.
    Breaking,
}

impl Impact {
    /// All impacts, from the greatest.
    pub const ALL: [Self; 3] = [Self::Breaking, Self::Notable, Self::Harmless];

    /// The word that reports print.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Harmless => "harmless",
            Self::Notable => "notable",
            Self::Breaking => "breaking",
        }
    }
}

/// For whom a change matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Rows in databases and logs, written under the old revision.
    StoredRows,
    /// Code that makes moves, or names what is generated.
    Callers,
    /// Those who run what the document describes.
    Operators,
    /// Those who read the document and its pages.
    Readers,
}

impl Audience {
    /// The words that reports print.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StoredRows => "stored rows",
            Self::Callers => "callers",
            Self::Operators => "operators",
            Self::Readers => "readers",
        }
    }
}

/// One kind of change.
#[derive(Debug)]
pub struct Kind {
    /// Its name: `guard-added`.
    pub id: &'static str,
    /// How much a change of this kind matters at most.
    pub impact: Impact,
    /// For whom.
    pub audience: &'static [Audience],
    /// The kind of the same change the other way round.
    pub mirror: &'static str,
    /// Whether it concerns nothing but words for readers.
    pub prose: bool,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// The kind of this id.
#[must_use]
pub fn kind(id: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.id == id)
}

/// The page of a kind: why it matters and what to do about it.
#[must_use]
pub fn page(kind: &Kind) -> &'static str {
    let heading = format!("## {}\n\n", kind.id);
    let page = PAGES.split_once(heading.as_str()).map_or("", |(_, rest)| rest);
    page.split_once("\n## ").map_or(page, |(page, _)| page).trim_end()
}

const PAGES: &str = include_str!("kinds.md");

use Audience::{Callers, Operators, Readers, StoredRows};
use Impact::{Breaking, Harmless, Notable};

/// A line of the table, short enough to be read as one.
const fn line(
    id: &'static str,
    impact: Impact,
    audience: &'static [Audience],
    mirror: &'static str,
    summary: &'static str,
) -> Kind {
    Kind { id, impact, audience, mirror, prose: false, summary }
}

/// A line about words for readers, which is its own mirror.
const fn prose(id: &'static str, impact: Impact, summary: &'static str) -> Kind {
    Kind { id, impact, audience: &[Readers], mirror: id, prose: true, summary }
}

/// Every kind, once: documents, states, rows, forbidden pairs, the rest.
#[rustfmt::skip]
pub const KINDS: &[Kind] = &[
    line("document-added", Harmless, &[Readers], "document-removed", "a document that was not there"),
    line("document-removed", Breaking, &[StoredRows, Callers, Operators, Readers], "document-added", "a document is gone"),
    line("document-moved", Harmless, &[Readers], "document-moved", "a document lies in another file"),
    line("id-changed", Notable, &[Operators, Readers], "id-changed", "the document has another id"),
    line("state-added", Notable, &[StoredRows, Callers, Readers], "state-removed", "a state that was not there"),
    line("state-removed", Breaking, &[StoredRows, Callers, Operators, Readers], "state-added", "a state is gone"),
    line("state-renamed", Breaking, &[StoredRows, Callers, Readers], "state-renamed", "a state has another name"),
    line("state-merged", Breaking, &[StoredRows, Callers, Readers], "state-split", "a state is now part of another, which has its name as alias"),
    line("state-split", Breaking, &[StoredRows, Callers, Readers], "state-merged", "what was an alias is a state of its own"),
    prose("meaning-changed", Notable, "a state's meaning has other words"),
    line("alias-added", Harmless, &[StoredRows], "alias-removed", "a state may be stored under one more name"),
    line("alias-removed", Breaking, &[StoredRows], "alias-added", "a name that stored rows may have is no longer read"),
    line("initial-added", Notable, &[StoredRows, Callers], "initial-removed", "records may begin in a state"),
    line("initial-removed", Breaking, &[StoredRows, Callers], "initial-added", "records may no longer begin in a state"),
    line("terminal-added", Notable, &[Operators, Readers], "terminal-removed", "the document says that records end in a state"),
    line("terminal-removed", Notable, &[Operators, Readers], "terminal-added", "the document no longer says that records end in a state"),
    line("dead-end-added", Notable, &[StoredRows, Operators], "dead-end-removed", "no row leads out of a state any more"),
    line("dead-end-removed", Notable, &[StoredRows, Operators], "dead-end-added", "a row leads out of a state where records ended"),
    line("state-unreachable", Notable, &[Operators, Readers], "state-reachable", "no record can get to a state any more"),
    line("state-reachable", Notable, &[Operators, Readers], "state-unreachable", "records can get to a state that none could reach"),
    line("row-added", Breaking, &[Callers, Operators], "row-removed", "a move that was not declared"),
    line("row-removed", Breaking, &[Callers, Operators], "row-added", "a move is no longer declared"),
    line("row-retargeted", Breaking, &[StoredRows, Callers, Operators], "row-retargeted", "a row leads to another state"),
    line("row-resourced", Breaking, &[StoredRows, Callers, Operators], "row-resourced", "a row leaves another state"),
    line("rows-merged", Breaking, &[Callers, Readers], "row-split", "several rows of a pair are one"),
    line("row-split", Breaking, &[Callers, Readers], "rows-merged", "one row is several of the same pair"),
    line("trigger-changed", Breaking, &[Callers, Operators], "trigger-changed", "something else sets off a row"),
    line("guard-added", Breaking, &[Callers, Operators], "guard-removed", "a row that asked for nothing has a guard"),
    line("guard-removed", Notable, &[Callers, Operators], "guard-added", "a row no longer asks for anything"),
    line("guard-changed", Breaking, &[Callers, Operators], "guard-changed", "a row asks for something else"),
    line("guard-moved", Breaking, &[Callers, Operators], "guard-moved", "a guard stands on another row"),
    line("side-effect-added", Notable, &[Callers, Operators], "side-effect-removed", "a row does something more"),
    line("side-effect-removed", Notable, &[Callers, Operators], "side-effect-added", "a row no longer does something"),
    line("side-effect-changed", Notable, &[Callers, Operators], "side-effect-changed", "a side effect has other words"),
    line("side-effects-reordered", Notable, &[Callers, Operators], "side-effects-reordered", "the side effects of a row come in another order"),
    line("actor-changed", Notable, &[Callers, Operators], "actor-changed", "somebody else makes a move"),
    line("forbidden-added", Notable, &[Callers, Readers], "forbidden-removed", "a pair must never happen that was undeclared"),
    line("forbidden-removed", Notable, &[Callers, Readers], "forbidden-added", "a pair is undeclared that must never happen"),
    line("forbidden-turned-declared", Breaking, &[Callers, Operators, Readers], "declared-turned-forbidden", "what must never happen is a row now"),
    line("declared-turned-forbidden", Breaking, &[Callers, Operators, Readers], "forbidden-turned-declared", "what was a row must never happen now"),
    prose("why-changed", Notable, "the reason why a pair is forbidden has other words"),
    line("concurrency-changed", Notable, &[Callers, Operators], "concurrency-changed", "how attempts at the same record meet has other words"),
    line("invariant-added", Notable, &[Callers, Readers], "invariant-removed", "one more thing always holds"),
    line("invariant-changed", Notable, &[Callers, Readers], "invariant-changed", "something that always holds has other words"),
    line("invariant-removed", Breaking, &[Callers, Readers], "invariant-added", "something is no longer said to hold always"),
    line("rust-name-changed", Breaking, &[Callers], "rust-name-changed", "a Rust name changes, and nothing else of what has it"),
    line("revision-changed", Harmless, &[Readers], "revision-changed", "the document has another revision"),
    prose("title-changed", Harmless, "the document has another title"),
    prose("fact-changed", Harmless, "the document says something else of itself"),
    prose("pin-changed", Harmless, "sources are pinned to another commit"),
    prose("provenance-changed", Harmless, "a row is known in another way"),
    prose("source-changed", Harmless, "a row is written elsewhere in code"),
    prose("evidence-changed", Harmless, "something else was read to write the document"),
    line("waivers-changed", Harmless, &[Readers], "waivers-changed", "other changes are accepted than before"),
    line("extension-changed", Harmless, &[Readers], "extension-changed", "one of the team's own keys has another value"),
    prose("text-respelled", Harmless, "a text has the same words in another spelling"),
    prose("order-changed", Harmless, "a list of the document has another order"),
    prose("body-changed", Harmless, "the text below the front matter, or what a diagram adds to the rows, has other words"),
];
