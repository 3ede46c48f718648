//! The yaml-test-suite over the YAML front end. Its data is not ours to keep, so it is read from
//! where `STATEDOC_YAML_SUITE` says, or from beside the repository; absent, one line says so.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use serde_json::Value as Json;
use statedoc::source::{FileId, SourceFile};
use statedoc::yaml::{Node, Value, read};

use crate::sandbox::repository;

fn suite() -> Option<Vec<Json>> {
    let named = std::env::var_os("STATEDOC_YAML_SUITE").map(PathBuf::from);
    let path = named.unwrap_or_else(|| repository().join("../shared/cases/yaml-test-suite.jsonl"));
    let Ok(text) = fs::read_to_string(&path) else {
        let line = "skipped the_reader_agrees_with_the_suite: its data is not there (STATEDOC_YAML_SUITE names its file)";
        let _ = writeln!(std::io::stderr(), "{line}"); // not a macro, which the test harness would keep to itself
        return None;
    };
    let cases: Vec<Json> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    assert!(cases.len() > 400, "the suite has {} cases", cases.len());
    Some(cases)
}

/// What a state document cannot use, and this reader refuses on purpose, though it is YAML.
fn refused_on_purpose(message: &str) -> bool {
    ["second YAML document", "a key must be text", "merge keys", "tag"]
        .iter()
        .any(|part| message.contains(part))
}

/// Whether the tree is what the suite's JSON says, every scalar read as text.
fn agrees(node: &Node, json: &Json) -> bool {
    match (&node.value, json) {
        (Value::List(items), Json::Array(wanted)) => {
            items.len() == wanted.len() && items.iter().zip(wanted).all(|(item, wanted)| agrees(item, wanted))
        }
        (Value::Map(pairs), Json::Object(wanted)) => {
            let known = |(key, node): &(statedoc::yaml::Text, Node)| {
                wanted.get(&key.value).is_some_and(|json| agrees(node, json))
            };
            pairs.iter().all(known)
        }
        (Value::Text(text, _), Json::String(wanted)) => text == wanted,
        (Value::Text(..), Json::Number(_) | Json::Bool(_) | Json::Null) => true, // text here, typed there
        _ => false,
    }
}

#[test]
fn the_reader_agrees_with_the_suite() {
    let Some(cases) = suite() else { return };
    let (mut agreed, mut refused, mut wrong) = (0, 0, Vec::new());
    for case in &cases {
        let (id, yaml) = (case["id"].as_str().expect("an id"), case["yaml"].as_str().expect("its text"));
        let file = SourceFile::new(FileId(0), "suite.yaml", yaml);
        let expected_error = case["error"].as_bool().unwrap_or(false);
        match read(&file, 0..yaml.len()) {
            Ok(_) if expected_error => wrong.push(format!("{id}: accepted")),
            Ok(node) => {
                let json = case["json"].as_str().and_then(|json| serde_json::from_str(json).ok());
                match json {
                    Some(json) if !agrees(&node, &json) => wrong.push(format!("{id}: read as {node:?}")),
                    _ => agreed += 1,
                }
            }
            Err(_) if expected_error => agreed += 1,
            Err(finding) if refused_on_purpose(&finding.message) => refused += 1,
            Err(finding) => wrong.push(format!("{id}: {}", finding.message)),
        }
    }
    let rate =
        format!("yaml-test-suite: {agreed} agree, {refused} refused on purpose, {} wrong", wrong.len());
    let _ = writeln!(std::io::stderr(), "{rate}"); // so that it is seen without asking for it
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed > 300, "only {agreed} cases agree");
}
