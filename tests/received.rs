//! The three real documents as they were received, and eight published lifecycles: exactly what is
//! true of them is reported, and nothing else.

use std::fs;

use crate::findings::{expect_file, of, repository};

/// Checks all documents of a folder at once against its `expected.txt`.
fn check(folder: &str) -> Vec<&'static str> {
    let entries = fs::read_dir(repository(folder)).expect("the folder").map(|entry| entry.expect("an entry"));
    let mut files: Vec<(String, String)> = entries
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "md"))
        .map(|entry| {
            let name = format!("specs/{}", entry.file_name().to_string_lossy());
            (name, fs::read_to_string(entry.path()).expect("a document"))
        })
        .collect();
    files.sort();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (findings, printed) = of(&files);
    expect_file(&format!("{folder}/expected.txt"), &printed);
    findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn the_documents_as_received_have_five_findings() {
    let rules = check("tests/documents/received");
    let expected = [
        "evidence-overstated",
        "uncited-repository",
        "diagram-disagrees",
        "isolated-state",
        "malformed-source",
    ];
    let mut sorted = (rules.clone(), expected.to_vec());
    sorted.0.sort_unstable();
    sorted.1.sort_unstable();
    assert_eq!(sorted.0, sorted.1);
}

#[test]
fn published_lifecycles_have_only_true_findings() {
    let rules = check("tests/documents/published");
    assert_eq!(
        rules, ["no-initial-state"; 3],
        "of BGP, GitLab and TCP, whose first state can be entered again"
    );
}
