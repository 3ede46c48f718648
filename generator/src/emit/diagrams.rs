//! Mermaid files: one per document.

use super::{Artifact, Comment, Emitter, Input};
use crate::mermaid;

/// The emitter `diagrams`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "diagrams",
    summary: "a Mermaid state diagram per document",
    output: |config| Some(&config.diagrams),
    of_document,
    of_project: |_, _| Vec::new(),
};

fn of_document(input: &Input) -> Vec<Artifact> {
    let lifecycle = input.subject.lifecycle;
    let path = format!("{}/{}.mmd", input.config.diagrams.folder, lifecycle.rust_module);
    vec![input.file(path, Comment::MERMAID, mermaid::write(&lifecycle.drawing()))]
}
