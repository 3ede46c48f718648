//! What a cell of a From or To column says: one state, several, any, none.

use super::names::{Names, Rank};
pub(super) use super::phrases::Ends;
use super::phrases::{bare, is_aside, is_end, may_split, parts, remark, special, without_arrow};
use crate::markdown::Words;

/// Learns the names that a cell surely gives: it is one state, or states written as code.
pub(super) fn learn(words: &Words, names: &mut Names) {
    let text = bare(&words.text);
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

/// How a cell was read that could be read otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// As one state, though these parts of it are states.
    One(Vec<String>),
    /// As so many states, though none of them is known.
    Several(usize),
}

/// What the cell says, once all sure names are known. Of a list with commas or lines one known
/// state is enough; without any, the names must look like the known ones. Any other name that is
/// not known is learned as it stands. The second value tells what was guessed.
pub(super) fn ends(words: &Words, names: &mut Names) -> (Ends, Option<Guess>) {
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
    let parts = parts(&bare(&words.text));
    let states: Vec<_> = parts.iter().filter_map(|part| known(part)).collect();
    if states.len() == parts.len() {
        return (Ends::States(states), None);
    }
    if is_end(&text) {
        return (Ends::End, None);
    }
    let pieces = text_pieces(&words.text);
    let listed = !states.is_empty() && parts.len() == pieces;
    let alike = states.is_empty()
        && (parts.len() == words.text.split('\n').count()
            || may_split(&words.text, &parts, names.list.iter().map(|name| name.text.as_str())));
    if listed || alike && parts.len() > 1 {
        let learned = |part: &String| {
            let (base, about) = remark(part);
            (names.learn(base, words.span, Rank::Table), about.to_owned())
        };
        let named = parts.iter().filter(|part| special(remark(part).0).is_none());
        let ends = Ends::States(named.map(learned).collect());
        return (ends, (!listed).then_some(Guess::Several(parts.len())));
    }
    let some = states.iter().map(|(state, _)| names.list[*state].text.clone()).collect::<Vec<_>>();
    let (base, about) = remark(&text);
    let (name, about) = if is_aside(about) { (base, about) } else { (text.as_str(), "") };
    let state = names.learn(name, words.span, Rank::Table);
    (Ends::States(vec![(state, about.to_owned())]), (parts.len() > 1).then_some(Guess::One(some)))
}

/// How many pieces commas and line breaks make of a text.
fn text_pieces(text: &str) -> usize {
    bare(text).split([',', '\n']).filter(|piece| !piece.trim().is_empty()).count()
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

/// Whether the cell stands for every state.
pub(super) fn is_any(words: &Words) -> bool {
    matches!(special(&without_arrow(&words.text)), Some(Ends::Any(_)))
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
        assert_eq!((one, parts), (states(&[(1, "")]), Some(Guess::One(vec!["draft".to_owned()]))));
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
