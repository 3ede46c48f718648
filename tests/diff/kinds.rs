//! Every kind of change has a pair of documents that shows it, and its mirror the other way round.

use std::fs;

use statedoc::diff::KINDS;

use crate::sandbox::{Sandbox, repository};

#[test]
fn every_kind_has_a_case_that_shows_it_both_ways() {
    for kind in KINDS {
        let path = repository().join("tests/cases/diff").join(kind.id).join("transcript.txt");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (there, back) = text.split_once("$ # the other way round").expect("both ways");
        assert!(there.contains(&format!("[{}]: ", kind.id)), "{} is not found there", kind.id);
        assert!(back.contains(&format!("[{}]: ", kind.mirror)), "{} has not its mirror", kind.id);
    }
}

#[test]
fn every_kind_has_its_page() {
    let sandbox = Sandbox::new();
    for kind in KINDS {
        let output = sandbox.statedoc(&["explain", kind.id]);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && text.starts_with(&format!("# {}\n", kind.id)), "{text}");
        assert!(text.contains(&format!("The other way round: {}", kind.mirror)), "{text}");
        assert!(!text.contains("\n## "), "the page of {} holds another one", kind.id);
    }
}
