//! The three real documents as they were received, and eight published lifecycles: exactly what is
//! true of them is reported, and nothing else.

use crate::findings::findings;
use crate::sandbox::{Sandbox, expect_file, repository};

/// Checks a set of documents together against its `expected.txt`; the rules of what is found.
fn check(set: &str) -> Vec<&'static str> {
    let (findings, printed) = findings(&Sandbox::with_documents(set));
    expect_file(&repository().join("tests/documents").join(set).join("expected.txt"), &printed);
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules
}

#[test]
fn the_documents_as_received_have_five_findings() {
    let rules = check("received");
    let expected = [
        "diagram-disagrees",
        "evidence-overstated",
        "isolated-state",
        "malformed-source",
        "uncited-repository",
    ];
    assert_eq!(rules, expected);
}

#[test]
fn published_lifecycles_have_only_true_findings() {
    let rules = check("published");
    assert_eq!(
        rules, ["no-initial-state"; 3],
        "of BGP, GitLab and TCP, whose first state can be entered again"
    );
}
