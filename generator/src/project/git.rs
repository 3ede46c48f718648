//! Earlier revisions of files, read through the `git` program. Nothing is changed in the repository.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use super::fetch;
use super::git_program::{Git, absent};
use crate::failure::Failure;

/// The repository around a project.
pub(super) struct Repository {
    git: Git,
    /// The way from the repository's root to the project's, empty or ending in `/`.
    pub prefix: String,
    shallow: bool,
}

/// One file of a revision.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub kind: Kind,
    pub object: String,
    /// From the repository's root, with `/`.
    pub path: String,
}

/// What stands in a revision's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Link,
    Submodule,
}

impl Repository {
    /// The repository that the folder `root` lies in.
    pub(super) fn around(root: &Path) -> Result<Self, Failure> {
        let (git, output) = Git::around(root)?;
        if !output.status.success() {
            return Err(Failure { message: no_repository(root, &complaint(&output)) });
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = text.lines();
        let mut next = || lines.next().unwrap_or_default().to_owned();
        let git = git.within(PathBuf::from(next()));
        Ok(Self { git, prefix: next(), shallow: next() == "true" })
    }

    /// The commit that a revision names.
    pub(super) fn commit(&self, revision: &str) -> Result<String, Failure> {
        if revision.is_empty() || revision.starts_with('-') || revision.contains(['\0', '\n']) {
            return Err(Failure { message: format!("`{revision}` is no revision") });
        }
        let peeled = format!("{revision}^{{commit}}");
        let output = self.git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", &peeled])?;
        let commit = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if output.status.success() && !commit.is_empty() {
            return Ok(commit);
        }
        let remotes = self.git.run(["remote"])?;
        let remotes = String::from_utf8_lossy(&remotes.stdout).into_owned();
        let remotes: Vec<&str> = remotes.lines().collect();
        Err(Failure { message: fetch::unknown(revision, &remotes, self.shallow) })
    }

    /// Every file of a commit, by path.
    pub(super) fn files(&self, commit: &str) -> Result<Vec<File>, Failure> {
        let output = self.must(["ls-tree", "-r", "-z", "--full-tree", commit])?;
        let entries = output.split(|byte| *byte == 0).filter(|entry| !entry.is_empty());
        Ok(entries.filter_map(file).collect())
    }

    /// The texts of files, in their order.
    pub(super) fn read(&self, files: &[File]) -> Result<Vec<Vec<u8>>, Failure> {
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let wanted: String = files.iter().map(|file| format!("{}\n", file.object)).collect();
        let mut child = self
            .git
            .command()
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| absent(&error))?;
        let stdin = child.stdin.take();
        let writer = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(wanted.as_bytes())));
        let output = child.wait_with_output().map_err(|error| absent(&error))?;
        let _ = writer.join();
        let mut rest = output.stdout.as_slice();
        files
            .iter()
            .map(|file| {
                next(&mut rest).ok_or_else(|| Failure {
                    message: format!(
                        "git cannot read {} of that revision: {}",
                        file.path,
                        complaint(&output)
                    ),
                })
            })
            .collect()
    }

    /// The files of the index that a sparse checkout leaves out of the working tree.
    pub(super) fn left_out(&self) -> Result<Vec<File>, Failure> {
        let output = self.must(["ls-files", "--stage", "-t", "-z", "--full-name"])?;
        let entries = output.split(|byte| *byte == 0).filter_map(|entry| entry.strip_prefix(b"S "));
        // An entry is mode, object, stage, tab and path.
        let files = entries.filter_map(|entry| {
            let (head, path) = std::str::from_utf8(entry).ok()?.split_once('\t')?;
            let mut words = head.split(' ');
            let kind = kind(words.next()?);
            Some(File { kind, object: words.next()?.to_owned(), path: path.to_owned() })
        });
        Ok(files.filter(|file| file.kind == Kind::Text).collect())
    }

    fn must<const N: usize>(&self, arguments: [&str; N]) -> Result<Vec<u8>, Failure> {
        let output = self.git.run(arguments)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(Failure { message: format!("git {} failed: {}", arguments[0], complaint(&output)) })
    }
}

/// A line of `ls-tree -z`: mode, kind, object, tab, path. Paths that are no UTF-8 are no documents.
fn file(entry: &[u8]) -> Option<File> {
    let (head, path) = std::str::from_utf8(entry).ok()?.split_once('\t')?;
    let mut words = head.split(' ');
    let kind = kind(words.next()?);
    Some(File { kind, object: words.nth(1)?.to_owned(), path: path.to_owned() })
}

fn kind(mode: &str) -> Kind {
    match mode {
        "120000" => Kind::Link,
        "160000" => Kind::Submodule,
        _ => Kind::Text,
    }
}

/// The next object of `cat-file --batch`: `OBJECT blob SIZE`, a line end, the bytes, a line end.
fn next(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let size: usize = std::str::from_utf8(&rest[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
    let bytes = rest.get(end + 1..end + 1 + size)?.to_vec();
    *rest = rest.get(end + size + 2..)?;
    Some(bytes)
}

/// What git says went wrong: its first line, without its `fatal:`.
fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
    first.trim_start_matches("fatal: ").trim_start_matches("error: ").to_owned()
}

fn no_repository(root: &Path, complaint: &str) -> String {
    let root = root.display();
    let otherwise = "compare two files instead: statedoc diff OLD NEW";
    if let Some(folder) = std::env::var_os("GIT_DIR").filter(|_| complaint.contains("not a git repository")) {
        let folder = folder.to_string_lossy();
        return format!(
            "the environment variable GIT_DIR is `{folder}`, and git finds no repository there; unset it"
        );
    }
    if complaint.contains("not a git repository") {
        return format!("{root} lies in no git repository; {otherwise}");
    }
    if complaint.contains("must be run in a work tree") {
        return format!(
            "{root} is a git repository without files of its own (bare, or its .git folder); \
             --against compares what is checked out: run it in a clone or a worktree"
        );
    }
    format!("git cannot be asked about {root}: {complaint}")
}
