//! Writing to disk when the world does its worst: kills, full disks, crowds, links, merges.

mod crowd;
mod disk;
mod kills;
mod links;
mod merges;

use std::fs;
use std::path::Path;

use statedoc::sync::{Owner, is_temporary, owner};

use crate::sandbox::{Sandbox, files, repository};

/// Puts one of two versions of the three documents in place; each output of one differs from that of
/// the other, and in both a document's diagram is behind its rows.
fn put_version(sandbox: &Sandbox, odd: bool) {
    for (name, bytes) in files(&repository().join("tests/documents/received")) {
        if !name.ends_with(".md") {
            continue;
        }
        let text = String::from_utf8(bytes).expect("a text");
        let text = if odd { text.replacen("meaning: ", "meaning: Odd. ", 1) } else { text };
        // As editors do it, so that no run ever reads half a document.
        let (new, target) = (sandbox.path("new"), sandbox.path(&format!("specs/{name}")));
        fs::create_dir_all(sandbox.path("specs")).expect("a folder");
        fs::write(&new, text).expect("it can be written");
        fs::rename(&new, target).expect("it can be moved");
    }
}

/// As `put_version`, with forty small documents and outputs that are quickly made.
fn put_many(sandbox: &Sandbox, odd: bool) {
    sandbox.write("statedoc.toml", "[rust]\nenabled = false\n[tests]\nenabled = false\n");
    let word = if odd { "Odd" } else { "Even" };
    for number in 0..40 {
        let text = format!(
            "---\nid: STATE-{number}\ntitle: Order {number}\nstates:\n  - name: open\n    meaning: {word}.\n  \
             - name: shut\ntransitions:\n  - from: open\n    to: shut\n    trigger: {word} end\n---\n\n\
             # Order {number}\n\n```mermaid\nstateDiagram-v2\n  open\n  shut\n```\n"
        );
        sandbox.write("new", text);
        fs::create_dir_all(sandbox.path("specs")).expect("a folder");
        fs::rename(sandbox.path("new"), sandbox.path(&format!("specs/{number}.md")))
            .expect("it can be moved");
    }
}

/// Every output is as one run wrote it, from its first byte to its last. Returns how many
/// temporary files lie about.
fn all_are_whole(root: &Path) -> usize {
    let mut temporary = 0;
    for (name, bytes) in files(root) {
        if is_temporary(&name) {
            temporary += 1;
            continue;
        }
        let text = String::from_utf8(bytes).expect("a text");
        if name.starts_with("generated/") {
            assert_eq!(owner(&text), Owner::Ours, "{name} is not whole:\n{text}");
        } else if name.starts_with("specs/") && name.ends_with(".md") {
            assert!(text.starts_with("---\n") && text.ends_with("\n"), "{name} is not whole:\n{text}");
        }
    }
    temporary
}

/// A run brings everything into agreement and leaves nothing of other runs.
fn a_run_repairs(sandbox: &Sandbox) {
    let output = sandbox.statedoc(&["generate"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(sandbox.statedoc(&["check"]).status.success());
    assert_eq!(all_are_whole(sandbox.root()), 0, "temporary files were left behind");
}
