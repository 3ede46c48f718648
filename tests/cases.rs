//! Cases as folders: `tests/cases/<command>/<name>/` holds `input/` and a `transcript.txt` of
//! commands with what they must print. `UPDATE=1 cargo test` rewrites the transcripts.
//!
//! A line that begins with `$ ` is a command; what follows is its output, and `[1]` its exit code
//! where that is not 0. `$ # ` begins a remark. Besides `statedoc …` there are: `cat FILE`, `ls FOLDER` (the files below
//! it), `rm PATH`, `append FILE TEXT`, `cut FILE` (to nothing), `replace FILE |OLD|NEW|`, `crlf FILE`, `mkdir FOLDER`,
//! `mv OLD NEW`, `cp FROM TO`, `documents SET` (of tests/documents, into specs/) and `FILE | statedoc …`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sandbox::{Sandbox, copy, expect_file, repository, statedoc};

#[test]
fn every_case_prints_its_transcript() {
    let mut failures = Vec::new();
    let cases = folders(&repository().join("tests/cases")).into_iter().flat_map(|command| folders(&command));
    let mut count = 0;
    for case in cases {
        count += 1;
        if let Err(error) = std::panic::catch_unwind(|| run(&case)) {
            let message = error.downcast_ref::<String>().cloned().unwrap_or_default();
            failures.push(format!("{}\n{message}", case.display()));
        }
    }
    assert!(count > 0, "there are no cases");
    assert!(failures.is_empty(), "{} of {count} cases failed:\n{}", failures.len(), failures.join("\n"));
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn run(case: &Path) {
    let sandbox = Sandbox::new();
    if case.join("input").is_dir() {
        copy(&case.join("input"), sandbox.root());
    }
    let transcript = case.join("transcript.txt");
    let text =
        fs::read_to_string(&transcript).unwrap_or_else(|error| panic!("{}: {error}", transcript.display()));
    let mut actual = String::new();
    for command in text.lines().filter(|line| line.starts_with("$ ")) {
        actual.push_str(&format!("{command}\n{}", perform(&sandbox, &command[2..])));
    }
    expect_file(&transcript, &actual);
}

/// What a command prints.
fn perform(sandbox: &Sandbox, command: &str) -> String {
    if let Some((file, rest)) = command.split_once(" | ").filter(|(_, rest)| rest.starts_with("statedoc")) {
        let input = fs::read(sandbox.path(file)).expect("the input file");
        return tool(sandbox, rest, &input);
    }
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
    match word {
        "#" => {}
        "statedoc" => return tool(sandbox, command, b""),
        "cat" => return sandbox.read(rest),
        "ls" => return listing(sandbox.root(), &sandbox.path(rest)).join(""),
        "rm" if sandbox.path(rest).is_dir() => {
            fs::remove_dir_all(sandbox.path(rest)).expect("it can be removed")
        }
        "rm" => fs::remove_file(sandbox.path(rest)).expect("it can be removed"),
        "mkdir" => fs::create_dir_all(sandbox.path(rest)).expect("it can be made"),
        "mv" => fs::rename(sandbox.path(first), sandbox.path(second)).expect("it can be moved"),
        "cp" => sandbox.write(second, fs::read(sandbox.path(first)).expect("it can be read")),
        "append" => sandbox.write(first, format!("{}{second}\n", sandbox.read(first))),
        "cut" => sandbox.write(rest, ""),
        "crlf" => sandbox.write(rest, sandbox.read(rest).replace('\n', "\r\n")),
        "replace" => {
            let mut parts = second.trim_start_matches('|').split('|');
            let (old, new) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            sandbox.replace(first, &old.replace("\\n", "\n"), &new.replace("\\n", "\n"));
        }
        "documents" => copy(&repository().join("tests/documents").join(rest), &sandbox.path("specs")),
        other => panic!("no command `{other}` in a transcript"),
    }
    String::new()
}

fn tool(sandbox: &Sandbox, command: &str, input: &[u8]) -> String {
    let arguments: Vec<&str> = command.split(' ').skip(1).filter(|word| !word.is_empty()).collect();
    let output = statedoc(sandbox.root(), &arguments, input);
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    let root = sandbox.root().display().to_string();
    text = text.replace(&root, "[ROOT]");
    match output.status.code() {
        Some(0) => text,
        Some(code) => format!("{text}[{code}]\n"),
        None => format!("{text}[killed]\n"),
    }
}

fn listing(root: &Path, folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return vec!["(no such folder)\n".to_owned()] };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(listing(root, &path));
        } else {
            let shown = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            files.push(format!("{shown}\n"));
        }
    }
    files.sort();
    files
}
