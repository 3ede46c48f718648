//! Any bytes as a document end in findings that can be printed.
#![no_main]

use std::path::{Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use statedoc::project::{Given, Project};
use statedoc::report::{Look, json, text};

fuzz_target!(|bytes: &[u8]| {
    let name = if bytes.first() == Some(&b'-') { "specs/a.md" } else { "specs/a.yaml" };
    let given = Given { path: PathBuf::from(name), bytes: bytes.to_vec() };
    let project = Project::open_with(Path::new("/nonexistent"), &[], Some(given)).expect("nothing is read");
    let findings = project.lint();
    for finding in &findings {
        assert!(!text(finding, &project.sources, Look::Plain).is_empty());
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            let file = project.sources.get(edit.span.file);
            assert!(file.text.get(edit.span.range()).is_some(), "an edit is off its file");
        }
    }
    let _ = json(&findings, &[], &project.sources);
});
