//! What a `source` refers to: `repo:path`, `repo:path:symbol` or `repo:path#anchor`, joined by `;`.
//!
//! An anchor may hold anything, so `#` takes the rest of its reference, and a `;` ends a reference
//! only where another one begins. A path has no space. All ranges are bytes of the text that was
//! parsed; [`crate::yaml::Text::part`] leads from them to the file.

use std::ops::Range;

/// One part of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourcePart {
    /// A place in a repository.
    Reference(SourceRef),
    /// A web address.
    Url(Range<usize>),
    /// Anything else.
    Prose(Range<usize>),
}

/// A place in a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRef {
    /// The whole reference, what follows it before the next one included.
    pub range: Range<usize>,
    /// The repository's name.
    pub repository: Range<usize>,
    /// The path.
    pub path: Range<usize>,
    /// The symbol, after the path's `:`.
    pub symbol: Option<Range<usize>>,
    /// The anchor, after `#`.
    pub anchor: Option<Range<usize>>,
    /// What follows the path or the symbol after a space, and fits no form.
    pub stray: Option<Range<usize>>,
}

/// The parts of a source. Every text gives some; none is refused.
#[must_use]
pub fn parse_source(text: &str) -> Vec<SourcePart> {
    let mut starts = vec![0];
    starts.extend(text.match_indices(';').map(|(at, _)| at + 1).filter(|at| begins(text, *at)));
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| trim(text, *start..end));
    parts.filter(|range| !range.is_empty()).map(|range| part(text, range)).collect()
}

/// The repository and the commit of a text that begins with `repo at HEX:`.
#[must_use]
pub fn evidence_lead(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let end = text.find(' ')?;
    let hex = end + text[end..].strip_prefix(" at ").map(|_| " at ".len())?;
    let colon = hex + text[hex..].find(':')?;
    let commit = &text[hex..colon];
    let is_hex = commit.len() >= 4 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_name(&text[..end]) && is_hex).then_some((0..end, hex..colon))
}

/// Whether a reference or a web address begins after the white space at `at`.
fn begins(text: &str, at: usize) -> bool {
    let rest = text[at..].trim_start();
    name_end(rest).is_some()
}

/// The length of the `repo` of a text that begins with `repo:` and no space behind it.
fn name_end(text: &str) -> Option<usize> {
    let end = text.find(':').filter(|end| is_name(&text[..*end]))?;
    text[end + 1..].starts_with(|next: char| !next.is_whitespace()).then_some(end)
}

fn is_name(word: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    word.starts_with(char::is_alphabetic) && word.chars().all(inner)
}

fn part(text: &str, range: Range<usize>) -> SourcePart {
    let words = &text[range.clone()];
    match name_end(words) {
        Some(end) if words[end..].starts_with("://") => SourcePart::Url(range),
        Some(end) => SourcePart::Reference(reference(text, range.clone(), range.start + end)),
        None => SourcePart::Prose(range),
    }
}

/// A reference whose repository ends at `colon`.
fn reference(text: &str, range: Range<usize>, colon: usize) -> SourceRef {
    let hash = text[range.clone()].find('#').map_or(range.end, |at| range.start + at);
    let head = &text[colon + 1..hash];
    let locator_end = head.find(char::is_whitespace).unwrap_or(head.len());
    let path_end = head[..locator_end].find(':');
    let at = |offset: usize| colon + 1 + offset;
    SourceRef {
        repository: range.start..colon,
        path: at(0)..at(path_end.unwrap_or(locator_end)),
        symbol: path_end.map(|end| at(end + 1)..at(locator_end)),
        anchor: (hash < range.end).then_some(hash + 1..range.end),
        stray: Some(trim(text, at(locator_end)..hash)).filter(|stray| !stray.is_empty()),
        range,
    }
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let words = &text[range.clone()];
    let start = range.start + words.len() - words.trim_start().len();
    start..start.max(range.start + words.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every part as `repo|path|symbol|anchor|stray`, a web address or prose as it is.
    fn shown(text: &str) -> Vec<String> {
        let show = |range: &Option<Range<usize>>| range.clone().map_or("", |range| &text[range]);
        let parts = parse_source(text);
        let show = |part: &SourcePart| match part {
            SourcePart::Reference(it) => [
                &text[it.repository.clone()],
                &text[it.path.clone()],
                show(&it.symbol),
                show(&it.anchor),
                show(&it.stray),
            ]
            .join("|"),
            SourcePart::Url(range) | SourcePart::Prose(range) => text[range.clone()].to_owned(),
        };
        parts.iter().map(show).collect()
    }

    #[test]
    fn the_three_forms_and_lists_of_them() {
        assert_eq!(shown("platform:a/b.ts"), ["platform|a/b.ts|||"]);
        assert_eq!(shown("platform:a/b.ts:run"), ["platform|a/b.ts|run||"]);
        assert_eq!(shown("p:a.rs:Run::start; p:b.md"), ["p|a.rs|Run::start||", "p|b.md|||"]);
        assert_eq!(
            shown("p:node_modules/@scope/x.js:f;q:c.md#d"),
            ["p|node_modules/@scope/x.js|f||", "q|c.md||d|"]
        );
    }

    #[test]
    fn an_anchor_takes_colons_quotes_and_semicolons() {
        let anchor = "it plans \"nothing\": one run; see note: two";
        assert_eq!(shown(&format!("p:a.js#{anchor}")), [format!("p|a.js||{anchor}|")]);
        assert_eq!(shown("p:a.js#it works; p:b.js"), ["p|a.js||it works|", "p|b.js|||"]);
    }

    #[test]
    fn what_fits_no_form_is_kept_apart() {
        assert_eq!(shown("p:states.js (DELAYS)"), ["p|states.js|||(DELAYS)"]);
        assert_eq!(shown("p:a.ts; b.ts"), ["p|a.ts;|||b.ts"]);
        assert_eq!(shown("RFC 9293; section 3"), ["RFC 9293; section 3"]);
        assert_eq!(shown("https://a.b/c#d; p:x"), ["https://a.b/c#d", "p|x|||"]);
        assert_eq!(shown(" ; "), [";"]);
    }

    #[test]
    fn evidence_may_begin_with_a_pin() {
        assert_eq!(evidence_lead("platform at ad3f6a6: x"), Some((0..8, 12..19)));
        assert_eq!(evidence_lead("platform at noon: x"), None);
        assert_eq!(evidence_lead("seen at 12"), None);
    }
}
