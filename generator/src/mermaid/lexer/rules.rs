//! The statements and marks that Mermaid's lexer takes in one piece.

use std::ops::Range;

use crate::mermaid::chars::{
    find_all, is_space, is_word, span_of, starts_with, starts_with_word, word_and_space,
};

/// The length of a statement that shows no state: a style, a title, a scale.
///
/// `Some(None)` where it begins as one and is none, which Mermaid refuses.
pub(super) fn aside(rest: &str, inside: bool) -> Option<Option<usize>> {
    let style = class_definition(rest).or_else(|| class(rest)).or_else(|| style(rest));
    if inside || style.is_some() {
        return style;
    }
    if starts_with_word(rest, "hide empty description") {
        return Some(Some("hide empty description".len()));
    }
    scale(rest).or_else(|| accessible(rest))
}

fn to_line_end(rest: &str, at: usize) -> usize {
    at + span_of(&rest[at..], |c| c != '\n')
}

/// Past a word of `class` and the white space after it.
fn word_then_space(rest: &str, at: usize, class: impl Fn(char) -> bool) -> Option<usize> {
    let word = at + span_of(&rest[at..], class);
    let space = word + span_of(&rest[word..], is_space);
    (word > at && space > word).then_some(space)
}

fn class_definition(rest: &str) -> Option<Option<usize>> {
    let at = word_and_space(rest, "classDef")?;
    let is_default = word_and_space(&rest[at..], "default").is_some();
    let options = if is_default { None } else { word_then_space(rest, at, is_word) };
    Some(options.map(|at| to_line_end(rest, at)))
}

fn class(rest: &str) -> Option<Option<usize>> {
    let at = word_and_space(rest, "class")?;
    Some(rest[at..].starts_with(is_word).then(|| to_line_end(rest, at)))
}

fn style(rest: &str) -> Option<Option<usize>> {
    let at = word_and_space(rest, "style")?;
    Some(word_then_space(rest, at, |c| is_word(c) || c == ',').map(|at| to_line_end(rest, at)))
}

fn scale(rest: &str) -> Option<Option<usize>> {
    let at = word_and_space(rest, "scale")?;
    let width = word_then_space(rest, at, |c| c.is_ascii_digit());
    Some(width.filter(|at| starts_with_word(&rest[*at..], "width")).map(|at| at + "width".len()))
}

/// `accTitle: …`, `accDescr: …` and `accDescr { … }`, which takes everything where it has no end.
fn accessible(rest: &str) -> Option<Option<usize>> {
    let is_title = starts_with(rest, "accTitle");
    if !is_title && !starts_with(rest, "accDescr") {
        return None;
    }
    let word = "accTitle".len();
    let mark = word + span_of(&rest[word..], is_space);
    if rest[mark..].starts_with(':') {
        let value = mark + 1 + span_of(&rest[mark + 1..], is_space);
        return Some(Some(to_line_end(rest, value)));
    }
    let block = !is_title && rest[mark..].starts_with('{');
    block.then(|| rest[mark..].find('}').map(|end| mark + end + 1))
}

/// The length of a floating note after its opening quote.
pub(super) fn floating_note(rest: &str) -> Option<usize> {
    let text = rest.find('"')?;
    let space = text + 1 + span_of(&rest[text + 1..], is_space);
    let early = starts_with(rest.trim_start_matches(is_space), "as");
    if text == 0 || early || !starts_with(&rest[space..], "as") {
        return None;
    }
    let id = space + 2 + span_of(&rest[space + 2..], is_space);
    Some(id + span_of(&rest[id..], |c| c != '\n'))
}

/// The length of `: text`: single colons belong to it, a semicolon or a line break ends it.
pub(super) fn text_after_colon(rest: &str) -> Option<usize> {
    let mut end = 1;
    let text = rest.strip_prefix(':')?;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let plain = |c: char| !matches!(c, ':' | '\n' | ';');
        if !(plain(c) || (c == ':' && next.is_some_and(plain))) {
            break;
        }
        end = 1 + at + c.len_utf8();
    }
    (end > 1).then_some(end)
}

/// Where the second of two words starts.
pub(super) fn second_word(rest: &str) -> Option<usize> {
    let first = span_of(rest, is_word);
    let space = first + span_of(&rest[first..], is_space);
    (first > 0 && space > first && rest[space..].starts_with(is_word)).then_some(space)
}

/// Every `direction XX`, in order.
pub(super) fn directions(text: &str) -> Vec<Range<usize>> {
    let word = "direction";
    let ends = find_all(text, word).filter_map(|at| {
        let space = word_and_space(&text[at..], word)?;
        let way = text.get(at + space..at + space + 2)?;
        let known = ["TB", "BT", "RL", "LR"].iter().any(|known| way.eq_ignore_ascii_case(known));
        known.then_some(at..at + space + 2)
    });
    ends.collect()
}

/// Every line that ends a note: from the line break before it to the end of `end note`.
pub(super) fn note_ends(text: &str) -> Vec<Range<usize>> {
    let ends = find_all(text, "end note").filter(|at| starts_with_word(&text[*at..], "end note"));
    let lines = ends.filter_map(|at| {
        let before = text[..at].trim_end_matches(|c| is_space(c) && c != '\n');
        before.ends_with('\n').then(|| before.len() - 1..at + "end note".len())
    });
    lines.collect()
}
