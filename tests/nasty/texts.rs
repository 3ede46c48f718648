//! Texts that a careless printer would take for code or markup.

use crate::random::Random;

/// Whole pieces, each of which means something to some reader of what is generated.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    // Rust, its comments and its documentation
    "*/", "/*", "//!", "\"#", "\"##", "r#\"", "\\", "\\u", "\\u{202e}", "\\n", "\\\"", "{}", "{0:?}",
    "{self}", "#[test]", "#![allow(x)]", "\0", "\u{0}7", "'", "''", "\"", "[State]", "[`State`]",
    "State::parse", "<T>", "Vec<u8>", "use super::*;", "r#type", "$crate",
    "```rust\nfn main() { panic!() }\n```", "    let x = 1;",
    // templates of all kinds
    "{{", "}}", "{%", "%}", "{{ x }}", "{% include x %}", "{{{raw}}}", "{{#include /etc/passwd}}",
    "{{ #title x }}", "\\{{#include x}}", "{#id .class}", "{: .class}", "${x}", "<%= x %>", "<?php x ?>",
    // HTML
    "</script>", "<script>window.ran = 1</script>", "<img src=http://canary.test/img onerror=window.ran=1>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>", "<svg/onload=window.ran=1>",
    "<style>@import 'x'", "<link rel=stylesheet href=http://canary.test/css>",
    "<meta http-equiv=refresh content=0;url=http://canary.test/meta>", "\"><script>window.ran=1</script>",
    "<!--", "-->", "--!>", "<!-- x -->", "<![CDATA[", "]]>", "</td></table>", "<b onclick=window.ran=1>",
    "<input autofocus onfocus=window.ran=1>", "<details open ontoggle=window.ran=1>", "</textarea>",
    "</title>", "</pre></code>", "&lt;", "&amp;", "&#60;script&#62;", "&quot;", "&nbsp", "&", "&;",
    // blocks of Markdown
    "# one", "###### six", "#", "- one", "+ one", "* one", "1. one", "12) one", "123456789. nine",
    "1234567890. ten", "> quote", ">", "===", "---", "- - -", "***", "___", "+++", ":::", ": definition",
    "~~~", "```", "````mermaid", "~~~mermaid\ngraph", "    code", "\tcode", "| a | b |\n| - | - |", "|",
    "\\|", "\\\\|", "| --- |", "a\n===", "a\n---", "[a]: http://canary.test/ref", "[^1]", "[^1]: note",
    "[ ] to do", "[x] done", "- [x] done", "!!! note", "[toc]", "[[_TOC_]]", "%%", "<br>", "<br/>",
    "one\n\ntwo", "one\r\n\r\ntwo", "one\rtwo", "one  \ntwo", "one\\\ntwo",
    // inline Markdown
    "*a*", "**a**", "_a_", "__a__", "***", "a*b*c", "snake_case_name", "`", "`a`", "``a`b``", "~~a~~",
    "~a~", "^a^", "==a==", "[a](http://canary.test/a)", "![a](http://canary.test/b)",
    "[a](javascript:window.ran=1)", "[a][b]", "[", "]", "](", "!", "![", " <http://canary.test/c>",
    "<a@b.example>", "<javascript:window.ran=1>", "http://canary.test/d", "https://canary.test/e?f=g&h#i",
    "HTTPS://canary.test", "ftp://canary.test", "://", "www.canary.test", "WWW.canary.test", "www.",
    "a@canary.test", "mailto:a@canary.test", "xmpp:a@canary.test/b", "@mention", "@org/team", ":emoji:",
    ":+1:", "a:b:c", "#12", "org/repo#12", "GH-12", "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef", "$math$",
    "$$math$$", "$`math`$", "\\(x\\)", "\\[x\\]",
    // Mermaid
    "[*]", "-->", "a --> b : c", "end note", "direction LR", "state x {", "}", "%%{init: {}}%%", "#quot;",
    "#35;", ";", ":", "::", "click a call window.ran()", "classDef x fill:#f00", "<<fork>>", "s0",
    "note left of s0",
    // characters
    "\u{1}", "\u{7}", "\u{8}", "\u{b}", "\u{c}", "\u{1b}[31m", "\u{7f}", "\u{80}", "\u{85}", "\u{9b}",
    "\u{a0}", "\u{ad}", "\u{34f}", "\u{61c}", "\u{115f}", "\u{180e}", "\u{200b}", "\u{200d}", "\u{200e}",
    "\u{2028}", "\u{2029}", "\u{202e}", "\u{202a}", "\u{2066}", "\u{2069}", "\u{2060}", "\u{206a}",
    "\u{3000}", "\u{3164}", "\u{fe0f}", "\u{feff}", "\u{fff9}", "\u{fffd}", "\u{fffe}", "\u{e0001}",
    "\u{e0041}", "\u{e0100}", "\u{10ffff}", "\u{301}", "\u{338}", "e\u{301}", "é", "ﬁ", "İ", "ß", "ǆ",
    "承認待ち", "ждёт", "עברית", "العربية", "नमस्ते", "👩\u{200d}👩\u{200d}👧", "❤\u{fe0f}", "²", "Ⅷ",
    // SQL, shells and the rest
    "'; DROP TABLE x; --", "$(x)", "`x`", "../../x", "C:\\x", "NULL", "true", "~", "%s%n", "=1+1",
    "__proto__",
];

/// What stands between pieces, or alone.
#[rustfmt::skip]
const ALPHABET: &[&str] = &[
    "a", "b", "Z", "0", "9", " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", "*", "_", "`", "~", "<", ">", "&",
    ";", "[", "]", "(", ")", "{", "}", "|", "\\", "/", "#", "!", "-", "+", "=", ".", ",", ":", "@", "$", "%",
    "^", "'", "\"", "?", "é", "承",
];

/// A short text for a name; never blank.
pub(crate) fn name(random: &mut Random) -> String {
    let text = match random.below(6) {
        0 => (0..1 + random.below(6)).map(|_| random.character()).collect(),
        1 => (0..1 + random.below(6)).map(|_| random.of(ALPHABET)).collect(),
        2 => random.of(PIECES).to_owned(),
        _ => format!("{}{}{}", random.of(PIECES), random.of(ALPHABET), random.of(PIECES)),
    };
    shown(text)
}

/// A text for a sentence; never blank.
pub(crate) fn prose(random: &mut Random) -> String {
    let length = 1 + random.below(5);
    let text = (0..length).map(|_| match random.below(8) {
        0 => random.character().to_string(),
        1 | 2 => (0..1 + random.below(5)).map(|_| random.of(ALPHABET)).collect(),
        3 => format!(" {} ", random.of(PIECES)),
        _ => random.of(PIECES).to_owned(),
    });
    shown(text.collect())
}

fn shown(text: String) -> String {
    if text.trim().is_empty() { format!("{text}x") } else { text }
}

/// Every piece, in sentences of a few.
pub(super) fn all() -> impl Iterator<Item = String> {
    PIECES.chunks(3).map(|pieces| pieces.join(" "))
}
