//! Generated Rust is clean under every tool, whatever a document's words and shape.

use std::fmt::Write as _;
use std::fs;

use crate::crates::Crate;
use crate::sandbox::{Sandbox, copy, repository};

#[test]
fn documents_of_all_kinds_give_clean_crates() {
    let project = Sandbox::with_documents("shapes");
    for set in ["received", "published"] {
        let documents = repository().join("tests/documents").join(set);
        copy(&documents, &project.path(&format!("specs/{set}")));
    }
    project.write("specs/wide.md", wide());
    let generated = Crate::with_layers("shapes", &project);
    fs::write(generated.path("tests/conformance.rs"), conformance(&generated)).expect("a test");
    generated.must(&["fmt", "--check"]);
    generated.must(&["check", "--offline", "--lib"]);
    let serde = repository().join("tests/layers/serde.rs");
    fs::copy(serde, generated.path("tests/serde.rs")).expect("the test can be copied");
    generated.must(&["clippy", "--offline", "--all-targets", "--", "-D", "warnings", "-D", "missing_docs"]);
    generated.must(&["doc", "--offline"]);
    generated.must(&["test", "--offline"]);
}

/// A document with more states than a byte counts, and too many pairs for a table of all of them.
fn wide() -> String {
    let mut text = "---\nid: STATE-TST-WID-001\ntitle: Wide\nstates:\n".to_owned();
    for state in 0..260 {
        writeln!(text, "  - name: state {state}").unwrap();
    }
    text.push_str("transitions:\n");
    for state in 0..259 {
        writeln!(text, "  - {{from: state {state}, to: state {}, trigger: step {state}}}", state + 1)
            .unwrap();
        if state % 10 == 0 {
            writeln!(text, "  - {{from: state {state}, to: state 259, trigger: end}}").unwrap();
        }
    }
    text.push_str(
        "invalid:\n  - {from: state 259, to: state 0, why: It does not begin again.}\n---\n\n# Wide\n",
    );
    text
}

/// A user's test that holds each lifecycle, played from its document, to that document.
fn conformance(generated: &Crate) -> String {
    let kit = fs::read_to_string(generated.path("tests/kit/mod.rs")).expect("the kit");
    let modules = kit.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut test = "//! Every lifecycle done right.\nmod kit;\n\n".to_owned();
    for module in modules.filter(|module| *module != "conformance") {
        let check = "check(&mut Interpreter::new(document().into())).assert();";
        writeln!(
            test,
            "#[test]\nfn {module}() {{\n    use kit::{module}::{{Interpreter, check, document}};\n    {check}\n}}\n"
        )
        .unwrap();
    }
    test.truncate(test.trim_end().len());
    test.push('\n');
    test
}
