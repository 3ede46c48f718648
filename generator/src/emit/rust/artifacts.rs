//! The emitter `rust`: which file holds what.

use super::{module, root, support};
use crate::emit::{Artifact, Comment, Emitter, Input, of_project, of_tool};

/// The emitter `rust`.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "rust",
    summary: "a Rust module per document: states, transitions, triggers and the table of verdicts",
    output: |config| Some(&config.rust),
    emit,
};

fn emit(input: &Input) -> Vec<Artifact> {
    let (folder, layers) = (&input.config.rust.folder, input.config.layers);
    let lifecycles = input.lifecycles();
    let mut artifacts: Vec<Artifact> = lifecycles
        .iter()
        .map(|lifecycle| {
            let path = format!("{folder}/{}.rs", lifecycle.rust_module);
            input.of_document(path, Comment::RUST, lifecycle, || module(lifecycle, layers))
        })
        .collect();
    artifacts.extend(support(layers).into_iter().map(|(path, text)| of_tool(folder, (path, &text))));
    let own_crate = input.config.rust.is_own_crate();
    let name = if own_crate { "lib.rs" } else { "mod.rs" };
    artifacts.push(of_project(
        format!("{folder}/{name}"),
        Comment::RUST,
        input,
        root(&lifecycles, own_crate),
    ));
    artifacts
}
