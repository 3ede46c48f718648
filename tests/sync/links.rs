//! Links, and files and folders that are read-only.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::a_run_repairs;
use crate::sandbox::{Sandbox, files};

const DOCUMENT: &str = "specs/STATE-PFM-ELG-004.md";
const PAGE: &str = "generated/docs/bulk_run_lifecycle.md";

fn is_link(sandbox: &Sandbox, path: &str) -> bool {
    fs::symlink_metadata(sandbox.path(path)).is_ok_and(|found| found.is_symlink())
}

fn set_mode(sandbox: &Sandbox, path: &str, mode: u32) {
    fs::set_permissions(sandbox.path(path), fs::Permissions::from_mode(mode)).expect("a mode can be set");
}

/// What `generate` says, which must fail and leave everything as it was.
fn refused(sandbox: &Sandbox) -> String {
    let before = files(sandbox.root());
    let output = sandbox.statedoc(&["generate"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(files(sandbox.root()), before, "something was written all the same");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_output_that_is_a_link_stays_one_and_goes_with_its_document() {
    let sandbox = Sandbox::with_documents("received");
    a_run_repairs(&sandbox);
    fs::create_dir(sandbox.path("site")).expect("a folder");
    fs::rename(sandbox.path(PAGE), sandbox.path("site/run.md")).expect("it can be moved");
    symlink("../../site/run.md", sandbox.path(PAGE)).expect("a link");
    sandbox.replace(DOCUMENT, "Execution failed", "It failed");
    a_run_repairs(&sandbox);
    assert!(is_link(&sandbox, PAGE));
    assert!(sandbox.read("site/run.md").contains("It failed"));
    fs::remove_file(sandbox.path(DOCUMENT)).expect("it can be removed");
    a_run_repairs(&sandbox);
    assert!(!is_link(&sandbox, PAGE), "the link is an orphan");
}

#[test]
fn an_output_folder_that_is_a_link_is_written_through() {
    let sandbox = Sandbox::with_documents("received");
    fs::create_dir_all(sandbox.path("site")).expect("a folder");
    fs::create_dir_all(sandbox.path("generated")).expect("a folder");
    symlink("../site", sandbox.path("generated/docs")).expect("a link");
    a_run_repairs(&sandbox);
    assert!(is_link(&sandbox, "generated/docs") && sandbox.path("site/bulk_run_lifecycle.md").exists());
    fs::remove_file(sandbox.path(DOCUMENT)).expect("it can be removed");
    a_run_repairs(&sandbox);
    assert!(!sandbox.path("site/bulk_run_lifecycle.md").exists(), "an orphan behind a link was left");
}

#[test]
fn a_link_that_leads_nowhere_stops_everything() {
    let sandbox = Sandbox::with_documents("received");
    fs::create_dir_all(sandbox.path("generated/docs")).expect("a folder");
    symlink("nowhere.md", sandbox.path(PAGE)).expect("a link");
    fs::create_dir_all(sandbox.path("generated/src")).expect("a folder");
    let output = sandbox.statedoc(&["generate"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("cannot follow the link") && message.contains(PAGE), "{message}");
    assert!(!sandbox.path("generated/docs/README.md").exists());
}

#[test]
fn a_read_only_file_stops_everything() {
    for path in [PAGE, DOCUMENT] {
        let sandbox = Sandbox::with_documents("received");
        if path == PAGE {
            a_run_repairs(&sandbox);
            sandbox.replace(DOCUMENT, "Execution failed", "It failed");
        }
        set_mode(&sandbox, path, 0o444);
        let message = refused(&sandbox);
        assert!(message.contains("the file is read-only") && message.contains(path), "{message}");
        set_mode(&sandbox, path, 0o644);
        a_run_repairs(&sandbox);
    }
}

#[test]
fn a_read_only_orphan_stops_everything() {
    let sandbox = Sandbox::with_documents("received");
    a_run_repairs(&sandbox);
    fs::remove_file(sandbox.path(DOCUMENT)).expect("it can be removed");
    set_mode(&sandbox, PAGE, 0o444);
    assert!(refused(&sandbox).contains("the file is read-only"));
}

#[test]
fn a_read_only_folder_stops_everything() {
    use std::os::unix::process::CommandExt as _;
    let sandbox = Sandbox::with_documents("received");
    a_run_repairs(&sandbox);
    sandbox.replace(DOCUMENT, "Execution failed", "It failed");
    set_mode(&sandbox, "generated/docs", 0o555);
    let root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_statedoc"));
    command.arg("generate").current_dir(sandbox.root());
    if root {
        // The superuser may write everywhere; the rest of the project is given to somebody else.
        let all = std::process::Command::new("chown").arg("-R").arg("65534").arg(sandbox.root()).status();
        assert!(all.expect("chown starts").success());
        command.uid(65534);
    }
    let before = files(sandbox.root());
    let Ok(output) = command.output() else {
        println!("not run: the program cannot be started as another user");
        return;
    };
    set_mode(&sandbox, "generated/docs", 0o755);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot write") && message.contains("generated/docs/"), "{message}");
    assert_eq!(files(sandbox.root()), before, "something was written all the same");
}
