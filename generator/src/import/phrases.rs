//! The words of a cell: names in a list, what is remarked on them, words that name no state.

/// What one end of a table's row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Nothing is written.
    Blank,
    /// No state: before the record is there.
    Nowhere,
    /// The record's end is said, but no state.
    End,
    /// The record is removed.
    Removed,
    /// Every state; the words that say so.
    Any(String),
    /// The state of the other end.
    Same,
    /// These states, each with what is remarked on it.
    States(Vec<(usize, String)>),
    /// Words that name no state: `previous state`.
    Unclear,
}

pub(super) fn without_arrow(text: &str) -> String {
    bare(text).replace('\n', " ")
}

/// The text without the arrow before it, with its line breaks but for one before a remark.
pub(super) fn bare(text: &str) -> String {
    let text = text.trim().trim_start_matches(['→', '➜', '⇒']).trim_start();
    text.trim_start_matches("-->").trim_start_matches("->").trim().replace("\n(", " (")
}

/// Whether a list of names none of which is known may be taken apart: its separators are surely
/// some, and each name is written as those are that are known.
pub(super) fn may_split<'a>(text: &str, parts: &[String], known: impl Iterator<Item = &'a str>) -> bool {
    let doubtful = [" and ", " & ", " + ", "|"].iter().any(|mark| text.contains(mark));
    let slashes = text.matches('/').count() == text.matches(" / ").count();
    let shape = |name: &str| {
        let capital = name.starts_with(char::is_uppercase);
        let loud = name.chars().count() > 1 && !name.contains(char::is_lowercase);
        (capital, loud, name.contains('_'), name.split_whitespace().count().min(3))
    };
    let shapes: Vec<_> = known.map(shape).collect();
    let fits = |part: &String| {
        let (base, remark) = remark(part);
        let shape = shape(base);
        remark.is_empty() && shape.3 < 3 && base.chars().count() > 1 && shapes.contains(&shape)
    };
    !doubtful && slashes && parts.len() > 1 && parts.iter().all(fits)
}

/// The pieces of a list of names; what stands in brackets is not taken apart.
pub(super) fn parts(text: &str) -> Vec<String> {
    let text = text.replace(" or ", ",").replace(" and ", ",").replace(" & ", ",").replace(" + ", ",");
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(part) if depth > 0 || !matches!(c, ',' | '/' | ';' | '|' | '\n') => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// A name and what stands in brackets behind it; an arrow before it is no part of either.
pub(super) fn remark(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(['→', '➜']).trim_start_matches("->").trim();
    match text.strip_suffix(')').and_then(|inner| inner.split_once(" (")) {
        Some((base, remark)) => (base.trim(), remark.trim()),
        None => (text, ""),
    }
}

/// Whether a remark says no more than where the state stands in its life.
pub(super) fn is_aside(remark: &str) -> bool {
    const ASIDES: &[&str] = &[
        "initial",
        "final",
        "terminal",
        "default",
        "start",
        "end",
        "self-loop",
        "self loop",
        "self",
        "terminal state",
        "final state",
        "initial state",
        "same",
        "no change",
    ];
    ASIDES.contains(&remark.to_lowercase().as_str())
}

/// Words that stand for no state of their own.
pub(super) fn special(text: &str) -> Option<Ends> {
    let lower = text.trim().to_lowercase();
    let bare = lower.trim_matches(|c: char| {
        matches!(c, '(' | ')' | '[' | ']' | '<' | '>' | '_' | '*') || c.is_whitespace()
    });
    let bracketed = bare.len() < lower.len();
    if bare.is_empty() {
        return Some(if lower.is_empty() {
            Ends::Blank
        } else if lower == "*" {
            Ends::Any(lower)
        } else {
            Ends::Nowhere
        });
    }
    let words: Vec<&str> = bare.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    let (first, last) =
        (words.first().copied().unwrap_or_default(), words.last().copied().unwrap_or_default());
    match bare {
        "-" | "–" | "—" | "--" | "---" | "∅" | "●" | "•" | "n/a" | "none" | "null" | "nothing"
        | "does not exist" | "not exists" | "nonexistent" | "not created" | "no record" => {
            Some(Ends::Nowhere)
        }
        "new" | "initial" | "start" | "create" | "created" | "begin" | "entry" if bracketed => {
            Some(Ends::Nowhere)
        }
        "initial state" | "start state" if bracketed => Some(Ends::Nowhere),
        "deleted" | "removed" | "purged" | "gone" if bracketed => Some(Ends::Removed),
        "any" | "all" | "every" | "anything" | "everything" | "any other" | "all states" | "any state" => {
            Some(Ends::Any(bare.to_owned()))
        }
        "same" | "self" | "unchanged" | "no change" | "same state" | "stays" | "(same)" => Some(Ends::Same),
        "previous state" | "prior state" | "previous status" | "last state" => Some(Ends::Unclear),
        _ if matches!(first, "any" | "all" | "every")
            && matches!(last, "state" | "states" | "status" | "terminal" | "active" | "final") =>
        {
            Some(Ends::Any(bare.to_owned()))
        }
        _ if matches!(first, "any" | "all") && bare.contains("except") => Some(Ends::Any(bare.to_owned())),
        _ => None,
    }
}

/// Whether an end that is no state is the record's removal: words say so, or something happens on
/// the way to `[*]`.
pub(super) fn removes(to: &str, words: Option<&str>) -> bool {
    words.is_some_and(|words| to.trim() == crate::document::STAR || speaks_of_removal(words))
}

/// Whether a text has a word for the removal of a record.
pub(super) fn speaks_of_removal(text: &str) -> bool {
    const REMOVAL: &[&str] = &["delete", "remove", "purge", "erase", "destroy"];
    let lower = text.to_lowercase();
    REMOVAL.iter().any(|word| lower.contains(word))
}

/// Whether the cell says that nothing comes after: `(terminal)`, `none (final state)`.
pub(super) fn is_end(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    const END: &[&str] =
        &["terminal", "final", "end", "none", "state", "no", "further", "transitions", "exit"];
    !words.is_empty()
        && words.iter().all(|word| END.contains(word))
        && words
            .iter()
            .any(|word| ["terminal", "final", "end", "none", "exit"].contains(word) || words.len() > 1)
        && words != ["state"]
}

/// Whether a remark says under which condition something happens.
pub(super) fn speaks_of_condition(remark: &str) -> bool {
    let first = remark.split(' ').next().unwrap_or_default().to_lowercase();
    ["when", "if", "after", "once", "only", "unless", "provided", "while", "until", "requires"]
        .contains(&first.as_str())
}
