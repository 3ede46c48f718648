//! What one line of YAML shows by itself: where its keys begin, and what it leaves open.

/// What stands behind a line's key, or behind its dash.
pub(super) fn value(line: &str) -> &str {
    let entry = line.trim().trim_start_matches("- ").trim_start();
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    match entry.split_once(": ") {
        Some((key, value)) if !key.is_empty() && key.chars().all(inner) => value.trim_start(),
        _ => entry,
    }
}

/// Where the keys of the map begin that a line's first key belongs to.
pub(super) fn key_column(line: &str) -> Option<usize> {
    let content = line.trim_start_matches([' ', '-']);
    let key = content.split([':']).next().unwrap_or_default();
    (content.contains(':') && !key.contains(' ')).then(|| line.len() - content.len())
}

/// The first of `marks` that begins a value of this line and is not closed on it.
pub(super) fn opener(line: &str, marks: &[char]) -> Option<usize> {
    let mut begins = true;
    let mut at = 0;
    while let Some(character) = line[at..].chars().next() {
        let width = character.len_utf8();
        if begins && matches!(character, '"' | '\'' | '[' | '{') {
            match closing(&line[at..], character) {
                Some(length) => at += length,
                None if marks.contains(&character) => return Some(at),
                None => at += width,
            }
            begins = matches!(character, '[' | '{');
            continue;
        }
        begins = match character {
            ':' => line[at + 1..].starts_with(' '),
            '-' | ',' | '[' | '{' => true,
            other => begins && other == ' ',
        };
        at += width;
    }
    None
}

/// The length of a quoted or bracketed text that ends on its line.
fn closing(text: &str, open: char) -> Option<usize> {
    let mut skip = false;
    for (at, character) in text.char_indices().skip(1) {
        match (open, character) {
            _ if skip => skip = false,
            ('"', '\\') => skip = true,
            ('\'', '\'') if text[at + 1..].starts_with('\'') => skip = true,
            ('"', '"') | ('\'', '\'') | ('[', ']') | ('{', '}') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opener_begins_a_value() {
        let quotes = ['"', '\''];
        assert_eq!(opener("title: \"a", &quotes), Some(7));
        assert_eq!(opener("- 'it''s", &quotes), Some(2));
        assert_eq!(opener("title: the owner's", &quotes), None);
        assert_eq!(opener("{a: 'b', c: 'd", &quotes), Some(12));
        assert_eq!(opener("states: [a, b", &['[', '{']), Some(8));
        assert_eq!(opener("trigger: go [now", &['[', '{']), None);
    }

    #[test]
    fn keys_begin_behind_the_dashes() {
        assert_eq!(key_column("  - name: a"), Some(4));
        assert_eq!(key_column("some words: a"), None);
    }
}
