//! What Mermaid does to a diagram's text before it parses it.
//!
//! The steps and their order are those of Mermaid's `preprocessDiagram` and `encodeEntities`.

use super::chars::{is_space, is_word, span_of};
use super::mapped::{Mapped, Replacement};

/// Opens the mark that stands for `&#` of a numeric entity.
pub(super) const NUMERIC: &str = "\u{fb02}\u{b0}\u{b0}";
/// Opens the mark that stands for `&` of a named entity.
pub(super) const NAMED: &str = "\u{fb02}\u{b0}";
/// Closes either mark: the entity's `;`.
pub(super) const CLOSE: &str = "\u{b6}\u{df}";

/// The text that Mermaid's parser gets for the block `content`, which starts at byte `offset`.
pub(super) fn prepare(content: &str, offset: usize) -> Mapped {
    let steps = [
        byte_order_mark,
        line_ends,
        tag_quotes,
        front_matter,
        directives,
        comments,
        leading_space,
        style_ends,
        entities,
    ];
    let mut text = Mapped::new(content, offset);
    for step in steps {
        let replacements = step(&text.text);
        text = text.replaced(replacements);
    }
    let end = text.text.len();
    text.replaced(vec![(end..end, "\n".to_owned())])
}

/// `text` with its entities as marks.
pub(super) fn encode(text: &str) -> String {
    Mapped::new(text, 0).replaced(entities(text)).text
}

fn byte_order_mark(text: &str) -> Vec<Replacement> {
    if text.starts_with('\u{feff}') { vec![(0..3, String::new())] } else { Vec::new() }
}

/// CRLF and CR become LF.
fn line_ends(text: &str) -> Vec<Replacement> {
    let bytes = text.as_bytes();
    let returns = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\r').map(|(at, _)| at);
    returns.map(|at| (at..at + 1 + usize::from(bytes.get(at + 1) == Some(&b'\n')), "\n".to_owned())).collect()
}

/// Double quotes around an attribute of an HTML tag become single ones.
fn tag_quotes(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        at = open + 1;
        let name = span_of(&text[at..], is_word);
        if name == 0 {
            continue;
        }
        let Some(close) = text[at..].find('>').map(|close| at + close) else { break };
        attribute_quotes(text, at + name, close, &mut found);
        at = close + 1;
    }
    found
}

fn attribute_quotes(text: &str, from: usize, to: usize, found: &mut Vec<Replacement>) {
    let mut at = from;
    while let Some(open) = text[at..to].find("=\"").map(|open| at + open + 1) {
        let Some(close) = text[open + 1..to].find('"').map(|close| open + 1 + close) else { return };
        found.push((open..open + 1, "'".to_owned()));
        found.push((close..close + 1, "'".to_owned()));
        at = close + 1;
    }
}

/// A front matter block at the very start is dropped.
fn front_matter(text: &str) -> Vec<Replacement> {
    let indent = span_of(text, |c| is_space(c) && c != '\n');
    let is_rule = |line: &str| {
        let rest = line.strip_prefix(&text[..indent]).and_then(|rest| rest.strip_prefix("---"));
        rest.is_some_and(|rest| rest.chars().all(is_space))
    };
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| is_rule(line) && line.ends_with('\n')) else {
        return Vec::new();
    };
    let mut end = first.len();
    for line in lines {
        end += line.len();
        if is_rule(line) && line.ends_with('\n') {
            let blank = span_of(&text[end..], is_space);
            let whole = text[end..end + blank].rfind('\n').map_or(0, |at| at + 1);
            return vec![(0..end + whole, String::new())];
        }
    }
    Vec::new()
}

/// `%%{init: …}%%` is dropped wherever it stands.
fn directives(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("%%{").map(|start| at + start) {
        at = start + 3;
        if let Some(end) = directive_end(text, at) {
            found.push((start..end, String::new()));
            at = end;
        }
    }
    found
}

/// Where a directive starts that swallows the rest of the text, since it is not closed.
pub(super) fn unclosed_directive(text: &str) -> Option<usize> {
    let (range, _) = directives(text).pop()?;
    (range.end == text.len() && !text.ends_with("}%%")).then_some(range.start)
}

fn directive_end(text: &str, open: usize) -> Option<usize> {
    let skip = |at: usize, class: fn(char) -> bool| at + span_of(&text[at..], class);
    let name = skip(open, is_space);
    let mut at = skip(name, is_word);
    if at == name {
        return None;
    }
    let colon = skip(at, is_space);
    if text[colon..].starts_with(':') {
        at = colon + 1;
    }
    at = skip(at, is_space);
    let word = skip(at, is_word);
    if word > at {
        at = skip(word, is_space);
    } else {
        at += text[at..].find("}%%").unwrap_or(text.len() - at);
    }
    Some(if text[at..].starts_with("}%%") { at + 3 } else { at })
}

/// Lines that start with `%%` are dropped, with the blank lines before them.
fn comments(text: &str) -> Vec<Replacement> {
    let mut found: Vec<Replacement> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let mark = start + span_of(&text[start..], is_space);
        let line_end = text[mark..].find('\n').map_or(text.len(), |end| mark + end);
        let after = (line_end + 1).min(text.len());
        let rest = &text[mark..line_end];
        if rest.len() > 2 && rest.starts_with("%%") && !rest.starts_with("%%{") {
            found.push((start..after, String::new()));
        }
        at = after.max(start + 1);
    }
    found
}

fn leading_space(text: &str) -> Vec<Replacement> {
    let space = span_of(text, is_space);
    if space == 0 { Vec::new() } else { vec![(0..space, String::new())] }
}

/// The last `;` of a line that names a style and a colour is dropped, as Mermaid does for `style … #f00;`.
fn style_ends(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(at) = style_end(line, "style").or_else(|| style_end(line, "classDef")) {
            found.push((start + at..start + at + 1, String::new()));
        }
        start += line.len();
    }
    found
}

fn style_end(line: &str, word: &str) -> Option<usize> {
    let rest = line.find(word)? + word.len();
    let mut colon = false;
    let hash = line[rest..].char_indices().find(|(_, c)| {
        colon = *c == ':' || (colon && !is_space(*c));
        colon && *c == '#'
    })?;
    let semicolon = line.rfind(';')?;
    (semicolon > rest + hash.0).then_some(semicolon)
}

/// `#NN;` and `#name;` become marks that hold neither `#` nor `;`.
fn entities(text: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('#').map(|start| at + start) {
        at = start + 1;
        let name = &text[at..at + span_of(&text[at..], is_word)];
        if name.is_empty() || !text[at + name.len()..].starts_with(';') {
            continue;
        }
        let open = if name.bytes().all(|byte| byte.is_ascii_digit()) { NUMERIC } else { NAMED };
        at += name.len() + 1;
        found.push((start..at, format!("{open}{name}{CLOSE}")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::prepare;

    fn text(content: &str) -> String {
        prepare(content, 0).text
    }

    #[test]
    fn front_matter_directives_and_comments_are_dropped() {
        let source = "---\r\ntitle: X\r\n---\r\n%%{init: {'theme': 'dark'}}%%\r\n%% direction LR\r\nstateDiagram-v2\r\n";
        assert_eq!(text(source), "stateDiagram-v2\n\n");
        assert_eq!(text("a\n\n  %% b\nc %% d"), "a\nc %% d\n");
        assert_eq!(text("a %%{wrap}%% b"), "a  b\n");
    }

    #[test]
    fn entities_become_marks_and_lead_back() {
        let mapped = prepare("x\r\na#58;b", 7);
        assert_eq!(mapped.text, "x\na\u{fb02}\u{b0}\u{b0}58\u{b6}\u{df}b\n");
        assert_eq!(mapped.source(2..mapped.text.len() - 1), 10..16);
    }

    #[test]
    fn a_style_line_loses_its_last_semicolon() {
        assert_eq!(text("style A fill:#f00;"), "style A fill:#f00\n");
        assert_eq!(text("lifestyle --> B : #35;"), "lifestyle --> B : \u{fb02}\u{b0}\u{b0}35\u{b6}\u{df}\n");
    }

    #[test]
    fn an_unclosed_front_matter_stays() {
        assert_eq!(text("---\ntitle"), "---\ntitle\n");
    }
}
