//! The repository's own rules of style, as tests.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sandbox::repository;

/// The modules of the generator in the order that data meets them: each may use those before it.
const ORDER: &[&str] = &[
    "source",
    "visible",
    "digest",
    "failure",
    "threads",
    "diagnostic",
    "keys",
    "yaml",
    "markdown",
    "mermaid",
    "document",
    "lifecycle",
    "lint",
    "config",
    "schema",
    "emit",
    "format",
    "import",
    "sync",
    "watch",
    "diff",
    "report",
    "project",
    "obstacles",
    "survey",
    "build",
    "mend",
    "baseline",
    "review",
    "cli",
];

fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![repository().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                let built = ["target", "node_modules"].iter().any(|folder| path.ends_with(folder));
                open.extend((!built).then_some(path));
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty());
    found
}

#[test]
fn every_file_says_first_what_it_is_for() {
    for (path, text) in rust_files("generator").into_iter().chain(rust_files("tests")) {
        if path.ends_with("emit/rust/methods.rs") {
            // A part of every generated module, which has a first line of its own.
            continue;
        }
        let first = text.lines().find(|line| !line.starts_with("#!")).unwrap_or_default();
        assert!(first.starts_with("//! ") && first.len() > 20, "{} begins with {first:?}", path.display());
    }
}

#[test]
fn no_file_is_too_long_to_read() {
    for (path, text) in rust_files("generator").into_iter().chain(rust_files("tests")) {
        let lines = text.lines().count();
        assert!(lines <= 500, "{} has {lines} lines", path.display());
    }
}

#[test]
fn a_module_uses_only_those_before_it() {
    for (path, text) in rust_files("generator/src") {
        let Some(own) = module_of(&path) else { continue };
        let Some(place) = ORDER.iter().position(|module| *module == own) else {
            panic!("{own} is not in the order");
        };
        for later in &ORDER[place + 1..] {
            let used =
                text.contains(&format!("crate::{later}::")) || text.contains(&format!("crate::{later};"));
            assert!(!used, "{} uses {later}, which comes after {own}", path.display());
        }
    }
}

/// The top-level module that a file belongs to; `None` for lib.rs and main.rs.
fn module_of(path: &Path) -> Option<String> {
    let relative = path.strip_prefix(repository().join("generator/src")).ok()?;
    let first = relative.iter().next()?.to_str()?.trim_end_matches(".rs").to_owned();
    (first != "lib" && first != "main").then_some(first)
}

#[test]
fn one_module_names_each_library() {
    let homes = [
        ("granit_parser::", "yaml/reader.rs"),
        (" toml::", "config/toml.rs"),
        ("annotate_snippets::", "report/text.rs"),
        ("similar::", "sync/diff.rs"),
        ("sha2::", "digest.rs"),
        (" heck::", "lifecycle/names.rs"),
        ("pulldown_cmark::", "src/markdown/"),
        ("serde_yaml::", "import/write.rs"),
        (" unicode_normalization::", "lifecycle/names.rs"),
        ("minijinja::", "emit/templates"),
        ("tempfile::", "sync/stage.rs"),
        (" ignore::", "project/find.rs"),
        ("notify::", "src/watch.rs"),
        ("ctrlc::", "src/watch.rs"),
    ];
    for (path, text) in rust_files("generator/src") {
        let path = path.to_string_lossy().replace('\\', "/");
        for (library, home) in homes {
            let named = text.lines().any(|line| line.starts_with("use ") && line.contains(library));
            assert!(!named || path.contains(home), "{path} names {library}, whose home is {home}");
        }
    }
}
