//! Rust text, line by line. What varies between modules is written here; what does not stands in `methods.rs`.

use std::fmt::{self, Display, Write};

use crate::document::Text;

/// Rust text that grows.
#[derive(Default)]
pub(crate) struct Code {
    text: String,
    depth: usize,
}

impl Code {
    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// One line.
    pub(crate) fn line(&mut self, line: impl Display) {
        self.indent();
        writeln!(self.text, "{line}").expect("a String takes any text");
    }

    /// A line without anything on it.
    pub(crate) fn gap(&mut self) {
        self.text.push('\n');
    }

    /// Lines between a line that opens a bracket and the one that closes it.
    pub(crate) fn block(&mut self, open: impl Display, close: &str, lines: impl FnOnce(&mut Self)) {
        self.line(open);
        self.depth += 1;
        lines(self);
        self.depth -= 1;
        self.line(close);
    }

    /// Lines of documentation behind `mark`, which is `///` or `//!`; an empty one parts paragraphs.
    pub(crate) fn docs(&mut self, mark: &str, lines: &[String]) {
        for line in lines {
            self.indent();
            self.text.push_str(mark);
            if !line.is_empty() {
                self.text.push(' ');
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// Whole lines, as they are.
    pub(crate) fn fixed(&mut self, lines: &str) {
        self.text.push_str(lines);
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
    }
}

/// A text as a literal. Zeros are spelled out, since `\07` reads as an octal number.
pub(crate) struct Literal<'a>(pub(crate) &'a str);

impl Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for (at, piece) in self.0.split('\0').enumerate() {
            let quoted = format!("{piece:?}");
            write!(f, "{}{}", if at == 0 { "" } else { "\\u{0}" }, &quoted[1..quoted.len() - 1])?;
        }
        f.write_str("\"")
    }
}

/// `Some("text")` or `None`.
pub(crate) struct Optional<'a>(pub(crate) Option<&'a Text>);

impl Display for Optional<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => write!(f, "Some({})", Literal(text.as_str())),
            None => f.write_str("None"),
        }
    }
}

/// A text as a literal, an empty one where there is none.
pub(crate) fn said(text: Option<&Text>) -> Literal<'_> {
    Literal(text.map_or("", Text::as_str))
}

/// A place in a list, or the constant that says that there is none.
pub(crate) struct Place(pub(crate) Option<usize>);

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => place.fmt(f),
            None => f.write_str("support::NONE"),
        }
    }
}

/// Things with commas between them.
pub(crate) fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let mut list = String::new();
    for (at, item) in items.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        write!(list, "{comma}{item}").expect("a String takes any text");
    }
    list
}

#[cfg(test)]
mod tests {
    use super::Literal;

    #[test]
    fn a_literal_is_the_text() {
        let texts = [
            "",
            "a \"b\" \\ {c}",
            "\0\r\n\t\u{7f}",
            "\u{0}7\\0",
            "\u{202e}\u{200b}\u{301}é承'",
            "*/ // \u{feff}",
        ];
        for text in texts {
            let literal = Literal(text).to_string();
            let read: syn::LitStr = syn::parse_str(&literal).expect("a literal");
            assert_eq!(read.value(), text);
            assert!(!literal.contains("\\07"), "{literal}");
            assert!(!literal.contains(['\u{202e}', '\u{200b}', '\u{feff}', '\0', '\r']), "{literal}");
        }
    }
}
