//! Rows of tables and arrows of diagrams as one list, and what they contradict each other in.

use std::collections::{HashMap, HashSet};

use super::draft::{Draft, Fact, Forbidden, Row};
use super::findings::{CONTRADICTS, READ_AS, SPELLING, mild};
use super::names::key;
use crate::diagnostic::{Diagnostic, Severity, nearest};
use crate::source::Span;

/// With more states than this no slips are looked for.
const MOST: usize = 500;

/// What tells rows of one pair apart: their triggers, but for case and final punctuation.
fn identity(row: &Row) -> (Option<usize>, Option<usize>, String) {
    let trigger = row.trigger.text().unwrap_or_default().to_lowercase();
    (row.from, row.to, trigger.trim_end_matches(['.', '!', ';', ':', ' ']).to_owned())
}

/// Whether two rows have the same words for their trigger.
fn is_said_so(a: &Row, b: &Row) -> bool {
    key(a.trigger.text().unwrap_or_default()) == key(b.trigger.text().unwrap_or_default())
}

/// The rows of the draft, each once, in the order of the table or, without one, of the diagram.
pub(super) fn rows(draft: &mut Draft, found: &mut Vec<Diagnostic>) -> Vec<Row> {
    let mut stated = std::mem::take(&mut draft.stated);
    stated.sort_by_key(|row| row.span.start);
    let stated = once(stated);
    let drawn = std::mem::take(&mut draft.drawn);
    found.extend(guarded_once(&drawn, draft));
    let drawn = once(drawn);
    let only_one = stated.is_empty() || drawn.is_empty();
    let Joined { rows, undrawn, unstated, differing, guarded } = joined(stated, drawn);
    if !only_one {
        found.extend(disagreement(draft, &unstated, "no table or list states", "the diagram shows"));
        found.extend(words_differ(&differing, draft));
        found.extend(guarded.iter().map(|(row, arrow)| guards_differ(row, arrow, draft)));
        found.extend(disagreement(draft, &undrawn, "no diagram shows", "the page states elsewhere"));
    }
    rows
}

/// The rows without repetition. What is said twice is one row, unless guards or effects differ.
fn once(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    for row in rows {
        let same = known.entry(identity(&row)).or_default();
        let differs = |a: &Fact, b: &Fact| a.text().is_some() && b.text().is_some() && a != b;
        // A row that says that it has no guard is another one than the row that has one.
        let free = |a: &Fact, b: &Fact| *a == Fact::None && b.text().is_some();
        let fits = |at: &&usize| {
            let other = &kept[**at];
            let silent = row.trigger.text().is_none()
                || free(&row.guard, &other.guard) == free(&other.guard, &row.guard);
            let effects =
                row.effects != other.effects && !row.effects.is_empty() && !other.effects.is_empty();
            silent && !effects && !differs(&row.guard, &other.guard) && !differs(&row.who, &other.who)
        };
        match same.iter().find(fits).copied() {
            Some(at) => kept[at].complete(&row),
            None => {
                same.push(kept.len());
                kept.push(row);
            }
        }
    }
    without_silent(kept)
}

/// Arrows that are drawn with a guard and again without one, which become one row.
fn guarded_once(drawn: &[Row], draft: &Draft) -> Vec<Diagnostic> {
    let mut known: HashMap<_, &Row> = HashMap::new();
    let mut found = Vec::new();
    for row in drawn.iter().filter(|row| row.trigger.text().is_some()) {
        let first = *known.entry(identity(row)).or_insert(row);
        if first.guard.text().is_some() != row.guard.text().is_some() && first.span != row.span {
            let message =
                format!("`{}` is drawn with a guard and without one, and read as one row", draft.arrow(row));
            let finding =
                mild(READ_AS, Severity::Warning, row.span, message).related(first.span, "the same arrow");
            found.push(finding.help("tell them apart by what triggers them, if two are meant"));
        }
    }
    found
}

/// The rows without those that say no more than another row of their pair.
fn without_silent(rows: Vec<Row>) -> Vec<Row> {
    let is_silent =
        |row: &Row| row.trigger.text().is_none() && row.guard.text().is_none() && row.effects.is_empty();
    let speaking: HashSet<_> = rows.iter().filter(|row| !is_silent(row)).map(Row::pair).collect();
    rows.into_iter().filter(|row| !is_silent(row) || !speaking.contains(&row.pair())).collect()
}

type Pairs = HashMap<(Option<usize>, Option<usize>), Vec<Row>>;

/// What comes of tables and diagrams together.
#[derive(Default)]
struct Joined {
    /// The table's rows, completed from the arrows of the same pair; then the arrows that no row has.
    rows: Vec<Row>,
    /// Rows whose pair no diagram shows.
    undrawn: Vec<Row>,
    /// Arrows whose pair no row has.
    unstated: Vec<Row>,
    /// Rows with the arrow that has other words for them.
    differing: Vec<(Row, Row)>,
    /// Rows with the arrow that has another guard.
    guarded: Vec<(Row, Row)>,
}

fn joined(stated: Vec<Row>, drawn: Vec<Row>) -> Joined {
    let mut joined = Joined::default();
    let mut arrows: Pairs = HashMap::new();
    for row in &drawn {
        arrows.entry(row.pair()).or_default().push(row.clone());
    }
    let mut count: HashMap<_, usize> = HashMap::new();
    stated.iter().for_each(|row| *count.entry(row.pair()).or_default() += 1);
    let mut settled = HashSet::new();
    for mut row in stated {
        let pair = row.pair();
        let same = arrows.get(&pair).map(Vec::as_slice).unwrap_or_default();
        let equal = same.iter().find(|arrow| is_said_so(arrow, &row));
        let lone = same.first().filter(|_| same.len() == 1 && count[&pair] == 1);
        let silent = same.iter().find(|arrow| arrow.trigger.text().is_none());
        match equal.or(lone).or(silent) {
            Some(arrow) => {
                if row.trigger.text().is_some() && arrow.trigger.text().is_some() && !is_said_so(&row, arrow)
                {
                    joined.differing.push((row.clone(), arrow.clone()));
                }
                let guards = row.guard.text().zip(arrow.guard.text());
                if guards.is_some_and(|(own, other)| key(own) != key(other)) {
                    joined.guarded.push((row.clone(), arrow.clone()));
                }
                row.complete(arrow);
                settled.insert(arrow.span);
            }
            None if same.is_empty() => joined.undrawn.push(row.clone()),
            None => {}
        }
        joined.rows.push(row);
    }
    let left: Vec<Row> = drawn.into_iter().filter(|arrow| !settled.contains(&arrow.span)).collect();
    joined.unstated = left.iter().filter(|arrow| is_news(arrow, &count)).cloned().collect();
    let extra = left.into_iter().filter(|arrow| is_news(arrow, &count) || arrow.trigger.text().is_some());
    joined.rows.extend(extra.collect::<Vec<_>>());
    joined
}

fn is_news(arrow: &Row, stated: &HashMap<(Option<usize>, Option<usize>), usize>) -> bool {
    !stated.contains_key(&arrow.pair())
}

/// One finding for all rows whose arrow has quite other words; the row's are kept.
fn words_differ(differing: &[(Row, Row)], draft: &Draft) -> Option<Diagnostic> {
    let ((row, arrow), rest) = differing.split_first()?;
    let words = |row: &Row| row.trigger.text().unwrap_or_default().replace('\n', " ");
    let more = if rest.is_empty() { String::new() } else { format!(", and {} more so", rest.len()) };
    let pair = draft.arrow(row);
    let message = format!("the diagram calls `{pair}` `{}`, its row `{}`{more}", words(arrow), words(row));
    let finding = mild(CONTRADICTS, Severity::Note, arrow.span, message)
        .related(row.span, "the row, whose words are kept");
    let finding = rest
        .iter()
        .fold(finding, |finding, (row, arrow)| finding.related(arrow.span, format!("`{}`", words(row))));
    Some(finding)
}

/// A row whose guard is another in the diagram; the row's is kept.
fn guards_differ(row: &Row, arrow: &Row, draft: &Draft) -> Diagnostic {
    let guard = |row: &Row| row.guard.text().unwrap_or_default().replace('\n', " ");
    let message = format!(
        "the diagram guards `{}` with `{}`, its row with `{}`",
        draft.arrow(row),
        guard(arrow),
        guard(row)
    );
    mild(CONTRADICTS, Severity::Warning, arrow.span, message)
        .related(row.span, "the row, whose guard is kept")
}

/// One finding for all rows that only one side has.
fn disagreement(draft: &Draft, rows: &[Row], lacks: &str, has: &str) -> Option<Diagnostic> {
    let (first, rest) = rows.split_first()?;
    let names: Vec<String> = rows.iter().take(8).map(|row| format!("`{}`", draft.arrow(row))).collect();
    let more = if rows.len() > 8 { format!(" and {} more", rows.len() - 8) } else { String::new() };
    let message = format!("{lacks} {}{more}, which {has}", names.join(", "));
    let finding = mild(CONTRADICTS, Severity::Warning, first.span, message);
    let finding = rest.iter().fold(finding, |finding, row| finding.related(row.span, draft.arrow(row)));
    Some(finding.help("all of them are in the document; remove what is not meant"))
}

/// The forbidden pairs, each once, without those that a row declares, which are contradictions.
pub(super) fn forbidden(draft: &mut Draft, rows: &[Row], found: &mut Vec<Diagnostic>) -> Vec<Forbidden> {
    let declared: HashMap<_, Span> = rows.iter().map(|row| (row.pair(), row.span)).collect();
    let mut seen: HashMap<(usize, usize), usize> = HashMap::new();
    let mut kept: Vec<Forbidden> = Vec::new();
    for pair in std::mem::take(&mut draft.forbidden) {
        if let Some(row) = declared.get(&(Some(pair.from), Some(pair.to))) {
            if pair.broad {
                continue;
            }
            let arrow = format!("{} -> {}", draft.name(Some(pair.from)), draft.name(Some(pair.to)));
            let message = format!("the page forbids `{arrow}` and declares it");
            let finding = mild(CONTRADICTS, Severity::Warning, pair.span, message);
            found.push(
                finding.related(*row, "declared here, which is kept").help("decide which of them is right"),
            );
            continue;
        }
        match seen.get(&(pair.from, pair.to)) {
            Some(at) => kept[*at].why = kept[*at].why.take().or(pair.why),
            None => {
                seen.insert((pair.from, pair.to), kept.len());
                kept.push(pair);
            }
        }
    }
    kept
}

/// States that the page spells in several ways, and one that is named once and like another.
pub(super) fn spellings(draft: &Draft) -> Vec<Diagnostic> {
    let mut found = Vec::from_iter(spelled(draft));
    for name in draft.names.list.iter().filter(|_| draft.names.list.len() <= MOST) {
        let others = draft.names.list.iter().filter(|other| other.mentions > 1 && other.text != name.text);
        let long = name.mentions == 1 && name.text.chars().count() > 4;
        let near = if long { nearest(&name.text, others.map(|other| other.text.as_str())) } else { None };
        if let Some(near) = near.filter(|near| is_slip(near, &name.text)) {
            let message = format!("`{}` is named once only; is `{near}` meant?", name.text);
            found.push(
                mild(READ_AS, Severity::Warning, name.span, message).help("it is kept as a state of its own"),
            );
        }
    }
    found
}

/// One finding for all states with more than one spelling.
fn spelled(draft: &Draft) -> Option<Diagnostic> {
    let all = draft.names.list.iter().flat_map(|name| name.others.iter().map(move |other| (name, other)));
    let all: Vec<_> = all.collect();
    let ((name, (first, span)), rest) = all.split_first()?;
    let more = if rest.is_empty() { String::new() } else { format!(", and {} more so", rest.len()) };
    let message = format!("`{first}` is read as `{}`, whose spelling is kept{more}", name.text);
    let finding =
        mild(SPELLING, Severity::Note, *span, message).related(name.span, "the spelling that is kept");
    Some(rest.iter().fold(finding, |finding, (name, (_, span))| {
        finding.related(*span, format!("read as `{}`", name.text))
    }))
}

/// Whether two words differ as by a slip of the hand, and not by a word or an ending of their own.
fn is_slip(a: &str, b: &str) -> bool {
    let (a, b) = (key(a), key(b));
    let (short, long) = if a.chars().count() < b.chars().count() { (&a, &b) } else { (&b, &a) };
    let numbered = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    !long.starts_with(short.as_str()) && !long.ends_with(short.as_str()) && !numbered(long)
}
