//! Whatever documents pass the rules, the Rust made of them parses.
#![no_main]

use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use statedoc::diagnostic::Severity;
use statedoc::project::{Given, Project};

fuzz_target!(|bytes: &[u8]| {
    let given = Given { path: PathBuf::from("specs/a.yaml"), bytes: bytes.to_vec() };
    let project = Project::open_with(Path::new("/nonexistent"), &[], Some(given)).expect("nothing is read");
    if project.lint().iter().any(|finding| finding.severity == Severity::Error) {
        return;
    }
    for (path, text) in statedoc::outputs(&project).iter().filter(|(path, _)| path.ends_with(".rs")) {
        syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}\n{text}"));
    }
});
