//! Tables that are a matrix: states by states with marks, or states by events with targets.

use super::cells::{self, Ends};
use super::corner;
use super::draft::{Draft, Fact, Forbidden, Row};
use super::findings;
use super::marks::{is_lone, legend, verdict};
use super::names::{Rank, key};
use crate::diagnostic::Diagnostic;
use crate::document::STAR;
use crate::markdown::{Table, Words};

/// Whether a table is a matrix of either kind.
pub(super) fn fits(table: &Table) -> bool {
    is_square(table) || is_of_events(table) || is_of_events(&corner::turned(table))
}

/// The table with the states that are left down its side.
fn upright(table: &Table) -> Table {
    let events = !is_square(table) && !is_of_events(table);
    if events || corner::targets_go_down(table) { corner::turned(table) } else { table.clone() }
}

fn firsts(table: &Table) -> impl Iterator<Item = &Words> {
    table.rows.iter().filter_map(|row| row.first()).filter(|words| !words.text.is_empty())
}

/// States down and across: most headings name a line, and the cells hold marks.
fn is_square(table: &Table) -> bool {
    let lines: Vec<String> = firsts(table).map(|words| key(&words.text)).collect();
    let heads = table.head.iter().skip(1).filter(|words| !words.text.is_empty());
    let (shared, all) = heads.fold((0, 0), |(shared, all), words| {
        (shared + usize::from(lines.contains(&key(&words.text))), all + 1)
    });
    let inner = || table.rows.iter().flat_map(|row| row.iter().skip(1));
    let mark = |words: &Words| ["0", "1"].contains(&words.text.as_str());
    let number = |words: &&Words| words.text.starts_with(|c: char| c.is_ascii_digit()) && !mark(words);
    let marks = inner().filter(|words| is_mark(words)).count();
    shared >= 2
        && shared * 3 >= all * 2
        && inner().filter(number).count() * 2 < inner().count().max(1)
        && marks > 0
}

/// States down, events across: most of what is in the cells names a line.
fn is_of_events(table: &Table) -> bool {
    let lines: Vec<String> = firsts(table).map(|words| key(&words.text)).collect();
    let inner = table.rows.iter().flat_map(|row| row.iter().skip(1));
    let filled: Vec<&Words> = inner.filter(|words| Fact::of_cell(&words.text).text().is_some()).collect();
    let named = filled.iter().filter(|words| lines.contains(&key(&words.text))).count();
    table.head.len() > 2 && lines.len() > 1 && named >= 2 && named * 3 >= filled.len() * 2
}

/// A mark that says yes or no, or an X alone.
fn is_mark(words: &Words) -> bool {
    verdict(&words.text).0.is_some() || words.text.eq_ignore_ascii_case("x")
}

/// Learns the states of a matrix.
pub(super) fn learn(table: &Table, draft: &mut Draft) {
    let table = &upright(table);
    for words in firsts(table).chain(table.head.iter().skip(1).filter(|_| is_square(table))) {
        let code = if words.codes.len() == 1 { Some(words.codes[0].clone()) } else { None };
        let rank = if code.is_some() { Rank::Code } else { Rank::Table };
        if !words.text.is_empty() && words.text != STAR {
            draft.names.learn(&code.unwrap_or_else(|| words.text.replace('\n', " ")), words.span, rank);
        }
    }
}

/// Takes a matrix in. In the one of states a mark is a row, words are its trigger, and a no with
/// words is a forbidden pair with its reason; a bare no says no more than that there is no row.
pub(super) fn take(table: &Table, around: &[String], draft: &mut Draft, found: &mut Vec<Diagnostic>) {
    let table = &upright(table);
    let square = is_square(table);
    let marks = Marks::of(table, around);
    for row in &table.rows {
        let Some(from) = row.first().and_then(|words| draft.names.find(&words.text)) else { continue };
        for (words, head) in row.iter().zip(&table.head).skip(1) {
            if square {
                marks.take(from, head, words, draft, found);
            } else {
                event(from, head, words, draft, found);
            }
        }
    }
}

/// What the marks of one matrix mean.
struct Marks<'a> {
    /// Whether another mark says yes, so that an X says no.
    ticked: bool,
    /// Whether a filled circle is there, so that a hollow one says no.
    filled: bool,
    /// The texts around the table, which may explain its marks.
    around: &'a [String],
}

impl<'a> Marks<'a> {
    fn of(table: &Table, around: &'a [String]) -> Self {
        let inner = || table.rows.iter().flat_map(|row| row.iter().skip(1));
        let ticked = inner().any(|words| verdict(&words.text).0 == Some(true));
        let filled = inner().any(|words| words.text == "●" || words.text == "⬤");
        Self { ticked, filled, around }
    }

    fn verdict(&self, text: &str) -> (Option<bool>, String) {
        let told = if is_lone(text) { legend(text, self.around) } else { None };
        if told.is_some() {
            return (told, String::new());
        }
        match text {
            "x" | "X" => (Some(!self.ticked), String::new()),
            "○" | "◯" if self.filled => (Some(false), String::new()),
            _ => verdict(text),
        }
    }

    fn take(&self, from: usize, head: &Words, words: &Words, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
        const FILLERS: &[&str] = &["same", "self", "identity", "no change", "no-op", "noop", "current"];
        let Fact::Text(text) = Fact::of_cell(&words.text) else { return };
        let Some(to) = draft.names.find(&head.text) else {
            found.push(findings::no_heading(words));
            return;
        };
        match self.verdict(&text) {
            (Some(false), why) if !why.is_empty() => {
                draft.forbidden.push(Forbidden { from, to, why: Some(why), broad: false, span: words.span });
            }
            (Some(false), _) => {}
            (None, said)
                if from == to && (is_lone(&said) || FILLERS.contains(&said.to_lowercase().as_str())) => {}
            (None, said) if is_lone(&said) => found.push(findings::unknown_mark(words)),
            (_, said) => {
                let mut row = Row::new(Some(from), Some(to), words.span);
                row.trigger =
                    if said.is_empty() { Fact::Unknown } else { Fact::Text(said.replace('\n', " ")) };
                draft.stated.push(row);
            }
        }
    }
}

fn event(from: usize, head: &Words, words: &Words, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
    let known = draft.names.find(&words.text).is_some();
    if !known
        && (Fact::of_cell(&words.text).text().is_none()
            || verdict(&words.text) == (Some(false), String::new()))
    {
        return;
    }
    if !known && is_lone(&words.text) {
        found.push(findings::unknown_mark(words));
        return;
    }
    let (ends, guess) = cells::ends(words, &mut draft.names);
    found.extend(guess.map(|guess| findings::guessed(words, &guess)));
    let states = match ends {
        Ends::States(states) => states,
        Ends::Same => vec![(from, String::new())],
        _ => {
            found.push(findings::no_state(words));
            return;
        }
    };
    for (to, remark) in states {
        let mut row = Row::new(Some(from), Some(to), words.span);
        row.trigger = Fact::Text(head.text.replace('\n', " "));
        row.guard = if remark.is_empty() { Fact::Unknown } else { Fact::Text(remark) };
        draft.stated.push(row);
    }
}
