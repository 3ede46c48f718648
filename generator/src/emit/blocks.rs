//! The diagram inside each document, kept in agreement with the rows.

use super::{Artifact, Content, Emitter, Input, Subject};
use crate::diagnostic::Edit;
use crate::mermaid;

/// The emitter `blocks`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "blocks",
    summary: "the diagram inside each document, in its own style",
    output: |_| None,
    of_document,
    of_project: |_, _| Vec::new(),
};

fn of_document(input: &Input) -> Vec<Artifact> {
    let Subject { file, document, .. } = input.subject;
    if document.diagrams.iter().all(|block| block.diagram.is_none()) {
        return Vec::new();
    }
    let content = Content::Region { file: file.id, edits: edits(&input.subject) };
    vec![Artifact { path: file.path.clone(), content }]
}

/// What makes every diagram of the document agree, in ascending order.
fn edits(subject: &Subject) -> Vec<Edit> {
    let rows = subject.lifecycle.drawing();
    let mut edits = Vec::new();
    for block in &subject.document.diagrams {
        let Some(diagram) = &block.diagram else { continue };
        let comparison = mermaid::compare(diagram, &rows);
        edits.extend(mermaid::refresh(
            subject.file,
            &block.fence,
            diagram,
            &rows,
            &comparison,
            subject.take_rows,
        ));
    }
    edits
}

/// Whether refreshing settles every difference between the document's diagrams and its rows.
pub(super) fn is_mendable(subject: &Subject) -> bool {
    let rows = subject.lifecycle.drawing();
    let mut diagrams = subject.document.diagrams.iter().filter_map(|block| block.diagram.as_ref());
    subject.take_rows || diagrams.all(|diagram| !mermaid::compare(diagram, &rows).has_extras())
}
