//! Several runs at once, and few files to go round.

use std::process::{Command, Stdio};

use super::{a_run_repairs, all_are_whole, put_version};
use crate::sandbox::Sandbox;

#[test]
fn runs_at_once_follow_one_another() {
    let sandbox = Sandbox::new();
    for round in 0..6 {
        put_version(&sandbox, round % 2 == 0);
        let start = |_| {
            Command::new(env!("CARGO_BIN_EXE_statedoc"))
                .arg("generate")
                .current_dir(sandbox.root())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("statedoc starts")
        };
        let runs: Vec<_> = (0..2 + round).map(start).collect();
        for run in runs {
            let output = run.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(all_are_whole(sandbox.root()), 0);
        assert!(sandbox.statedoc(&["check"]).status.success(), "after {} runs at once", 2 + round);
    }
    a_run_repairs(&sandbox);
}

#[cfg(unix)]
#[test]
fn more_outputs_than_files_that_may_be_open_are_no_trouble() {
    let sandbox = Sandbox::with_documents("received");
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 20 && exec \"$0\" generate", env!("CARGO_BIN_EXE_statedoc")])
        .current_dir(sandbox.root())
        .output()
        .expect("sh starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    a_run_repairs(&sandbox);
}
