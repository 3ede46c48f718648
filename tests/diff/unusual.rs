//! Repositories that are set up in unusual ways, and documents that only seem to be away or clean.

use std::path::Path;

use serde_json::Value;

use super::history::{ORDER, command, commit, diff, found, git, repository};
use crate::sandbox::Sandbox;

const FIRM: &str = "states:";

/// The document with an invariant, which [`broken`] lacks.
fn firm() -> String {
    ORDER.replace(FIRM, "invariants: [INV-1]\nstates:")
}

/// Without the invariant, and with its row to another state.
fn broken() -> String {
    ORDER.replace("to: closed", "to: open")
}

fn moved(sandbox: &Sandbox, before: &[u8]) {
    sandbox.write("old.md", before);
    git(sandbox.root(), &["init", "-q", "-b", "main"]);
    commit(sandbox.root());
    std::fs::create_dir_all(sandbox.path("specs")).expect("a folder");
    git(sandbox.root(), &["mv", "old.md", "specs/c.md"]);
    sandbox.write("specs/c.md", broken());
}

#[test]
fn a_document_that_moved_is_known_whatever_git_is_told() {
    for (setting, attributes) in [
        (["color.ui", "always"], ""),
        (["color.grep", "always"], ""),
        (["grep.lineNumber", "true"], "*.md -diff\n"),
        (["core.quotePath", "true"], "*.md binary\n"),
        (["core.abbrev", "4"], "*.md text working-tree-encoding=UTF-16\n"),
    ] {
        let sandbox = Sandbox::new();
        sandbox.write(".gitattributes", if attributes.contains("UTF-16") { "" } else { attributes });
        moved(&sandbox, firm().as_bytes());
        git(sandbox.root(), &["config", setting[0], setting[1]]);
        let changes = found(sandbox.root(), &["--against", "HEAD"]);
        for kind in ["invariant-removed", "row-retargeted", "document-moved"] {
            assert!(changes.iter().any(|change| change.starts_with(kind)), "{setting:?}: {changes:?}");
        }
    }
}

#[test]
fn a_document_that_moved_is_known_by_its_id_however_that_was_written() {
    let escaped = firm().replace("id: STATE-A", "id: \"STATE\\x2dA\"");
    let sandbox = Sandbox::new();
    moved(&sandbox, escaped.as_bytes());
    assert!(found(sandbox.root(), &["--against", "HEAD"]).contains(&"document-moved path".to_owned()));
    let sandbox = Sandbox::new();
    moved(&sandbox, &[firm().as_bytes(), b"\xff\n"].concat());
    let output = diff(sandbox.root(), &["--against", "HEAD"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("note[uncompared-revision]") && text.contains("HEAD:old.md"), "{text}");
}

#[test]
fn a_hook_of_a_linked_worktree_sees_the_project_where_it_is() {
    let sandbox = repository();
    let root = sandbox.root();
    sandbox.write("sub/specs/parcel.md", ORDER.replace("STATE-A", "STATE-P"));
    commit(root);
    git(root, &["worktree", "add", "-q", "-b", "other", "side"]);
    for (folder, top) in [("side", "side"), (".", ".")] {
        let top = sandbox.path(top);
        let own = git(&top, &["rev-parse", "--absolute-git-dir"]).trim().to_owned();
        for own in [own.as_str(), ".git"].iter().filter(|own| folder == "." || **own != ".git") {
            let output = command(env!("CARGO_BIN_EXE_statedoc"), &top)
                .args(["-C", "sub", "diff", "--against", "HEAD", "--fail-on", "any"])
                .env("GIT_DIR", own)
                .env("GIT_INDEX_FILE", Path::new(own).join("index"))
                .output()
                .expect("statedoc starts");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{folder} {own}: {text}{error}");
            assert!(text.contains("1 document: no changes"), "{text}");
        }
    }
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_removed() {
    let sandbox = repository();
    let root = sandbox.root();
    sandbox.write("specs/far/refund.md", ORDER.replace("STATE-A", "STATE-R"));
    commit(root);
    sandbox.write("specs/far/refund.md", broken().replace("STATE-A", "STATE-R"));
    commit(root);
    git(root, &["sparse-checkout", "set", "--no-cone", "/specs/order.md"]);
    assert!(!sandbox.path("specs/far/refund.md").exists());
    assert_eq!(found(root, &["--against", "HEAD"]), [""; 0]);
    let changes = found(root, &["--against", "HEAD~1"]);
    assert!(changes.contains(&"row-retargeted open -> open".to_owned()), "{changes:?}");
    git(root, &["rm", "-q", "--sparse", "--cached", "specs/far/refund.md"]);
    assert_eq!(found(root, &["--against", "HEAD"]), ["document-removed STATE-R"]);
}

#[test]
fn a_severity_that_a_team_lowered_hides_no_change() {
    let page = "\n```mermaid\nstateDiagram-v2\n  open --> : ((\n```\n";
    for (settings, key, body) in [
        ("[rules]\nunknown-key = \"allow\"\n", "objekt: x\n", ""),
        ("[rules]\nunknown-key = \"warn\"\n", "objekt: x\n", ""),
        ("[rules]\ndiagram-unreadable = \"warn\"\n", "", page),
        (
            "[[allow]]\nrule = \"unknown-key\"\ndocument = \"STATE-A\"\nreason = \"It is ours.\"\n",
            "objekt: x\n",
            "",
        ),
    ] {
        let sandbox = repository();
        let with = |text: String| text.replace("title: ", &format!("{key}title: ")) + body;
        sandbox.write("statedoc.toml", settings);
        sandbox.write("specs/order.md", with(firm()));
        commit(sandbox.root());
        sandbox.write("specs/order.md", with(ORDER.to_owned()));
        let lint = sandbox.statedoc(&["lint"]);
        assert_eq!(lint.status.code(), Some(0), "{}", String::from_utf8_lossy(&lint.stdout));
        let output = diff(sandbox.root(), &["--against", "HEAD", "--fail-on", "any"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("breaking[invariant-removed]"), "{settings}{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
    }
}

#[test]
fn what_cannot_be_compared_is_an_error_in_every_format() {
    let sandbox = repository();
    sandbox.write("specs/order.md", [sandbox.read("specs/order.md").as_bytes(), b"\xff"].concat());
    for format in ["text", "json", "sarif", "markdown", "github"] {
        let output = diff(sandbox.root(), &["--against", "HEAD", "--format", format]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{format}: {text}");
        assert!(text.contains("not UTF-8") && text.contains("error"), "{format}: {text}");
        assert!(!text.contains("No changes."), "{format}: {text}");
        if format == "json" {
            let json: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(json["diagnostics"][0]["severity"], "error", "{text}");
        }
    }
    let two = Sandbox::new();
    two.write("old/a.md", ORDER);
    two.write("new/a.md", ORDER);
    two.write("new/b.md", ORDER);
    let output = diff(two.root(), &["old", "new"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("error[duplicate-id]") && output.status.code() == Some(1), "{text}");
}

#[test]
fn what_a_diagram_says_beside_the_rows_is_prose() {
    let drawn = "\n```mermaid\nstateDiagram-v2\n  open --> closed\n  note right of open: Wait here.\n  \
                 closed: Paid in full\n```\n";
    for (old, new, kinds) in [
        (drawn.to_owned(), drawn.replace("Wait here", "Go on"), vec!["body-changed the page"]),
        (drawn.to_owned(), drawn.replace("Paid", "Refunded"), vec!["body-changed the page"]),
        (drawn.to_owned(), String::new(), vec!["body-changed the page"]),
        (drawn.to_owned(), drawn.replace("  open --> closed\n", "  closed\n"), vec![]),
        ("\nWords.\n".to_owned(), String::new(), vec!["body-changed the page"]),
    ] {
        let sandbox = repository();
        sandbox.write("specs/order.md", ORDER.to_owned() + &old);
        commit(sandbox.root());
        sandbox.write("specs/order.md", ORDER.to_owned() + &new);
        assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), kinds, "{new}");
        let text = String::from_utf8_lossy(&diff(sandbox.root(), &["--against", "HEAD"]).stdout).into_owned();
        assert!(!text.contains("“”"), "{text}");
    }
}

#[test]
fn own_keys_of_a_forbidden_pair_reach_the_model_and_are_compared() {
    let sandbox = repository();
    let with = |value: &str| {
        let pair = format!(
            "invalid:\n  - {{from: closed, to: open, why: It is paid., x-ticket: {value}}}\n---\n\n#"
        );
        ORDER.replace("---\n\n#", &pair)
    };
    sandbox.write("specs/order.md", with("T-1"));
    commit(sandbox.root());
    sandbox.write("specs/order.md", with("T-2"));
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), ["extension-changed closed -> open"]);
    let output = sandbox.statedoc(&["show", "STATE-A", "--format", "json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(json.to_string().contains("\"extensions\":{\"x-ticket\":\"T-2\"}"), "{json}");
}
