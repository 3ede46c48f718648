//! A project of documents at random, each of which the rules let pass.

use serde_json::Value;

use super::documents::{document, list, yaml};
use crate::random::Random;
use crate::sandbox::Sandbox;

/// How many documents there are.
pub(crate) const COUNT: usize = 40;

/// The rules that rightly refuse some documents at random: texts that are, or become, the same.
const REFUSING: &[&str] = &[
    "duplicate-key",
    "duplicate-state",
    "duplicate-transition",
    "identifier-collision",
    "undeclared-state",
    "empty-name",
];

/// The seed of a batch: that of the test, or another for a longer search.
pub(crate) fn seed(usual: u64) -> u64 {
    let given = std::env::var("NASTY_SEED").ok();
    given.map_or(usual, |seed| seed.parse().expect("NASTY_SEED is a number"))
}

/// The project, and what each of its documents says.
pub(crate) struct Batch {
    pub(crate) project: Sandbox,
    pub(crate) documents: Vec<Written>,
}

/// One document.
pub(crate) struct Written {
    /// Its path in the project.
    pub(crate) path: String,
    /// What it says, in the shape of `show --format json`.
    pub(crate) says: Value,
}

impl Batch {
    /// The batch of this seed, the same each time.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (project, mut documents, mut refused) = (Sandbox::new(), Vec::new(), 0);
        while documents.len() < COUNT {
            let number = documents.len();
            let says = document(&mut random, number);
            let (path, text) = file(number, &yaml(&says));
            project.write(&path, text);
            if is_refused(&project, &path) {
                refused += 1;
                assert!(refused <= COUNT / 4, "{refused} of {} documents were refused", refused + number);
                std::fs::remove_file(project.path(&path)).expect("the file can be removed");
            } else {
                documents.push(Written { path, says });
            }
        }
        Self { project, documents }
    }

    /// The same with everything generated.
    pub(crate) fn generated(seed: u64) -> Self {
        let batch = Self::new(seed);
        let output = batch.project.statedoc(&["generate"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        batch
    }

    /// The tool's own model of a document.
    pub(crate) fn shown(&self, document: &Written) -> Value {
        let output = self.project.statedoc(&["show", &document.path, "--format", "json"]);
        serde_json::from_slice(&output.stdout).expect("the model is JSON")
    }
}

/// Every second document is Markdown with a diagram of its own.
fn file(number: usize, yaml: &str) -> (String, String) {
    if number.is_multiple_of(2) {
        return (format!("specs/{number:02}.yaml"), yaml.to_owned());
    }
    let diagram = "```mermaid\nstateDiagram-v2\n```";
    (format!("specs/{number:02}.md"), format!("---\n{yaml}---\n\n# Nasty\n\n{diagram}\n\nThe end.\n"))
}

fn is_refused(project: &Sandbox, path: &str) -> bool {
    let output = project.statedoc(&["lint", path, "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("the findings are JSON");
    let errors = list(&report["diagnostics"]).iter().filter(|finding| finding["severity"] == "error");
    for error in errors.clone() {
        let rule = error["rule"].as_str().expect("a rule");
        assert!(REFUSING.contains(&rule), "{path}: {error}");
    }
    errors.count() > 0
}
