//! The tables that answer questions by index. Cells are numbered, so that a table holds each answer once.

use std::collections::BTreeMap;

use super::code::{Code, Literal, list};
use super::data::array;
use crate::lifecycle::Lifecycle;

/// Up to so many cells a table is an array of all of them; above, a search among the filled ones.
const DENSE_CELLS: usize = 4096;

/// Up to so many words one `match` tells them apart; above, a search among the sorted words.
const MATCHED_WORDS: usize = 64;

/// From text to state, names before aliases: a `match`, or a search where there are too many words.
pub(super) fn named(lifecycle: &Lifecycle, code: &mut Code) {
    let mut words = BTreeMap::new();
    let names = lifecycle.states.iter().map(|state| (&state.name, state));
    let aliases =
        lifecycle.states.iter().flat_map(|state| state.aliases.iter().map(move |alias| (alias, state)));
    for (word, state) in names.chain(aliases) {
        words.entry((word.as_str().len(), word.as_str())).or_insert(&state.variant);
    }
    code.gap();
    code.line("/// The state that is called so.");
    if words.len() > MATCHED_WORDS {
        let items = words.iter().map(|((_, word), state)| format!("({}, State::{state})", Literal(word)));
        code.line("fn named(text: &str) -> Option<State> { support::find(&WORDS, text) }");
        array(code, &format!("WORDS: [(&str, State); {}]", words.len()), items);
        return;
    }
    code.block("fn named(text: &str) -> Option<State> {", "}", |code| {
        code.block("Some(match text {", "})", |code| {
            for ((_, word), state) in words {
                code.line(format_args!("{} => State::{state},", Literal(word)));
            }
            code.line("_ => return None,");
        });
    });
}

/// Per state, the rows that leave it.
pub(super) fn outgoing(lifecycle: &Lifecycle, code: &mut Code) {
    let outgoing = lifecycle.outgoing();
    let rows = outgoing.iter().map(|rows| row_list(lifecycle, rows));
    array(code, &format!("OUTGOING: [&[Transition]; {}]", lifecycle.states.len()), rows);
}

/// Per pair of states, what the document says; the first verdict is that of all other pairs.
pub(super) fn verdicts(lifecycle: &Lifecycle, code: &mut Code) {
    let mut cells: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, row) in lifecycle.rows.iter().enumerate() {
        if let (Some(from), Some(to)) = (row.from, row.to) {
            cells.entry((from, to)).or_default().push(index);
        }
    }
    let declared = cells
        .into_iter()
        .map(|(pair, rows)| (pair, format!("Verdict::Declared({})", row_list(lifecycle, &rows))));
    let mut verdicts: BTreeMap<(usize, usize), String> = declared.collect();
    for pair in &lifecycle.forbidden {
        let forbidden = || format!("Verdict::Forbidden({})", Literal(pair.why.as_str()));
        verdicts.entry((pair.from, pair.to)).or_insert_with(forbidden);
    }
    let states = lifecycle.states.len();
    let none = std::iter::once("Verdict::Undeclared");
    let all = none.chain(verdicts.values().map(String::as_str));
    array(code, &format!("VERDICTS: [Verdict; {}]", verdicts.len() + 1), all);
    cells_of("VERDICT_CELLS", [states, states], verdicts.keys(), code);
}

/// Per state and trigger, the rows that leave on it; the first list is that of all other pairs.
pub(super) fn on(lifecycle: &Lifecycle, code: &mut Code) {
    let candidates = candidates(lifecycle);
    let lists = candidates.values().map(|rows| row_list(lifecycle, rows));
    let all = std::iter::once("&[]".to_owned()).chain(lists);
    array(code, &format!("ON: [&[Transition]; {}]", candidates.len() + 1), all);
    cells_of("ON_CELLS", [lifecycle.states.len(), lifecycle.triggers.len()], candidates.keys(), code);
}

/// Per state and trigger, the state that the one row enters: a table, if it is not too large.
pub(super) fn targets(lifecycle: &Lifecycle, code: &mut Code) {
    let (states, triggers) = (lifecycle.states.len(), lifecycle.triggers.len());
    code.gap();
    code.line("/// The state that the one row enters which leaves a state on a trigger.");
    code.block("const fn target(state: State, trigger: Trigger) -> Option<State> {", "}", |code| {
        if is_dense([states, triggers]) {
            code.line("NEXT[state.index()][trigger.index()]");
        } else {
            code.block("match state.on(trigger) {", "}", |code| {
                code.line("[row] => row.to(),");
                code.line("_ => None,");
            });
        }
    });
    if !is_dense([states, triggers]) {
        return;
    }
    let candidates = candidates(lifecycle);
    let cells = candidates.iter().filter_map(|((state, trigger), rows)| {
        let [row] = rows[..] else { return None };
        let target = &lifecycle.states[lifecycle.rows[row].to?].variant;
        Some(format!("({state}, {trigger}, State::{target})"))
    });
    let typed = format!("static NEXT: [[Option<State>; {triggers}]; {states}] = support::targets(&[");
    code.block(typed, "]);", |code| cells.for_each(|cell| code.line(format_args!("{cell},"))));
}

/// The rows that leave a state on a trigger.
fn candidates(lifecycle: &Lifecycle) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut candidates: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, row) in lifecycle.rows.iter().enumerate() {
        if let (Some(from), Some(trigger)) = (row.from, row.trigger) {
            candidates.entry((from, trigger)).or_default().push(index);
        }
    }
    candidates
}

fn is_dense([rows, columns]: [usize; 2]) -> bool {
    rows * columns <= DENSE_CELLS
}

/// The numbers of the filled cells, which come sorted.
fn cells_of<'a>(
    name: &str,
    size: [usize; 2],
    filled: impl Iterator<Item = &'a (usize, usize)>,
    code: &mut Code,
) {
    let [rows, columns] = size;
    let mut lines = vec![Vec::new(); rows];
    for (row, column) in filled {
        lines[*row].push(*column);
    }
    let (typed, kind) = if is_dense(size) {
        (format!("support::Dense<{rows}, {columns}>"), "Dense")
    } else {
        (format!("support::Sparse<{rows}>"), "Sparse")
    };
    code.block(format_args!("static {name}: {typed} = support::{kind}::new(["), "]);", |code| {
        lines.iter().for_each(|columns| code.line(format_args!("&[{}],", list(columns))));
    });
}

fn row_list(lifecycle: &Lifecycle, rows: &[usize]) -> String {
    format!("&[{}]", list(rows.iter().map(|row| format!("Transition::{}", lifecycle.rows[*row].variant))))
}
