//! A disk that is full, and files that must not grow.
#![cfg(unix)]

use std::process::{Command, Output};

use super::{a_run_repairs, all_are_whole, put_version};
use crate::sandbox::{Sandbox, files};

fn shell(sandbox: &Sandbox, script: &str) -> Output {
    Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_statedoc")])
        .current_dir(sandbox.root())
        .output()
        .expect("sh starts")
}

/// A project whose outputs are all behind.
fn behind() -> Sandbox {
    let sandbox = Sandbox::new();
    put_version(&sandbox, false);
    a_run_repairs(&sandbox);
    put_version(&sandbox, true);
    sandbox
}

#[test]
fn a_file_that_may_not_grow_stops_everything() {
    let sandbox = behind();
    let before = files(sandbox.root());
    // In blocks of 512 bytes: small outputs fit, large ones do not.
    let output = shell(&sandbox, "trap '' XFSZ; ulimit -f 20 && exec \"$0\" generate");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot write") && message.contains("generated/"), "{message}");
    assert_eq!(files(sandbox.root()), before, "something was written all the same");
    // Where the signal kills instead, only temporary files are left, and only for a while.
    let killed = shell(&sandbox, "ulimit -f 20 && exec \"$0\" generate");
    assert!(!killed.status.success());
    assert!(all_are_whole(sandbox.root()) > 0);
    a_run_repairs(&sandbox);
}

#[test]
fn a_full_disk_stops_everything() {
    let sandbox = behind();
    let script = "
        mkdir full && mount -t tmpfs -o size=700k none full && cp -r specs generated full && cd full || exit 77
        find . -type f -exec cksum {} + | sort > ../before
        dd if=/dev/zero of=ballast bs=4k count=1000 2>/dev/null
        rm -f spare; \"$0\" generate > ../out 2>&1
        echo $? > ../code
        rm ballast
        find . -type f -exec cksum {} + | sort > ../after
        \"$0\" generate > ../repaired && \"$0\" check > ../check
        find . -name '.statedoc-*' > ../litter";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_statedoc")])
        .current_dir(sandbox.root())
        .output();
    let allowed = output.as_ref().is_ok_and(|output| output.status.code() != Some(77));
    if !allowed || !sandbox.path("code").exists() {
        println!("not run: no small disk can be mounted here");
        return;
    }
    assert_eq!(sandbox.read("code").trim(), "2", "{}", sandbox.read("out"));
    assert!(sandbox.read("out").contains("No space left on device"), "{}", sandbox.read("out"));
    assert_eq!(sandbox.read("before"), sandbox.read("after"), "something was written all the same");
    assert!(
        sandbox.read("repaired").contains("29 files written") || sandbox.read("check").contains("current")
    );
    assert_eq!(sandbox.read("litter"), "");
}
