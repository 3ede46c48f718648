//! Untrusted text as SQL literals and identifiers: it can neither end them nor be misread in a page of SQL.

use crate::visible::is_hidden;

/// `text` as a PostgreSQL literal that means the same whatever the server's settings, on one line,
/// without a dollar sign, so that it may stand inside any dollar-quoted body.
pub(crate) fn postgres(text: &str) -> String {
    let is_special = |character: char| matches!(character, '\\' | '$') || is_hidden(character);
    if !text.contains(is_special) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut literal = String::from("E'");
    for character in text.chars() {
        match character {
            '\'' => literal.push_str("''"),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            special if is_special(special) => literal.push_str(&escape(special)),
            plain => literal.push(plain),
        }
    }
    literal.push('\'');
    literal
}

fn escape(character: char) -> String {
    let code = u32::from(character);
    if code > 0xffff { format!("\\U{code:08X}") } else { format!("\\u{code:04X}") }
}

/// `text` as an SQLite expression on one line: a literal, with what is hidden in it by code point.
pub(crate) fn sqlite(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut plain = String::new();
    for character in text.chars() {
        if is_hidden(character) {
            parts.extend((!plain.is_empty()).then(|| sqlite_literal(&plain)));
            plain.clear();
            parts.push(format!("char({})", u32::from(character)));
        } else {
            plain.push(character);
        }
    }
    if !plain.is_empty() || parts.is_empty() {
        parts.push(sqlite_literal(&plain));
    }
    if parts.len() == 1 && !parts[0].starts_with("char(") {
        return parts.remove(0);
    }
    format!("({})", parts.join(" || "))
}

fn sqlite_literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// `name` as a quoted identifier of either database.
pub(crate) fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::{identifier, postgres, sqlite};

    #[test]
    fn a_text_cannot_end_its_literal() {
        assert_eq!(postgres("it's"), "'it''s'");
        assert_eq!(postgres("a\\'; $$ $guard$\n"), "E'a\\\\''; \\u0024\\u0024 \\u0024guard\\u0024\\n'");
        assert_eq!(postgres("\u{202e}\u{e0041}承"), "E'\\u202E\\U000E0041承'");
        assert_eq!(sqlite("it's $$"), "'it''s $$'");
        assert_eq!(sqlite("a\r\nb"), "('a' || char(13) || char(10) || 'b')");
        assert_eq!(sqlite("\u{202e}"), "(char(8238))");
        assert_eq!(sqlite(""), "''");
        assert_eq!(identifier("a\"b"), "\"a\"\"b\"");
    }
}
