//! Finds the mermaid blocks of a Markdown body by CommonMark's rules for fences.

use std::ops::Range;

use crate::source::{SourceFile, Span};

/// A mermaid block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// From the opening line's first character to the closing line's end, without its line break.
    pub span: Span,
    /// The lines between the fences, with their line breaks.
    pub content: Span,
    /// The white space before the opening fence.
    pub indent: String,
    /// Whether there is a closing fence; otherwise the block runs to the end of what holds it.
    pub closed: bool,
}

/// A line: its text without the line break, and the byte after the break.
struct Line {
    text: Range<usize>,
    next: usize,
}

/// A fence that is open: what it is made of, and where it stands.
struct Opening {
    mark: u8,
    len: usize,
    /// The column that its container's content starts at.
    container: usize,
    start: usize,
    content: usize,
    indent: String,
    is_mermaid: bool,
}

/// All mermaid blocks of the Markdown in `body`.
///
/// A fence is longer than any that it quotes, may stand in a list, and may bear more words
/// (` ```mermaid title=x`, ` ```{mermaid}`).
#[must_use]
pub fn fences(file: &SourceFile, body: Range<usize>) -> Vec<Fence> {
    let body = file.span(body).range();
    let mut found = Vec::new();
    let mut lists: Vec<usize> = Vec::new();
    let mut open: Option<Opening> = None;
    let mut at = body.start;
    while at < body.end {
        let line = line_at(&file.text[..body.end], at);
        if let Some(opening) = open.take() {
            match step(&file.text, opening, &line) {
                Step::Inside(opening) => {
                    open = Some(opening);
                    at = line.next;
                }
                Step::Closed(opening) => {
                    found.extend(block(file, &opening, at, line.text.end, true));
                    at = line.next;
                }
                // The container ended: the line is read once more outside.
                Step::Left(opening) => found.extend(block(file, &opening, at, at, false)),
            }
            continue;
        }
        open = opening(&file.text, &line, &mut lists);
        at = line.next;
    }
    if let Some(opening) = open {
        found.extend(block(file, &opening, body.end, body.end, false));
    }
    found
}

fn line_at(text: &str, start: usize) -> Line {
    let Some(end) = text[start..].find(['\n', '\r']).map(|end| start + end) else {
        return Line { text: start..text.len(), next: text.len() };
    };
    Line { text: start..end, next: end + if text[end..].starts_with("\r\n") { 2 } else { 1 } }
}

fn block(
    file: &SourceFile,
    opening: &Opening,
    content_end: usize,
    end: usize,
    closed: bool,
) -> Option<Fence> {
    let content = file.span(opening.content.min(content_end)..content_end);
    let end = if closed { end } else { opening.start + file.text[opening.start..end].trim_end().len() };
    let span = file.span(opening.start..end);
    opening.is_mermaid.then(|| Fence { span, content, indent: opening.indent.clone(), closed })
}

enum Step {
    Inside(Opening),
    Closed(Opening),
    Left(Opening),
}

/// What a line means to the open fence.
fn step(text: &str, opening: Opening, line: &Line) -> Step {
    let (column, bytes) = indent(&text[line.text.clone()], 0);
    let rest = &text[line.text.start + bytes..line.text.end];
    if rest.is_empty() {
        return Step::Inside(opening);
    }
    if column < opening.container {
        return Step::Left(opening);
    }
    let run = rest.bytes().take_while(|byte| *byte == opening.mark).count();
    let closes = run >= opening.len && rest[run..].trim().is_empty() && column - opening.container < 4;
    if closes { Step::Closed(opening) } else { Step::Inside(opening) }
}

/// The fence that the line opens, if it does; `lists` holds the columns of the list items around it.
fn opening(text: &str, line: &Line, lists: &mut Vec<usize>) -> Option<Opening> {
    let whole = &text[line.text.clone()];
    let (mut column, mut at) = indent(whole, 0);
    if whole[at..].is_empty() {
        return None;
    }
    while lists.last().is_some_and(|list| column < *list) {
        lists.pop();
    }
    let mut in_item = false;
    while column - lists.last().copied().unwrap_or(0) < 4 {
        let Some(len) = list_marker(&whole[at..]) else { break };
        let (after, bytes) = indent(&whole[at + len..], column + len);
        if whole[at + len + bytes..].is_empty() {
            lists.push(column + len + 1);
            return None;
        }
        lists.push(if after - (column + len) > 4 { column + len + 1 } else { after });
        column = after;
        at += len + bytes;
        in_item = true;
    }
    let container = lists.last().copied().unwrap_or(0);
    if column - container >= 4 {
        return None;
    }
    let start = if in_item { line.text.start + at } else { line.text.start };
    let (mark, len, is_mermaid) = fence(&whole[at..])?;
    let indent = " ".repeat(column);
    let indent = if in_item { indent } else { whole[..at].to_owned() };
    Some(Opening { mark, len, container, start, content: line.next, indent, is_mermaid })
}

/// The column and the byte after the white space at the start of `text`, which stands at `column`.
fn indent(text: &str, column: usize) -> (usize, usize) {
    let mut column = column;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => return (column, at),
        }
    }
    (column, text.len())
}

/// The length of a list item's marker.
fn list_marker(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (marks, len): (&[u8], usize) = if digits == 0 { (b"-*+", 1) } else { (b".)", digits + 1) };
    let mark = text.as_bytes().get(len - 1)?;
    let ends = matches!(text.as_bytes().get(len), None | Some(b' ' | b'\t'));
    (marks.contains(mark) && digits <= 9 && ends).then_some(len)
}

/// The mark, the length and the language of the fence that `text` is.
fn fence(text: &str) -> Option<(u8, usize, bool)> {
    let mark = text.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let len = text.bytes().take_while(|byte| *byte == mark).count();
    let info = &text[len..];
    if len < 3 || (mark == b'`' && info.contains('`')) {
        return None;
    }
    let word = info.trim_start_matches([' ', '\t', '{', '.']);
    let end =
        word.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '+'))).unwrap_or(word.len());
    Some((mark, len, word[..end].eq_ignore_ascii_case("mermaid")))
}

#[cfg(test)]
mod tests {
    use super::fences;
    use crate::source::{FileId, SourceFile};

    fn contents(text: &str) -> Vec<(String, bool)> {
        let file = SourceFile::new(FileId(0), "a.md", text);
        let found = fences(&file, 0..text.len());
        found.iter().map(|fence| (file.slice(fence.content).to_owned(), fence.closed)).collect()
    }

    fn closed(texts: &[&str]) -> Vec<(String, bool)> {
        texts.iter().map(|text| ((*text).to_owned(), true)).collect()
    }

    #[test]
    fn every_kind_of_mermaid_fence_is_found() {
        assert_eq!(contents("a\n```mermaid\nx\ny\n```\nb"), closed(&["x\ny\n"]));
        assert_eq!(
            contents("~~~ {mermaid}\nx\n~~~~\n````Mermaid title=y\n```\n````"),
            closed(&["x\n", "```\n"])
        );
        assert_eq!(contents("```{.mermaid #id}\n```"), closed(&[""]));
        assert_eq!(contents("```mermaid\r\nx\r\n```\r\n"), closed(&["x\r\n"]));
        assert_eq!(contents("```mermaid\rx\r```\r"), closed(&["x\r"]));
    }

    #[test]
    fn other_fences_are_not() {
        assert_eq!(contents("```rust\n```\n```mermaid-js\n```\n``mermaid\n```mermaid `x`\n"), closed(&[]));
        assert_eq!(contents("````md\n```mermaid\nx\n```\n````\n"), closed(&[]));
        assert_eq!(contents("    ```mermaid\n    x\n    ```\n"), closed(&[]));
    }

    #[test]
    fn a_fence_may_stand_in_a_list() {
        assert_eq!(contents("1. a\n\n   ```mermaid\n   x\n   ```\n"), closed(&["   x\n"]));
        assert_eq!(contents("- a\n  - b\n    ```mermaid\n    x\n    ```\n"), closed(&["    x\n"]));
        assert_eq!(contents("- ```mermaid\n  x\n  ```\nb"), closed(&["  x\n"]));
        assert_eq!(contents("*\n  ```mermaid\n  x\n  ```\nb"), closed(&["  x\n"]));
        assert_eq!(contents("- ```mermaid\n  x\nb\n"), [("  x\n".to_owned(), false)]);
    }

    #[test]
    fn an_unclosed_fence_runs_to_the_end() {
        assert_eq!(contents("```mermaid\nx\n ~~~\n"), [("x\n ~~~\n".to_owned(), false)]);
        assert_eq!(contents("```mermaid"), [(String::new(), false)]);
    }

    #[test]
    fn spans_hold_the_fences_and_no_line_break() {
        let text = "é\n  ```mermaid\n  x\n  ```  \nb";
        let file = SourceFile::new(FileId(0), "a.md", text);
        let found = fences(&file, 0..text.len());
        assert_eq!(file.slice(found[0].span), "  ```mermaid\n  x\n  ```  ");
        assert_eq!(found[0].indent, "  ");
    }
}
