//! Real git histories: documents that move, come and go, and repositories of every shape.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::sandbox::{Sandbox, statedoc};

/// Runs git in `folder`, which must succeed; nobody's own configuration has a say.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = command("git", folder).args(arguments).output().expect("git starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

pub(super) fn command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for role in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{role}_NAME"), "A Test")
            .env(format!("GIT_{role}_EMAIL"), "test@example.com");
        command.env(format!("GIT_{role}_DATE"), "2026-01-02T03:04:05Z");
    }
    command
}

pub(super) const ORDER: &str = "---\nid: STATE-A\ntitle: Order\nrevision: 1\nstates:\n  - name: open\n  - name: closed\n\
    transitions:\n  - from: open\n    to: closed\n    trigger: Close\n---\n\n# Order\n";

pub(crate) fn commit(folder: &Path) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", "a change"]);
}

/// A repository on the branch main with the document specs/order.md committed.
pub(super) fn repository() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("specs/order.md", ORDER);
    git(sandbox.root(), &["init", "-q", "-b", "main"]);
    commit(sandbox.root());
    sandbox
}

/// What `statedoc diff` finds, as `kind place`; it must not fail.
pub(super) fn found(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let output = diff(folder, &[arguments, &["--format", "json"]].concat());
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let documents = json["documents"].as_array().expect("documents").iter();
    let changes = documents.flat_map(|document| document["changes"].as_array().expect("changes"));
    changes.map(|change| format!("{} {}", change["kind"], change["place"]).replace('"', "")).collect()
}

pub(super) fn diff(folder: &Path, arguments: &[&str]) -> Output {
    statedoc(folder, &[&["diff"], arguments].concat(), b"")
}

/// What is said where the tool could not do its work.
pub(super) fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = diff(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}{}", String::from_utf8_lossy(&output.stdout));
    text
}

#[test]
fn what_is_checked_out_is_compared_with_a_commit() {
    let sandbox = repository();
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), [""; 0]);
    sandbox.replace("specs/order.md", "trigger: Close", "trigger: Close\n    guard: Nothing is owed");
    assert_eq!(found(sandbox.root(), &["--against", "main"]), ["guard-added open -> closed"]);
    commit(sandbox.root());
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), [""; 0]);
    assert_eq!(found(sandbox.root(), &["--against", "HEAD~1"]), ["guard-added open -> closed"]);
    let failing = diff(sandbox.root(), &["--against", "HEAD~1", "--fail-on", "breaking"]);
    assert_eq!(failing.status.code(), Some(1));
}

#[test]
fn documents_come_and_go_and_move() {
    let sandbox = repository();
    sandbox.write("specs/parcel.md", ORDER.replace("STATE-A", "STATE-P"));
    sandbox.write("specs/refund.md", ORDER.replace("STATE-A", "STATE-R"));
    commit(sandbox.root());
    std::fs::remove_file(sandbox.path("specs/refund.md")).expect("it is there");
    std::fs::create_dir(sandbox.path("specs/deep")).expect("a folder");
    std::fs::rename(sandbox.path("specs/parcel.md"), sandbox.path("specs/deep/box.md")).expect("it moves");
    sandbox.write("specs/visit.md", ORDER.replace("STATE-A", "STATE-V"));
    let expected = ["document-moved path", "document-removed STATE-R", "document-added STATE-V"];
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), expected);
    assert_eq!(found(sandbox.root(), &["--against", "HEAD", "specs/visit.md"]), ["document-added STATE-V"]);
    assert_eq!(
        found(sandbox.root(), &["--against", "HEAD", "specs/refund.md"]),
        ["document-removed STATE-R"]
    );
    assert_eq!(found(sandbox.root(), &["--against", "HEAD", "STATE-P"]), ["document-moved path"]);
    assert_eq!(found(sandbox.root(), &["--against", "HEAD", "specs/deep"]), ["document-moved path"]);
    assert_eq!(found(&sandbox.path("specs"), &["--against", "HEAD", "visit.md"]).len(), 1);
    let new_alone = diff(sandbox.root(), &["--against", "HEAD", "specs/visit.md", "--fail-on", "breaking"]);
    assert_eq!(new_alone.status.code(), Some(0), "a new document breaks nothing");
    let message = refused(sandbox.root(), &["--against", "HEAD", "specs/nothing.md"]);
    assert!(message.contains("neither here nor at that revision"), "{message}");
}

#[test]
fn a_document_is_found_wherever_it_lay() {
    let sandbox = Sandbox::new();
    sandbox.write("docs/old place/order.md", ORDER);
    sandbox.write("notes.md", "STATE-A is explained elsewhere\n");
    git(sandbox.root(), &["init", "-q", "-b", "main"]);
    commit(sandbox.root());
    std::fs::remove_dir_all(sandbox.path("docs")).expect("it is there");
    let text = ORDER.replace("to: closed", "to: open");
    sandbox.write("apps/shop/specs/order.md", &text);
    sandbox.write("apps/shop/statedoc.toml", "documents = [\"specs/*.md\"]\n");
    let changes = found(&sandbox.path("apps/shop"), &["--against", "HEAD"]);
    assert!(changes.contains(&"row-retargeted open -> open".to_owned()), "{changes:?}");
    assert!(changes.contains(&"document-moved path".to_owned()), "{changes:?}");
    commit(sandbox.root());
    std::fs::rename(sandbox.path("apps/shop"), sandbox.path("shop")).expect("it moves");
    assert_eq!(found(&sandbox.path("shop"), &["--against", "HEAD"]), ["document-moved path"]);
}

#[test]
fn an_id_that_changed_in_its_file_is_one_change() {
    let sandbox = repository();
    sandbox.replace("specs/order.md", "STATE-A", "STATE-B");
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), ["id-changed id"]);
}

#[test]
fn line_ends_and_worktrees_make_no_difference() {
    let sandbox = repository();
    sandbox.write("specs/order.md", ORDER.replace('\n', "\r\n"));
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), [""; 0]);
    git(sandbox.root(), &["worktree", "add", "-q", "-b", "other", "side"]);
    let side = sandbox.path("side");
    sandbox.replace("side/specs/order.md", "trigger: Close", "trigger: Finish");
    assert_eq!(found(&side, &["--against", "main"]), ["trigger-changed open -> closed"]);
}

#[test]
fn a_repository_that_cannot_answer_says_why() {
    let sandbox = repository();
    let root = sandbox.root();
    for (revision, words) in [
        ("mian", "there is no revision `mian`"),
        ("--output=/tmp/x", "`--output=/tmp/x` is no revision"),
        ("-p", "`-p` is no revision"),
        ("", "`` is no revision"),
        ("main..main", "there is no revision"),
        ("HEAD:specs/order.md", "there is no revision"),
    ] {
        let message = refused(root, &[&format!("--against={revision}")]);
        assert!(message.contains(words), "{revision}: {message}");
    }
    let outside = Sandbox::new();
    outside.write("order.md", ORDER);
    let path = outside.path("order.md");
    let message = refused(root, &["--against", "HEAD", path.to_str().expect("a path")]);
    assert!(message.contains("lies outside the project"), "{message}");
    outside.write("specs/order.md", ORDER);
    let message = refused(outside.root(), &["--against", "HEAD"]);
    assert!(message.contains("lies in no git repository"), "{message}");
    git(root, &["clone", "-q", "--bare", ".", "bare.git"]);
    let message = refused(&sandbox.path("bare.git"), &["--against", "HEAD"]);
    assert!(message.contains("bare"), "{message}");
}

#[test]
fn without_git_the_way_out_is_named() {
    let sandbox = repository();
    let output = Command::new(env!("CARGO_BIN_EXE_statedoc"))
        .args(["diff", "--against", "HEAD"])
        .current_dir(sandbox.root())
        .env("PATH", sandbox.root())
        .output()
        .expect("statedoc starts");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("there is no `git` program") && text.contains("statedoc diff OLD NEW"), "{text}");
}

#[test]
fn what_the_old_revision_only_points_to_is_told() {
    let sandbox = repository();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n";
    sandbox.write("specs/large.md", pointer);
    commit(sandbox.root());
    sandbox.write("specs/large.md", ORDER.replace("STATE-A", "STATE-L"));
    let message = refused(sandbox.root(), &["--against", "HEAD"]);
    assert!(message.contains("Git LFS") && message.contains("git lfs smudge"), "{message}");

    let inner = repository();
    let outer = Sandbox::new();
    git(outer.root(), &["init", "-q", "-b", "main"]);
    let url = format!("file://{}", inner.root().display());
    git(outer.root(), &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "specs"]);
    commit(outer.root());
    let message = refused(outer.root(), &["--against", "HEAD"]);
    assert!(message.contains("submodule specs") && message.contains("-C specs"), "{message}");
    assert_eq!(found(&outer.path("specs"), &["--against", "HEAD", "specs/order.md"]), [""; 0]);
}

#[test]
fn a_document_that_was_mended_is_a_new_one_and_the_others_are_compared() {
    let sandbox = repository();
    sandbox.write("specs/refund.md", ORDER.replace("STATE-A", "STATE-R"));
    sandbox.replace("specs/order.md", "to: closed", "to: clsed");
    commit(sandbox.root());
    sandbox.write("specs/order.md", ORDER);
    assert_eq!(found(sandbox.root(), &["--against", "HEAD"]), ["document-added STATE-A"]);
    let output = diff(sandbox.root(), &["--against", "HEAD", "--fail-on", "breaking"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "the change that mends it passes: {text}");
    assert!(text.contains("note[uncompared-revision]"), "{text}");
    assert!(
        text.contains("HEAD:specs/order.md:10:9") && text.contains("there is no state `clsed`"),
        "{text}"
    );
    assert!(text.contains("1 document could not be compared"), "{text}");
    sandbox.replace("specs/refund.md", "trigger: Close", "trigger: Close\n    guard: Nothing is owed");
    let changes = found(sandbox.root(), &["--against", "HEAD"]);
    assert_eq!(changes, ["document-added STATE-A", "guard-added open -> closed"]);
    let output = diff(sandbox.root(), &["--against", "HEAD", "--fail-on", "breaking"]);
    assert_eq!(output.status.code(), Some(1), "what broke elsewhere is found");
}

#[test]
fn a_new_revision_with_errors_is_no_pass() {
    let sandbox = repository();
    sandbox.replace("specs/order.md", "to: closed", "to: clsed");
    let output = diff(sandbox.root(), &["--against", "HEAD"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("undeclared-state"), "{text}");
}

#[test]
fn a_repository_that_the_environment_names_and_is_not_there_is_named() {
    let sandbox = repository();
    let output = Command::new(env!("CARGO_BIN_EXE_statedoc"))
        .args(["diff", "--against", "HEAD"])
        .current_dir(sandbox.root())
        .env("GIT_DIR", "/nowhere/at/all")
        .output()
        .expect("statedoc starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("GIT_DIR is `/nowhere/at/all`") && text.contains("unset it"), "{text}");
}
