//! The small diagrams of `documents/mermaid.jsonl`, with the verdict of four Mermaid versions.

use serde_json::Value;
use statedoc::mermaid::{decode, normal};

use super::{ours, reading, theirs};
use crate::peers;

/// What Mermaid accepts and surely is not meant so: we say so, and read what Mermaid shows.
const NOT_MEANT: &[(&str, &str)] = &[
    ("label ends direction TB", "the line shows nothing"),
    ("space id", "two words are two states"),
    ("nbsp id", "two words are two states"),
    ("backtick id", "two words are two states"),
    ("amp", "three words are three states"),
    ("label amp quot", "a semicolon ends the label and starts a state"),
    ("label semicolon end", "a semicolon ends the label and starts a state"),
    ("semicolon end no label", "a semicolon belongs to the id"),
    ("label fullwidth colon", "each word is a state"),
    ("state colon desc", "the line shows nothing"),
    ("header trailing text", "the words are states"),
];

/// What we read otherwise than Mermaid.
const READ_OTHERWISE: &[(&str, &str)] = &[
    ("label script", "we keep the text that Mermaid strips for safety"),
    ("style number", "a style makes no state that is drawn"),
    ("label amp quot", "HTML knows some entities without their semicolon"),
];

fn listed(list: &[(&str, &str)], name: &str) -> bool {
    list.iter().any(|(listed, _)| *listed == name)
}

fn cases() -> Vec<Value> {
    let text = include_str!("../documents/mermaid.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect()
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().expect("a text")
}

#[test]
fn the_reader_agrees_with_the_recorded_verdicts() {
    let cases = cases();
    assert_eq!(cases.len(), 85);
    for case in &cases {
        let name = text(case, "name");
        let (diagram, found) = reading(text(case, "input"));
        let accepted = text(&case["verdict"], "11.17.2") == "accept";
        let expected = accepted && !listed(NOT_MEANT, name);
        assert_eq!(found.is_empty(), expected, "{name}: {found:#?}");
        let told = |found: &statedoc::diagnostic::Diagnostic| found.fix.is_some() || !found.help.is_empty();
        assert!(found.iter().all(told), "{name}: a finding has a way out");
        if accepted && !listed(READ_OTHERWISE, name) {
            let label = |label: &str| normal(&decode(label));
            let theirs = theirs(&case["states_11_17_2"], &case["relations_11_17_2"], label);
            assert_eq!(ours(&diagram.expect("a diagram")), theirs, "{name}");
        }
    }
}

#[test]
fn the_reader_agrees_with_mermaid_itself() {
    let cases = cases();
    let versions = ["11", "12"];
    let questions: Vec<(&str, String)> = versions
        .iter()
        .flat_map(|version| cases.iter().map(move |case| (*version, text(case, "input").to_owned())))
        .collect();
    let Some(answers) = peers::mermaid("the_reader_agrees_with_mermaid_itself", &questions) else { return };
    for (case, answer) in cases.iter().cycle().zip(&answers) {
        let name = text(case, "name");
        let (diagram, found) = reading(text(case, "input"));
        let accepted = answer["accept"] == true;
        assert_eq!(found.is_empty(), accepted && !listed(NOT_MEANT, name), "{name}: {answer}");
        if accepted && !listed(READ_OTHERWISE, name) {
            let theirs = theirs(&answer["states"], &answer["relations"], normal);
            assert_eq!(ours(&diagram.expect("a diagram")), theirs, "{name}");
        }
    }
}
