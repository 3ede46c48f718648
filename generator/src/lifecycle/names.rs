//! From a document's words to Rust identifiers, by one rule that does not depend on their order.
//!
//! Text is brought to its composed form (NFC), then split into words at anything that is neither a
//! letter nor a digit and at changes of case, and joined in the identifier's case: `SYN-SENT`
//! becomes `SynSent`. Apostrophes join rather than split, and a minus before a number is spelled
//! (`-1` becomes `Minus1`). Text without a letter or digit is spelled by code point (`!!!` becomes
//! `U21U21U21`). A module is a file, so its name is ASCII: accents are dropped and other letters
//! spelled by code point. What would begin with a digit gets `_` in front, what is taken gets `_`
//! behind, and what would be longer than 100 characters ends in eight digits of its digest.

use heck::{ToSnakeCase, ToUpperCamelCase};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::digest::digest;
pub use crate::document::is_reserved;
use crate::visible::is_hidden;

/// The most characters of a name.
const LONGEST: usize = 100;

/// The words of `text` in upper camel case. It may begin with a digit, so that it can be a part
/// of a longer name; [`variant`] makes it a name of its own.
#[must_use]
pub fn camel(text: &str) -> String {
    let camel = clean(&text.nfc().collect::<String>()).to_upper_camel_case();
    let fits = |character: &char| unicode_ident::is_xid_continue(*character) && !is_hidden(*character);
    let name: String = camel.nfc().filter(fits).collect();
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
    let plain: String = title.nfkd().filter(|character| !is_combining_mark(*character)).map(ascii).collect();
    let snake = clean(&plain).to_snake_case();
    identifier(if snake.is_empty() { spelled(title).to_lowercase() } else { snake })
}

/// A character of a module's name: letters beyond ASCII become words of their code points.
fn ascii(character: char) -> String {
    if character.is_ascii() {
        return character.to_string();
    }
    if character.is_alphanumeric() { format!(" {} ", code(character)) } else { " ".to_owned() }
}

/// Makes joined words an identifier: short enough, not beginning with a digit, not taken.
#[must_use]
pub fn identifier(mut name: String) -> String {
    if name.chars().count() > LONGEST {
        let head: String = name.chars().take(LONGEST - 8).collect();
        name = format!("{head}{}", &digest(&name)[..8]);
    }
    if !name.starts_with(unicode_ident::is_xid_start) {
        name.insert(0, '_');
    }
    if is_reserved(&name) {
        name.push('_');
    }
    name
}

/// A settled name in lower case, with `_` between its words: `NotPlanned` becomes `not_planned`.
/// Every letter stays, so names that differ in more than case and `_` stay apart.
#[must_use]
pub fn method(name: &str) -> String {
    let letters: Vec<char> = name.trim_matches('_').chars().collect();
    let mut method = String::with_capacity(name.len() + 8);
    for (at, letter) in letters.iter().enumerate() {
        let small = |at: usize| letters.get(at).is_some_and(|c| !c.is_uppercase() && *c != '_');
        let begins = letter.is_uppercase() && at > 0 && (small(at - 1) || small(at + 1));
        if begins && !method.ends_with('_') {
            method.push('_');
        }
        method.extend(letter.to_lowercase());
    }
    method
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

/// Without apostrophes, and with a minus before a number spelled.
fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let begins = cleaned.is_empty() || cleaned.ends_with(char::is_whitespace);
        let number = characters.peek().is_some_and(char::is_ascii_digit);
        match character {
            '\'' | '’' => {}
            '-' | '−' if begins && number => cleaned.push_str("minus "),
            other => cleaned.push(other),
        }
    }
    cleaned
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
            ("\u{3164}", "U3164"),
            ("a\u{115f}b", "Ab"),
            ("the owner's run", "TheOwnersRun"),
            ("-1", "Minus1"),
            ("1", "_1"),
            ("cafe\u{301} ouvert", "CaféOuvert"),
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
        assert_eq!(module("Übergabe an Łódź"), "ubergabe_an_u141_odz");
        assert_eq!(module("承認"), "u627f_u8a8d");
    }

    #[test]
    fn variants_become_methods() {
        let cases = [
            ("NotPlanned", "not_planned"),
            ("FinWait1", "fin_wait1"),
            ("_3dsRequired", "3ds_required"),
            ("HTTPServer", "http_server"),
            ("Self_", "self"),
            ("X_Ya", "x_ya"),
            ("承認待ち", "承認待ち"),
            ("CaféOuvert", "café_ouvert"),
        ];
        for (name, of_it) in cases {
            assert_eq!(method(name), of_it);
        }
    }

    #[test]
    fn long_names_end_in_a_digest() {
        let (a, b) = (variant(&"very long ".repeat(50)), variant(&format!("{}x", "very long ".repeat(50))));
        assert_eq!((a.chars().count(), b.chars().count()), (100, 100));
        assert_ne!(a, b);
        assert!(a.starts_with("VeryLongVeryLong"));
    }

    #[test]
    fn punctuation_can_be_told_apart() {
        assert_eq!(exact("load > 5"), "LoadU3e5");
        assert_ne!(exact("load > 5"), exact("load < 5"));
    }
}
