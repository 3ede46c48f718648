//! The emitter `kit`: which file holds what.

use super::{conformance, module, root};
use crate::config::Config;
use crate::emit::{Artifact, Comment, Emitter, Input, of_all, of_tool};
use crate::lifecycle::Summary;

/// The emitter `kit`.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "kit",
    summary: "a suite that holds code of your own to the documents, and its mutants",
    output: |config| Some(&config.kit),
    of_document,
    of_project,
};

fn of_document(input: &Input) -> Vec<Artifact> {
    let lifecycle = input.subject.lifecycle;
    let path = format!("{}/{}.rs", input.config.kit.folder, lifecycle.rust_module);
    vec![input.file(path, Comment::RUST, module(lifecycle))]
}

fn of_project(config: &Config, documents: &[Summary]) -> Vec<Artifact> {
    let folder = &config.kit.folder;
    let mut artifacts: Vec<Artifact> = conformance().map(|file| of_tool(folder, file)).to_vec();
    let code = config.kit_path.as_ref().unwrap_or(&config.rust_path);
    artifacts.push(of_all(format!("{folder}/mod.rs"), Comment::RUST, config, root(documents, code)));
    artifacts
}
