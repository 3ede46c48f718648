//! A project in a temporary folder, and the tool run on it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own that is removed at the end.
pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// A project with the documents of `tests/documents/<set>` under specs/.
    pub(crate) fn with_documents(set: &str) -> Self {
        let sandbox = Self::new();
        copy(&repository().join("tests/documents").join(set), &sandbox.path("specs"));
        sandbox
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root().join(relative)
    }

    pub(crate) fn read(&self, relative: &str) -> String {
        fs::read_to_string(self.path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
    }

    pub(crate) fn write(&self, relative: &str, text: impl AsRef<[u8]>) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// Replaces `old`, which must be there, by `new`.
    pub(crate) fn replace(&self, relative: &str, old: &str, new: &str) {
        let text = self.read(relative);
        assert!(text.contains(old), "{relative} does not contain {old:?}");
        self.write(relative, text.replacen(old, new, 1));
    }

    /// Runs `statedoc` with these arguments in the sandbox.
    pub(crate) fn statedoc(&self, arguments: &[&str]) -> Output {
        statedoc(self.root(), arguments, b"")
    }
}

/// Every file below `folder` by its path, with its bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name =
                    path.strip_prefix(folder).expect("below the folder").to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// Runs `statedoc` in `folder` with `input` on its standard input.
pub(crate) fn statedoc(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_statedoc"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("statedoc starts");
    let mut stdin = child.stdin.take().expect("a standard input");
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("statedoc ends")
}

/// The repository's root.
pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Whether expectations are to be rewritten rather than compared.
pub(crate) fn updating() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value != "0")
}

/// Compares with the file's text, or rewrites it under `UPDATE=1`.
pub(crate) fn expect_file(path: &Path, actual: &str) {
    if updating() {
        fs::write(path, actual).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if expected != actual {
        let diff = similar::TextDiff::from_lines(expected.as_str(), actual);
        panic!(
            "{} differs (UPDATE=1 rewrites it):\n{}",
            path.display(),
            diff.unified_diff().header("expected", "actual")
        );
    }
}

/// Copies a folder with everything in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("the file can be copied");
        }
    }
}
