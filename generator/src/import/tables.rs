//! What a table of transitions says: rows and forbidden pairs.

use super::cells;
use super::columns::Column;
use super::draft::{Draft, Fact, Row};
use super::findings;
use super::kinds::Known;
use super::marks;
use super::names::key;
use super::pairs::{forbid, pairs};
use super::phrases::{removes, speaks_of_condition};
use crate::diagnostic::Diagnostic;
use crate::markdown::Words;

/// Learns the names that the table surely gives.
pub(super) fn learn(known: &Known, draft: &mut Draft) {
    if let Some(from) = &known.from {
        cells::learn(from, &mut draft.names);
    }
    for row in &known.table.rows {
        for (column, words) in known.columns.iter().zip(row) {
            match column {
                Column::From => cells::learn(words, &mut draft.names),
                Column::To if cells::pair(words).is_none() => cells::learn(words, &mut draft.names),
                Column::To => {
                    let line = Line { known, cells: row };
                    if let Some((_, to)) = line.ends() {
                        cells::learn(&to, &mut draft.names);
                    }
                }
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
    for column in [Column::From, Column::To, Column::Pair, Column::Allowed] {
        let heads = known.columns.iter().zip(&known.table.head).filter(|(other, _)| **other == column);
        found.extend(heads.skip(1).map(|(_, words)| findings::second_column(words)));
    }
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

pub(super) struct Line<'a> {
    pub(super) known: &'a Known<'a>,
    pub(super) cells: &'a [Words],
}

impl Line<'_> {
    pub(super) fn cell(&self, column: Column) -> Option<&Words> {
        let at = self.known.columns.iter().position(|known| *known == column)?;
        self.cells.get(at)
    }

    fn has(&self, column: Column) -> bool {
        self.known.columns.contains(&column)
    }

    fn ends(&self) -> Option<(Words, Words)> {
        let from = self.cell(Column::From).or(self.known.from.as_ref());
        match (from, self.cell(Column::To)) {
            // `A | A → B`: the target's cell repeats the source.
            (Some(from), Some(to)) => match cells::pair(to) {
                Some((again, to)) if key(&again.text) == key(&from.text) => Some((from.clone(), to)),
                _ => Some((from.clone(), to.clone())),
            },
            _ => cells::pair(self.cell(Column::Pair)?),
        }
    }

    /// What the columns of one kind say together.
    fn fact(&self, column: Column) -> Fact {
        let mut texts = self.texts(column);
        let first = |at: usize| !texts[..at].contains(&texts[at]);
        let new: Vec<bool> = (0..texts.len()).map(first).collect();
        let mut new = new.into_iter();
        texts.retain(|_| new.next().unwrap_or_default());
        match self.cell(column) {
            None => Fact::Unknown,
            Some(_) if texts.is_empty() => Fact::None,
            Some(_) => Fact::Text(texts.join(", ")),
        }
    }

    /// What stands in the column of yes and no beside its mark: a condition, where it is not no.
    fn condition(&self) -> Option<String> {
        let words = self.cell(Column::Allowed).filter(|_| self.allowed() != Some(false))?;
        let text = Fact::of_cell(&marks::verdict(&words.text).1).text().map(ToOwned::to_owned);
        text.map(|text| text.replace('\n', "; "))
    }

    pub(super) fn texts(&self, column: Column) -> Vec<String> {
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
        row.guard = match (row.guard, self.condition()) {
            (Fact::Text(text), Some(more)) => Fact::Text(format!("{text}, {more}")),
            (_, Some(only)) => Fact::Text(only),
            (guard, None) => guard,
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
        let describes = self.known.describes;
        let beside = |column: &Column| match column {
            Column::Other => true,
            Column::State | Column::Initial | Column::Terminal => !describes,
            _ => false,
        };
        for (at, _) in self.known.columns.iter().enumerate().filter(|(_, column)| beside(column)) {
            let (Some(head), Some(words)) = (self.known.table.head.get(at), self.cells.get(at)) else {
                continue;
            };
            if let Some(text) = Fact::of_cell(&words.text).text() {
                row.notes.push(format!("{}: {text}", head.text));
            }
        }
        row
    }

    fn allowed(&self) -> Option<bool> {
        marks::verdict(&self.cell(Column::Allowed)?.text).0
    }

    fn why(&self) -> Option<String> {
        let remark =
            self.cell(Column::Allowed).map(|words| marks::verdict(&words.text).1).unwrap_or_default();
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
        let yes = |column| self.cell(column).and_then(|words| marks::verdict(&words.text).0) == Some(true);
        let (initial, terminal) = (yes(Column::Initial), yes(Column::Terminal));
        for pair in pairs {
            for meaning in [self.texts(Column::Meaning), self.texts(Column::Notes)].concat() {
                if let Some(state) = pair.from.filter(|_| self.known.describes) {
                    draft.mean(state, &meaning);
                }
            }
            if let Some(state) = pair.from.filter(|_| self.known.describes) {
                draft.about(state).initial |= initial;
                draft.about(state).terminal |= terminal;
            }
            let mut row = row.clone();
            (row.from, row.to) = (pair.from, pair.to);
            let cause = row.trigger.text().or(row.guard.text()).or(row.who.text());
            if pair.end && !removes(&to.text, cause) {
                let state = pair.from.unwrap_or_default();
                let left = said(&row);
                let about = draft.about(state);
                about.ended = !left.is_empty() && (about.ended || !about.terminal);
                about.terminal = true;
                if !left.is_empty() {
                    found.push(findings::ends_with_words(to, draft.name(pair.from), &left));
                }
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

/// The words of a row that only a row can hold, as a finding names them.
fn said(row: &Row) -> Vec<String> {
    let facts = [("trigger", &row.trigger), ("guard", &row.guard), ("who", &row.who)];
    let facts = facts.iter().filter_map(|(key, fact)| Some(format!("{key} `{}`", fact.text()?)));
    facts.chain(row.effects.iter().map(|effect| format!("side effect `{effect}`"))).collect()
}
