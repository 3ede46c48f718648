//! Tables that are a matrix: states by states with marks, or states by events with targets.

use super::cells::{self, Ends};
use super::draft::{Draft, Fact, Forbidden, Row};
use super::names::{Rank, key};
use crate::document::STAR;
use crate::markdown::{Table, Words};

/// What a cell's mark says, and what stands beside the mark.
pub(super) fn verdict(text: &str) -> (Option<bool>, String) {
    const YES: &[&str] =
        &["✓", "✔️", "✔", "✅", "☑️", "☑", "🟢", "yes", "y", "true", "o", "ok", "allowed", "○", "◯"];
    const NO: &[&str] = &[
        "✗",
        "✘",
        "❌",
        "✖️",
        "✖",
        "⛔",
        "🚫",
        "🔴",
        "no",
        "n",
        "false",
        "never",
        "denied",
        "not allowed",
        "forbidden",
        "×",
    ];
    let text = text.trim();
    let starts = |mark: &&&str| {
        let head = text.get(..mark.len()).is_some_and(|head| head.to_lowercase() == **mark);
        head && !(mark.is_ascii() && text[mark.len()..].starts_with(char::is_alphanumeric))
    };
    let rest = |mark: &str| {
        let rest = text[mark.len()..]
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, '—' | '–' | '-' | ':' | ','));
        let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        inner.unwrap_or(rest).trim().to_owned()
    };
    if let Some(mark) = NO.iter().find(starts) {
        return (Some(false), rest(mark));
    }
    match YES.iter().find(starts) {
        Some(mark) => (Some(true), rest(mark)),
        None => (None, text.to_owned()),
    }
}

/// Whether a table is a matrix of either kind.
pub(super) fn fits(table: &Table) -> bool {
    is_square(table) || is_of_events(table)
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
    let number = |words: &&Words| words.text.starts_with(|c: char| c.is_ascii_digit());
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
pub(super) fn take(table: &Table, draft: &mut Draft) {
    let square = is_square(table);
    let ticked = table
        .rows
        .iter()
        .flat_map(|row| row.iter().skip(1))
        .any(|words| verdict(&words.text).0 == Some(true));
    for row in &table.rows {
        let Some(from) = row.first().and_then(|words| draft.names.find(&words.text)) else { continue };
        for (words, head) in row.iter().zip(&table.head).skip(1) {
            if square {
                mark(from, head, words, ticked, draft);
            } else {
                event(from, head, words, draft);
            }
        }
    }
}

fn mark(from: usize, head: &Words, words: &Words, ticked: bool, draft: &mut Draft) {
    let Some(to) = draft.names.find(&head.text) else { return };
    let Fact::Text(text) = Fact::of_cell(&words.text) else { return };
    let cross = text.eq_ignore_ascii_case("x");
    match verdict(&text) {
        _ if cross && ticked => {}
        (Some(false), why) if !why.is_empty() => {
            draft.forbidden.push(Forbidden { from, to, why: Some(why), broad: false, span: words.span });
        }
        (Some(false), _) => {}
        (_, said) => {
            let blank = cross || said.is_empty() || (from == to && verdict(&text).0.is_none());
            if blank && from == to && !cross && verdict(&text).0.is_none() {
                return;
            }
            let mut row = Row::new(Some(from), Some(to), words.span);
            row.trigger = if blank { Fact::Unknown } else { Fact::Text(said) };
            draft.stated.push(row);
        }
    }
}

fn event(from: usize, head: &Words, words: &Words, draft: &mut Draft) {
    if Fact::of_cell(&words.text).text().is_none() {
        return;
    }
    let (Ends::States(states), _) = cells::ends(words, &mut draft.names) else { return };
    for (to, remark) in states {
        let mut row = Row::new(Some(from), Some(to), words.span);
        row.trigger = Fact::Text(head.text.replace('\n', " "));
        row.guard = if remark.is_empty() { Fact::Unknown } else { Fact::Text(remark) };
        draft.stated.push(row);
    }
}

#[cfg(test)]
mod tests {
    use super::verdict;

    #[test]
    fn marks_are_known_in_many_forms() {
        let cases = [
            ("✅", Some(true), ""),
            ("**", None, "**"),
            ("No (except reset)", Some(false), "except reset"),
            ("Yes (Reset)", Some(true), "Reset"),
            ("✗ — guard G1", Some(false), "guard G1"),
            ("Nominal", None, "Nominal"),
            ("Open", None, "Open"),
            ("O", Some(true), ""),
            ("", None, ""),
        ];
        for (text, expected, rest) in cases {
            assert_eq!(verdict(text), (expected, rest.to_owned()), "{text}");
        }
    }
}
