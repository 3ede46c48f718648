//! Names, numbers and places as the rules' messages say them.

use std::collections::HashMap;
use std::hash::Hash;

use crate::diagnostic::Diagnostic;
use crate::document::{STAR, Text};
use crate::lifecycle::{Lifecycle, Row};
use crate::source::{SourceFile, Span};

/// `` `a`, `b` and `c` ``.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} {conjunction} {last}", names.join(", ")) }
}

/// A number as a word where it is short.
pub(super) fn count(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `twice`, `three times`.
pub(super) fn times(number: usize) -> String {
    if number == 2 { "twice".to_owned() } else { format!("{} times", count(number)) }
}

/// `text` without differences of white space.
pub(super) fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text only holds a place: `TODO` or `TBD`, alone or with a remark behind it.
pub(super) fn is_placeholder(text: &str) -> bool {
    let rest = ["TODO", "TBD"].iter().find_map(|word| text.trim().strip_prefix(word));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '-', '(']))
}

/// `queued -> running`.
pub(super) fn arrow(lifecycle: &Lifecycle, row: &Row) -> String {
    let name = |end: Option<usize>| end.map_or(STAR, |state| lifecycle.states[state].name.as_str());
    format!("{} -> {}", name(row.from), name(row.to))
}

/// Where a row or a pair is shown: both its names where they share a line, else the first.
pub(super) fn pair(file: &SourceFile, from: Span, to: Span) -> Span {
    let one_line = file.line_index(from.start) == file.line_index(to.end);
    if one_line && from.start < to.start { from.to(to) } else { from }
}

/// The texts that are there.
pub(super) fn both<'a>(from: Option<&'a Text>, to: Option<&'a Text>) -> Option<(&'a Text, &'a Text)> {
    Some((from?, to?))
}

/// The values by their key, in the order of the first of each.
pub(super) fn grouped<K: Eq + Hash, T>(items: impl IntoIterator<Item = (K, T)>) -> Vec<Vec<T>> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut groups: Vec<Vec<T>> = Vec::new();
    for (key, item) in items {
        let place = *places.entry(key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(item);
    }
    groups
}

/// The groups of [`grouped`] that have more than one value.
pub(super) fn repeated<K: Eq + Hash, T>(items: impl IntoIterator<Item = (K, T)>) -> Vec<Vec<T>> {
    let mut groups = grouped(items);
    groups.retain(|group| group.len() > 1);
    groups
}

/// A finding at the second of several places: the first is where it is said to be `first`, each
/// further one is there `again`.
pub(super) fn at_second(rule: &'static str, message: String, places: &[Span], first: &str) -> Diagnostic {
    let finding = Diagnostic::new(rule, places[1], message).related(places[0], first);
    places[2..].iter().fold(finding, |finding, place| finding.related(*place, "and again here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_a_sentence_needs_them() {
        assert_eq!(listed(["a"], "and"), "`a`");
        assert_eq!(listed(["a", "b", "c"], "or"), "`a`, `b` or `c`");
        assert_eq!((times(2), times(3)), ("twice".to_owned(), "three times".to_owned()));
    }

    #[test]
    fn groups_keep_the_order_of_the_document() {
        assert_eq!(repeated([("b", 1), ("a", 2), ("c", 3), ("a", 4), ("b", 5)]), [vec![1, 5], vec![2, 4]]);
    }
}
