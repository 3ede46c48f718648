//! What generating promises: the same bytes everywhere, nothing touched twice, nothing half-written.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::sandbox::{Sandbox, files};

fn modified(sandbox: &Sandbox) -> BTreeMap<String, SystemTime> {
    let time =
        |name: &String| fs::metadata(sandbox.path(name)).and_then(|found| found.modified()).expect("a time");
    files(sandbox.root()).keys().map(|name| (name.clone(), time(name))).collect()
}

#[test]
fn a_second_run_touches_nothing() {
    let sandbox = Sandbox::with_documents("received");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let old = SystemTime::now() - Duration::from_secs(86_400);
    for name in files(sandbox.root()).keys() {
        let file = fs::File::options().write(true).open(sandbox.path(name)).expect("a file");
        file.set_modified(old).expect("its time can be set");
    }
    let (bytes, times) = (files(sandbox.root()), modified(&sandbox));
    assert!(sandbox.statedoc(&["generate"]).status.success());
    assert!(sandbox.statedoc(&["check"]).status.success());
    assert_eq!(files(sandbox.root()), bytes);
    assert_eq!(modified(&sandbox), times);
}

#[test]
fn one_changed_document_leaves_the_outputs_of_others_alone() {
    let sandbox = Sandbox::with_documents("received");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let before = modified(&sandbox);
    std::thread::sleep(Duration::from_millis(20));
    sandbox.replace("specs/STATE-PFM-ELG-004.md", "subject evaluation has not begun", "nothing has begun");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let after = modified(&sandbox);
    let touched: Vec<&String> = after.keys().filter(|name| after[*name] != before[*name]).collect();
    assert!(!touched.is_empty());
    for name in touched {
        assert!(name.contains("bulk_run_lifecycle") || name.contains("ELG-004"), "{name} was touched");
    }
}

#[test]
fn the_bytes_do_not_depend_on_where_and_how_it_runs() {
    let first = Sandbox::with_documents("received");
    assert!(first.statedoc(&["generate"]).status.success());
    let expected = files(first.root());
    let locales = ["C", "tr_TR.UTF-8", "de_DE.UTF-8", "POSIX", "zh_CN.GB18030"];
    let zones = ["UTC", "Asia/Tokyo", "America/New_York", "Pacific/Kiritimati"];
    for run in 0..20 {
        let (locale, zone) = (locales[run % 5], zones[run % 4]);
        let other = Sandbox::new();
        let mut names: Vec<String> =
            expected.keys().filter(|name| name.starts_with("specs/")).cloned().collect();
        names.rotate_left(run % 3); // another order of creation is another order in most folders
        let received = crate::sandbox::repository().join("tests/documents/received");
        for name in names {
            let bytes = fs::read(received.join(name.trim_start_matches("specs/"))).expect("a document");
            other.write(&name, bytes);
        }
        other.write("statedoc.toml", "");
        fs::create_dir_all(other.path(&format!("specs/a folder/{run}"))).expect("a folder");
        let output = Command::new(env!("CARGO_BIN_EXE_statedoc"))
            .args(["-C", &format!("specs/../specs/a folder/{run}"), "generate"])
            .current_dir(other.root())
            .env("LC_ALL", locale)
            .env("TZ", zone)
            .env("COLUMNS", (20 * run).to_string())
            .env("RAYON_NUM_THREADS", (run + 1).to_string())
            .output()
            .expect("statedoc starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut actual = files(other.root());
        actual.remove("statedoc.toml");
        assert_eq!(actual.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        assert!(actual == expected, "bytes differ under {locale}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_stops_everything() {
    let sandbox = Sandbox::with_documents("received");
    sandbox.write("generated/docs", "a file where a folder belongs");
    let before = files(sandbox.root());
    let output = sandbox.statedoc(&["generate"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("generated/docs"), "{message}");
    assert_eq!(files(sandbox.root()), before, "something was written all the same");
}

#[test]
fn a_folder_where_a_file_belongs_stops_everything() {
    let sandbox = Sandbox::with_documents("received");
    sandbox.write("generated/docs/README.md/inside", "");
    let before = files(sandbox.root());
    let output = sandbox.statedoc(&["generate"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(files(sandbox.root()), before);
}

#[cfg(unix)]
#[test]
fn modes_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let sandbox = Sandbox::with_documents("received");
    fs::rename(sandbox.path("specs/STATE-PFM-ELG-004.md"), sandbox.path("real.md")).expect("it can be moved");
    symlink("../real.md", sandbox.path("specs/STATE-PFM-ELG-004.md")).expect("a link");
    fs::set_permissions(sandbox.path("real.md"), fs::Permissions::from_mode(0o640)).expect("a mode");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    assert!(sandbox.read("real.md").contains("running --> running"));
    assert!(
        fs::symlink_metadata(sandbox.path("specs/STATE-PFM-ELG-004.md")).expect("it is there").is_symlink()
    );
    let mode =
        |path: &str| fs::metadata(sandbox.path(path)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode("real.md"), 0o640);
    assert_ne!(mode("generated/docs/README.md") & 0o044, 0, "an output is as readable as other files");
}
