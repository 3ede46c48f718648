//! What README shows is what happens.

use std::fs;

use crate::crates::Crate;
use crate::sandbox::{Sandbox, expect_file, repository};

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).expect("README.md").replace("\r\n", "\n")
}

/// The blocks of this language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let begins = format!("```{language}\n");
    text.split(&begins).skip(1).map(|rest| rest.split_once("\n```").expect("its end").0).collect()
}

#[test]
fn the_findings_are_those_of_the_documents_as_received() {
    let expected =
        fs::read_to_string(repository().join("tests/documents/received/expected.txt")).expect("the findings");
    let text = readme();
    let (before, rest) = text.split_once("<!-- findings -->\n").expect("a mark");
    let (_, after) = rest.split_once("<!-- end of findings -->").expect("a mark");
    let shown = format!(
        "{before}<!-- findings -->\n```text\n{}\n```\n<!-- end of findings -->{after}",
        expected.trim_end()
    );
    expect_file(&repository().join("README.md"), &shown);
}

#[test]
fn the_examples_run() {
    let project = Sandbox::with_documents("received");
    project.write("statedoc.toml", "[rust]\ntyped = true\n");
    let generated = Crate::new("readme", &project);
    fs::create_dir_all(generated.path("examples")).expect("a folder");
    let text = readme();
    let (examples, _) = text.split_once("## Code that you already have").expect("the section of tests");
    let examples = blocks(examples, "rust");
    assert_eq!(examples.len(), 2);
    for (number, example) in examples.into_iter().enumerate() {
        fs::write(generated.path(&format!("examples/readme{number}.rs")), example).expect("the example");
        generated.must(&["run", "--offline", "--example", &format!("readme{number}")]);
    }
}

#[test]
fn the_compiler_says_what_is_quoted() {
    let said = repository().join("tests/compile/fail/bulk_run_lifecycle/failed_to_succeeded.stderr");
    let said = fs::read_to_string(said).expect("what the compiler says");
    let text = readme();
    let quoted = blocks(&text, "text").into_iter().find(|block| block.starts_with("error[E0277]"));
    for line in quoted.expect("a quotation").lines() {
        assert!(said.lines().any(|said| said.trim_end() == line.trim_end()), "{line}");
    }
}

#[test]
fn code_that_is_there_already_is_held_to_the_document() {
    let project = Sandbox::with_documents("received");
    project.write("statedoc.toml", "[kit]\n\n[tests]\nenabled = false\n");
    let generated = Crate::new("readme-kit", &project);
    let text = readme();
    let (_, section) = text.split_once("## Code that you already have").expect("the section");
    fs::write(generated.path("tests/yours.rs"), blocks(section, "rust")[0]).expect("the example");
    generated.must(&["test", "--offline", "--test", "yours"]);
    let certificate = blocks(section, "text")[0].lines().next().expect("a line");
    let strength = fs::read_to_string(repository().join("tests/gallery/strength.rs")).expect("the example");
    assert!(strength.contains(certificate), "the gallery says something else than {certificate:?}");
}

#[test]
fn the_count_of_rules_is_true() {
    let count = format!("\n{} rules look", statedoc::lint::RULES.len());
    assert!(readme().contains(&count), "README does not say {count:?}");
}
