//! The emitter `kit`: which file holds what.

use super::{conformance, module, root};
use crate::emit::{Artifact, Comment, Emitter, Input, of_project, of_tool};

/// The emitter `kit`.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "kit",
    summary: "a suite that holds code of your own to the documents, and its mutants",
    output: |config| Some(&config.kit),
    emit,
};

fn emit(input: &Input) -> Vec<Artifact> {
    let folder = &input.config.kit.folder;
    let lifecycles = input.lifecycles();
    let mut artifacts: Vec<Artifact> = lifecycles
        .iter()
        .map(|lifecycle| {
            let path = format!("{folder}/{}.rs", lifecycle.rust_module);
            input.of_document(path, Comment::RUST, lifecycle, || module(lifecycle))
        })
        .collect();
    artifacts.extend(conformance().map(|file| of_tool(folder, file)));
    let code = input.config.kit_path.as_ref().unwrap_or(&input.config.rust_path);
    artifacts.push(of_project(format!("{folder}/mod.rs"), Comment::RUST, input, root(&lifecycles, code)));
    artifacts
}
