//! A megabyte of text in one field: everything is still made, soon, and as many lines as ever.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use statedoc::diagnostic::Severity;
use statedoc::outputs;
use statedoc::project::{Given, Project};

use crate::sandbox::Sandbox;

const MEGABYTE: usize = 1 << 20;

/// How long a run may take. Where the tool is built without optimisation, what grows faster than
/// its input still takes far longer than this.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 1 });

/// Texts that a printer could take long for, and where each is put.
fn texts() -> Vec<(&'static str, String)> {
    let half = MEGABYTE / 2;
    vec![
        ("TITLE", "1".repeat(half) + &".".repeat(half)),
        ("NAME", "direction LR c4c www. ".repeat(MEGABYTE / 22)),
        ("ALIAS", "1".repeat(half) + &".)".repeat(half / 2)),
        ("MEANING", "1".repeat(half) + &".)".repeat(half / 2)),
        ("TRIGGER", "1".repeat(half) + &".)".repeat(half / 2)),
        ("GUARD", "*/ \"# {{ https://x ".repeat(MEGABYTE / 19)),
        ("EFFECT", ":a".repeat(half)),
        ("WHO", "\u{202e}".repeat(MEGABYTE / 3)),
        ("SOURCE", "a:".repeat(half)),
        ("WHY", "[".repeat(MEGABYTE)),
        ("EVIDENCE", "word \r\n\r\n".repeat(MEGABYTE / 9)),
        ("CONCURRENCY", "`|".repeat(half)),
        ("OWN", "\"".repeat(MEGABYTE)),
    ]
}

const DOCUMENT: &str = "\
id: STATE-A
title: \"TITLE\"
states:
  - {name: \"NAME\", meaning: \"MEANING\", aliases: [\"ALIAS\"]}
  - {name: done}
transitions:
  - {from: \"NAME\", to: done, trigger: \"TRIGGER\", guard: \"GUARD\", side_effects: [\"EFFECT\"], who: \"WHO\", source: \"SOURCE\"}
invalid:
  - {from: done, to: \"NAME\", why: \"WHY\"}
evidence: [\"EVIDENCE\"]
concurrency: \"CONCURRENCY\"
x-own: \"OWN\"
";

/// The document with the text in place of the word; every other word stays.
fn document(word: &str, text: &str) -> String {
    let scalar = Value::from(text).to_string().replace('\u{202e}', "\\u202e");
    DOCUMENT.replace(&format!("\"{word}\""), &scalar)
}

/// How many lines each output has, in the order of their kinds. Every Rust file must be Rust.
fn generated(yaml: String) -> Vec<usize> {
    let sandbox = Sandbox::new();
    sandbox.write("statedoc.toml", "[rust]\ntyped = true\n");
    let given = Given { path: PathBuf::from("specs/a.yaml"), bytes: yaml.into_bytes() };
    let project = Project::open_with(sandbox.root(), &[], Some(given)).expect("nothing is read from disk");
    assert!(project.lint().iter().all(|finding| finding.severity != Severity::Error), "no error stands");
    let mut lines: Vec<usize> = Vec::new();
    for (path, text) in outputs(&project) {
        if path.ends_with(".rs") {
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        } else {
            lines.push(text.lines().count());
        }
    }
    lines.sort_unstable();
    lines
}

#[test]
fn a_megabyte_in_one_field_is_one_line_soon() {
    let usual = generated(DOCUMENT.to_owned());
    for (word, text) in texts() {
        let document = document(word, &text);
        let start = Instant::now();
        let lines = generated(document);
        let took = start.elapsed();
        assert_eq!(lines, usual, "{word}");
        assert!(took < LIMIT, "{word} took {took:?}");
    }
}
