//! A project in a subfolder of the checkout: reviewers' tools find its files from the checkout's root.

use std::process::Command;

use serde_json::Value;

use super::printed;
use crate::sandbox::Sandbox;

/// A document with an error and a warning.
const BAD: &str = "id: STATE-A\ntitle: Order\nstates: [{name: open}, {name: closed}, {name: alone}]\n\
    transitions: [{from: open, to: clsed}]\n";

/// Every URI of the results of a log, of related places and of fixes too.
fn uris(log: &str) -> Vec<String> {
    let log: Value = serde_json::from_str(log).expect("JSON");
    let mut found = Vec::new();
    let mut open = vec![&log["runs"][0]["results"]];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                found.extend(map.get("uri").and_then(Value::as_str).map(str::to_owned));
                open.extend(map.values());
            }
            Value::Array(list) => open.extend(list),
            _ => {}
        }
    }
    assert!(!found.is_empty());
    found
}

#[test]
fn paths_are_those_of_the_checkout() {
    let sandbox = Sandbox::new();
    sandbox.write("apps/shop/specs/a.yaml", BAD);
    sandbox.write("apps/shop/statedoc.toml", "documents = [\"specs/*\"]\n");
    let lint = |format| printed(&sandbox, &["-C", "apps/shop", "lint", "--format", format]);
    assert!(uris(&lint("sarif")).iter().all(|uri| uri == "specs/a.yaml"), "no checkout is around");
    sandbox.write(".git/HEAD", "ref: refs/heads/main\n");
    assert!(uris(&lint("sarif")).iter().all(|uri| uri == "apps/shop/specs/a.yaml"));
    let check = printed(&sandbox, &["-C", "apps/shop", "check", "--format", "sarif"]);
    assert!(uris(&check).iter().all(|uri| uri == "apps/shop/specs/a.yaml"));
    let annotations = lint("github");
    let files: Vec<&str> = annotations.lines().filter(|line| line.starts_with("::")).collect();
    assert!(!files.is_empty() && files.iter().all(|line| line.contains(" file=apps/shop/specs/a.yaml,")));
    let json: Value = serde_json::from_str(&lint("json")).expect("JSON");
    assert_eq!(json["diagnostics"][0]["file"], "specs/a.yaml", "editors know the project's root");
}

#[test]
fn without_git_the_runner_says_where_the_checkout_is() {
    let sandbox = Sandbox::new();
    sandbox.write("shop/specs/a.yaml", BAD);
    for format in ["sarif", "github"] {
        let output = Command::new(env!("CARGO_BIN_EXE_statedoc"))
            .args(["-C", "shop", "lint", "--format", format])
            .current_dir(sandbox.root())
            .env("GITHUB_WORKSPACE", sandbox.root())
            .output()
            .expect("statedoc starts");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("shop/specs/a.yaml"), "{text}");
        assert!(!text.contains("\"specs/a.yaml") && !text.contains("=specs/a.yaml"), "{text}");
    }
}

#[test]
fn both_revisions_are_named_from_the_checkout() {
    let sandbox = Sandbox::new();
    let good = BAD.replace("clsed", "closed").replace("states:", "revision: 1\nstates:");
    sandbox.write("docs/a.yaml", &good);
    crate::diff::git(sandbox.root(), &["init", "-q", "-b", "main"]);
    crate::diff::commit(sandbox.root());
    std::fs::remove_dir_all(sandbox.path("docs")).expect("it is there");
    sandbox.write("shop/specs/a.yaml", good.replace("to: closed", "to: closed, guard: Nothing is owed"));
    let text = printed(&sandbox, &["-C", "shop", "diff", "--against", "HEAD", "--format", "sarif"]);
    let mut uris = uris(&text);
    uris.sort();
    uris.dedup();
    assert_eq!(uris, ["docs/a.yaml", "shop/specs/a.yaml"], "also where a finding tells of the old one");
    assert!(text.contains("revision-not-raised") && text.contains("\"uriBaseId\": \"OLD\""), "{text}");
}

#[cfg(unix)]
#[test]
fn a_uri_names_any_file() {
    let sandbox = Sandbox::new();
    let name = "specs/a\\b 100%#?é.yaml";
    sandbox.write(name, BAD);
    let uris = uris(&printed(&sandbox, &["lint", "--format", "sarif"]));
    assert!(uris.iter().all(|uri| uri == "specs/a%5Cb%20100%25%23%3F%C3%A9.yaml"), "{uris:?}");
    let json: Value = serde_json::from_str(&printed(&sandbox, &["lint", "--format", "json"])).expect("JSON");
    assert_eq!(json["diagnostics"][0]["file"], name);
    sandbox.write(name, BAD.replace("clsed", "closed").replace("id: STATE-A", "id: \"STATE-A\""));
    let text = printed(&sandbox, &["fmt"]);
    assert!(text.contains("1 formatted"), "{text}");
    assert!(sandbox.read(name).starts_with("id: STATE-A"), "the file itself is written");
    assert!(!sandbox.path("specs/a").exists());
}
