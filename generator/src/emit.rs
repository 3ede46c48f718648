//! The emitter table: from lifecycles to artifacts, as data. Nothing is read or written here.

mod blocks;
mod diagrams;
mod docs;
pub mod kit;
mod markdown;
pub mod rust;
pub mod rust_tests;
pub mod sql;
pub mod templates;
pub mod view;

pub(crate) use docs::changes as changes_page;
pub use markdown::inline;

use crate::config::Config;
use crate::diagnostic::{Diagnostic, Edit};
use crate::document::Document;
use crate::lifecycle::{Lifecycle, Summary};
use crate::source::{FileId, SourceFile};

/// One way of making artifacts.
#[derive(Clone, Copy, Debug)]
pub struct Emitter {
    /// Its name, which is also its table in statedoc.toml.
    pub name: &'static str,
    /// What it makes, in one line.
    pub summary: &'static str,
    /// The folder it writes to, and whether it is on; `None` where it edits the documents themselves.
    pub output: fn(&Config) -> Option<&crate::config::Output>,
    /// Makes what is made of one document; it must depend on that and on the configuration alone.
    pub of_document: fn(&Input) -> Vec<Artifact>,
    /// Makes what is made once.
    pub of_project: fn(&Config, &[Summary]) -> Vec<Artifact>,
}

/// Every emitter, once, in the order of the documentation.
pub const EMITTERS: &[Emitter] = &[
    rust::EMITTER,
    rust_tests::EMITTER,
    kit::EMITTER,
    diagrams::EMITTER,
    docs::EMITTER,
    sql::EMITTER,
    blocks::EMITTER,
];

/// What emitters see when they make something of one document.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The document.
    pub subject: Subject<'a>,
    /// The digest of what it means.
    meaning: String,
}

/// One document as emitters see it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its text.
    pub file: &'a SourceFile,
    /// As written; only the diagram's place and style are taken from here.
    pub document: &'a Document,
    /// As meant.
    pub lifecycle: &'a Lifecycle,
    /// Whether arrows and states that only its diagram has are to be taken out.
    pub take_rows: bool,
}

/// One output.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// The path relative to the root, with `/`.
    pub path: String,
    /// What it is.
    pub content: Content,
}

/// What an artifact is.
#[derive(Clone, Debug)]
pub enum Content {
    /// A file that is ours as a whole.
    File {
        /// How its language writes a comment.
        comment: Comment,
        /// What it was made from.
        origin: Origin,
        /// The text below the header.
        body: String,
    },
    /// A part of a document.
    Region {
        /// The document.
        file: FileId,
        /// What changes in it; nothing where it agrees.
        edits: Vec<Edit>,
    },
}

/// What a file was made from; its header says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// One document.
    Document {
        /// Its path.
        path: String,
        /// The digest of what it means.
        meaning: String,
    },
    /// All documents of these folders.
    Documents(String),
    /// None: it is the same in every project.
    Tool,
}

/// How a language writes a comment of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What begins it.
    pub open: &'static str,
    /// What ends it; empty where the line's end does.
    pub close: &'static str,
}

impl Comment {
    /// Rust.
    pub const RUST: Self = Self { open: "// ", close: "" };
    /// Markdown, as an HTML comment.
    pub const MARKDOWN: Self = Self { open: "<!-- ", close: " -->" };
    /// Mermaid.
    pub const MERMAID: Self = Self { open: "%% ", close: "" };
    /// SQL.
    pub const SQL: Self = Self { open: "-- ", close: "" };
    /// JSON has no comments: the header becomes the first two members of the object that the body is.
    pub const JSON: Self = Self { open: "{", close: "}" };
}

impl<'a> Input<'a> {
    /// What emitters see of a document.
    #[must_use]
    pub fn new(config: &'a Config, subject: Subject<'a>) -> Self {
        Self { config, subject, meaning: view::meaning(subject.lifecycle) }
    }

    /// A file made from the document.
    fn file(&self, path: String, comment: Comment, body: String) -> Artifact {
        let from = self.subject.lifecycle.path.clone();
        let origin = Origin::Document { path: from, meaning: self.meaning.clone() };
        Artifact { path, content: Content::File { comment, origin, body } }
    }
}

/// What the enabled emitters make of one document.
#[must_use]
pub fn of_document(input: &Input) -> Vec<Artifact> {
    enabled(input.config).flat_map(|emitter| (emitter.of_document)(input)).collect()
}

/// What the enabled emitters make once. The documents are in the order of their ids.
#[must_use]
pub fn of_project(config: &Config, documents: &[Summary]) -> Vec<Artifact> {
    enabled(config).flat_map(|emitter| (emitter.of_project)(config, documents)).collect()
}

fn enabled(config: &Config) -> impl Iterator<Item = &'static Emitter> {
    let is_enabled = |emitter: &&Emitter| match (emitter.output)(config) {
        Some(output) => output.enabled,
        None => config.blocks,
    };
    EMITTERS.iter().filter(is_enabled)
}

/// The folder that the documents share, for the headers of files made from all of them.
fn origin(config: &Config) -> String {
    let mut folders: Vec<&str> = config.documents.iter().map(|glob| crate::config::base(glob)).collect();
    folders.sort_unstable();
    folders.dedup();
    folders.iter().map(|folder| format!("{folder}/")).collect::<Vec<_>>().join(", ")
}

/// Whether a finding about a document is drift of its diagram that the emitter of these can settle.
#[must_use]
pub fn is_drift(finding: &Diagnostic, subject: &Subject) -> bool {
    finding.rule == "diagram-disagrees" && blocks::is_mendable(subject)
}

/// A file made from all documents.
fn of_all(path: String, comment: Comment, config: &Config, body: String) -> Artifact {
    Artifact { path, content: Content::File { comment, origin: Origin::Documents(origin(config)), body } }
}

/// A Rust file that is the same in every project.
fn of_tool(folder: &str, (path, body): (&str, &str)) -> Artifact {
    let content = Content::File { comment: Comment::RUST, origin: Origin::Tool, body: body.to_owned() };
    Artifact { path: format!("{folder}/{path}"), content }
}

/// A file that is emitted as it is: its path there and its text, which no rustfmt touches.
macro_rules! fixed {
    ($file:literal) => {
        ($file, concat!("#![cfg_attr(rustfmt, rustfmt_skip)]\n", include_str!($file)))
    };
}
pub(crate) use fixed;
