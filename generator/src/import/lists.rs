//! What a list's items say: `A → B: why`.

use super::draft::{Draft, Fact, Row};
use super::findings;
use super::pairs::{forbid, pairs};
use super::phrases::removes;
use crate::diagnostic::Diagnostic;
use crate::markdown::Words;

/// Arrows as people write them.
const ARROWS: &[&str] = &["-->", "->", "=>", "→", "➜", "⇒", "⟶", "➡️", "➡"];

/// Takes a list's item `A → B: why` in, and each arrow of a chain `A → B → C`.
pub(super) fn item(words: &Words, forbids: bool, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
    let links = chain(words);
    if links.is_empty() && !forbids {
        found.push(findings::no_pair(words.span));
    }
    for (from, to, why) in links {
        link(&from, &to, why, (words, forbids), draft, found);
    }
}

fn link(
    from: &Words,
    to: &Words,
    why: Option<String>,
    (words, forbids): (&Words, bool),
    draft: &mut Draft,
    found: &mut Vec<Diagnostic>,
) {
    let known = |text: &str, draft: &Draft| draft.names.find(text).is_some();
    if forbids && !known(&from.text, draft) {
        return;
    }
    let pairs = pairs(from, to, draft, found);
    if forbids {
        forbid(pairs, why.as_deref(), words, draft);
        return;
    }
    for pair in pairs {
        if let Some(from) = pair.from.filter(|_| pair.end && !removes(&to.text, why.as_deref())) {
            draft.about(from).terminal = true;
            let name = draft.name(pair.from).to_owned();
            draft.remarks.extend(why.as_ref().map(|why| format!("{name} ends: {}", why.replace('\n', " "))));
            continue;
        }
        let mut row = Row::new(pair.from, pair.to, words.span);
        match why.clone().map(|why| why.replace('\n', " ")) {
            Some(why) if is_condition(&why) => row.guard = Fact::Text(why),
            Some(why) => row.trigger = Fact::Text(why),
            None => {}
        }
        row.notes.extend(Some(pair.remark).filter(|remark| !remark.is_empty()));
        draft.stated.push(row);
    }
}

/// The arrows of an item, the ends of each, and what stands behind the last target:
/// `A → B (why)`, `A → B: why`, `A → B when C`.
pub(super) fn chain(words: &Words) -> Vec<(Words, Words, Option<String>)> {
    let arrow = |text: &str| {
        ARROWS
            .iter()
            .filter_map(|mark| Some((text.find(mark)?, mark.len())))
            .min_by_key(|(at, len)| (*at, usize::MAX - len))
    };
    let line = words.text.as_str();
    let (mut texts, mut rest) = (Vec::new(), line);
    while let Some((at, len)) = arrow(rest) {
        // What stands behind a colon or in brackets is a remark, arrows and all.
        if !texts.is_empty() && cut(rest) < at {
            break;
        }
        texts.push(rest[..at].trim().to_owned());
        rest = &rest[at + len..];
    }
    let (first, more) = rest.split_once('\n').unwrap_or((rest, ""));
    let (target, why) = first.split_at(cut(first));
    let trim = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ':' | '—' | '–' | '-' | ',' | ';');
    let why = [why.trim_matches(trim), more.trim()].join(" ");
    texts.push(target.trim_matches(['*', ' ', '.', ':']).to_owned());
    let long = |text: &String| text.is_empty() || text.split_whitespace().count() > 4;
    if texts.len() < 2 || texts.iter().any(long) {
        return Vec::new();
    }
    let side = |text: &String| {
        let codes: Vec<String> =
            words.codes.iter().filter(|code| text.contains(code.as_str())).cloned().collect();
        let around = codes.iter().fold(text.clone(), |around, code| around.replacen(code, "\n", 1));
        Words { text: text.clone(), codes, around, span: words.span }
    };
    let last = texts.len() - 2;
    let why = Some(why.trim().to_owned()).filter(|why| !why.is_empty());
    let links = texts.windows(2).enumerate();
    links.map(|(at, pair)| (side(&pair[0]), side(&pair[1]), why.clone().filter(|_| at == last))).collect()
}

/// Whether words say when an arrow may be taken, and not what takes it: a time is a trigger.
fn is_condition(why: &str) -> bool {
    let first = why.split(' ').next().unwrap_or_default().to_lowercase();
    ["when", "if", "only", "unless", "provided"].contains(&first.as_str())
}

/// Where a target ends and a remark on the arrow begins.
fn cut(line: &str) -> usize {
    let marks = [
        " (", ": ", " — ", " – ", " - ", ", ", "; ", ". ", " when ", " if ", " unless ", " once ", " after ",
    ];
    marks.iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::chain;
    use crate::markdown::Words;
    use crate::source::{FileId, Span};

    #[test]
    fn items_are_taken_apart_at_their_arrows() {
        let said = |text: &str| {
            let words = Words {
                text: text.to_owned(),
                codes: Vec::new(),
                around: text.to_owned(),
                span: Span::new(FileId(0), 0..1),
            };
            let links = chain(&words).into_iter();
            let links =
                links.map(|(from, to, why)| format!("{}>{}|{}", from.text, to.text, why.unwrap_or_default()));
            links.collect::<Vec<_>>().join(" ")
        };
        let cases = [
            ("a -> b", "a>b|"),
            ("a --> b: go", "a>b|go"),
            ("a → b → c (done)", "a>b| b>c|done"),
            ("a → b when x -> y", "a>b|when x -> y"),
            ("a → b: then → c", "a>b|then → c"),
            ("no arrow", ""),
            ("a →", ""),
            ("one two three four five → b", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(said(text), expected, "{text}");
        }
    }
}
