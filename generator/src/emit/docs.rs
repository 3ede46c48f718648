//! Reference pages in Markdown: one per document, and their index.

use serde::Serialize;

use super::templates::{Serde, Value, context, render};
use super::view::{MATRIX_LIMIT, View};
use super::{Artifact, Comment, Emitter, Input, of_all};
use crate::config::Config;
use crate::lifecycle::{Lifecycle, Summary};
use crate::mermaid;

/// The emitter `docs`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "docs",
    summary: "a reference page per document, and an index",
    output: |config| Some(&config.docs),
    of_document,
    of_project,
};

fn of_document(input: &Input) -> Vec<Artifact> {
    let (folder, lifecycle) = (&input.config.docs.folder, input.subject.lifecycle);
    if input.config.docs_page.is_some() {
        return Vec::new();
    }
    let path = format!("{folder}/{}.md", lifecycle.rust_module);
    vec![input.file(path, Comment::MARKDOWN, page(lifecycle, folder))]
}

fn of_project(config: &Config, documents: &[Summary]) -> Vec<Artifact> {
    let folder = &config.docs.folder;
    if config.docs_index.is_some() {
        return Vec::new();
    }
    let index = index(documents, folder);
    vec![of_all(format!("{folder}/README.md"), Comment::MARKDOWN, config, index)]
}

fn page(lifecycle: &Lifecycle, folder: &str) -> String {
    let diagram = mermaid::write(&lifecycle.drawing());
    let document = link(folder, &lifecycle.path);
    let view = Value::from(Serde(View::new(lifecycle)));
    render("page.md", context! { document => view, diagram, link => document, limit => MATRIX_LIMIT })
}

/// A document as the index has it: of three lists of the model it shows the lengths alone.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    title: &'a str,
    rust_module: &'a str,
    status: Option<&'a str>,
    states: Vec<()>,
    rows: Vec<()>,
    forbidden: Vec<()>,
}

fn index(documents: &[Summary], folder: &str) -> String {
    let lines: Vec<Line> = documents.iter().map(line).collect();
    let links: Vec<String> = documents.iter().map(|summary| link(folder, &summary.path)).collect();
    render("index.md", context! { documents => Value::from(Serde(&lines)), links })
}

fn line(summary: &Summary) -> Line<'_> {
    Line {
        id: &summary.id,
        title: &summary.title,
        rust_module: &summary.rust_module,
        status: summary.status.as_deref(),
        states: vec![(); summary.states],
        rows: vec![(); summary.rows],
        forbidden: vec![(); summary.forbidden],
    }
}

/// The comment on a pull request that `model` describes.
pub(crate) fn changes(model: &impl serde::Serialize) -> String {
    render("changes.md", Value::from(Serde(model)))
}

/// The way from a page in `folder` to a file of the project, as a URL.
pub(super) fn link(folder: &str, path: &str) -> String {
    let up = "../".repeat(folder.split('/').filter(|part| !part.is_empty()).count());
    let mut url = up;
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._/".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}
