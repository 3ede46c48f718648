//! The emitter `rust`: which file holds what.

use super::{module, root, support};
use crate::config::Config;
use crate::emit::{Artifact, Comment, Emitter, Input, of_all, of_tool};
use crate::lifecycle::Summary;

/// The emitter `rust`.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "rust",
    summary: "a Rust module per document: states, transitions, triggers and the table of verdicts",
    output: |config| Some(&config.rust),
    of_document,
    of_project,
};

fn of_document(input: &Input) -> Vec<Artifact> {
    let lifecycle = input.subject.lifecycle;
    let path = format!("{}/{}.rs", input.config.rust.folder, lifecycle.rust_module);
    vec![input.file(path, Comment::RUST, module(lifecycle, input.config.layers))]
}

fn of_project(config: &Config, documents: &[Summary]) -> Vec<Artifact> {
    let folder = &config.rust.folder;
    let support = support(config.layers);
    let mut artifacts: Vec<Artifact> =
        support.into_iter().map(|(path, text)| of_tool(folder, (path, &text))).collect();
    let own_crate = config.rust.is_own_crate();
    let name = if own_crate { "lib.rs" } else { "mod.rs" };
    let root = root(documents, own_crate);
    artifacts.push(of_all(format!("{folder}/{name}"), Comment::RUST, config, root));
    artifacts
}
