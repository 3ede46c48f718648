//! The keys of statedoc.toml.

use crate::keys::Key;
use crate::keys::Shape::{Day, Flag, Levels, List, Rule, SomeTexts, Table, Text, TextMap, Words};
use crate::lint::WAIVERS;

/// The keys of the whole file.
pub const CONFIG: &[Key] = &[
    Key::new("required-version", Text, "The version of statedoc that the project requires: `0.1`."),
    Key::new("documents", SomeTexts, "Globs of the files that may be state documents."),
    Key::new("rust", Table(RUST), "Rust modules, one per document."),
    Key::new("tests", Table(OUTPUT), "Tests that hold the Rust modules to their documents."),
    Key::new("kit", Table(KIT), "A suite that holds code of your own to the documents."),
    Key::new("diagrams", Table(OUTPUT), "Mermaid files, one per document."),
    Key::new("docs", Table(OUTPUT), "Reference pages, one per document, and an index."),
    Key::new("sql", Table(SQL), "SQL that makes databases refuse what no document declares."),
    Key::new("blocks", Table(BLOCKS), "The diagram inside each document."),
    Key::new("rules", Levels, "Levels of lint rules other than their own."),
    Key::new("allow", List(ALLOW), "Findings that are known and have a reason."),
    Key::new("waive", List(WAIVERS), "Changes that break something and are accepted."),
];

const ENABLED: Key = Key::new("enabled", Flag, "Whether it is made.");
const OUT: Key = Key::new("out", Text, "The folder it is written to, below this file.");

const OUTPUT: &[Key] = &[ENABLED, OUT];

const RUST: &[Key] = &[
    ENABLED,
    OUT,
    Key::new("path", Text, "The Rust path by which tests reach the modules: `shop::lifecycles`."),
    Key::new("typed", Flag, "Whether undeclared moves do not compile: a type per state."),
    Key::new("serde", Flag, "Whether states and the like are `Serialize` and `Deserialize`, by their texts."),
];

const KIT: &[Key] = &[
    ENABLED,
    OUT,
    Key::new("path", Text, "The Rust path of the modules, where tests reach them by another."),
];

const SQL: &[Key] = &[
    ENABLED,
    OUT,
    Key::new("dialects", Words(&["postgres", "sqlite"]), "The databases that it is written for."),
    Key::new("table", TextMap, "The column that keeps the states, by the document's id: `orders.status`."),
];

const BLOCKS: &[Key] = &[Key::new("enabled", Flag, "Whether it is kept in agreement with the rows.")];

/// The keys of an `[[allow]]` entry.
pub const ALLOW: &[Key] = &[
    Key::needed("rule", Rule, "The rule whose finding it is."),
    Key::needed("document", Text, "The document's id or path."),
    Key::needed("reason", Text, "Why the finding may stand."),
    Key::new("place", Text, "The text that the finding marks; any in the document where this is left out."),
    Key::new("expires", Day, "The last day on which the exception counts."),
];
