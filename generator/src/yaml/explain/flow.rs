//! Texts inside brackets, where a comma ends what elsewhere only a line's end does.

use std::ops::Range;

use super::Stop;
use super::line::opener;

/// A text in brackets.
pub(super) struct Part {
    pub(super) range: Range<usize>,
    /// Whether it is surely a text of its own and all of it.
    pub(super) sure: bool,
}

impl Stop<'_> {
    /// The text that begins at `at`, where that is inside brackets and ends on its line.
    pub(super) fn part(&self, at: usize) -> Option<Part> {
        let bracket = self.innermost(at)?;
        let rest = self.text(at..self.line_end(at));
        let length = rest.find([',', '[', ']', '{', '}'])?;
        let text = rest[..length].trim_end();
        let behind = &rest[length..];
        let ends = match behind.strip_prefix(',') {
            Some(next) => bracket == '[' || next.trim().is_empty() || begins_entry(next),
            None => behind.starts_with([']', '}']),
        };
        let plain = !text.contains([':', '#', '"', '\'']);
        Some(Part { range: at..at + text.len(), sure: ends && plain })
    }

    /// The innermost bracket that is open before `at`.
    fn innermost(&self, at: usize) -> Option<char> {
        for line in self.lines_up(at) {
            let text = self.text(line.start..line.end.min(at));
            let mut found = None;
            let mut rest = text;
            while let Some(begins) = opener(rest, &['[', '{']) {
                found = rest[begins..].chars().next();
                rest = &rest[begins + 1..];
            }
            // Lines between the bracket and the text end in what lets the bracket's content go on.
            let content = text.split(" #").next().unwrap_or_default().trim();
            let is_none = content.is_empty() || content.starts_with('#');
            let goes_on = line.end >= at || is_none || content.ends_with([',', '[', '{']);
            if found.is_some() || !goes_on {
                return found.filter(|_| goes_on);
            }
        }
        None
    }
}

/// Whether what follows a comma is the next key of a map.
fn begins_entry(text: &str) -> bool {
    let key =
        |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    text.split_once(": ").is_some_and(|(before, _)| key(before.trim()))
}
