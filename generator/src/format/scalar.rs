//! One way to write a text on one line: plain where that is certain, else in single quotes.

use crate::visible::is_hidden;
use crate::yaml::Style;

/// How a text is written that stands on one line as `written`; `None` where it stays as it is. Before a `remark` it
/// keeps its quotes, or goes on without: they tell whether the text was meant to end there.
pub(super) fn canonical(value: &str, style: Style, written: &str, remark: bool) -> Option<String> {
    let one_line = !written.contains('\n') && !style.is_block();
    let printable = value.chars().all(|c| !is_hidden(c) && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    if !one_line || !printable || value.is_empty() {
        return None;
    }
    let new = match style {
        // Other tools may take these for something else than text, and quotes are how they are told.
        _ if (remark || is_typed(value)) && style == Style::Plain => return None,
        _ if is_plain(value) && !is_typed(value) && !remark => value.to_owned(),
        _ => format!("'{}'", value.replace('\'', "''")),
    };
    (new != written).then_some(new)
}

/// Whether a text may stand without quotes wherever it stands, also in brackets.
fn is_plain(text: &str) -> bool {
    let marks = |c: char| "-?:,[]{}#&*!|=>'\"%@`.~<".contains(c);
    let inside = |c: char| matches!(c, ',' | '[' | ']' | '{' | '}' | ':' | '\u{85}' | '\u{a0}');
    !text.starts_with(marks)
        && text.trim() == text
        && !text.contains(inside)
        && !text.contains(" #")
        && !text.contains('\t')
}

/// Whether a YAML reader that knows types could take a plain text for another type.
fn is_typed(text: &str) -> bool {
    let word = text.to_ascii_lowercase();
    let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    let number = |c: char| c.is_ascii_hexdigit() || "+-.:_xobt zeinf".contains(c);
    let digits = word.starts_with(|c: char| c.is_ascii_digit() || c == '+');
    words.contains(&word.as_str()) || digits && word.chars().all(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_form() {
        let form = |value: &str, style, written: &str| {
            canonical(value, style, written, false).unwrap_or(written.to_owned())
        };
        for (value, expected) in [
            ("a b", "a b"),
            ("a, b", "'a, b'"),
            ("it's", "it's"),
            ("[*]", "'[*]'"),
            ("a: b", "'a: b'"),
            ("repo:path", "'repo:path'"),
            ("a #b", "'a #b'"),
            ("a#b", "a#b"),
            ("- a", "'- a'"),
            ("'a'", "'''a'''"),
            ("承認待ち", "承認待ち"),
            ("system (job)", "system (job)"),
        ] {
            let single = format!("'{}'", value.replace('\'', "''"));
            let double = format!("\"{value}\"");
            assert_eq!(form(value, Style::SingleQuoted, &single), expected);
            assert_eq!(form(value, Style::DoubleQuoted, &double), expected);
        }
        assert_eq!(form("a, b", Style::Plain, "a, b"), "'a, b'");
        assert_eq!(canonical("a", Style::DoubleQuoted, "\"a\"", true), Some("'a'".to_owned()));
        assert_eq!(canonical("a, b", Style::Plain, "a, b", true), None);
    }

    #[test]
    fn what_others_take_for_a_type_keeps_its_quotes_and_gets_none() {
        for text in ["no", "1.10", "2026-05-30", "null", "~", "0x1f", "1e3", "12:30", "On"] {
            assert_eq!(canonical(text, Style::Plain, text, false).filter(|_| is_typed(text)), None, "{text}");
            assert_eq!(canonical(text, Style::SingleQuoted, &format!("'{text}'"), false), None, "{text}");
            assert_eq!(
                canonical(text, Style::DoubleQuoted, &format!("\"{text}\""), false),
                Some(format!("'{text}'"))
            );
        }
    }

    #[test]
    fn what_needs_escapes_or_lines_stays() {
        assert_eq!(canonical("a\tb", Style::DoubleQuoted, "\"a\\tb\"", false), None);
        assert_eq!(canonical("a b", Style::Plain, "a\n  b", false), None);
        assert_eq!(canonical("a", Style::Folded, ">-\n  a", false), None);
    }
}
