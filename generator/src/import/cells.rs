//! What a cell of a From or To column says: one state, several, any, none.

use super::names::{Names, Rank};
use super::page::Words;
/// What one end of a table's row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Nothing is written.
    Blank,
    /// No state: before the record is there.
    Nowhere,
    /// The record's end is said, but no state.
    End,
    /// The record is removed.
    Removed,
    /// Every state; the words that say so.
    Any(String),
    /// The state of the other end.
    Same,
    /// These states, each with what is remarked on it.
    States(Vec<(usize, String)>),
    /// Words that name no state: `previous state`.
    Unclear,
}

/// Learns the names that a cell surely gives: it is one state, or states written as code.
pub(super) fn learn(words: &Words, names: &mut Names) {
    let text = without_arrow(&words.text);
    if special(&text).is_some() || is_end(&text) {
        return;
    }
    if is_list_of_codes(words) {
        for code in &words.codes {
            names.learn(without_arrow(code).as_str(), words.span, Rank::Code);
        }
    } else if parts(&text).len() == 1 && (remark(&text).1.is_empty() || is_aside(remark(&text).1)) {
        names.learn(remark(&text).0, words.span, Rank::Table);
    } else if let Some(arrows) = arrow_list(&words.text) {
        for part in arrows {
            names.learn(remark(&part).0, words.span, Rank::Table);
        }
    }
}

/// What the cell says, once all sure names are known. Of a list with commas one known state is
/// enough. Any other name that is not known is learned as it stands; then the second value tells
/// which of its parts are states.
pub(super) fn ends(words: &Words, names: &mut Names) -> (Ends, Option<Vec<String>>) {
    let text = without_arrow(&words.text);
    let one = |state| (Ends::States(vec![(state, String::new())]), None);
    if let Some(known) = names.find_exact(&text) {
        return one(known);
    }
    if let Some(ends) = special(&text) {
        return (ends, None);
    }
    if let Some(known) = names.find(&text) {
        return one(known);
    }
    if is_list_of_codes(words) {
        return (Ends::States(of_codes(words, names)), None);
    }
    let known = |part: &str| {
        let (base, remark) = remark(part);
        let whole = names.find(part).map(|state| (state, String::new()));
        whole.or_else(|| names.find(base).map(|state| (state, remark.to_owned())))
    };
    let parts = parts(&text);
    let states: Vec<_> = parts.iter().filter_map(|part| known(part)).collect();
    if states.len() == parts.len() {
        return (Ends::States(states), None);
    }
    if is_end(&text) {
        return (Ends::End, None);
    }
    if !states.is_empty() && parts.len() == text.split(',').count() {
        let learned = |part: &String| {
            let (base, about) = remark(part);
            (names.learn(base, words.span, Rank::Table), about.to_owned())
        };
        return (Ends::States(parts.iter().map(learned).collect()), None);
    }
    let some = states.iter().map(|(state, _)| names.list[*state].text.clone()).collect::<Vec<_>>();
    let (base, about) = remark(&text);
    let (name, about) = if is_aside(about) { (base, about) } else { (text.as_str(), "") };
    let state = names.learn(name, words.span, Rank::Table);
    (Ends::States(vec![(state, about.to_owned())]), (!some.is_empty()).then_some(some))
}

fn of_codes(words: &Words, names: &mut Names) -> Vec<(usize, String)> {
    let mut learned = |code: &String| names.learn(&without_arrow(code), words.span, Rank::Code);
    let parts = parts(&words.text);
    let said = |at: usize| match parts.get(at) {
        Some(part) if parts.len() == words.codes.len() => remark(part).1.to_owned(),
        _ => String::new(),
    };
    words.codes.iter().enumerate().map(|(at, code)| (learned(code), said(at))).collect()
}

/// Whether nothing but separators and remarks stands around code: `` `a` / `b` ``.
fn is_list_of_codes(words: &Words) -> bool {
    let mut around = words.around.to_lowercase();
    while let Some(open) = around.find('(') {
        let close = around[open..].find(')').map_or(around.len(), |close| open + close + 1);
        around.replace_range(open..close, " ");
    }
    let mark =
        |c: char| c.is_whitespace() || matches!(c, ',' | '/' | ';' | '|' | '&' | '→' | '-' | '>' | '+');
    let glue = around.split(mark).filter(|word| !word.is_empty()).all(|word| word == "or" || word == "and");
    let plain = words.codes.iter().all(|code| special(code).is_none() && parts(code).len() == 1);
    !words.codes.is_empty() && glue && plain
}

/// The states of a cell that puts an arrow before each: `→ a, → b`.
fn arrow_list(text: &str) -> Option<Vec<String>> {
    let parts = parts(text);
    let arrow = |part: &String| part.starts_with(['→', '➜']) || part.starts_with("->");
    parts.iter().all(arrow).then(|| parts.iter().map(|part| without_arrow(part)).collect())
}

fn without_arrow(text: &str) -> String {
    let text = text.trim().trim_start_matches(['→', '➜', '⇒']).trim_start();
    text.trim_start_matches("-->").trim_start_matches("->").trim().replace('\n', " ")
}

/// The pieces of a list of names; what stands in brackets is not taken apart.
pub(super) fn parts(text: &str) -> Vec<String> {
    let text = text.replace(" or ", ",").replace(" and ", ",").replace(" & ", ",").replace(" + ", ",");
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(part) if depth > 0 || !matches!(c, ',' | '/' | ';' | '|' | '\n') => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A name and what stands in brackets behind it; an arrow before it is no part of either.
fn remark(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(['→', '➜']).trim_start_matches("->").trim();
    match text.strip_suffix(')').and_then(|inner| inner.split_once(" (")) {
        Some((base, remark)) => (base.trim(), remark.trim()),
        None => (text, ""),
    }
}

/// Whether a remark says no more than where the state stands in its life.
pub(super) fn is_aside(remark: &str) -> bool {
    const ASIDES: &[&str] = &[
        "initial",
        "final",
        "terminal",
        "default",
        "start",
        "end",
        "self-loop",
        "self loop",
        "self",
        "terminal state",
        "final state",
        "initial state",
        "same",
        "no change",
    ];
    ASIDES.contains(&remark.to_lowercase().as_str())
}

/// Words that stand for no state of their own.
fn special(text: &str) -> Option<Ends> {
    let lower = text.trim().to_lowercase();
    let bare = lower.trim_matches(|c: char| {
        matches!(c, '(' | ')' | '[' | ']' | '<' | '>' | '_' | '*') || c.is_whitespace()
    });
    let bracketed = bare.len() < lower.len();
    if bare.is_empty() {
        return Some(if lower.is_empty() {
            Ends::Blank
        } else if lower == "*" {
            Ends::Any(lower)
        } else {
            Ends::Nowhere
        });
    }
    let words: Vec<&str> = bare.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    let (first, last) =
        (words.first().copied().unwrap_or_default(), words.last().copied().unwrap_or_default());
    match bare {
        "-" | "–" | "—" | "--" | "---" | "∅" | "●" | "•" | "n/a" | "none" | "null" | "nothing"
        | "does not exist" | "not exists" | "nonexistent" | "not created" | "no record" => {
            Some(Ends::Nowhere)
        }
        "new" | "initial" | "start" | "create" | "created" | "begin" | "entry" if bracketed => {
            Some(Ends::Nowhere)
        }
        "initial state" | "start state" if bracketed => Some(Ends::Nowhere),
        "deleted" | "removed" | "purged" | "gone" if bracketed => Some(Ends::Removed),
        "any" | "all" | "every" | "anything" | "everything" | "any other" | "all states" | "any state" => {
            Some(Ends::Any(bare.to_owned()))
        }
        "same" | "self" | "unchanged" | "no change" | "same state" | "stays" | "(same)" => Some(Ends::Same),
        "previous state" | "prior state" | "previous status" | "last state" => Some(Ends::Unclear),
        _ if matches!(first, "any" | "all" | "every")
            && matches!(last, "state" | "states" | "status" | "terminal" | "active" | "final") =>
        {
            Some(Ends::Any(bare.to_owned()))
        }
        _ if matches!(first, "any" | "all") && bare.contains("except") => Some(Ends::Any(bare.to_owned())),
        _ => None,
    }
}

/// Whether the cell stands for every state.
pub(super) fn is_any(words: &Words) -> bool {
    matches!(special(&without_arrow(&words.text)), Some(Ends::Any(_)))
}

/// Whether the cell says that nothing comes after: `(terminal)`, `none (final state)`.
fn is_end(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    const END: &[&str] =
        &["terminal", "final", "end", "none", "state", "no", "further", "transitions", "exit"];
    !words.is_empty()
        && words.iter().all(|word| END.contains(word))
        && words.iter().any(|word| *word != "state")
}

/// A cell `A → B` in two, each with its place; a remark behind the target is the third.
pub(super) fn pair(words: &Words) -> Option<(Words, Words)> {
    let text = &words.text;
    let marks = ["-->", "->", "=>", "→", "➜", "⇒", "⟶", "➡️", "➡"];
    let (at, mark) = marks.iter().filter_map(|mark| Some((text.find(mark)?, *mark))).min()?;
    let (from, to) = (&text[..at], &text[at + mark.len()..]);
    if to.trim().is_empty() || marks.iter().any(|mark| to.contains(mark)) {
        return None;
    }
    let split_code = |side: &str| -> Words {
        let codes = words.codes.iter().filter(|code| side.contains(code.as_str()) && !code.contains(mark));
        let codes: Vec<String> = codes.cloned().collect();
        let around = codes.iter().fold(side.to_owned(), |around, code| around.replacen(code, "\n", 1));
        Words { text: side.trim().to_owned(), codes, around, span: words.span }
    };
    Some((split_code(from), split_code(to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn words(text: &str, codes: &[&str], around: &str) -> Words {
        let codes = codes.iter().map(|code| (*code).to_owned()).collect();
        Words { text: text.to_owned(), codes, around: around.to_owned(), span: Span::new(FileId(0), 0..1) }
    }

    fn plain(text: &str) -> Words {
        words(text, &[], text)
    }

    fn names(list: &[&str]) -> Names {
        let mut names = Names::default();
        for name in list {
            learn(&plain(name), &mut names);
        }
        names
    }

    fn said(text: &str) -> Ends {
        ends(&plain(text), &mut names(&["draft", "sent", "In Progress"])).0
    }

    fn states(list: &[(usize, &str)]) -> Ends {
        Ends::States(list.iter().map(|(state, remark)| (*state, (*remark).to_owned())).collect())
    }

    #[test]
    fn several_states_are_told_from_one_that_has_a_slash() {
        assert_eq!(said("draft / sent"), states(&[(0, ""), (1, "")]));
        assert_eq!(said("Draft, sent or In-Progress"), states(&[(0, ""), (1, ""), (2, "")]));
        assert_eq!(said("→ draft, → sent (when packed)"), states(&[(0, ""), (1, "when packed")]));
        let mut known = names(&["draft"]);
        let (one, parts) = ends(&plain("draft/unheard"), &mut known);
        assert_eq!((one, parts), (states(&[(1, "")]), Some(vec!["draft".to_owned()])));
        assert_eq!(known.list[1].text, "draft/unheard");
        assert_eq!(said("draft, gone (for good)"), states(&[(0, ""), (3, "for good")]));
        let codes = words("a / b", &["a", "b"], "\n/\n");
        assert_eq!(ends(&codes, &mut Names::default()).0, states(&[(0, ""), (1, "")]));
    }

    #[test]
    fn words_that_are_no_state() {
        for nowhere in ["-", "—", "(new)", "_(new)_", "(none)", "[*]", "None", "[Initial]"] {
            assert_eq!(said(nowhere), Ends::Nowhere, "{nowhere}");
        }
        for any in ["any", "Any state", "*", "all states", "any non-terminal", "any active state"] {
            assert!(matches!(said(any), Ends::Any(_)), "{any}");
        }
        for end in ["(Terminal State)", "None (terminal)", "terminal"] {
            assert_eq!(said(end), Ends::End, "{end}");
        }
        assert_eq!(said(""), Ends::Blank);
        assert_eq!(said("previous state"), Ends::Unclear);
        assert_eq!(said("new"), states(&[(3, "")]));
        assert_eq!(said("Shipped (final)"), states(&[(3, "final")]));
    }

    #[test]
    fn a_pair_is_split_at_its_arrow() {
        let pair = |text: &str| pair(&plain(text)).map(|(from, to)| (from.text, to.text));
        assert_eq!(pair("a -> b"), Some(("a".to_owned(), "b".to_owned())));
        assert_eq!(pair("— → `b` (x)"), Some(("—".to_owned(), "`b` (x)".to_owned())));
        assert_eq!(pair("a → b → c"), None);
        assert_eq!(pair("a"), None);
    }
}
