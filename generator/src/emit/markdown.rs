//! Prose as Markdown that shows the prose: no text of a document becomes markup.

use crate::visible::visible;

/// Characters that Markdown, GitHub or mdBook may take for markup inside a line.
const MARKS: &[char] =
    &['\\', '`', '*', '_', '[', ']', '{', '}', '<', '>', '|', '~', '$', '#', '!', '&', '@', '^', '='];

/// `text` as one line of Markdown for a table cell, a heading or the middle of a sentence.
///
/// Line breaks become spaces, except that a blank line becomes `<br>`; hidden characters are
/// spelled out; every character that could be markup is escaped, also where only GitHub (`$`,
/// `@`) or mdBook (`{{#`) would take it for such.
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
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '_' if is_inner(text, at) => escaped.push('_'),
            mark if MARKS.contains(&mark) => escaped.extend(['\\', mark]),
            other => escaped.push(other),
        }
    }
    escaped
}

/// An underscore between letters or digits is never emphasis.
fn is_inner(text: &str, at: usize) -> bool {
    let letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    letter(text[..at].chars().next_back()) && letter(text[at + 1..].chars().next())
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
            ("[x](y) ![z](w)", r"\[x\](y) \!\[z\](w)"),
            ("{{#include /etc/passwd}}", r"\{\{\#include /etc/passwd\}\}"),
            ("RUN_TRANSITIONS _x_", r"RUN_TRANSITIONS \_x\_"),
            ("1. one", r"1\. one"),
            ("- one", r"\- one"),
            ("a\n  b\r\n\r\nc", "a b<br>c"),
            ("a\u{202e}b\u{0}", "a\\\\u\\{202e\\}b\\\\u\\{0\\}"),
            ("AT&amp;T", "AT&amp;amp;T"),
        ];
        for (text, shown) in cases {
            assert_eq!(inline(text), shown);
        }
    }
}
