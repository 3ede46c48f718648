//! Shallow clones: the command that is named is the one that brings the revision.

use std::path::Path;

use super::history::{command, commit, diff, git, refused, repository};
use crate::sandbox::Sandbox;

/// A repository with three commits on main, a branch and a tag, and a shallow clone of its other branch.
fn cloned() -> (Sandbox, Sandbox) {
    let origin = repository();
    for trigger in ["Finish", "End"] {
        origin.replace(
            "specs/order.md",
            "to: closed\n",
            &format!("to: closed\n    source: shop:{trigger}\n"),
        );
        origin.replace("specs/order.md", &format!("    source: shop:{trigger}\n"), "");
        origin.replace("specs/order.md", "trigger: ", &format!("trigger: {trigger} or "));
        commit(origin.root());
    }
    git(origin.root(), &["tag", "v1.0", "HEAD~1"]);
    git(origin.root(), &["tag", "light", "HEAD~1"]);
    git(origin.root(), &["tag", "-a", "-m", "a release", "rel-x", "HEAD~1"]);
    git(origin.root(), &["branch", "2.0", "HEAD~1"]);
    git(origin.root(), &["checkout", "-q", "-b", "topic"]);
    origin.replace("specs/order.md", "trigger: ", "trigger: Again ");
    commit(origin.root());
    git(origin.root(), &["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let clone = Sandbox::new();
    let url = format!("file://{}", origin.root().display());
    git(clone.root(), &["clone", "-q", "--depth=1", "--branch", "topic", &url, "here"]);
    (origin, clone)
}

/// Runs the command that the message ends with, and the comparison again.
fn follow(folder: &Path, revision: &str) {
    let message = refused(folder, &["--against", revision]);
    assert!(message.contains(&format!("this clone is shallow and lacks `{revision}`")), "{message}");
    let (_, line) = message.trim().rsplit_once("fetch it: ").expect("a command");
    let output = command("sh", folder).args(["-c", line]).output().expect("a shell");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let output = diff(folder, &["--against", revision]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("[trigger-changed]"), "after {line}: {text}");
}

#[test]
fn the_named_command_brings_what_is_lacking() {
    for revision in ["origin/main", "main", "HEAD~1", "HEAD^^", "v1.0", "main~1", "rel-x", "light", "2.0"] {
        let (_origin, clone) = cloned();
        let here = clone.path("here");
        if revision == "main~1" {
            git(&here, &["fetch", "-q", "--depth=1", "origin", "main:main"]);
        }
        follow(&here, revision);
        let branches = git(&here, &["branch", "--format=%(refname:short)"]);
        let is_tag = ["rel-x", "light", "v1.0"].contains(&revision);
        assert!(!is_tag || branches == "topic\n", "{revision} left a branch: {branches}");
    }
}

#[test]
fn a_commit_is_fetched_by_its_name() {
    let (origin, clone) = cloned();
    let sha = git(origin.root(), &["rev-parse", "main"]);
    follow(&clone.path("here"), sha.trim());
    git(origin.root(), &["checkout", "-q", "-b", "aside", "main"]);
    origin.replace("specs/order.md", "trigger: ", "trigger: Aside or ");
    commit(origin.root());
    let short = git(origin.root(), &["rev-parse", "--short=10", "aside"]);
    let second = Sandbox::new();
    let url = format!("file://{}", origin.root().display());
    git(second.root(), &["clone", "-q", "--depth=1", "--branch", "topic", &url, "here"]);
    follow(&second.path("here"), short.trim());
}
