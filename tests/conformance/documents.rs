//! Documents as the kit sees them, made at run time.

use statedoc::lifecycle::Lifecycle;
use statedoc::project::Project;

use super::kit::conformance::{Document, Forbidden, Row, State};
use crate::sandbox::{Sandbox, copy, repository};

/// Every document of the repository: its own, those received, those published, and small shapes.
/// Two that mean the same, such as one before and after its diagram was mended, are one.
pub(super) fn all() -> Vec<Document> {
    let sandbox = Sandbox::new();
    let shapes = repository().join("tests/documents/shapes");
    for name in ["alone.md", "parcel.md", "quiet.md"] {
        sandbox.write(&format!("specs/{name}"), std::fs::read(shapes.join(name)).expect("a document"));
    }
    for set in ["received", "published"] {
        let folder = repository().join("tests/documents").join(set);
        copy(&folder, &sandbox.path(&format!("specs/{set}")));
    }
    copy(&repository().join("specs"), &sandbox.path("specs/own"));
    let project = Project::open(sandbox.root()).expect("a project");
    let mut documents: Vec<Document> = Vec::new();
    for entry in &project.documents {
        let document = document(&entry.lifecycle);
        if !documents.contains(&document) {
            documents.push(document);
        }
    }
    documents
}

/// A lifecycle as a generated kit would have it.
fn document(lifecycle: &Lifecycle) -> Document {
    let states = lifecycle.states.iter().map(|state| State {
        name: state.name.as_str().to_owned(),
        variant: state.variant.clone(),
        aliases: state.aliases.iter().map(|alias| alias.as_str().to_owned()).collect(),
        initial: state.initial,
    });
    let rows = lifecycle.rows.iter().map(|row| Row {
        variant: row.variant.clone(),
        from: row.from,
        to: row.to,
        trigger: row.trigger.map(|trigger| lifecycle.triggers[trigger].text.clone()),
        guarded: row.guard.is_some(),
        side_effects: row.side_effects.iter().map(|effect| effect.as_str().to_owned()).collect(),
    });
    let forbidden = lifecycle.forbidden.iter().map(|pair| Forbidden {
        from: pair.from,
        to: pair.to,
        why: pair.why.as_str().to_owned(),
    });
    Document {
        id: lifecycle.facts.id.as_str().to_owned(),
        states: states.collect(),
        rows: rows.collect(),
        forbidden: forbidden.collect(),
        invariants: lifecycle.invariants.iter().map(|id| id.as_str().to_owned()).collect(),
    }
}
