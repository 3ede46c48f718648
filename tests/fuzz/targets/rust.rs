//! Whatever documents pass the rules, the Rust made of them parses.
#![no_main]

use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use statedoc::project::{Given, Project};

fuzz_target!(|bytes: &[u8]| {
    let given = Given { path: PathBuf::from("specs/a.yaml"), bytes: bytes.to_vec() };
    let project = Project::open_with(Path::new("/nonexistent"), &[], Some(given)).expect("nothing is read");
    let survey = statedoc::survey(&project, &|_| false).expect("nothing to compare with");
    for change in survey.plan.iter().flat_map(|plan| &plan.changes) {
        if let Some(new) = change.new.as_ref().filter(|_| change.path.ends_with(".rs")) {
            syn::parse_file(new).unwrap_or_else(|error| panic!("{}: {error}\n{new}", change.path));
        }
    }
});
