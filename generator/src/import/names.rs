//! The states that a page names, each once, however it is spelled from place to place.

use std::collections::{HashMap, HashSet};

use crate::document::STAR;
use crate::source::Span;

/// Where a spelling stands, the most telling first: that one is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Written as code in a table: what is stored.
    Code,
    /// A table.
    Table,
    /// The text of a diagram's alias.
    Alias,
    /// An id in a diagram.
    Id,
}

/// One state's name.
#[derive(Debug)]
pub(super) struct Name {
    /// The spelling that is kept.
    pub(super) text: String,
    pub(super) span: Span,
    rank: Rank,
    /// Every other spelling, with its first place.
    pub(super) others: Vec<(String, Span)>,
    /// How often the page names it.
    pub(super) mentions: usize,
}

/// All names, in the order of first mention.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) list: Vec<Name>,
    exact: HashMap<String, usize>,
    keys: HashMap<String, usize>,
    /// Ids too short to be names: `s0`, by which a table may call what its diagram names.
    short: HashMap<String, usize>,
    /// Keys that stand for more than one state of a diagram, where only the exact text counts.
    contested: HashSet<String>,
}

/// What spellings of one name share: letters and digits, whatever their case.
pub(super) fn key(text: &str) -> String {
    let key: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if key.is_empty() { text.trim().to_owned() } else { key }
}

impl Names {
    /// Says that these are different states, so that spellings that are alike stay apart.
    pub(super) fn tell_apart<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for name in names {
            if *seen.entry(key(name)).or_insert(name) != name {
                self.contested.insert(key(name));
            }
        }
    }

    /// The state that `text` names.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        let near = || self.keys.get(&key(text)).filter(|_| !self.contested.contains(&key(text)));
        let short = || self.short.get(text).filter(|_| !self.keys.contains_key(&key(text)));
        self.exact.get(text).or_else(near).or_else(short).copied().filter(|_| !text.is_empty())
    }

    /// The state that is spelled exactly so somewhere.
    pub(super) fn find_exact(&self, text: &str) -> Option<usize> {
        self.exact.get(text.trim()).copied()
    }

    /// The state that `text` names, which is new where none does. None can be called `[*]`
    /// or nothing.
    pub(super) fn learn(&mut self, text: &str, span: Span, rank: Rank) -> usize {
        let text = match text.trim() {
            STAR => "[ * ]",
            "" => "(blank)",
            text => text,
        };
        if let Some(known) = self.short.get(text).filter(|known| self.find(text) == Some(**known)) {
            self.list[*known].mentions += 1;
            return *known;
        }
        let index = self.find(text).unwrap_or_else(|| {
            let (others, mentions) = (Vec::new(), 0);
            self.list.push(Name { text: text.to_owned(), span, rank, others, mentions });
            self.list.len() - 1
        });
        self.exact.insert(text.to_owned(), index);
        self.keys.entry(key(text)).or_insert(index);
        self.spelled(index, text, span, rank);
        index
    }

    /// Lets a state be found by another word too: the id of an alias.
    pub(super) fn also(&mut self, word: &str, index: usize) {
        self.exact.entry(word.to_owned()).or_insert(index);
        self.keys.entry(key(word)).or_insert(index);
    }

    /// Lets a state be found by a short id, where no state is called so.
    pub(super) fn also_short(&mut self, word: &str, index: usize) {
        if !self.exact.contains_key(word) {
            self.short.entry(word.to_owned()).or_insert(index);
        }
    }

    /// The keys of the short ids.
    pub(super) fn short_keys(&self) -> HashSet<String> {
        self.short.keys().map(|word| key(word)).collect()
    }

    /// The keys of all words by which states are found.
    pub(super) fn all_keys(&self) -> HashSet<String> {
        self.keys.keys().cloned().collect()
    }

    fn spelled(&mut self, index: usize, text: &str, span: Span, rank: Rank) {
        let name = &mut self.list[index];
        name.mentions += 1;
        let known = name.text == text || name.others.iter().any(|(other, _)| other == text);
        if rank < name.rank && name.text != text {
            name.others.retain(|(other, _)| other != text);
            name.others.push((std::mem::replace(&mut name.text, text.to_owned()), name.span));
            name.span = span;
        } else if !known {
            name.others.push((text.to_owned(), span));
        }
        name.rank = name.rank.min(rank);
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, Rank};
    use crate::source::{FileId, Span};

    fn span(at: usize) -> Span {
        Span::new(FileId(0), at..at + 1)
    }

    #[test]
    fn the_most_telling_spelling_is_kept() {
        let mut names = Names::default();
        assert_eq!(names.learn("InReview", span(0), Rank::Id), 0);
        assert_eq!(names.learn("in-review", span(1), Rank::Table), 0);
        assert_eq!(names.learn("In Review", span(2), Rank::Table), 0);
        assert_eq!(names.list[0].text, "in-review");
        assert_eq!(
            names.list[0].others,
            [("InReview".to_owned(), span(0)), ("In Review".to_owned(), span(2))]
        );
        assert_eq!(names.find("IN_REVIEW"), Some(0));
        assert_eq!(names.find("✅"), None);
    }

    #[test]
    fn states_that_a_diagram_tells_apart_stay_apart() {
        let mut names = Names::default();
        names.tell_apart(["mW", "MW"].into_iter());
        assert_eq!(names.learn("mW", span(0), Rank::Id), 0);
        assert_eq!(names.learn("MW", span(1), Rank::Id), 1);
        assert_eq!(names.find("Mw"), None);
    }
}
