//! Moves that a document does not declare do not compile, and the compiler says why in its words.

mod pairs;

use std::process::Command;

/// Whole messages are compared where this is the compiler; elsewhere `pairs` alone looks at their words.
const PINNED: &str = "1.95.0";

#[test]
fn messages_read_as_they_should() {
    let version = Command::new(rustc()).arg("--version").output().expect("rustc starts").stdout;
    let version = String::from_utf8_lossy(&version);
    if version.split(' ').nth(1) != Some(PINNED) {
        eprintln!("not run: whole messages are those of rustc {PINNED}, and this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*/*.rs");
    cases.pass("pass/*.rs");
}

fn rustc() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}
