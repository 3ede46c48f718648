//! The character classes of Mermaid's grammar, which are JavaScript's.

/// Whether `\s` matches `c`.
pub(super) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// Whether `\w` matches `c`.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether `.` stops before `c`.
pub(super) fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// How many bytes from the start of `text` hold only characters of `class`.
pub(super) fn span_of(text: &str, class: impl Fn(char) -> bool) -> usize {
    text.find(|c| !class(c)).unwrap_or(text.len())
}

/// Whether `text` starts with the ASCII `prefix` in any letter case.
pub(super) fn starts_with(text: &str, prefix: &str) -> bool {
    text.len() >= prefix.len() && text.as_bytes()[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
}

/// As [`starts_with`], and the word ends there.
pub(super) fn starts_with_word(text: &str, word: &str) -> bool {
    starts_with(text, word) && !text[word.len()..].starts_with(is_word)
}

/// Where `text` starts with `word` and white space: the bytes of both.
pub(super) fn word_and_space(text: &str, word: &str) -> Option<usize> {
    if !starts_with(text, word) {
        return None;
    }
    let space = span_of(&text[word.len()..], is_space);
    (space > 0).then_some(word.len() + space)
}

/// The places of the ASCII `needle` in any letter case, in order; `needle` must not be empty.
pub(super) fn find_all<'a>(text: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let (hay, needle) = (text.as_bytes(), needle.as_bytes());
    hay.windows(needle.len())
        .enumerate()
        .filter(move |(_, window)| window.eq_ignore_ascii_case(needle))
        .map(|(at, _)| at)
}
