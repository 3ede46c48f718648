//! Reference pages in Markdown: one per document, and their index.

use super::templates::{Serde, Value, context, render};
use super::view::{MATRIX_LIMIT, View};
use super::{Artifact, Comment, Emitter, Input, of_project};
use crate::lifecycle::Lifecycle;
use crate::mermaid;

/// The emitter `docs`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "docs",
    summary: "a reference page per document, and an index",
    output: |config| Some(&config.docs),
    emit,
};

fn emit(input: &Input) -> Vec<Artifact> {
    let folder = &input.config.docs.folder;
    let mut artifacts: Vec<Artifact> = input
        .lifecycles()
        .into_iter()
        .map(|lifecycle| {
            let path = format!("{folder}/{}.md", lifecycle.rust_module);
            input.of_document(path, Comment::MARKDOWN, lifecycle, || page(lifecycle, folder))
        })
        .collect();
    let index = index(input, folder);
    artifacts.push(of_project(format!("{folder}/README.md"), Comment::MARKDOWN, input, index));
    artifacts
}

fn page(lifecycle: &Lifecycle, folder: &str) -> String {
    let diagram = mermaid::write(&lifecycle.drawing());
    let document = link(folder, &lifecycle.path);
    let view = Value::from(Serde(View::new(lifecycle)));
    render("page.md", context! { document => view, diagram, link => document, limit => MATRIX_LIMIT })
}

fn index(input: &Input, folder: &str) -> String {
    let views: Vec<View> = input.lifecycles().into_iter().map(View::new).collect();
    let links: Vec<String> = views.iter().map(|view| link(folder, view.path)).collect();
    render("index.md", context! { documents => Value::from(Serde(&views)), links })
}

/// The comment on a pull request that `model` describes.
pub(crate) fn changes(model: &impl serde::Serialize) -> String {
    render("changes.md", Value::from(Serde(model)))
}

/// The way from a page in `folder` to a file of the project, as a URL.
fn link(folder: &str, path: &str) -> String {
    let up = "../".repeat(folder.split('/').count());
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
