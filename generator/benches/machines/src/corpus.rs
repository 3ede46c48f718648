//! Any number of machines, made from the documents of this repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use statedoc::document::parse;
use statedoc::lifecycle::{Lifecycle, lower};
use statedoc::source::{FileId, SourceFile};

/// `count` lifecycles: the three documents of specs/ and the published ones, again and again, each
/// under a title and an id of its own.
#[must_use]
pub fn corpus(count: usize) -> Vec<Lifecycle> {
    let texts = documents();
    (0..count).map(|at| numbered(&texts[at % texts.len()], at)).collect()
}

fn documents() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut paths = Vec::new();
    for folder in ["specs", "tests/documents/published"] {
        let entries = fs::read_dir(root.join(folder)).expect("the folder can be read");
        paths.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("a document can be read")).collect()
}

fn numbered(text: &str, number: usize) -> Lifecycle {
    let line = |line: &str| match line.split_once(": ") {
        Some((key @ ("id" | "title"), value)) => format!("{key}: {value} {number}\n"),
        _ => format!("{line}\n"),
    };
    let file = SourceFile::new(FileId(0), "machine.md", text.lines().map(line).collect::<String>());
    let (document, findings) = parse(&file);
    assert!(findings.is_empty(), "the documents have no findings of the parser");
    lower(&file, &document)
}

/// What a machine does without its guards: per state and trigger the one state that is entered.
/// Where several rows leave a state on a trigger, the first counts; rows without a trigger are not taken.
#[must_use]
pub fn moves(lifecycle: &Lifecycle) -> BTreeMap<(usize, usize), usize> {
    let mut moves = BTreeMap::new();
    for row in &lifecycle.rows {
        if let (Some(from), Some(trigger), Some(to)) = (row.from, row.trigger, row.to) {
            moves.entry((from, trigger)).or_insert(to);
        }
    }
    moves
}
