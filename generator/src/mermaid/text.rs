//! The text of names and labels: Mermaid's entities and line breaks decoded, and what counts as equal.

use super::chars::{is_space, is_word, span_of, starts_with};
use super::prepare::{CLOSE, NAMED, NUMERIC};

/// What Mermaid shows for `text` as it stands in a diagram's source, entities decoded once.
///
/// `<br/>` and a literal `\n` become line breaks; control pictures such as `␁`, which the writer
/// puts for control characters, become the characters.
#[must_use]
pub fn decode(text: &str) -> String {
    decode_prepared(&super::prepare::encode(text))
}

/// As [`decode`], of a text in which entities are marks.
pub(super) fn decode_prepared(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (len, piece) = match c {
            '\u{fb02}' => marked(rest),
            '\u{b6}' if rest.starts_with(CLOSE) => Some((CLOSE.len(), ';')),
            '&' => named(&rest[1..]).map(|(len, c)| (len + 1, c)),
            '<' => line_break(rest).map(|len| (len, '\n')),
            '\\' if rest[1..].starts_with('n') => Some((2, '\n')),
            '\u{2400}'..='\u{241f}' | '\u{2421}' => Some((3, pictured(c))),
            _ => None,
        }
        .unwrap_or((c.len_utf8(), c));
        decoded.push(piece);
        rest = &rest[len..];
    }
    decoded
}

/// The control character that a control picture stands for.
fn pictured(c: char) -> char {
    let code = u32::from(c) - 0x2400;
    char::from_u32(if code == 0x21 { 0x7f } else { code }).unwrap_or(c)
}

/// `text` as it is compared: line breaks, `<br/>` and a literal `\n` are spaces, runs of white space
/// are one space, none at the ends.
#[must_use]
pub fn normal(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut gap = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = match c {
            '<' => line_break(rest),
            '\\' if rest[1..].starts_with('n') => Some(2),
            _ if is_space(c) || c.is_whitespace() => Some(c.len_utf8()),
            _ => None,
        };
        if len.is_none() {
            if gap && !words.is_empty() {
                words.push(' ');
            }
            words.push(c);
        }
        gap = len.is_some();
        rest = &rest[len.unwrap_or(c.len_utf8())..];
    }
    words
}

/// The length of `<br>`, `<br/>` and the like.
pub(super) fn line_break(text: &str) -> Option<usize> {
    if !starts_with(text, "<br") {
        return None;
    }
    let space = 3 + span_of(&text[3..], is_space);
    let end = if text[space..].starts_with('/') { space + 1 } else { space };
    text[end..].starts_with('>').then_some(end + 1)
}

/// An entity that Mermaid's mark stands for.
fn marked(text: &str) -> Option<(usize, char)> {
    let numeric = text.starts_with(NUMERIC);
    let open = if numeric { NUMERIC } else { NAMED };
    let inner = text.strip_prefix(open)?;
    let name = &inner[..span_of(inner, is_word)];
    if !inner[name.len()..].starts_with(CLOSE) {
        return text.starts_with(NAMED).then_some((open.len(), '&'));
    }
    let len = open.len() + name.len() + CLOSE.len();
    let c = if numeric { Some(numbered(name)) } else { by_name(name) };
    Some(c.map_or((open.len(), '&'), |c| (len, c)))
}

/// `name;` or `#NN;` after `&`.
fn named(text: &str) -> Option<(usize, char)> {
    let hash = usize::from(text.starts_with('#'));
    let name = &text[hash..hash + span_of(&text[hash..], is_word)];
    if !text[hash + name.len()..].starts_with(';') {
        return None;
    }
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let c = if hash == 1 && digits { Some(numbered(name)) } else { by_name(name).filter(|_| hash == 0) };
    c.map(|c| (hash + name.len() + 1, c))
}

/// The character that HTML shows for `&#digits;`.
fn numbered(digits: &str) -> char {
    const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    match digits.parse::<u32>() {
        Ok(code @ 0x80..=0x9f) => WINDOWS.chars().nth(code as usize - 0x80).unwrap_or('\u{fffd}'),
        Ok(code) if code > 0 => char::from_u32(code).unwrap_or('\u{fffd}'),
        _ => '\u{fffd}',
    }
}

/// The character of an HTML entity, of those that occur in practice.
fn by_name(name: &str) -> Option<char> {
    const NAMES: &[(&str, char)] = &[
        ("AMP", '&'),
        ("GT", '>'),
        ("LT", '<'),
        ("NewLine", '\n'),
        ("QUOT", '"'),
        ("Tab", '\t'),
        ("amp", '&'),
        ("apos", '\''),
        ("ast", '*'),
        ("bsol", '\\'),
        ("bull", '•'),
        ("cent", '¢'),
        ("check", '✓'),
        ("colon", ':'),
        ("comma", ','),
        ("commat", '@'),
        ("copy", '©'),
        ("cross", '✗'),
        ("darr", '↓'),
        ("deg", '°'),
        ("divide", '÷'),
        ("dollar", '$'),
        ("equals", '='),
        ("euro", '€'),
        ("excl", '!'),
        ("ge", '≥'),
        ("grave", '`'),
        ("gt", '>'),
        ("harr", '↔'),
        ("hearts", '♥'),
        ("hellip", '…'),
        ("infin", '∞'),
        ("laquo", '«'),
        ("larr", '←'),
        ("lbrace", '{'),
        ("lbrack", '['),
        ("lcub", '{'),
        ("ldquo", '“'),
        ("le", '≤'),
        ("lowbar", '_'),
        ("lpar", '('),
        ("lsqb", '['),
        ("lsquo", '‘'),
        ("lt", '<'),
        ("mdash", '—'),
        ("middot", '·'),
        ("nbsp", '\u{a0}'),
        ("ndash", '–'),
        ("ne", '≠'),
        ("num", '#'),
        ("para", '¶'),
        ("percnt", '%'),
        ("period", '.'),
        ("plus", '+'),
        ("plusmn", '±'),
        ("pound", '£'),
        ("quest", '?'),
        ("quot", '"'),
        ("rArr", '⇒'),
        ("raquo", '»'),
        ("rarr", '→'),
        ("rbrace", '}'),
        ("rbrack", ']'),
        ("rcub", '}'),
        ("rdquo", '”'),
        ("reg", '®'),
        ("rpar", ')'),
        ("rsqb", ']'),
        ("rsquo", '’'),
        ("sect", '§'),
        ("semi", ';'),
        ("sol", '/'),
        ("star", '☆'),
        ("szlig", 'ß'),
        ("times", '×'),
        ("trade", '™'),
        ("uarr", '↑'),
        ("verbar", '|'),
        ("vert", '|'),
        ("yen", '¥'),
        ("zwj", '\u{200d}'),
        ("zwnj", '\u{200c}'),
    ];
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, c)| *c)
}

#[cfg(test)]
mod tests {
    use super::{decode, normal};

    #[test]
    fn entities_are_decoded_once() {
        assert_eq!(decode("POST /#58;id"), "POST /:id");
        assert_eq!(decode("#35;58;"), "#58;");
        assert_eq!(decode("#38;lt;"), "&lt;");
        assert_eq!(decode("a #quot; &lt; &nothing; #nothing;"), "a \" < &nothing; &nothing;");
        assert_eq!(decode("#0; #128; #9999999999;"), "\u{fffd} € \u{fffd}");
    }

    #[test]
    fn line_breaks_are_decoded() {
        assert_eq!(decode("one<br/>two<BR >three\\nfour<b>"), "one\ntwo\nthree\nfour<b>");
        assert_eq!(decode("#92;n"), "\\n");
    }

    #[test]
    fn control_pictures_stand_for_control_characters() {
        assert_eq!(decode("a\u{2401}b\u{2421}"), "a\u{1}b\u{7f}");
        assert_eq!(decode("#9217;"), "\u{2401}");
    }

    #[test]
    fn white_space_counts_as_one_space() {
        assert_eq!(normal("  a\u{a0}\t b<br/>c\\nd\u{feff} "), "a b c d");
    }
}
