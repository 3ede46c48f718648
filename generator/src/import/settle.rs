//! Writes the document, reads it back, and gives names of their own to what would share one.

use std::collections::HashSet;

use super::draft::{Draft, Forbidden, Row};
use super::picture;
use super::write::{Parts, document};
use crate::document::{is_reserved, parse};
use crate::lifecycle::{Lifecycle, lower};
use crate::mermaid::{Diagram, Fence, Rows};
use crate::source::{FileId, SourceFile};

/// How often names are given before the rest is left to lint.
const ROUNDS: usize = 4;

/// The document's text, in which lint finds no error.
pub(super) fn settle(
    file: &SourceFile,
    draft: &mut Draft,
    rows: &mut [Row],
    forbidden: &[Forbidden],
    own: Option<(&Fence, &Diagram)>,
    source: Option<&str>,
) -> String {
    for _ in 0..ROUNDS {
        let lifecycle =
            read(&document(&Parts { draft, rows, forbidden, source, diagram: "stateDiagram-v2" }));
        if !pin_states(&lifecycle, draft) && !pin_rows(&lifecycle, rows) {
            break;
        }
    }
    let lifecycle = read(&document(&Parts { draft, rows, forbidden, source, diagram: "stateDiagram-v2" }));
    let drawing = if lifecycle.sound { lifecycle.drawing() } else { Rows::default() };
    let diagram = picture::draw(file, own, &drawing);
    document(&Parts { draft, rows, forbidden, source, diagram: &diagram })
}

fn read(text: &str) -> Lifecycle {
    let file = SourceFile::new(FileId(0), "imported.md", text);
    lower(&file, &parse(&file).0)
}

/// Pins variants where several states would share one. Whether anything was pinned.
fn pin_states(lifecycle: &Lifecycle, draft: &mut Draft) -> bool {
    let mut taken: HashSet<String> =
        lifecycle.states.iter().map(|state| state.variant.to_lowercase()).collect();
    let mut seen = HashSet::new();
    let mut pinned = false;
    for (at, state) in lifecycle.states.iter().enumerate() {
        if !seen.insert(state.variant.to_lowercase()) {
            draft.about(at).variant = Some(free(&state.variant, "State", &mut taken));
            pinned = true;
        }
    }
    pinned
}

/// Pins the names of rows that are one row for lint, or would share a variant.
fn pin_rows(lifecycle: &Lifecycle, rows: &mut [Row]) -> bool {
    let mut taken: HashSet<String> = lifecycle.rows.iter().map(|row| row.variant.to_lowercase()).collect();
    let (mut names, mut identities) = (HashSet::new(), HashSet::new());
    let mut pinned = false;
    for (row, own) in lifecycle.rows.iter().zip(rows) {
        let identity = (row.from, row.to, row.trigger, row.pinned.then_some(&row.variant));
        if !names.insert(row.variant.to_lowercase()) | !identities.insert(identity) {
            own.name = Some(free(&row.variant, "Row", &mut taken));
            pinned = true;
        }
    }
    pinned
}

/// A name that is not taken yet, in whatever letter case, and that a document may pin.
fn free(name: &str, other: &str, taken: &mut HashSet<String>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let fits = name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(plain);
    let base = if fits { name } else { other };
    let names = (2..).map(|number| format!("{base}{number}"));
    let free = names.into_iter().find(|name| !taken.contains(&name.to_lowercase()) && !is_reserved(name));
    let free = free.unwrap_or_default();
    taken.insert(free.to_lowercase());
    free
}
