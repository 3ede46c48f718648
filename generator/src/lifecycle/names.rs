//! From a document's words to Rust identifiers, by one rule that does not depend on their order.
//!
//! Words are split at anything that is neither a letter nor a digit and at changes of case, then
//! joined in the identifier's case (`SYN-SENT` becomes `SynSent`). Apostrophes join rather than
//! split. Text without a letter or digit is spelled by code point (`!!!` becomes `U21U21U21`). An
//! identifier that would begin with a digit gets `_` in front, one that is taken gets `_` behind.

use heck::{ToSnakeCase, ToUpperCamelCase};

pub use crate::document::is_reserved;

/// The words of `text` in upper camel case. It may begin with a digit, so that it can be a part
/// of a longer name; [`variant`] makes it a name of its own.
#[must_use]
pub fn camel(text: &str) -> String {
    let camel = clean(text).to_upper_camel_case();
    let name: String = camel.chars().filter(|character| unicode_ident::is_xid_continue(*character)).collect();
    if name.is_empty() { spelled(text) } else { name }
}

/// The variant's name for `text`: `not planned` becomes `NotPlanned`.
#[must_use]
pub fn variant(text: &str) -> String {
    identifier(camel(text))
}

/// The module's name for a title: `Monthly snapshot run` becomes `monthly_snapshot_run`.
#[must_use]
pub fn module(title: &str) -> String {
    let snake = clean(title).to_snake_case();
    let name: String = snake.chars().filter(|character| unicode_ident::is_xid_continue(*character)).collect();
    identifier(if name.is_empty() { spelled(title).to_lowercase() } else { name })
}

/// Makes joined words an identifier: `_` before a digit, `_` behind a reserved word.
#[must_use]
pub fn identifier(mut name: String) -> String {
    if !name.starts_with(unicode_ident::is_xid_start) {
        name.insert(0, '_');
    }
    if is_reserved(&name) {
        name.push('_');
    }
    name
}

/// The words of `text` with its punctuation spelled out: `> 5` becomes `U3e5`. For telling apart
/// texts that differ in nothing else.
#[must_use]
pub fn exact(text: &str) -> String {
    let spell = |character: char| match character {
        letter if letter.is_alphanumeric() || letter.is_whitespace() => letter.to_string(),
        other => format!(" {} ", code(other)),
    };
    camel(&text.chars().map(spell).collect::<String>())
}

fn clean(text: &str) -> String {
    text.replace(['\'', '’'], "")
}

fn spelled(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).map(code).collect()
}

fn code(character: char) -> String {
    format!("U{:x}", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_variants() {
        let cases = [
            ("not planned", "NotPlanned"),
            ("SYN-SENT", "SynSent"),
            ("FIN-WAIT-1", "FinWait1"),
            ("Accepted/In Progress", "AcceptedInProgress"),
            ("3ds_required", "_3dsRequired"),
            ("Self", "Self_"),
            ("承認待ち", "承認待ち"),
            ("!!!", "U21U21U21"),
            ("📦", "U1f4e6"),
            ("the owner's run", "TheOwnersRun"),
        ];
        for (text, name) in cases {
            assert_eq!(variant(text), name);
            assert!(syn::parse_str::<syn::Ident>(&variant(text)).is_ok());
        }
    }

    #[test]
    fn titles_become_modules() {
        assert_eq!(module("Month-end aging snapshot run"), "month_end_aging_snapshot_run");
        assert_eq!(module("Type"), "type_");
        assert_eq!(module("Support"), "support_");
        assert_eq!(module("2FA"), "_2fa");
        assert_eq!(module("…"), "u2026");
    }

    #[test]
    fn punctuation_can_be_told_apart() {
        assert_eq!(exact("load > 5"), "LoadU3e5");
        assert_ne!(exact("load > 5"), exact("load < 5"));
    }
}
