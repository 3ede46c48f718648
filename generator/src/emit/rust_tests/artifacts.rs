//! The emitter `tests`: one test binary, its harness, and an oracle per document.

use super::{harness, main, oracle};
use crate::config::Config;
use crate::emit::{Artifact, Comment, Emitter, Input, of_all, of_tool};
use crate::lifecycle::Summary;

/// The emitter `tests`.
pub(crate) const EMITTER: Emitter = Emitter {
    name: "tests",
    summary: "tests that hold the Rust modules to their documents",
    output: |config| Some(&config.tests),
    of_document,
    of_project,
};

fn folder(config: &Config) -> String {
    format!("{}/lifecycles", config.tests.folder)
}

fn of_document(input: &Input) -> Vec<Artifact> {
    let lifecycle = input.subject.lifecycle;
    let path = format!("{}/{}.rs", folder(input.config), lifecycle.rust_module);
    vec![input.file(path, Comment::RUST, oracle(lifecycle, input.config.layers))]
}

fn of_project(config: &Config, documents: &[Summary]) -> Vec<Artifact> {
    let folder = folder(config);
    let harness = harness(config.layers);
    let mut artifacts: Vec<Artifact> =
        harness.iter().map(|(path, text)| of_tool(&folder, (path, text))).collect();
    let main = main(documents, &config.rust_path);
    artifacts.push(of_all(format!("{folder}/main.rs"), Comment::RUST, config, main));
    artifacts
}
