//! The emitter `tests`: one test binary, its harness, and an oracle per document.

use super::{harness, main, oracle};
use crate::emit::{Artifact, Comment, Emitter, Input, of_project, of_tool};

/// The emitter `tests`.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "tests",
    summary: "tests that hold the Rust modules to their documents",
    output: |config| Some(&config.tests),
    emit,
};

fn emit(input: &Input) -> Vec<Artifact> {
    let folder = format!("{}/lifecycles", input.config.tests.folder);
    let layers = input.config.layers;
    let lifecycles = input.lifecycles();
    let mut artifacts: Vec<Artifact> = lifecycles
        .iter()
        .map(|lifecycle| {
            let path = format!("{folder}/{}.rs", lifecycle.rust_module);
            input.of_document(path, Comment::RUST, lifecycle, || oracle(lifecycle, layers))
        })
        .collect();
    artifacts.extend(harness(layers).iter().map(|(path, text)| of_tool(&folder, (path, text))));
    let main = main(&lifecycles, &input.config.rust_path);
    artifacts.push(of_project(format!("{folder}/main.rs"), Comment::RUST, input, main));
    artifacts
}
