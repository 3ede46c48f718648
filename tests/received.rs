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

/// The three documents as they came, with the digests of their bytes.
const RECEIVED: [(&str, &str); 3] = [
    ("STATE-ACC-TRX-013.md", "a692a69624236c320a9e68f8053b2c4a"),
    ("STATE-PFM-ELG-004.md", "0533504644a9cec5e2b3fe02c4fc8710"),
    ("STATE-PFM-QRY-014.md", "3ab4465be50b525c818eb283f98db6f5"),
];

#[test]
fn the_documents_are_kept_byte_for_byte() {
    for (name, digest) in RECEIVED {
        let path = repository().join("tests/documents/received").join(name);
        let text = std::fs::read_to_string(path).expect("a document");
        assert_eq!(statedoc::digest::digest(&text), digest, "{name} is not as it was received");
    }
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
