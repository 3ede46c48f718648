//! Where everything is: the programs, the peers, and folders for projects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::corpus::File;

/// The places of one run; the folder of projects is removed at the end.
pub struct Places {
    /// `statedoc`, as `cargo build --release` makes it.
    pub statedoc: PathBuf,
    /// The folder of the peers.
    pub peers: PathBuf,
    projects: tempfile::TempDir,
}

impl Places {
    pub fn new() -> Self {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let statedoc = std::env::var_os("STATEDOC").expect("STATEDOC names the program, as ./run does");
        Self {
            statedoc: fs::canonicalize(statedoc).expect("the program is built"),
            peers: own.join("peers"),
            projects: tempfile::tempdir().expect("a folder"),
        }
    }

    /// A new project with the documents that this program writes when it is asked with these arguments.
    /// Asked as a program of its own, since a child's peak of memory is never below its parent's.
    pub fn project(&self, name: &str, [kind, first, second]: [&str; 3]) -> PathBuf {
        let folder = self.projects.path().join(name);
        let own = std::env::current_exe().expect("this program has a path");
        let specs = folder.join("specs").into_os_string();
        let arguments = [kind.into(), specs, first.into(), second.into()];
        let status = Command::new(own).args(arguments).status().expect("this program starts");
        assert!(status.success(), "the documents of {name} are written");
        fs::write(folder.join("statedoc.toml"), "documents = [\"specs/**/*.md\"]\n").expect("a file");
        folder
    }
}

/// Writes the files into the folder.
pub fn write_all(folder: &Path, files: &[File]) {
    fs::create_dir_all(folder).expect("the folder can be made");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("the file can be written");
    }
}

/// How many files there are in a folder, and how many bytes.
pub fn size(folder: &Path) -> (usize, u64) {
    let entries = fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("an entry"));
    entries.fold((0, 0), |(files, bytes), entry| match entry.path().is_dir() {
        true => {
            let (more, larger) = size(&entry.path());
            (files + more, bytes + larger)
        }
        false => (files + 1, bytes + entry.metadata().expect("a file").len()),
    })
}
