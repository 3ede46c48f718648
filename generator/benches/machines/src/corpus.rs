//! Any number of machines, made from the documents of this repository.

use std::fs;
use std::path::Path;

use statedoc::document::{Text, parse};
use statedoc::lifecycle::{Lifecycle, Row, lower};
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

/// A row that leads from one state to another on a trigger.
pub struct Move<'a> {
    /// The row's place.
    pub row: usize,
    /// The state left.
    pub from: usize,
    /// What sets it off.
    pub trigger: usize,
    /// The state entered.
    pub to: usize,
    says: &'a Row,
}

impl Move<'_> {
    /// Its guard.
    #[must_use]
    pub fn guard(&self) -> Option<&str> {
        self.says.guard.as_ref().map(Text::as_str)
    }

    /// Its effects.
    #[must_use]
    pub fn effects(&self) -> Vec<&str> {
        self.says.side_effects.iter().map(Text::as_str).collect()
    }

    /// Its guard as the condition of an arm of a `match`.
    #[must_use]
    pub fn condition(&self, rules: &str) -> String {
        self.guard().map_or_else(String::new, |guard| format!(" if {rules}.holds({guard:?})"))
    }

    /// Its effects as calls.
    #[must_use]
    pub fn calls(&self, rules: &str) -> String {
        self.effects().iter().map(|effect| format!("{rules}.carry_out({effect:?}); ")).collect()
    }
}

/// The rows that the macro crates can tell apart: those with both states and a trigger.
pub fn moves(lifecycle: &Lifecycle) -> impl Iterator<Item = Move<'_>> {
    lifecycle.rows.iter().enumerate().filter_map(|(row, says)| {
        Some(Move { row, from: says.from?, trigger: says.trigger?, to: says.to?, says })
    })
}
