//! What a table is about, by its columns and by what stands above it.

use std::collections::HashSet;

use super::cells;
use super::columns::{Column, columns, is_about_others, is_about_states, plain, speaks_of_states};
use super::matrix;
use super::names::key;
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
    /// The state that all its lines leave, as its heading says: `From draft`.
    pub(super) from: Option<Words>,
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
        let bare = ends && (is_bare(&columns) || is_chain(table, &columns));
        if fits && (about() || bare && !is_about_others(table)) { Kind::Transitions } else { Kind::Other }
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
    Known { table, columns, kind, speaks, describes, forbids, from: None, around: Vec::new() }
}

/// Why a table is no table of transitions.
pub(super) fn why_not(known: &Known) -> String {
    let has = |column: Column| known.columns.contains(&column);
    let why = match (has(Column::From), has(Column::To)) {
        _ if is_about_others(known.table) => "its columns are about something else",
        (true, true) => "nothing speaks of states, and no line goes on where another ends",
        (true, false) => "no column says to which state its lines lead",
        (false, true) => "no column says from which state its lines lead",
        (false, false) if has(Column::Pair) => "no cell holds `from → to` or nothing speaks of states",
        (false, false) => "no columns such as From and To",
    };
    format!("not this table: {why}")
}

/// Whether a table has both ends and nothing else.
fn is_bare(columns: &[Column]) -> bool {
    columns.iter().all(|column| matches!(column, Column::From | Column::To | Column::Number))
}

/// Whether a line of a table goes on where another ends.
fn is_chain(table: &Table, columns: &[Column]) -> bool {
    let side = |column: Column| {
        let at = columns.iter().position(|known| *known == column);
        let cells = table.rows.iter().filter_map(move |row| row.get(at?));
        cells
            .map(|words| key(&words.text))
            .filter(|key| key.contains(char::is_alphabetic))
            .collect::<HashSet<_>>()
    };
    !side(Column::From).is_disjoint(&side(Column::To))
}

/// A table without a source below a heading that names it: `From draft`.
pub(super) fn headed_by(known: &mut Known, heading: &Words) {
    let has = |column: Column| known.columns.contains(&column);
    let lower = heading.text.to_lowercase();
    let leaves = ["from ", "leaving ", "out of "].iter().find(|word| lower.starts_with(**word));
    let Some(start) = leaves.filter(|_| known.kind == Kind::Other && has(Column::To) && !has(Column::From))
    else {
        return;
    };
    let mut text = heading.text.get(start.len()..).unwrap_or_default().trim_end_matches(':').trim();
    if let [code] = heading.codes.as_slice() {
        text = code;
    }
    let text = text.trim_end_matches(" state").trim_end_matches(" status").to_owned();
    if text.is_empty() || text.split_whitespace().count() > 4 || is_about_others(known.table) {
        return;
    }
    let around = if heading.codes.len() == 1 { "\n".to_owned() } else { text.clone() };
    known.from = Some(Words { text, around, ..heading.clone() });
    known.kind = Kind::Transitions;
    known.speaks = true;
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
