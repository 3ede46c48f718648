//! Merges that git could not finish: conflict markers in outputs, real and made.

use std::process::Command;

use crate::sandbox::Sandbox;

const DOCUMENT: &str = "specs/STATE-PFM-ELG-004.md";
const PAGE: &str = "generated/docs/bulk_run_lifecycle.md";

fn git(sandbox: &Sandbox, arguments: &[&str]) -> bool {
    Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(sandbox.root())
        .output()
        .expect("git starts")
        .status
        .success()
}

fn commit(sandbox: &Sandbox, message: &str) {
    assert!(sandbox.statedoc(&["generate"]).status.success());
    assert!(git(sandbox, &["add", "-A"]) && git(sandbox, &["commit", "-qm", message]));
}

/// A merge of two branches that changed the same document in three places, one of which is the
/// same place: outputs are merged in some parts and in conflict in others. The document is settled.
fn merged() -> Option<Sandbox> {
    if Command::new("git").arg("--version").output().is_err() {
        println!("not run: there is no git");
        return None;
    }
    let sandbox = Sandbox::with_documents("received");
    assert!(git(&sandbox, &["init", "-q", "-b", "main"]));
    commit(&sandbox, "base");
    assert!(git(&sandbox, &["checkout", "-qb", "other"]));
    sandbox.replace(DOCUMENT, "Execution failed", "OTHER failed");
    sandbox.replace(DOCUMENT, "Population job enters evaluation", "OTHER enters evaluation");
    commit(&sandbox, "other");
    assert!(git(&sandbox, &["checkout", "-q", "main"]));
    sandbox.replace(DOCUMENT, "Execution failed", "MAIN failed");
    sandbox.replace(DOCUMENT, "Failure cannot be changed", "MAIN cannot be changed");
    commit(&sandbox, "main");
    assert!(!git(&sandbox, &["merge", "-q", "other"]), "the merge was meant to be in conflict");
    assert!(sandbox.read(PAGE).contains("<<<<<<< ") && sandbox.read(DOCUMENT).contains("<<<<<<< "));
    Some(sandbox)
}

/// Decides for a text of both sides.
fn settle(sandbox: &Sandbox) {
    let text = sandbox.read(DOCUMENT);
    let (before, rest) = text.split_once("<<<<<<< ").expect("a conflict");
    let (sides, after) = rest.split_once(">>>>>>> ").expect("its end");
    let ours = sides.split_once('\n').and_then(|(_, sides)| sides.split_once("=======\n")).expect("sides").0;
    let after = after.split_once('\n').expect("a line").1;
    sandbox.write(DOCUMENT, format!("{before}{ours}{after}"));
}

fn said(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, String) {
    let output = sandbox.statedoc(arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_document_in_conflict_is_named_with_its_line() {
    let Some(sandbox) = merged() else { return };
    let line = sandbox.read(DOCUMENT).lines().position(|line| line.starts_with("<<<<<<< ")).expect("a mark");
    let (code, text) = said(&sandbox, &["generate"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("a merge left its conflict markers here"), "{text}");
    assert!(text.contains(&format!("{DOCUMENT}:{}:1", line + 1)), "{text}");
    assert!(sandbox.read(PAGE).contains("<<<<<<< "), "nothing is written");
}

#[test]
fn outputs_in_conflict_are_made_anew() {
    let Some(sandbox) = merged() else { return };
    settle(&sandbox);
    let line = sandbox.read(PAGE).lines().position(|line| line.starts_with("<<<<<<< ")).expect("a mark");
    let (code, text) = said(&sandbox, &["check"]);
    assert_eq!(code, Some(1));
    let named = format!("conflicted {PAGE}: a merge left conflict markers at line {}", line + 1);
    assert!(text.contains(&named), "{text}");
    let (code, text) = said(&sandbox, &["generate"]);
    assert_eq!(code, Some(0), "{text}");
    let page = sandbox.read(PAGE);
    assert!(!page.contains("<<<<<<< "), "{page}");
    assert!(page.contains("MAIN failed") && page.contains("OTHER enters") && page.contains("MAIN cannot"));
    assert_eq!(said(&sandbox, &["check"]).0, Some(0));
}

#[test]
fn what_a_person_added_to_an_output_in_conflict_is_kept() {
    let Some(sandbox) = merged() else { return };
    settle(&sandbox);
    sandbox.write(PAGE, format!("{}A note by hand.\n", sandbox.read(PAGE)));
    let (code, text) = said(&sandbox, &["generate"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&format!("hand-edited {PAGE}: a merge left conflict markers at line ")), "{text}");
    assert!(text.contains(&format!("statedoc generate --force {PAGE}\n")), "{text}");
    assert!(sandbox.read(PAGE).contains("A note by hand."));
    assert_eq!(said(&sandbox, &["generate", "--force", PAGE]).0, Some(0));
    assert_eq!(said(&sandbox, &["check"]).0, Some(0));
}

#[test]
fn a_branch_whose_output_was_edited_by_hand_is_not_passed_over() {
    let Some(sandbox) = merged() else { return };
    assert!(git(&sandbox, &["merge", "--abort"]) && git(&sandbox, &["checkout", "-q", "other"]));
    sandbox.write(PAGE, format!("{}A note by hand.\n", sandbox.read(PAGE)));
    assert!(git(&sandbox, &["commit", "-qam", "note"]) && git(&sandbox, &["checkout", "-q", "main"]));
    assert!(!git(&sandbox, &["merge", "-q", "other"]));
    settle(&sandbox);
    let (code, text) = said(&sandbox, &["generate"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&format!("statedoc generate --force {PAGE}\n")), "{text}");
}

#[test]
fn without_git_both_sides_of_a_conflict_must_be_whole() {
    let sandbox = Sandbox::with_documents("received");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let old = sandbox.read(PAGE);
    sandbox.replace(DOCUMENT, "Execution failed", "It failed");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let new = sandbox.read(PAGE);
    sandbox.write(PAGE, format!("<<<<<<< HEAD\n{old}=======\n{new}>>>>>>> other\n"));
    assert_eq!(said(&sandbox, &["generate"]).0, Some(0));
    assert_eq!(sandbox.read(PAGE), new);
    sandbox.write(PAGE, format!("<<<<<<< HEAD\n{old}=======\n{new}By hand.\n>>>>>>> other\n"));
    let (code, text) = said(&sandbox, &["generate"]);
    assert_eq!(code, Some(1));
    assert!(text.contains(&format!("statedoc generate --force {PAGE}\n")), "{text}");
    let page = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n";
    sandbox.write(PAGE, page);
    let (code, text) = said(&sandbox, &["generate"]);
    assert_eq!(code, Some(1));
    assert!(text.contains(&format!("foreign {PAGE}")), "{text}");
}
