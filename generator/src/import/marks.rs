//! The marks that say in a cell whether something may happen.

/// Marks and words for yes.
const YES: &[&str] = &[
    "✓",
    "✔️",
    "✔",
    "✅",
    "☑️",
    "☑",
    "🟢",
    "●",
    "⬤",
    "yes",
    "y",
    "true",
    "t",
    "o",
    "ok",
    "allowed",
    "○",
    "◯",
    "1",
    "+",
    ":white_check_mark:",
    ":heavy_check_mark:",
    ":ballot_box_with_check:",
    ":green_circle:",
    ":large_green_circle:",
    ":+1:",
    ":o:",
];

/// Marks and words for no.
const NO: &[&str] = &[
    "✗",
    "✘",
    "❌",
    "✖️",
    "✖",
    "⛔",
    "🚫",
    "🔴",
    "❎",
    "no",
    "n",
    "false",
    "f",
    "never",
    "denied",
    "not allowed",
    "forbidden",
    "×",
    "0",
    ":x:",
    ":no_entry:",
    ":no_entry_sign:",
    ":heavy_multiplication_x:",
    ":red_circle:",
    ":negative_squared_cross_mark:",
    ":-1:",
    ":no_good:",
];

/// What a cell's mark says, and what stands beside the mark. A letter, a digit or a plus is a mark
/// only where nothing stands beside it but a remark behind a bracket, a colon, a comma or a dash.
pub(super) fn verdict(text: &str) -> (Option<bool>, String) {
    let text = text.trim();
    let starts = |mark: &&&str| {
        let head = text.get(..mark.len()).is_some_and(|head| head.to_lowercase() == **mark);
        let rest = text.get(mark.len()..).unwrap_or_default();
        let apart = rest.trim_start().starts_with(['(', '—', '–', ':', ',']) || rest.starts_with(" - ");
        let short = mark.len() == 1 && !rest.is_empty() && !apart;
        head && !short && !(mark.is_ascii() && rest.starts_with(char::is_alphanumeric))
    };
    let rest = |mark: &str| {
        let rest = text[mark.len()..]
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, '—' | '–' | '-' | ':' | ','));
        let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        inner.unwrap_or(rest).trim().to_owned()
    };
    if let Some(mark) = NO.iter().find(starts) {
        return (Some(false), rest(mark));
    }
    match YES.iter().find(starts) {
        Some(mark) => (Some(true), rest(mark)),
        None => (None, text.to_owned()),
    }
}

/// Whether a text is a lone sign: a letter, an emoji's code, or no letters at all.
pub(super) fn is_lone(text: &str) -> bool {
    let text = text.trim();
    let code =
        text.len() > 2 && text.starts_with(':') && text.ends_with(':') && !text.contains(char::is_whitespace);
    let latin = text.chars().count() == 1 && text.is_ascii();
    !text.is_empty() && (code || latin || !text.contains(char::is_alphanumeric))
}

/// What the words around a table say of a mark: `x = allowed`, `● means forbidden`.
pub(super) fn legend(mark: &str, texts: &[String]) -> Option<bool> {
    texts.iter().find_map(|text| {
        let lower = text.to_lowercase();
        lower.split(['\n', ';', '.', ',', '|', '(', ')']).find_map(|piece| explained(mark, piece))
    })
}

fn explained(mark: &str, piece: &str) -> Option<bool> {
    const NOT: &[&str] =
        &["not", "no", "never", "forbid", "invalid", "illegal", "impossible", "disallow", "denied", "block"];
    const MAY: &[&str] = &["allow", "valid", "legal", "permit", "yes", "possible", "transition", "may", "ok"];
    let (mark, bare) =
        (mark.trim().to_lowercase(), |c: char| matches!(c, '"' | '\'' | '`' | '“' | '”' | '*'));
    let piece = piece.replace(['=', ':', '—', '–', '→'], " = ").replace(&mark.replace(':', " = "), &mark);
    let words: Vec<&str> = piece.split_whitespace().map(|word| word.trim_matches(bare)).collect();
    let at = words.iter().position(|word| *word == mark)?;
    let verb = words.get(at + 1)?;
    if !["=", "-", "means", "is", "marks", "stands", "denotes", "indicates", "shows"].contains(verb) {
        return None;
    }
    let says =
        |list: &[&str]| words[at + 2..].iter().any(|word| list.iter().any(|known| word.starts_with(known)));
    if says(NOT) { Some(false) } else { says(MAY).then_some(true) }
}

#[cfg(test)]
mod tests {
    use super::{is_lone, legend, verdict};

    #[test]
    fn marks_are_known_in_many_forms() {
        let cases = [
            ("✅", Some(true), ""),
            ("**", None, "**"),
            ("No (except reset)", Some(false), "except reset"),
            ("Yes (Reset)", Some(true), "Reset"),
            ("✗ — guard G1", Some(false), "guard G1"),
            ("Nominal", None, "Nominal"),
            ("Open", None, "Open"),
            ("O", Some(true), ""),
            ("", None, ""),
            (":x:", Some(false), ""),
            (":no_entry_sign: too late", Some(false), "too late"),
            (":white_check_mark:", Some(true), ""),
            ("●", Some(true), ""),
            ("1", Some(true), ""),
            ("0", Some(false), ""),
            ("F", Some(false), ""),
            ("T (once)", Some(true), "once"),
            ("1 approval", None, "1 approval"),
            ("1-2 days", None, "1-2 days"),
            ("T shirt", None, "T shirt"),
        ];
        for (text, expected, rest) in cases {
            assert_eq!(verdict(text), (expected, rest.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_sign_alone_is_told_from_words() {
        for (text, expected) in
            [("△", true), ("?", true), (":soon:", true), ("P", true), ("E1", false), ("承", false)]
        {
            assert_eq!(is_lone(text), expected, "{text}");
        }
    }

    #[test]
    fn the_words_around_explain_a_mark() {
        let texts = |text: &str| vec![text.to_owned()];
        let cases = [
            ("x", "X = allowed, blank = not allowed", Some(true)),
            ("X", "An `x` means the move is forbidden.", Some(false)),
            ("●", "● allowed", None),
            (":soon:", "Legend: :soon: = not possible", Some(false)),
            ("x", "the x axis is the target", None),
        ];
        for (mark, text, expected) in cases {
            assert_eq!(legend(mark, &texts(text)), expected, "{text}");
        }
    }
}
