//! From an offset in a scalar's text back to the bytes of the source.

use std::ops::Range;

use super::Text;
use crate::source::{SourceFile, Span};

/// How a scalar is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Without marks.
    #[default]
    Plain,
    /// In single quotes.
    SingleQuoted,
    /// In double quotes, with escapes.
    DoubleQuoted,
    /// A block that keeps its line breaks: `|`.
    Literal,
    /// A block that folds its lines: `>`.
    Folded,
}

impl Style {
    /// Whether it is a block on lines of its own.
    #[must_use]
    pub fn is_block(self) -> bool {
        matches!(self, Self::Literal | Self::Folded)
    }
}

impl Text {
    /// The place of the bytes `part` of this text, through quotes, escapes and folding.
    ///
    /// Falls back to the whole scalar where the two cannot be aligned.
    #[must_use]
    pub fn part(&self, file: &SourceFile, part: Range<usize>) -> Span {
        let mut source = Cursor::new(file, self);
        let (mut start, mut end) = (None, None);
        for (at, character) in self.value.char_indices() {
            let Some(bytes) = source.take(character) else { return self.span };
            if at >= part.start && at < part.end {
                start = start.or(Some(bytes.start));
                end = Some(bytes.end);
            }
            if at >= part.end {
                break;
            }
        }
        match (start, end) {
            (Some(start), Some(end)) => file.span(start..end),
            _ => self.span,
        }
    }
}

/// `text` as a scalar on one line that reads back as it: plain where that is certain, else quoted.
#[must_use]
pub fn quote(text: &str) -> String {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '/' | '.');
    let plain = text.starts_with(char::is_alphanumeric) && !text.ends_with(' ') && text.chars().all(inner);
    if plain {
        return text.to_owned();
    }
    if text.chars().any(char::is_control) {
        return serde_json::Value::from(text).to_string();
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// Reads a scalar's source in step with its text.
struct Cursor<'a> {
    source: &'a str,
    at: usize,
    base: usize,
    style: Style,
}

impl<'a> Cursor<'a> {
    fn new(file: &'a SourceFile, text: &Text) -> Self {
        let source = file.slice(text.span);
        let header = source.find('\n').map_or(source.len(), |end| end + 1);
        let at = match text.style {
            Style::Plain => 0,
            Style::SingleQuoted | Style::DoubleQuoted => 1,
            Style::Literal | Style::Folded => header,
        };
        Self { source, at: at.min(source.len()), base: text.span.start, style: text.style }
    }

    /// The source bytes that gave `character`, which must be the next one of the text.
    fn take(&mut self, character: char) -> Option<Range<usize>> {
        let found = if self.style == Style::DoubleQuoted { self.escape(character) } else { None };
        let bytes = match found {
            Some(bytes) => bytes,
            None if character.is_whitespace() => self.space(character),
            None => self.visible(character)?,
        };
        self.at = bytes.end;
        Some(self.base + bytes.start..self.base + bytes.end)
    }

    /// White space folds, so it takes at most one character of the source.
    fn space(&self, character: char) -> Range<usize> {
        let same = self.source[self.at..].starts_with(character);
        self.at..self.at + if same { character.len_utf8() } else { 0 }
    }

    fn visible(&mut self, character: char) -> Option<Range<usize>> {
        self.skip_space();
        if let Some(bytes) = self.escape(character) {
            return Some(bytes);
        }
        let rest = &self.source[self.at..];
        let doubled = self.style == Style::SingleQuoted && character == '\'' && rest.starts_with("''");
        let width = if doubled { 2 } else { character.len_utf8() };
        rest.starts_with(character).then_some(self.at..self.at + width)
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.source[self.at..];
            let trimmed = rest.trim_start().len();
            self.at += rest.len() - trimmed;
            let rest = &self.source[self.at..];
            let joined = ["\\\n", "\\\r\n"].into_iter().find(|mark| rest.starts_with(mark));
            match joined.filter(|_| self.style == Style::DoubleQuoted) {
                Some(mark) => self.at += mark.len(),
                None => return,
            }
        }
    }

    /// An escape sequence of a double-quoted scalar that stands here and gives `character`.
    fn escape(&self, character: char) -> Option<Range<usize>> {
        if self.style != Style::DoubleQuoted || !self.source[self.at..].starts_with('\\') {
            return None;
        }
        let kind = self.source[self.at + 1..].chars().next()?;
        let width = match kind {
            '\r' | '\n' => return None, // it joins two lines, and gives no character
            'x' => 4,
            'u' if u32::from(character) > 0xffff => 12,
            'u' => 6,
            'U' => 10,
            other => 1 + other.len_utf8(),
        };
        let end = self.at + width;
        self.source.is_char_boundary(end).then_some(self.at..end)
    }
}

#[cfg(test)]
mod tests {
    use super::quote;
    use crate::source::{FileId, SourceFile};
    use crate::yaml::{Value, read};

    #[test]
    fn what_is_quoted_reads_back() {
        let texts = [
            "a b",
            "it's",
            "a: b",
            "[*]",
            "- a",
            "~",
            "no",
            "#a",
            "a #b",
            " a ",
            "a\tb\nc",
            "承認待ち",
            "\"a\"",
            "?",
            "@a",
            "",
        ];
        for text in texts {
            for written in [format!("key: {}\n", quote(text)), format!("{{key: {}}}\n", quote(text))] {
                let file = SourceFile::new(FileId(0), "a.yaml", written.clone());
                let node = read(&file, 0..file.text.len()).expect("YAML");
                let Value::Map(pairs) = node.value else { panic!("{written} is no map") };
                assert!(matches!(&pairs[0].1.value, Value::Text(read, _) if read == text), "{written}");
            }
        }
    }
}
