//! What a list's items say: `A → B: why`.

use super::cells;
use super::draft::{Draft, Fact, Row};
use super::pairs::{forbid, pairs};
use super::phrases::removes;
use crate::markdown::Words;

/// Takes a list's item `A → B: why` in.
pub(super) fn item(words: &Words, forbids: bool, draft: &mut Draft) {
    let Some((from, mut to, why)) = pair(words) else { return };
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
    for pair in pairs.into_iter().filter(|pair| pair.from.is_some()) {
        if let Some(from) = pair.from.filter(|_| pair.end && !removes(&to.text, why.as_deref())) {
            draft.about(from).terminal = true;
            let name = draft.name(pair.from).to_owned();
            draft.remarks.extend(why.as_ref().map(|why| format!("{name} ends: {}", why.replace('\n', " "))));
            continue;
        }
        let mut row = Row::new(pair.from, pair.to, words.span);
        row.trigger = why.clone().map_or(Fact::Unknown, Fact::Text);
        draft.stated.push(row);
    }
}

/// The ends of an item, and what stands behind the target: `A → B (why)`, `A → B: why`.
pub(super) fn pair(words: &Words) -> Option<(Words, Words, Option<String>)> {
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
