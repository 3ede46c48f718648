//! What a name must look like that a document pins: it is used as it is.

use super::{Decoder, Document, Text};
use crate::diagnostic::Diagnostic;

/// Names that a generated module cannot take: keywords, files that stand beside it, and the
/// device names that Windows keeps for itself.
const RESERVED: &[&str] = &[
    "Self",
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "lib",
    "main",
    "support",
    "harness",
    "under_test",
    "conformance",
    "readme",
    "index",
    "core",
    "std",
    "alloc",
    "con",
    "prn",
    "aux",
    "nul",
    "com1",
    "com2",
    "com3",
    "com4",
    "com5",
    "com6",
    "com7",
    "com8",
    "com9",
    "lpt1",
    "lpt2",
    "lpt3",
    "lpt4",
    "lpt5",
    "lpt6",
    "lpt7",
    "lpt8",
    "lpt9",
    "_",
];

/// Whether `word` cannot be used as an identifier of ours as it is.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Reports pinned names that Rust could not use.
pub(super) fn check(decoder: &mut Decoder, document: &Document) {
    let variants = document.states.iter().filter_map(|state| state.variant.as_ref());
    let rows = document.transitions.iter().filter_map(|row| row.name.as_ref());
    for pin in variants.chain(rows) {
        let constant = ["ALL", "INITIAL", "TERMINAL"].contains(&pin.as_str());
        let good = is_word(pin, |first| first.is_ascii_uppercase()) && !constant;
        report(decoder, pin, good, "an UpperCamelCase Rust identifier", "`InReview`");
    }
    if let Some(pin) = &document.name {
        let good =
            is_word(pin, |first| first.is_ascii_lowercase()) && !pin.value.contains(char::is_uppercase);
        report(decoder, pin, good, "a snake_case Rust identifier", "`monthly_run`");
    }
}

fn is_word(pin: &Text, begins: fn(char) -> bool) -> bool {
    let inner = |character: char| character.is_ascii_alphanumeric() || character == '_';
    pin.value.starts_with(begins) && pin.value.chars().all(inner)
}

fn report(decoder: &mut Decoder, pin: &Text, good: bool, what: &str, example: &str) {
    let (reserved, name) = (is_reserved(&pin.value), &pin.value);
    if good && !reserved {
        return;
    }
    let message = if good {
        format!("`{name}` is taken, and cannot be a pinned name")
    } else {
        format!("a pinned name must be {what}, and this is `{name}`")
    };
    let finding = Diagnostic::new("wrong-type", pin.span, message);
    decoder.report(finding.help(format!("write one such as {example}, or remove the pin")));
}
