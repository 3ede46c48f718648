//! Documents that would take a careless reader all the time or memory there is, and what is said of them.

use std::fmt::Write as _;

use crate::sandbox::Sandbox;

/// What lint prints of one document, which must be refused with exactly one finding.
fn refused(text: impl AsRef<[u8]>) -> String {
    let sandbox = Sandbox::new();
    sandbox.write("specs/a.yaml", text);
    let output = sandbox.statedoc(&["lint", "specs/a.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed.matches("error[").count(), 1, "{printed}");
    assert!(printed.len() < 3_000, "an excerpt is {} bytes long", printed.len());
    printed
}

#[test]
fn deep_nesting_is_refused() {
    let texts = [
        format!("states: {}", "[".repeat(50_000)),
        format!("states: {}{}", "[".repeat(50_000), "]".repeat(50_000)),
        format!("states: {}", "{a: ".repeat(50_000)),
        (0..5_000)
            .fold("states:\n".to_owned(), |text, depth| format!("{text}{}a:\n", " ".repeat(depth % 90 + 1))),
    ];
    for text in &texts[..3] {
        let printed = refused(text);
        assert!(printed.contains("more than 64 levels of lists and maps"), "{printed}");
    }
    refused(&texts[3]);
}

#[test]
fn aliases_cannot_multiply_without_end() {
    let mut text = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (above, below) in ('a'..'k').zip('b'..='k') {
        writeln!(text, "{below}: &{below} [{}]", vec![format!("*{above}"); 9].join(",")).expect("a text");
    }
    text.push_str("states: *k\n");
    assert!(refused(text).contains("aliases copy more than 10000 values"));
}

#[test]
fn a_large_document_is_refused_and_left_as_it_is() {
    let sandbox = Sandbox::new();
    let mut text = "---\nid: A\ntitle: A\nstates: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b}]\n---\n\n# A\n\n".to_owned();
    text.push_str("```mermaid\nstateDiagram-v2\n```\n");
    text.push_str(&"x".repeat(16 * 1024 * 1024));
    sandbox.write("specs/a.md", &text);
    let output = sandbox.statedoc(&["generate"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("the file is larger than 16 MB"));
    assert!(sandbox.read("specs/a.md") == text, "the document was changed");
}

#[test]
fn y9_a_custom_tag_is_told() {
    let printed = refused(
        "id: A\ntitle: A\nstates:\n  - name: !php/const X::Y\n  - name: b\ntransitions:\n  - {from: b, to: b}\n",
    );
    assert!(printed.contains("tag") && printed.contains("!php/const"), "{printed}");
}
