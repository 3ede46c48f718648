//! What the tool finds in documents that are given as text, as it prints it; and expectations in files.

use std::fs;
use std::path::{Path, PathBuf};

use statedoc::diagnostic::Diagnostic;
use statedoc::project::Project;
use statedoc::report::{Look, text};

/// A file of a test's project: its path, and its text.
pub(crate) type Given<'a> = (&'a str, &'a str);

/// The findings of a project of these files, and all of them as printed, a blank line between two.
pub(crate) fn of(files: &[Given]) -> (Vec<Diagnostic>, String) {
    let root = tempfile::tempdir().expect("a folder for the test");
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("a path below the root")).expect("its folder");
        fs::write(path, text).expect("the file");
    }
    let project = Project::open(root.path()).expect("a project that can be read");
    assert!(!project.documents.is_empty(), "no document among {files:?}");
    let findings = project.lint();
    let printed: Vec<String> =
        findings.iter().map(|finding| text(finding, &project.sources, Look::Plain)).collect();
    (findings, printed.join("\n"))
}

/// A path in the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Whether `UPDATE=1` asks to rewrite what is expected.
pub(crate) fn updating() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Compares with the text of a file, or rewrites it under `UPDATE=1`.
pub(crate) fn expect_file(path: &str, actual: &str) {
    let path = repository(path);
    if updating() {
        return fs::write(&path, actual).expect("the expectation can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(actual, expected, "{} differs; UPDATE=1 rewrites it", path.display());
}
