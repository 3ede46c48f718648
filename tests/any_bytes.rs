//! Whatever the bytes of a document, reading ends in findings or outputs, never in a panic.

use std::path::PathBuf;

use proptest::prelude::*;
use statedoc::diagnostic::Severity;
use statedoc::import::{Request, import};
use statedoc::project::{Given, Project};
use statedoc::report::{Look, json, text};
use statedoc::source::Sources;
use statedoc::sync::Purpose;
use statedoc::{Survey, outputs, survey};

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

/// What is to be said of a project of one document.
fn surveyed(sandbox: &Sandbox, given: Given) -> Survey {
    let project = Project::configured(sandbox.root()).expect("nothing is read from disk");
    let request = statedoc::Request { given: Some(given), ..statedoc::Request::new(Purpose::Show) };
    survey(project, &request).expect("nothing is there to compare with")
}

/// Imports, which ends in findings or in a document that has no error.
fn imports(sandbox: &Sandbox, name: &str, bytes: &[u8]) {
    let mut sources = Sources::default();
    let id = sources.add(name, String::from_utf8_lossy(bytes));
    let request = Request { section: None, source: Some("docs/a.md") };
    let imported = import(sources.get(id), request).expect("no section is asked for");
    for finding in &imported.findings {
        assert!(!text(finding, &sources, Look::Plain).is_empty());
    }
    let Some(document) = imported.document else {
        assert!(imported.findings.iter().any(|finding| finding.severity == Severity::Error));
        return;
    };
    let given = Given { path: PathBuf::from("specs/a.md"), bytes: document.clone().into_bytes() };
    let outcome = surveyed(sandbox, given);
    let errors: Vec<_> = outcome.findings.iter().filter(|it| it.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{document}");
    let drawn = outcome.findings.iter().find(|finding| finding.rule == "diagram-disagrees");
    assert!(drawn.is_none(), "{drawn:?}\n{document}");
}

/// Lints, prints and generates in memory.
fn run(sandbox: &Sandbox, name: &str, bytes: Vec<u8>) {
    let given = Given { path: PathBuf::from(name), bytes };
    let outcome = surveyed(sandbox, given.clone());
    for finding in &outcome.findings {
        assert!(!text(finding, &outcome.project.sources, Look::Plain).is_empty());
    }
    let _ = json(&outcome.findings, &[], &outcome.project.sources);
    if outcome.plan.is_none() {
        return;
    }
    let project = Project::open_with(sandbox.root(), &[], Some(given)).expect("nothing is read from disk");
    for (path, text) in outputs(&project).iter().filter(|(path, _)| path.ends_with(".rs")) {
        syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}\n{text}"));
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

/// Pieces of pages about lifecycles.
const PAGES: &[&str] = &[
    "# Order\n\n",
    "\n\n## Invalid transitions\n\n",
    "\n| From | To | Trigger | Guard | Who | Notes |\n|---|---|---|---|---|---|\n",
    "\n| State | Next state |\n|---|---|\n",
    "\n| Transition | Why |\n|---|---|\n",
    "\n| State | Meaning | Terminal |\n|---|---|---|\n",
    "\n| From \\ To | draft | sent | `no` |\n|---|---|---|---|\n",
    "| draft | sent | go | - | me | x |\n",
    "| any | `no` / sent | `a;b` | [x] | | <br> |\n",
    "| (new) | draft | | | | |\n",
    "| sent | (deleted) | ✅ | ❌ why | X | |\n",
    "| draft → sent | no |\n",
    "| | Sent | again |\n",
    "\n- draft → sent (never)\n",
    "\n```mermaid\nstateDiagram-v2\n",
    "  [*] --> draft : begin [x] / y\n",
    "  draft --> sent : go\n",
    "  sent --> [*] : delete\n",
    "  state c <<choice>>\n  draft --> c\n  c --> sent : a\n",
    "  state G {\n",
    "  }\n",
    "  state \"No; \" as s1\n  s1 --> draft\n",
    "  note left of sent : a ``` b\n",
    "```\n",
    "\n",
    "|",
    "`",
    "→",
    "🚀",
];

#[test]
fn pages_of_any_kind_become_documents_or_findings() {
    let sandbox = Sandbox::new();
    let pieces = [PAGES, PAGES, PIECES].concat();
    let pieces = prop::collection::vec(prop::sample::select(pieces), 1..30);
    let config = ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    runner
        .run(&pieces, |pieces| {
            let text = pieces.concat();
            imports(&sandbox, "docs/a.md", text.as_bytes());
            imports(&sandbox, "docs/a.mmd", text.trim_start_matches("\n```mermaid\n").as_bytes());
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn pages_with_pieces_put_in_and_taken_out() {
    let sandbox = Sandbox::new();
    let pages = pages();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    runner
        .run(&splices(), |(page, splices)| {
            let (name, text) = &pages[page.index(pages.len())];
            imports(&sandbox, name, &spliced(text, &splices));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// The pages and diagrams of the import cases, by name.
fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for case in std::fs::read_dir(repository().join("tests/cases/import")).expect("a folder") {
        let folder = case.expect("an entry").path().join("input/docs");
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            pages.push((name, std::fs::read_to_string(path).expect("a text")));
        }
    }
    pages.sort();
    pages
}

#[test]
fn pages_of_no_text() {
    let sandbox = Sandbox::new();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    runner
        .run(&prop::collection::vec(any::<u8>(), 0..200), |bytes| {
            imports(&sandbox, "docs/a.md", &bytes);
            imports(&sandbox, "docs/a.mmd", &[b"stateDiagram-v2\na --> b\n".as_slice(), &bytes].concat());
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
