//! What a page's tables and lists say: rows, forbidden pairs, and what states mean.

use std::collections::HashSet;

use super::cells::{self, Ends};
use super::columns::{Column, columns, is_about_states};
use super::draft::{Draft, Fact, Forbidden, Row};
use super::findings;
use super::page::{Table, Words};
use crate::diagnostic::Diagnostic;

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
    /// Whether its notes are about the source, which is headed `State`.
    pub(super) describes: bool,
    /// Whether what stands around it says that it lists what must not happen.
    pub(super) forbids: bool,
}

/// Finds out what a table is about; `context` is the heading above it.
pub(super) fn know<'a>(table: &'a Table, context: &str) -> Known<'a> {
    let columns = columns(table);
    let has = |column: Column| columns.contains(&column);
    let about = || is_about_states(table, &columns, context);
    let leaves = has(Column::From) || has(Column::Pair);
    let ends = has(Column::From) && has(Column::To);
    let kind = if !ends && super::matrix::fits(table) {
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
    let of_state = |at: usize| super::columns::plain(&table.head[at].text).is_empty();
    let from = columns.iter().position(|column| *column == Column::From);
    let describes = from.is_some_and(of_state) && !has(Column::Trigger);
    Known { table, columns, kind, describes, forbids: forbids(context, lead) }
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

/// Learns the names that the table surely gives.
pub(super) fn learn(known: &Known, draft: &mut Draft) {
    for row in &known.table.rows {
        for (column, words) in known.columns.iter().zip(row) {
            match column {
                Column::From | Column::To => cells::learn(words, &mut draft.names),
                Column::Pair => {
                    for words in cells::pair(words).iter().flat_map(|(from, to)| [from, to]) {
                        cells::learn(words, &mut draft.names);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Takes a table of transitions in: the lines that speak of any state last, when all are known.
pub(super) fn take(known: &Known, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
    let (any, plain): (Vec<_>, Vec<_>) =
        lines(known, found).into_iter().partition(|(_, from, to)| cells::is_any(from) || cells::is_any(to));
    for (line, from, to) in plain.iter().chain(&any) {
        line.take(from, to, draft, found);
    }
}

/// The lines with their ends; a blank source is that of the line above.
fn lines<'a>(known: &'a Known<'a>, found: &mut Vec<Diagnostic>) -> Vec<(Line<'a>, Words, Words)> {
    let mut lines: Vec<(Line, Words, Words)> = Vec::new();
    for cells in &known.table.rows {
        let line = Line { known, cells };
        if cells.iter().all(|words| words.text.is_empty()) {
            continue;
        }
        let Some((mut from, to)) = line.ends() else {
            found.extend(cells.first().map(|words| findings::no_pair(words.span)));
            continue;
        };
        if let Some((_, above, _)) = lines.last().filter(|_| from.text.is_empty()) {
            from = Words { span: from.span, ..above.clone() };
        }
        lines.push((line, from, to));
    }
    lines
}

struct Line<'a> {
    known: &'a Known<'a>,
    cells: &'a [Words],
}

impl Line<'_> {
    fn cell(&self, column: Column) -> Option<&Words> {
        let at = self.known.columns.iter().position(|known| *known == column)?;
        self.cells.get(at)
    }

    fn has(&self, column: Column) -> bool {
        self.known.columns.contains(&column)
    }

    fn ends(&self) -> Option<(Words, Words)> {
        match (self.cell(Column::From), self.cell(Column::To)) {
            (Some(from), Some(to)) => Some((from.clone(), to.clone())),
            _ => cells::pair(self.cell(Column::Pair)?),
        }
    }

    fn fact(&self, column: Column) -> Fact {
        self.cell(column).map_or(Fact::Unknown, |words| Fact::of_cell(&words.text))
    }

    fn texts(&self, column: Column) -> Vec<String> {
        let cells = self.known.columns.iter().zip(self.cells).filter(|(known, _)| **known == column);
        let texts = cells.filter_map(|(_, words)| Fact::of_cell(&words.text).text().map(ToOwned::to_owned));
        texts.collect()
    }

    /// The row without its ends, as the columns beside them have it.
    fn row(&self, span: &Words) -> Row {
        let mut row = Row::new(None, None, span.span);
        (row.trigger, row.guard, row.who) =
            (self.fact(Column::Trigger), self.fact(Column::Guard), self.fact(Column::Who));
        for text in self.texts(Column::Effects) {
            let pieces = text
                .split(['\n', ';'])
                .map(|piece| piece.trim_start_matches(['-', '•', '*']).trim().to_owned());
            row.effects.extend(pieces.filter(|piece| !piece.is_empty()));
        }
        row.guard = match row.guard {
            Fact::Text(text) => Fact::Text(text.replace('\n', "; ")),
            other => other,
        };
        for fact in [&mut row.trigger, &mut row.who] {
            if let Fact::Text(text) = fact {
                *text = text.replace('\n', " ");
            }
        }
        if !self.known.describes {
            row.notes = [self.texts(Column::Notes), self.texts(Column::Meaning)].concat();
        }
        if !self.known.forbids && self.allowed() != Some(false) {
            row.notes.extend(self.texts(Column::Why));
        }
        for (at, column) in
            self.known.columns.iter().enumerate().filter(|(_, column)| **column == Column::Other)
        {
            let (Some(head), Some(words)) = (self.known.table.head.get(at), self.cells.get(at)) else {
                continue;
            };
            if let (Column::Other, Some(text)) = (column, Fact::of_cell(&words.text).text()) {
                row.notes.push(format!("{}: {text}", head.text));
            }
        }
        row
    }

    fn allowed(&self) -> Option<bool> {
        super::matrix::verdict(&self.cell(Column::Allowed)?.text).0
    }

    fn why(&self) -> Option<String> {
        let remark =
            self.cell(Column::Allowed).map(|words| super::matrix::verdict(&words.text).1).unwrap_or_default();
        let texts = [
            self.texts(Column::Why),
            self.texts(Column::Notes),
            self.texts(Column::Guard),
            self.texts(Column::Other),
        ];
        let own = Some(remark).filter(|remark| !remark.is_empty());
        own.or_else(|| texts.concat().into_iter().next())
            .or_else(|| self.texts(Column::Trigger).into_iter().next())
    }

    fn take(&self, from: &Words, to: &Words, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
        let pairs = pairs(from, to, draft, found);
        if self.known.forbids && self.allowed() != Some(true) || self.allowed() == Some(false) {
            return forbid(pairs, self.why().as_deref(), from, draft);
        }
        let row = self.row(from);
        for pair in pairs {
            for meaning in [self.texts(Column::Meaning), self.texts(Column::Notes)].concat() {
                if let Some(state) = pair.from.filter(|_| self.known.describes) {
                    draft.mean(state, &meaning);
                }
            }
            let mut row = row.clone();
            (row.from, row.to) = (pair.from, pair.to);
            if pair.end {
                let names = row.notes.iter().map(|note| format!("{}: {note}", draft.name(pair.from)));
                let remarks: Vec<String> = names.collect();
                draft.remarks.extend(remarks);
                continue;
            }
            let remark = Some(pair.remark).filter(|remark| !remark.is_empty());
            match remark {
                Some(remark) if !self.has(Column::Guard) && speaks_of_condition(&remark) => {
                    row.guard = Fact::Text(remark);
                }
                Some(remark) => row.notes.push(remark),
                None => {}
            }
            draft.stated.push(row);
        }
    }
}

fn speaks_of_condition(remark: &str) -> bool {
    let first = remark.split(' ').next().unwrap_or_default().to_lowercase();
    ["when", "if", "after", "once", "only", "unless", "while", "until", "requires"].contains(&first.as_str())
}

/// One pair that a row's cells give.
#[derive(Debug, Default)]
pub(super) struct Pair {
    from: Option<usize>,
    to: Option<usize>,
    remark: String,
    /// It comes of words such as `any`.
    broad: bool,
    /// Nothing follows: the source is terminal, and there is no row.
    end: bool,
}

/// The pairs that two cells give, each side taken apart; what cannot be is a finding.
pub(super) fn pairs(from: &Words, to: &Words, draft: &mut Draft, found: &mut Vec<Diagnostic>) -> Vec<Pair> {
    let mut side = |words: &Words| {
        let (ends, partly) = cells::ends(words, &mut draft.names);
        found.extend(partly.map(|known| findings::partly_known(words, &known)));
        ends
    };
    let (left, right) = (side(from), side(to));
    let left = placed(left, draft);
    let right = placed(right, draft);
    let sources = match &left {
        Ends::States(states) => states.iter().map(|(state, remark)| (Some(*state), remark.clone())).collect(),
        Ends::Any(words) => {
            let states = every(words, right == Ends::Removed, draft);
            if right != Ends::Unclear {
                found.push(findings::any(from));
            }
            states.into_iter().map(|state| (Some(state), String::new())).collect()
        }
        Ends::Nowhere | Ends::Blank => vec![(None, String::new())],
        Ends::Unclear | Ends::Same | Ends::End | Ends::Removed => {
            found.push(findings::no_state(from));
            return Vec::new();
        }
    };
    let mut pairs = Vec::new();
    for (from, said) in sources {
        pairs.extend(targets(from, &right, to, draft, found).into_iter().map(|pair| {
            let said = if pair.remark.is_empty() { said.clone() } else { pair.remark.clone() };
            Pair { remark: said, ..pair }
        }));
    }
    if matches!(left, Ends::Any(_)) {
        pairs.retain(|pair| pair.from != pair.to);
        pairs.iter_mut().for_each(|pair| pair.broad = true);
    }
    pairs
}

fn targets(
    from: Option<usize>,
    right: &Ends,
    to: &Words,
    draft: &mut Draft,
    found: &mut Vec<Diagnostic>,
) -> Vec<Pair> {
    let broad = matches!(right, Ends::Any(_));
    let pair =
        |to: Option<usize>, remark: &str| Pair { from, to, remark: remark.to_owned(), broad, end: false };
    match (right, from) {
        (Ends::States(states), _) => {
            states.iter().map(|(state, remark)| pair(Some(*state), remark)).collect()
        }
        (Ends::Same, Some(state)) => vec![pair(Some(state), "")],
        (Ends::Removed, Some(_)) => vec![pair(None, "")],
        (Ends::End | Ends::Nowhere | Ends::Blank, Some(state)) => {
            draft.about(state).terminal = true;
            vec![Pair { end: true, ..pair(None, "") }]
        }
        (Ends::Any(words), Some(_)) => {
            let states = every(words, false, draft);
            found.push(findings::any(to));
            states
                .into_iter()
                .filter(|state| Some(*state) != from)
                .map(|state| pair(Some(state), ""))
                .collect()
        }
        _ => {
            found.push(findings::no_state(to));
            Vec::new()
        }
    }
}

/// Marks the states that a remark calls initial or terminal, and drops that remark.
fn placed(ends: Ends, draft: &mut Draft) -> Ends {
    let Ends::States(states) = ends else { return ends };
    let place = |(state, remark): (usize, String)| {
        if !cells::is_aside(&remark) {
            return (state, remark);
        }
        let says = |words: &[&str]| words.iter().any(|word| remark.to_lowercase().contains(word));
        draft.about(state).terminal |= says(&["final", "terminal", "end"]);
        draft.about(state).initial |= says(&["initial", "start", "default"]);
        (state, String::new())
    };
    Ends::States(states.into_iter().map(place).collect())
}

/// The states that `any` stands for: those that are not marked as terminal, which can be removed
/// all the same, without those that stand behind `except`; where the words speak of active states,
/// those that some row leaves.
fn every(words: &str, terminal_too: bool, draft: &mut Draft) -> Vec<usize> {
    let count = draft.names.list.len();
    let named = |state: usize| {
        words.split_once("except").is_some_and(|(_, rest)| {
            super::names::key(rest).contains(&super::names::key(&draft.names.list[state].text))
        })
    };
    let leaves: HashSet<usize> = draft.stated.iter().chain(&draft.drawn).filter_map(|row| row.from).collect();
    let active = ["terminal", "active", "final"].iter().any(|word| words.contains(word));
    let fits = |state: &usize| !named(*state) && (!active || leaves.contains(state));
    let left: Vec<usize> = (0..count).filter(fits).collect();
    left.into_iter().filter(|state| terminal_too || !draft.about(*state).terminal).collect()
}

fn forbid(pairs: Vec<Pair>, why: Option<&str>, words: &Words, draft: &mut Draft) {
    for pair in pairs {
        let why = Some(pair.remark).filter(|remark| !remark.is_empty()).or(why.map(ToOwned::to_owned));
        match (pair.from, pair.to) {
            (Some(from), Some(to)) => {
                draft.forbidden.push(Forbidden { from, to, why, broad: pair.broad, span: words.span });
            }
            (from, to) => {
                let (from, to) = (draft.name(from), draft.name(to));
                let remark = format!("Never {from} -> {to}: {}", why.unwrap_or_default());
                draft.remarks.push(remark.trim_end_matches([':', ' ']).to_owned());
            }
        }
    }
}

/// Takes a list's item `A → B: why` in.
pub(super) fn item(words: &Words, forbids: bool, draft: &mut Draft) {
    let Some((from, mut to, why)) = item_pair(words) else { return };
    let known = |text: &str, draft: &Draft| draft.names.find(text).is_some();
    to.text = to.text.trim().to_owned();
    if !known(&from.text, draft) {
        return;
    }
    let pairs = pairs(&from, &to, draft, &mut Vec::new());
    if forbids {
        forbid(pairs, why.as_deref(), words, draft);
        return;
    }
    for pair in pairs.into_iter().filter(|pair| pair.from.is_some() && !pair.end) {
        let mut row = Row::new(pair.from, pair.to, words.span);
        row.trigger = why.clone().map_or(Fact::Unknown, Fact::Text);
        draft.stated.push(row);
    }
}

/// The ends of an item, and what stands behind the target: `A → B (why)`, `A → B: why`.
pub(super) fn item_pair(words: &Words) -> Option<(Words, Words, Option<String>)> {
    let (from, mut to) = cells::pair(words)?;
    let line = to.text.split('\n').next().unwrap_or_default().to_owned();
    let marks = [" (", ": ", " — ", " – ", " - ", ", ", ". "];
    let cut = marks.iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    let why = line[cut..]
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ':' | '—' | '–' | '-' | ','));
    to.text = line[..cut].trim_matches(['*', ' ', '.', ':']).to_owned();
    to.around.clone_from(&to.text);
    let short = from.text.split_whitespace().count() <= 4
        && !to.text.is_empty()
        && to.text.split_whitespace().count() <= 4;
    short.then(|| (from, to, Some(why.to_owned()).filter(|why| !why.is_empty())))
}

/// Takes a table of states in: meanings, and which are initial or terminal.
pub(super) fn states(known: &Known, draft: &mut Draft) {
    let Some(name) = name_column(known, draft) else { return };
    for cells in &known.table.rows {
        let Some(words) = cells.get(name).filter(|words| !words.text.is_empty()) else { continue };
        let rank = if words.codes.len() == 1 { super::names::Rank::Code } else { super::names::Rank::Table };
        let text =
            if words.codes.len() == 1 { words.codes[0].clone() } else { words.text.replace('\n', " ") };
        let state = draft.names.learn(&text, words.span, rank);
        let line = Line { known, cells };
        for meaning in [line.texts(Column::Meaning), line.texts(Column::Notes)].concat() {
            draft.mean(state, &meaning);
        }
        let yes =
            |column| line.cell(column).and_then(|words| super::matrix::verdict(&words.text).0) == Some(true);
        draft.about(state).terminal |= yes(Column::Terminal);
        draft.about(state).initial |= yes(Column::Initial);
    }
}

/// The column that names states: of several, the one that names most of those known, then code.
fn name_column(known: &Known, draft: &Draft) -> Option<usize> {
    let named = |at: &usize| {
        let cells = known.table.rows.iter().filter_map(|row| row.get(*at));
        let fits = cells.clone().filter(|words| draft.names.find(&words.text).is_some()).count();
        (fits, cells.filter(|words| !words.codes.is_empty()).count())
    };
    let places = (0..known.columns.len()).filter(|at| known.columns[*at] == Column::State);
    places.rev().max_by_key(named)
}
