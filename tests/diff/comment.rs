//! The comment on a pull request: its table, its diagram, and its size, whatever the documents hold.

use serde_json::{Value, json};
use statedoc::report::LIMIT;

use super::mutations::EDITS;
use crate::nasty::documents::{document, yaml};
use crate::peers;
use crate::random::Random;
use crate::sandbox::Sandbox;

/// The comment about two documents.
fn comment(old: &str, new: &str) -> String {
    let sandbox = Sandbox::new();
    sandbox.write("old.yaml", old);
    sandbox.write("new.yaml", new);
    let output = sandbox.statedoc(&["diff", "old.yaml", "new.yaml", "--format", "markdown"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Comments about documents at random that hold what means something to Markdown and Mermaid.
fn nasty() -> Vec<String> {
    let mut random = Random::new(21);
    let mut comments = Vec::new();
    while comments.len() < 25 {
        let model = document(&mut random, 1);
        let mut edited = model.clone();
        for _ in 0..6 {
            EDITS[random.below(EDITS.len())].0(&mut random, &mut edited);
        }
        let (old, new) = (yaml(&model), yaml(&edited));
        let sandbox = Sandbox::new();
        sandbox.write("specs/a.yaml", &new);
        if sandbox.statedoc(&["lint"]).status.code() == Some(0) {
            comments.push(comment(&old, &new));
        }
    }
    comments
}

fn diagram(comment: &str) -> Option<&str> {
    let (_, rest) = comment.split_once("\n```mermaid\n")?;
    Some(rest.split_once("\n```").expect("its end").0)
}

#[test]
fn every_mermaid_takes_the_diagram() {
    let comments = nasty();
    let diagrams: Vec<&str> = comments.iter().filter_map(|comment| diagram(comment)).collect();
    assert!(diagrams.len() > 15, "there are only {} diagrams", diagrams.len());
    let questions: Vec<(&str, String)> = diagrams
        .iter()
        .flat_map(|diagram| ["10", "11", "12"].map(|version| (version, (*diagram).to_owned())))
        .collect();
    let Some(answers) = peers::mermaid("every_mermaid_takes_the_diagram", &questions) else { return };
    for (answer, (version, diagram)) in answers.iter().zip(&questions) {
        assert_eq!(answer["accept"], true, "Mermaid {version}: {answer}\n{diagram}");
        assert!(answer["type"].as_str().is_some_and(|kind| kind.starts_with("flowchart")), "{answer}");
    }
}

#[test]
fn no_text_is_markup_in_the_comment() {
    let comments = nasty();
    let renderers = ["markdown-it", "marked", "remark"];
    let ask = |comment: &String| renderers.map(|renderer| json!({"renderer": renderer, "markdown": comment}));
    let questions: Vec<Value> = comments.iter().flat_map(ask).collect();
    let Some(answers) = peers::markdown("no_text_is_markup_in_the_comment", &questions) else { return };
    for (answer, question) in answers.iter().zip(&questions) {
        let html = answer["html"].as_str().expect("HTML");
        for tag in ["<script", "<img", "<iframe", "<a ", "<svg", "<input", "<style", "<del", "<h1", "<meta"] {
            assert!(!html.contains(tag), "{tag} in {}\n{}", question["renderer"], question["markdown"]);
        }
        assert_eq!(html.matches("<table").count(), 2, "{}", question["markdown"]);
    }
}

/// A document with many rows, every text of which says `word`.
fn large(rows: usize, word: &str) -> String {
    let mut text = format!("id: STATE-A\ntitle: Large {word}\nstates:\n  - name: begin\n");
    for at in 0..rows {
        text += &format!(
            "  - name: s{at}\n    meaning: The {word} meaning of the state of number {at}, at length.\n"
        );
    }
    text += "transitions:\n";
    for at in 0..rows {
        text += &format!(
            "  - from: begin\n    to: s{at}\n    trigger: Event {at}\n    guard: The {word} guard\n"
        );
    }
    text
}

#[test]
fn a_comment_is_never_too_long_for_github() {
    for rows in [10, 700] {
        let long = ["one", "another"].map(|word| format!("{word} {}", "long ".repeat(25)));
        let text = comment(&large(rows, &long[0]), &large(rows, &long[1]));
        assert!(text.encode_utf16().count() <= LIMIT, "{rows} rows make {}", text.len());
        assert!(text.contains("notable") && text.contains("Matters to"), "{text}");
        assert_eq!(text.contains("more changes are left out"), rows == 700, "{rows} rows: {}", text.len());
    }
}

#[test]
fn a_comment_on_many_documents_says_what_it_leaves_out() {
    let sandbox = Sandbox::new();
    for at in 0..400 {
        for (folder, word) in [("old", "one"), ("new", "another")] {
            let text = large(3, &format!("{word} {}", "long ".repeat(30)));
            sandbox.write(&format!("{folder}/{at}.yaml"), text.replace("STATE-A", &format!("STATE-{at}")));
        }
    }
    let output = sandbox.statedoc(&["diff", "old", "new", "--format", "markdown"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.encode_utf16().count() <= LIMIT, "{}", text.len());
    assert!(text.contains("more documents are left out"), "{text}");
}

#[test]
fn one_megabyte_of_text_is_no_megabyte_of_comment() {
    let old = large(3, "former");
    let new = large(3, &"latter ".repeat(25_000));
    assert!(comment(&old, &new).len() < 20_000);
}
