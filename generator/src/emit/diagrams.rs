//! Mermaid files: one per document.

use super::{Artifact, Comment, Emitter, Input};
use crate::mermaid;

/// The emitter `diagrams`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "diagrams",
    summary: "a Mermaid state diagram per document",
    output: |config| Some(&config.diagrams),
    emit,
};

fn emit(input: &Input) -> Vec<Artifact> {
    let folder = &input.config.diagrams.folder;
    let file = |lifecycle: &crate::lifecycle::Lifecycle| {
        let path = format!("{folder}/{}.mmd", lifecycle.rust_module);
        input.of_document(path, Comment::MERMAID, lifecycle, || mermaid::write(&lifecycle.drawing()))
    };
    input.lifecycles().into_iter().map(file).collect()
}
