//! Writes diagrams and their texts so that every Mermaid from 10.9 on shows what was meant.

use super::chars::{span_of, starts_with};
use super::compare::Rows;
use super::text::normal;
use crate::visible::is_hidden;

/// The words that Mermaid takes for its own, in any letter case, in at least one version.
const RESERVED: &[&str] = &[
    "accdescr",
    "acctitle",
    "as",
    "choice",
    "class",
    "classdef",
    "click",
    "default",
    "direction",
    "end",
    "fork",
    "hide",
    "href",
    "join",
    "note",
    "scale",
    "state",
    "statediagram",
    "style",
];

/// Whether Mermaid refuses `word` as an id.
pub(super) fn is_reserved(word: &str) -> bool {
    let refused = ["class", "classdef", "click", "default", "href", "note", "scale", "state", "style"];
    refused.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// A whole diagram without fences: every state by an alias, and an arrow for every row.
///
/// Mermaid 11 draws several arrows from a state to itself on top of each other, so that only the
/// last can be seen (10.9 and 12 draw each); a note beside the state names them all.
#[must_use]
pub fn write(rows: &Rows) -> String {
    let mut lines = vec!["stateDiagram-v2".to_owned()];
    let states = rows.states.iter().enumerate();
    lines.extend(states.map(|(at, name)| format!("  state \"{}\" as s{at}", description(name))));
    let end = |end: Option<usize>| end.map_or_else(|| "[*]".to_owned(), |at| format!("s{at}"));
    lines.extend(rows.arrows.iter().map(|arrow| {
        let text = label(arrow.label.unwrap_or_default());
        let colon = if text.is_empty() { "" } else { " : " };
        format!("  {} --> {}{colon}{text}", end(arrow.from), end(arrow.to))
    }));
    lines.extend((0..rows.states.len()).filter_map(|state| loops(rows, state)));
    lines.push(String::new());
    lines.join("\n")
}

/// A note that names the arrows from a state to itself, where there are several.
fn loops(rows: &Rows, state: usize) -> Option<String> {
    let own = rows.arrows.iter().filter(|arrow| arrow.from == Some(state) && arrow.to == Some(state));
    let texts: Vec<String> = own.map(|arrow| one_line(arrow.label.unwrap_or_default())).collect();
    let shown: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    (texts.len() > 1 && !shown.is_empty())
        .then(|| format!("  note right of s{state} : to itself#58; {}", shown.join("#59; ")))
}

/// `text` for after `A --> B : `; empty for a text without anything to show, which is no label.
///
/// Whatever Mermaid or the Markdown in its labels could take for its own is written as an entity,
/// and so is what is hidden; line breaks become `<br/>`, other runs of white space one space, and
/// control characters their pictures (`␁`), which read back as the characters.
#[must_use]
pub fn label(text: &str) -> String {
    let lines: Vec<String> = text.split(is_break).map(normal_line).filter(|line| !line.is_empty()).collect();
    let lines: Vec<String> = lines.iter().map(|line| escape_line(line)).collect();
    lines.join("<br/>")
}

/// `text` for between the quotes of `state "…" as id`; never empty.
#[must_use]
pub fn description(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() { "#32;".to_owned() } else { text }
}

/// `text` for a description or a note, in which Mermaid takes Markdown for such, entities or not,
/// as soon as there is a line break.
fn one_line(text: &str) -> String {
    escape_line(&normal_line(text))
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// One line with its runs of white space as single spaces; `<br/>` and `\n` in it stay what they are.
fn normal_line(line: &str) -> String {
    let space = |c: char| c.is_whitespace() || c == '\u{feff}';
    line.split(space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn escape_line(line: &str) -> String {
    let mut escaped = String::with_capacity(line.len());
    let mut before = None;
    for (at, c) in line.char_indices() {
        match c {
            '\0'..='\u{1f}' => escaped.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or(c)),
            '\u{7f}' => escaped.push('\u{2421}'),
            _ if needs_entity(line, at, c, before) => escaped.push_str(&format!("#{};", u32::from(c))),
            _ => escaped.push(c),
        }
        before = Some(c);
    }
    escaped
}

/// Whether `c` at byte `at` of `line`, after `before`, could be taken for something else.
fn needs_entity(line: &str, at: usize, c: char, before: Option<char>) -> bool {
    let next = line[at + c.len_utf8()..].chars().next();
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    match c {
        '"'
        | '#'
        | '$'
        | '%'
        | '&'
        | '*'
        | ':'
        | ';'
        | '<'
        | '>'
        | '@'
        | '['
        | '\\'
        | ']'
        | '`'
        | '{'
        | '|'
        | '}'
        | '~'
        | '\u{b6}'
        | '\u{fb02}'
        | '\u{2400}'..='\u{2421}' => true,
        '_' => !(joins(before) && joins(next)),
        '-' | '+' | '=' => before.is_none() || (c != '-' && next.is_none() && line.len() == 1),
        '.' | ')' => ends_number(&line[..at]) || ends_with(&line[..at], "www"),
        ' ' => ends_with(&line[..at], "direction") && is_way(&line[at + 1..]),
        'n' | 'N' => next.is_none() && ends_with(&line[..at], "directio"),
        // HTML takes the numbers of the control characters from 0x80 on for others.
        _ if is_hidden(c) => !c.is_control(),
        _ => ends_with(&line[..at], "c4") && "cd".contains(c.to_ascii_lowercase()),
    }
}

/// Whether `line` so far is a number, so that a point after it would start a Markdown list; such
/// numbers have nine digits at most.
fn ends_number(line: &str) -> bool {
    (1..=9).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_digit())
}

fn ends_with(text: &str, word: &str) -> bool {
    let start = text.len().saturating_sub(word.len());
    text.len() >= word.len() && text.as_bytes()[start..].eq_ignore_ascii_case(word.as_bytes())
}

fn is_way(text: &str) -> bool {
    ["TB", "BT", "RL", "LR"].iter().any(|way| starts_with(text, way))
}

/// The name as an id of its own, where Mermaid and what surrounds it cannot mistake it.
#[must_use]
pub fn bare_id(name: &str) -> Option<&str> {
    const OBJECT: &[&str] = &[
        "constructor",
        "hasownproperty",
        "isprototypeof",
        "propertyisenumerable",
        "tolocalestring",
        "tostring",
        "valueof",
    ];
    let plain = !name.is_empty() && span_of(name, |c| c.is_alphanumeric() || c == '_') == name.len();
    let known = |words: &[&str]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
    let odd = known(RESERVED)
        || known(OBJECT)
        || name.starts_with("__")
        || starts_with(name, "root_")
        || starts_with(name, "C4")
        || is_way(name)
        || ends_with(name, "direction");
    (plain && !odd && normal(name) == name).then_some(name)
}

/// An id for a name that may hold anything: `In_Progress`, `State_`.
#[must_use]
pub fn safe_id(name: &str) -> String {
    let mut id = String::with_capacity(name.len());
    for c in normal(name).chars() {
        let plain = if c.is_alphanumeric() { c } else { '_' };
        if plain != '_' || !id.ends_with('_') {
            id.push(plain);
        }
    }
    let trimmed = id.trim_matches('_');
    let id = if trimmed.is_empty() { "s" } else { trimmed };
    match bare_id(id) {
        Some(id) => id.to_owned(),
        None if is_way(id) || starts_with(id, "root_") || starts_with(id, "C4") => format!("s_{id}"),
        None => format!("{id}_"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::compare::{RowArrow, Rows};
    use super::{bare_id, description, label, safe_id, write};

    #[test]
    fn what_mermaid_could_mistake_is_an_entity() {
        assert_eq!(label("POST /:id; x"), "POST /#58;id#59; x");
        assert_eq!(label("#35; \"<b>\" & 50%"), "#35;35#59; #34;#60;b#62;#34; #38; 50#37;");
        assert_eq!(label("set direction LR now"), "set direction#32;LR now");
        assert_eq!(label("change DIRECTION"), "change DIRECTIO#78;");
        assert_eq!(label("a C4Container"), "a C4#67;ontainer");
        assert_eq!(label("1. in_progress _x_"), "1#46; in_progress #95;x#95;");
        assert_eq!(label("one\r\n two\tthree\u{1}\\n"), "one<br/>two three\u{2401}#92;n");
        assert_eq!(label("a\u{202e}b"), "a#8238;b");
        assert_eq!(label(" \n "), "");
        assert_eq!(description(""), "#32;");
        assert_eq!(description("one\n*two*"), "one #42;two#42;");
    }

    #[test]
    fn an_id_is_never_a_word_of_mermaids_own() {
        assert_eq!(bare_id("queued"), Some("queued"));
        assert_eq!(bare_id("承認待ち"), Some("承認待ち"));
        for name in ["State", "in-review", "", "__proto__", "a b", "LR", "redirection", "constructor"] {
            assert_eq!(bare_id(name), None, "{name}");
        }
        assert_eq!(safe_id("In Progress"), "In_Progress");
        assert_eq!(safe_id("State"), "State_");
        assert_eq!(safe_id("TB"), "s_TB");
        assert_eq!(safe_id("!!!"), "s");
    }

    #[test]
    fn a_whole_diagram_is_written() {
        let arrow = |from, to, label| RowArrow { from, to, label };
        let rows = Rows {
            states: vec!["not planned", "planned"],
            arrows: vec![arrow(None, Some(0), Some("create")), arrow(Some(0), Some(1), None)],
        };
        let expected = "stateDiagram-v2\n  state \"not planned\" as s0\n  state \"planned\" as s1\n  \
                        [*] --> s0 : create\n  s0 --> s1\n";
        assert_eq!(write(&rows), expected);
    }
}
