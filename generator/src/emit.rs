//! The emitter table: from lifecycles to artifacts, as data. Nothing is read or written here.

mod blocks;
mod diagrams;
mod docs;
pub mod kit;
mod markdown;
pub mod rust;
pub mod rust_tests;
pub mod sql;
mod templates;
pub mod view;

pub(crate) use docs::changes as changes_page;
pub use markdown::inline;

use std::collections::HashSet;

use crate::config::Config;
use crate::diagnostic::Edit;
use crate::document::Document;
use crate::lifecycle::Lifecycle;
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
    /// Makes the artifacts.
    pub emit: fn(&Input) -> Vec<Artifact>,
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

/// What emitters see.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// The documents, in the order of their ids.
    pub subjects: &'a [Subject<'a>],
    /// What was made before, where it was.
    pub kept: Kept<'a>,
}

/// Artifacts of an earlier run of this program under the same configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept<'a> {
    /// The artifacts, sorted by path.
    pub artifacts: &'a [Artifact],
    /// The paths of the documents whose texts are the same as then.
    pub unchanged: Option<&'a HashSet<String>>,
}

impl Kept<'_> {
    /// What was made of one document, where it would be made again as it was.
    fn of_document(&self, path: &str, lifecycle: &Lifecycle) -> Option<Artifact> {
        self.unchanged.filter(|unchanged| unchanged.contains(&lifecycle.path))?;
        let at = self.artifacts.binary_search_by(|artifact| artifact.path.as_str().cmp(path)).ok()?;
        let artifact = &self.artifacts[at];
        let origin = match &artifact.content {
            Content::File { origin: Origin::Document { path, .. }, .. } => path,
            _ => return None,
        };
        (*origin == lifecycle.path).then(|| artifact.clone())
    }
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

/// Everything that the enabled emitters make, sorted by path.
#[must_use]
pub fn emit(input: &Input) -> Vec<Artifact> {
    let enabled = |emitter: &&Emitter| match (emitter.output)(input.config) {
        Some(output) => output.enabled,
        None => input.config.blocks,
    };
    let mut artifacts: Vec<Artifact> =
        EMITTERS.iter().filter(enabled).flat_map(|emitter| (emitter.emit)(input)).collect();
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    artifacts
}

impl Input<'_> {
    /// A file made from one document; `body` must depend on the document and the configuration alone.
    fn of_document(
        &self,
        path: String,
        comment: Comment,
        lifecycle: &Lifecycle,
        body: impl FnOnce() -> String,
    ) -> Artifact {
        let kept = self.kept.of_document(&path, lifecycle);
        kept.unwrap_or_else(|| of_document(path, comment, lifecycle, body()))
    }

    /// The lifecycles, in the order of their ids.
    #[must_use]
    pub fn lifecycles(&self) -> Vec<&Lifecycle> {
        self.subjects.iter().map(|subject| subject.lifecycle).collect()
    }

    /// The folder that the documents share, for the headers of files made from all of them.
    #[must_use]
    pub fn origin(&self) -> String {
        let mut folders: Vec<&str> =
            self.config.documents.iter().map(|glob| crate::config::base(glob)).collect();
        folders.sort_unstable();
        folders.dedup();
        folders.iter().map(|folder| format!("{folder}/")).collect::<Vec<_>>().join(", ")
    }
}

/// Whether the emitter of document diagrams can settle every difference it finds in this one.
#[must_use]
pub fn is_mendable(subject: &Subject) -> bool {
    blocks::is_mendable(subject)
}

/// A file made from one document.
fn of_document(path: String, comment: Comment, lifecycle: &Lifecycle, body: String) -> Artifact {
    let origin = Origin::Document { path: lifecycle.path.clone(), meaning: view::meaning(lifecycle) };
    Artifact { path, content: Content::File { comment, origin, body } }
}

/// A file made from all documents.
fn of_project(path: String, comment: Comment, input: &Input, body: String) -> Artifact {
    Artifact { path, content: Content::File { comment, origin: Origin::Documents(input.origin()), body } }
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
