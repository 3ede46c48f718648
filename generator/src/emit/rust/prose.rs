//! Untrusted text as doc comments: each piece becomes one line of Markdown that means only itself.

use std::fmt::Write;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// `text` as one line of Markdown. Nothing in it is markup, a link, a list or invisible.
pub(crate) fn line(text: &str) -> String {
    let text = visible(text);
    let mut line = String::with_capacity(text.len() + 8);
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if is_markup(&line, before, character, characters.peek().copied()) {
            line.push('\\');
        }
        line.push(character);
        before = Some(character);
    }
    line
}

/// A state's name, in quotes.
pub(crate) fn quoted(name: &str) -> String {
    format!("“{}”", line(name))
}

/// Doc comments, one per line; an empty line parts paragraphs.
pub(crate) fn docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| comment(line));
    quote!(#(#[doc = #lines])*)
}

/// The same for the module that the text stands in.
pub(crate) fn inner_docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| comment(line));
    quote!(#(#![doc = #lines])*)
}

fn comment(line: &str) -> Literal {
    if line.is_empty() { Literal::string("") } else { Literal::string(&format!(" {line}")) }
}

/// Whitespace collapsed; characters that show nothing, or move others about, written as `\u{…}`.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for character in word.chars() {
            if is_visible(character) {
                out.push(character);
            } else {
                write!(out, "\\u{{{:x}}}", u32::from(character)).expect("a String takes any text");
            }
        }
    }
    out
}

/// Combining marks are visible where they follow a letter, so each character is asked behind one.
fn is_visible(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    let mut pair = [b'a', 0, 0, 0, 0];
    let length = character.encode_utf8(&mut pair[1..]).len();
    let pair = std::str::from_utf8(&pair[..=length]).expect("two characters");
    pair.escape_debug().count() == 2
}

fn is_markup(line: &str, before: Option<char>, character: char, after: Option<char>) -> bool {
    let in_word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
    match character {
        '\\' => after != Some('u'),
        '`' | '*' | '[' | ']' | '<' | '>' | '~' | '|' | '&' => true,
        '_' => !(in_word(before) && in_word(after)),
        '/' => before == Some(':') && after == Some('/'),
        '#' | '-' | '+' | '=' => line.is_empty(),
        '.' | ')' => is_item_number(line),
        _ => false,
    }
}

/// Whether `line` so far is the number of a list's item, which has nine digits at most.
fn is_item_number(line: &str) -> bool {
    (1..=9).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn plain_prose_stays_as_it_is() {
        for text in ["The run's row, version 1.2 (of 3) - done.", "snake_case: a/b #1", "ждёт 承認 é"]
        {
            assert_eq!(line(text), text);
        }
    }

    #[test]
    fn markup_is_escaped() {
        let cases = [
            ("[x] <T> *a* `b` ~c~ a|b &amp; \\*", r"\[x\] \<T\> \*a\* \`b\` \~c\~ a\|b \&amp; \\\*"),
            ("_a_ __b", r"\_a\_ \_\_b"),
            ("1. one", r"1\. one"),
            ("12) one", r"12\) one"),
            ("- a - b", r"\- a - b"),
            ("+a", r"\+a"),
            ("=== a", r"\=== a"),
            ("# a", r"\# a"),
            ("see https://x.y/z", r"see https:\//x.y/z"),
        ];
        for (text, escaped) in cases {
            assert_eq!(line(text), escaped);
        }
    }

    #[test]
    fn what_shows_nothing_is_spelled() {
        assert_eq!(line("a\u{202e}b\u{200b}\u{0}c\u{feff}"), r"a\u{202e}b\u{200b}\u{0}c\u{feff}");
        assert_eq!(line(" a \n\t b\u{2028}c "), "a b c");
        assert_eq!(line("नमस्ते e\u{301}"), "नमस्ते e\u{301}");
    }
}
