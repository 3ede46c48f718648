//! Prose as Markdown that shows the prose: no text of a document becomes markup.
//!
//! That holds for what is marked up without marks too: addresses of the web and of mail, mentions
//! and emoji codes stay text, although links of them could be followed. Backslashes do not keep
//! renderers from finding those, since they look for them in the finished text; an empty comment
//! ([`BREAK`]) does. Some tools look for `{{` and `{%` before or after Markdown is read: neither
//! stands in a page, before or after.

use crate::visible::visible;

/// Characters that Markdown, GitHub or mdBook may take for markup inside a line.
const MARKS: &[char] = &['\\', '`', '*', '_', '[', ']', '{', '}', '|', '~', '$', '#', '!', '^', '='];

/// What parts a text that must not be read as one, and shows nothing.
const BREAK: &str = "<!-- -->";

/// `text` as one line of Markdown for a table cell, a heading or the middle of a sentence.
///
/// Line breaks become spaces, except that a blank line becomes `<br>`; hidden characters are
/// spelled out; every character that could be markup is escaped, also where only GitHub (`$`) would
/// take it for such.
#[must_use]
pub fn inline(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let paragraphs = text.split("\n\n").map(words).filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| guard_start(&escape(&visible(&paragraph)))).collect::<Vec<_>>().join("<br>")
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for (at, character) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + character.len_utf8()..]);
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '_' if is_inner(before, after) => escaped.push('_'),
            '%' if before.ends_with('{') => escaped.push_str("\\%"),
            '(' if before.ends_with(']') => escaped.push_str("\\("),
            '.' if ends_in_www(before) => escaped.extend([BREAK, "."]),
            mark if MARKS.contains(&mark) => escaped.extend(['\\', mark]),
            other => escaped.push(other),
        }
        if is_lead(character, after) {
            escaped.push_str(BREAK);
        }
    }
    escaped
}

/// Whether `character` and what follows would be taken for one thing: the `:` of `https://`, the
/// `@` of a mention or a mail address, the first `:` of `:emoji:`, the first `{` of `{{`.
fn is_lead(character: char, after: &str) -> bool {
    match character {
        '@' => after.starts_with(|next: char| !next.is_whitespace()),
        ':' => after.starts_with("//") || is_emoji(after),
        '{' => after.starts_with('{'),
        _ => false,
    }
}

/// Whether `text` begins like `emoji:`. No such name is longer than 64 characters.
fn is_emoji(text: &str) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+-".contains(byte);
    let length = text.bytes().take(64).take_while(is_name).count();
    length > 0 && text[length..].starts_with(':')
}

fn ends_in_www(text: &str) -> bool {
    let start = text.len().saturating_sub(3);
    text.as_bytes()[start..].eq_ignore_ascii_case(b"www")
}

/// An underscore between letters or digits is never emphasis.
fn is_inner(before: &str, after: &str) -> bool {
    before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
}

/// Keeps a line's beginning from being a list, a rule or a numbered item.
fn guard_start(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|first: char| first.is_ascii_digit()).len();
    let rest = &line[digits..];
    if digits > 0 && rest.starts_with(['.', ')']) {
        return format!("{}\\{rest}", &line[..digits]);
    }
    if line.starts_with(['-', '+', ':']) { format!("\\{line}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::inline;

    #[test]
    fn prose_stays_prose() {
        let cases = [
            ("a|b `c` *d*", r"a\|b \`c\` \*d\*"),
            ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
            ("[x](y) ![z](w)", r"\[x\]\(y) \!\[z\]\(w)"),
            ("{{#include /etc/passwd}}", r"\{<!-- -->\{\#include /etc/passwd\}\}"),
            ("{% raw %}", r"\{\% raw %\}"),
            ("RUN_TRANSITIONS _x_", r"RUN_TRANSITIONS \_x\_"),
            ("1. one", r"1\. one"),
            ("- one", r"\- one"),
            ("a\n  b\r\n\r\nc", "a b<br>c"),
            ("a\u{202e}b\u{0}", "a\\\\u\\{202e\\}b\\\\u\\{0\\}"),
            ("AT&amp;T", "AT&amp;amp;T"),
            ("https://x.y/z www.x.y WWW.x", "https:<!-- -->//x.y/z www<!-- -->.x.y WWW<!-- -->.x"),
            ("a@b.c, @team @ 9", "a@<!-- -->b.c, @<!-- -->team @ 9"),
            ("a :+1: at 10:30, a:b", "a :<!-- -->+1: at 10:30, a:b"),
        ];
        for (text, shown) in cases {
            assert_eq!(inline(text), shown);
        }
    }
}
