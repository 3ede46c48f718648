//! What a table is about, by its columns and by what stands above it.

use super::cells;
use super::columns::{Column, columns, is_about_states, plain, speaks_of_states};
use super::matrix;
use crate::markdown::{Table, Words};

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Transitions,
    States,
    /// States by states, or states by events.
    Matrix,
    /// Rows with a source and no target.
    Targetless,
    /// Something else.
    Other,
}

/// A table with what its columns are.
#[derive(Clone, Debug)]
pub(super) struct Known<'a> {
    pub(super) table: &'a Table,
    pub(super) columns: Vec<Column>,
    pub(super) kind: Kind,
    /// Whether its columns or the heading above it speak of states.
    pub(super) speaks: bool,
    /// Whether its notes are about the source, which is headed `State`.
    pub(super) describes: bool,
    /// Whether what stands around it says that it lists what must not happen.
    pub(super) forbids: bool,
    /// The texts around it, which may explain its marks.
    pub(super) around: Vec<String>,
}

/// Finds out what a table is about; `context` is the heading above it.
pub(super) fn know<'a>(table: &'a Table, context: &str) -> Known<'a> {
    let columns = columns(table);
    let has = |column: Column| columns.contains(&column);
    let about = || is_about_states(table, &columns, context);
    let leaves = has(Column::From) || has(Column::Pair);
    let ends = has(Column::From) && has(Column::To);
    let kind = if !ends && matrix::fits(table) {
        Kind::Matrix
    } else if ends || has(Column::Pair) && !has(Column::To) {
        let arrows = |row: &&Vec<Words>| row.iter().any(|words| cells::pair(words).is_some());
        let fits = has(Column::From) || table.rows.iter().any(|row| arrows(&row));
        if fits && about() { Kind::Transitions } else { Kind::Other }
    } else if leaves && has(Column::Trigger) && about() {
        Kind::Targetless
    } else if has(Column::State) && (has(Column::Meaning) || has(Column::Notes) || has(Column::Terminal)) {
        Kind::States
    } else {
        Kind::Other
    };
    let lead = table.lead.as_deref().unwrap_or_default();
    let of_state = |at: usize| plain(&table.head[at].text).is_empty();
    let from = columns.iter().position(|column| *column == Column::From);
    let describes = from.is_some_and(of_state) && !has(Column::Trigger);
    let (speaks, forbids) = (speaks(table, context), forbids(context, lead));
    Known { table, columns, kind, speaks, describes, forbids, around: Vec::new() }
}

/// Whether a table's columns, or the heading above it, speak of states.
pub(super) fn speaks(table: &Table, heading: &str) -> bool {
    let heads = table.head.iter().any(|words| speaks_of_states(&words.text));
    heads || speaks_of_states(heading)
}

/// Whether a heading, or a short line before a list or table, says that what follows is forbidden.
pub(super) fn forbids(heading: &str, lead: &str) -> bool {
    const WORDS: &[&str] = &[
        "invalid",
        "forbidden",
        "illegal",
        "disallowed",
        "not allowed",
        "prohibited",
        "cannot happen",
        "never",
        "impossible",
        "must not",
        "not permitted",
        "blocked transitions",
        "rejected transitions",
    ];
    const ALLOWING: &[&str] = &["valid", "allowed", "legal", "permitted"];
    let says = |text: &str| {
        let lower = text.to_lowercase();
        WORDS.iter().any(|word| lower.contains(word))
    };
    let short = lead.chars().count() < 100;
    let words: Vec<String> = lead.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let allows = short && has(ALLOWING) && !has(&["not", "no", "never"]);
    let lead_says = short && says(lead);
    lead_says || says(heading) && !allows
}
