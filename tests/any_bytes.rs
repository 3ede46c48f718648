//! Whatever the bytes of a document, reading ends in findings or outputs, never in a panic.

use std::path::PathBuf;

use proptest::prelude::*;
use statedoc::project::{Given, Project};
use statedoc::report::{Look, json, text};
use statedoc::survey;

use crate::sandbox::{Sandbox, repository};

/// Pieces that have a meaning somewhere on the way: YAML, Markdown, Mermaid, Rust, HTML.
const PIECES: &[&str] = &[
    "---\n",
    "...\n",
    "\t",
    "\r",
    "\r\n",
    "\n",
    "\u{feff}",
    "\u{0}",
    "\u{2028}",
    "\u{202e}",
    "é",
    "承認",
    "📦",
    "- ",
    ": ",
    " #",
    "&a ",
    "*a",
    "<<: ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "|",
    ">-\n",
    "|2\n",
    "!!int ",
    "%YAML 9\n",
    "```mermaid\n",
    "```\n",
    "~~~\n",
    "stateDiagram-v2\n",
    " --> ",
    "[*]",
    "state \"x\" as s0\n",
    "note right of a\n",
    "end note\n",
    "direction LR\n",
    "%%{init: {}}%%\n",
    "#quot;",
    "#35;",
    "*/",
    "\"#",
    "{{",
    "{%",
    "</script>",
    "  - from: \"[*]\"\n    to: queued\n",
    "  - name: Self\n",
    "  - name: \"\"\n",
    "name: 1x\n",
    "aliases: [a, a]\n",
    "x-own: {a: [b]}\n",
    "initial: true\n",
    "variant: Ok\n",
];

fn documents() -> Vec<String> {
    let folder = repository().join("tests/documents");
    let mut texts = Vec::new();
    for set in ["received", "published"] {
        for entry in std::fs::read_dir(folder.join(set)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "md") {
                texts.push((path.clone(), std::fs::read_to_string(path).expect("a text")));
            }
        }
    }
    texts.sort();
    texts.into_iter().map(|(_, text)| text).collect()
}

/// Lints, prints and generates in memory.
fn run(sandbox: &Sandbox, name: &str, bytes: Vec<u8>) {
    let given = Given { path: PathBuf::from(name), bytes };
    let project = Project::open_with(sandbox.root(), &[], Some(given)).expect("nothing is read from disk");
    let outcome = survey(&project, &|_| false).expect("nothing is there to compare with");
    for finding in &outcome.findings {
        assert!(!text(finding, &project.sources, Look::Plain).is_empty());
    }
    let _ = json(&outcome.findings, &[], &project.sources);
    for change in outcome.plan.iter().flat_map(|plan| &plan.changes) {
        if let Some(new) = change.new.as_ref().filter(|_| change.path.ends_with(".rs")) {
            syn::parse_file(new).unwrap_or_else(|error| panic!("{}: {error}\n{new}", change.path));
        }
    }
}

/// Where in the text, how many bytes go, and which piece comes.
type Splice = (prop::sample::Index, usize, prop::sample::Index);

fn splices() -> impl Strategy<Value = (prop::sample::Index, Vec<Splice>)> {
    let splice = (any::<prop::sample::Index>(), 0..12_usize, any::<prop::sample::Index>());
    (any::<prop::sample::Index>(), prop::collection::vec(splice, 1..6))
}

fn spliced(text: &str, splices: &[Splice]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, length, piece) in splices {
        let start = at.index(bytes.len() + 1);
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, piece.get(PIECES).bytes());
    }
    bytes
}

#[test]
fn documents_with_pieces_put_in_and_taken_out() {
    let sandbox = Sandbox::new();
    let documents = documents();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    runner
        .run(&splices(), |(document, splices)| {
            run(&sandbox, "specs/a.md", spliced(&documents[document.index(documents.len())], &splices));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn pieces_in_any_order() {
    let sandbox = Sandbox::new();
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..40);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    runner
        .run(&(pieces, any::<bool>()), |(pieces, markdown)| {
            let name = if markdown { "specs/a.md" } else { "specs/a.yaml" };
            let text = if markdown { format!("---\n{}", pieces.concat()) } else { pieces.concat() };
            run(&sandbox, name, text.into_bytes());
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn bytes_of_no_text() {
    let sandbox = Sandbox::new();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    runner
        .run(&prop::collection::vec(any::<u8>(), 0..200), |bytes| {
            run(&sandbox, "specs/a.md", [b"---\n".as_slice(), &bytes, b"\n---\n"].concat());
            run(&sandbox, "specs/a.yaml", bytes);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
