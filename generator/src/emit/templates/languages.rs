//! How each language writes a comment, and a text that must stay text.

use crate::config::Language;
use crate::emit::sql::quote;
use crate::emit::{Comment, markdown};
use crate::mermaid;
use crate::visible::{is_hidden, visible};

/// How a comment of one line is written.
pub(super) fn comment(language: Language) -> Comment {
    match language {
        Language::Script | Language::Rust | Language::Go | Language::Java | Language::Kotlin => Comment::RUST,
        Language::Json => Comment::JSON,
        Language::Python | Language::Yaml | Language::Toml | Language::Shell | Language::Text => {
            Comment { open: "# ", close: "" }
        }
        Language::Sql => Comment::SQL,
        Language::Markdown | Language::Html => Comment::MARKDOWN,
        Language::Mermaid => Comment::MERMAID,
        Language::Css => Comment { open: "/* ", close: " */" },
        Language::Lisp => Comment { open: "; ", close: "" },
        Language::Tex => Comment { open: "% ", close: "" },
    }
}

/// `text` as the language writes it: a literal with its quotes where it has literals, else text without markup.
pub(super) fn written(language: Language, text: &str) -> String {
    match language {
        Language::Script | Language::Json | Language::Java => literal(text, pair, ""),
        Language::Kotlin => literal(text, pair, "$"),
        Language::Python | Language::Go | Language::Yaml | Language::Toml => literal(text, long, ""),
        Language::Rust => literal(text, braced, ""),
        Language::Sql => quote::postgres(text),
        Language::Markdown => markdown::inline(text),
        Language::Html => html(text),
        Language::Mermaid => mermaid::description(text),
        Language::Shell => format!("'{}'", text.replace('\'', "'\\''")),
        Language::Css => quoted(text, |c| format!("\\{:x} ", u32::from(c))),
        Language::Lisp => quoted(text, |c| format!("\\{c}")),
        Language::Tex => text.chars().map(tex).collect(),
        Language::Text => text.to_owned(),
    }
}

/// A text on one line that ends no comment, in whatever language.
pub(super) fn remark(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = visible(&line).replace("*/", "* /").replace("/*", "/ *").replace("--", "- -");
    let line = line.replace("</", "< /").replace("<!", "< !");
    // A backslash at its end would join the next line to it.
    if line.ends_with('\\') { format!("{line} .") } else { line }
}

/// A literal in double quotes. What is hidden, and `also`, stands there by code point.
fn literal(text: &str, coded: fn(char) -> String, also: &str) -> String {
    let mut literal = String::from("\"");
    let mut before = '"';
    for character in text.chars() {
        match character {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            other if is_hidden(other) || also.contains(other) => literal.push_str(&coded(other)),
            // `</script>` would end a script that the literal stands in.
            '/' if before == '<' => literal.push_str(&coded('/')),
            other => literal.push(other),
        }
        before = character;
    }
    literal.push('"');
    literal
}

fn pair(character: char) -> String {
    character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

fn long(character: char) -> String {
    let code = u32::from(character);
    if code > 0xffff { format!("\\U{code:08x}") } else { format!("\\u{code:04x}") }
}

fn braced(character: char) -> String {
    character.escape_unicode().to_string()
}

fn quoted(text: &str, escape: fn(char) -> String) -> String {
    let is_special = |c: char| matches!(c, '"' | '\\' | '<') || (c.is_control() && c != '\n');
    let part = |c: char| if is_special(c) || c == '\n' { escape(c) } else { c.to_string() };
    format!("\"{}\"", text.chars().map(part).collect::<String>())
}

fn html(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\n' | '\t' => shown.push(character),
            '\'' | '`' | '=' | '{' | '}' => shown.push_str(&format!("&#{};", u32::from(character))),
            hidden if is_hidden(hidden) => shown.extend(hidden.escape_unicode()),
            other => shown.push(other),
        }
    }
    shown
}

fn tex(character: char) -> String {
    match character {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{character}"),
        other if is_hidden(other) => " ".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{remark, written};
    use crate::config::Language;

    const HOSTILE: &str = "a\"b\\c\n'); DROP TABLE x; --</script>${x}\u{2028}\u{e0041}";

    #[test]
    fn a_literal_is_one_line_and_ends_where_it_ends() {
        for (language, expected) in [
            (Language::Script, r#""a\"b\\c\n'); DROP TABLE x; --<\u002fscript>${x}\u2028\udb40\udc41""#),
            (Language::Kotlin, r#""a\"b\\c\n'); DROP TABLE x; --<\u002fscript>\u0024{x}\u2028\udb40\udc41""#),
            (Language::Python, r#""a\"b\\c\n'); DROP TABLE x; --<\u002fscript>${x}\u2028\U000e0041""#),
            (Language::Rust, r#""a\"b\\c\n'); DROP TABLE x; --<\u{2f}script>${x}\u{2028}\u{e0041}""#),
        ] {
            assert_eq!(written(language, HOSTILE), expected, "{language:?}");
        }
        let json: String = serde_json::from_str(&written(Language::Json, HOSTILE)).expect("JSON");
        assert_eq!(json, HOSTILE);
        let rust: syn::LitStr = syn::parse_str(&written(Language::Rust, HOSTILE)).expect("Rust");
        assert_eq!(rust.value(), HOSTILE);
    }

    #[test]
    fn a_remark_ends_no_comment() {
        let line = remark("a */ b --> c\n</style> \\");
        assert!(!line.contains("*/") && !line.contains("--") && !line.contains('\n'), "{line}");
        assert!(!line.contains("</") && !line.ends_with('\\'), "{line}");
    }

    #[test]
    fn markup_is_text_in_every_language_of_markup() {
        assert_eq!(written(Language::Html, "<b a='1'>&"), "&lt;b a&#61;&#39;1&#39;&gt;&amp;");
        assert_eq!(written(Language::Tex, "\\input{x}%"), "\\textbackslash{}input\\{x\\}\\%");
        assert_eq!(written(Language::Shell, "'; rm -r x '"), "''\\''; rm -r x '\\'''");
        assert_eq!(written(Language::Css, "\"</style>"), "\"\\22 \\3c /style>\"");
    }
}
