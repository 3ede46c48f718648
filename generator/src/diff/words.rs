//! Texts as people compare them: what is only spelled otherwise, and how alike two texts are.

use crate::document::Text;

/// Whether two texts differ in nothing but white space, a final full stop, and how quotes are drawn. Case and
/// all other punctuation may carry a meaning: a bracket that moved, an `X` in quotes that became `x`.
pub(super) fn is_respelled(old: &str, new: &str) -> bool {
    old != new && same_words(old, new)
}

/// Whether two texts are the same, or [respelled](is_respelled).
pub(super) fn same_words(old: &str, new: &str) -> bool {
    bare(old) == bare(new)
}

/// A text with single spaces and straight quotes, without a final full stop.
pub(super) fn bare(text: &str) -> String {
    let straight = |character| match character {
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' | '‚' => '\'',
        other => other,
    };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words: String = words.chars().map(straight).collect();
    match words.strip_suffix('.') {
        Some(bare) if !bare.is_empty() && !bare.ends_with('.') => bare.to_owned(),
        _ => words,
    }
}

/// `text` without case, white space and the punctuation that seldom tells texts apart, for finding out how
/// alike texts are. What stands before a digit, and a `!` before a word, does tell them apart.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let number = next.is_some_and(|next| next.is_ascii_digit());
        let kept = match character {
            '-' | '‐' | '–' | '—' if !number => ' ',
            '!' if next.is_some_and(|next| !next.is_whitespace()) => '!',
            '.' | ',' | ';' | ':' if number => character,
            '.' | ',' | ';' | ':' | '!' | '?' | '…' | '"' | '\'' | '`' | '“' | '”' | '‘' | '’' | '«'
            | '»' | '(' | ')' => continue,
            other => other,
        };
        folded.extend(kept.to_lowercase());
    }
    let words: Vec<&str> = folded.split_whitespace().collect();
    if words.is_empty() { text.to_owned() } else { words.join(" ") }
}

/// The words of a text, sorted, each as often as it occurs; of a very long text the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bag(Vec<String>);

/// The most words of a text that are compared.
const MOST: usize = 400;

impl Bag {
    pub(super) fn of(text: &str) -> Self {
        let mut words: Vec<String> = folded(text).split(' ').take(MOST).map(str::to_owned).collect();
        words.sort_unstable();
        Self(words)
    }

    pub(super) fn of_all<'a>(texts: impl IntoIterator<Item = &'a Text>) -> Self {
        let mut words: Vec<String> = texts.into_iter().flat_map(|text| Self::of(text.as_str()).0).collect();
        words.sort_unstable();
        Self(words)
    }

    /// The words of all of `bags`.
    pub(super) fn joined<'a>(bags: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut words: Vec<String> = bags.into_iter().flat_map(|bag| bag.0.iter().cloned()).collect();
        words.sort_unstable();
        Self(words)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many words both have.
    pub(super) fn common(&self, other: &Self) -> usize {
        let (mut a, mut b, mut common) = (0, 0, 0);
        while a < self.0.len() && b < other.0.len() {
            match self.0[a].cmp(&other.0[b]) {
                std::cmp::Ordering::Less => a += 1,
                std::cmp::Ordering::Greater => b += 1,
                std::cmp::Ordering::Equal => (a, b, common) = (a + 1, b + 1, common + 1),
            }
        }
        common
    }

    /// The words that `other` lacks.
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().filter(|word| other.0.binary_search(word).is_err()).cloned().collect())
    }

    /// How alike two texts are, from 0 to 100 (the words that both have, of all).
    pub(super) fn likeness(&self, other: &Self) -> i64 {
        percent(2 * self.common(other), self.len() + other.len())
    }
}

/// The most texts that are looked for in a joint one.
const MOST_JOINED: usize = 6;

/// Whether `joint` is exactly `texts` in some order, with commas and `links` between them, of which one is there.
/// Case, a final full stop and a leading article make no difference.
pub(super) fn is_join(joint: &str, texts: &[&str], links: &[&str]) -> bool {
    let mut parts: Vec<Vec<String>> =
        texts.iter().map(|text| without_article(&tokens(text)).to_vec()).collect();
    parts.sort_unstable();
    parts.dedup();
    (2..=MOST_JOINED).contains(&parts.len()) && follow(&tokens(joint), &parts, links, false)
}

/// Whether `words` are `parts` and what links them; `linked` says whether a link was there already.
fn follow(words: &[String], parts: &[Vec<String>], links: &[&str], linked: bool) -> bool {
    let words = without_article(words);
    (0..parts.len()).any(|at| {
        let Some(rest) = words.strip_prefix(parts[at].as_slice()) else { return false };
        let mut others = parts.to_vec();
        others.remove(at);
        if others.is_empty() {
            return rest.is_empty() && linked;
        }
        let comma = usize::from(rest.first().is_some_and(|word| word == ","));
        let link = rest.get(comma).is_some_and(|word| links.contains(&word.as_str()));
        let between = comma + usize::from(link);
        between > 0 && follow(&rest[between..], &others, links, linked || link)
    })
}

fn without_article(words: &[String]) -> &[String] {
    match words {
        [first, rest @ ..] if ["the", "a", "an"].contains(&first.as_str()) && !rest.is_empty() => rest,
        all => all,
    }
}

/// The words of a text in small letters, and its commas.
fn tokens(text: &str) -> Vec<String> {
    let text = bare(text).to_lowercase().replace(',', " , ");
    text.split_whitespace().take(MOST).map(str::to_owned).collect()
}

/// How alike two names are, from 0 to 100, by their pairs of letters.
pub(super) fn names_alike(a: &str, b: &str) -> i64 {
    let (a, b) = (crate::diagnostic::plain(a), crate::diagnostic::plain(b));
    let cut = |text: &str| text.chars().take(100).collect::<String>();
    let (a, b) = if a <= b { (cut(&a), cut(&b)) } else { (cut(&b), cut(&a)) };
    crate::diagnostic::alike(&a, &b)
}

/// `part` of `whole` in percent; all of nothing.
pub(super) fn percent(part: usize, whole: usize) -> i64 {
    i64::try_from((part * 100).checked_div(whole).unwrap_or(100)).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::{Bag, is_join, is_respelled, names_alike};

    #[test]
    fn spelling_is_no_change_of_words() {
        for (old, new) in [
            ("The job’s done.", "The job's\n done"),
            ("it is “X”", "it is \"X\""),
            ("all  paid", " all paid."),
            ("two\u{a0}words", "two words"),
        ] {
            assert!(is_respelled(old, new) && is_respelled(new, old), "{old} {new}");
        }
        for (old, new) in [
            ("load > 5", "load < 5"),
            ("1.5 h", "15 h"),
            ("!ready", "ready"),
            ("-1", "1"),
            ("5 - 3", "5 3"),
            ("(a or b) and c", "a or (b and c)"),
            ("paid; shipped", "paid shipped"),
            ("it is 'X'", "it is 'x'"),
            ("it is 'X'", "it is \"X\""),
            ("Open", "open"),
            ("paid, or sent", "paid or sent"),
            ("ready!", "ready"),
            ("ready?", "ready"),
            ("and so on...", "and so on"),
            ("re-run", "re run"),
            ("ab", "a b"),
            (".", ""),
        ] {
            assert!(!is_respelled(old, new) && !is_respelled(new, old), "{old} {new}");
        }
        assert!(!is_respelled("same", "same"));
    }

    #[test]
    fn likeness_counts_words_and_pairs_of_letters() {
        assert_eq!(Bag::of("a b c d").likeness(&Bag::of("a b x y")), 50);
        assert_eq!(Bag::of("a").likeness(&Bag::of("A.")), 100);
        assert!(names_alike("cancelled", "canceled") > 80);
        assert!(names_alike("queued", "failed") < 40);
    }

    #[test]
    fn a_join_holds_nothing_else() {
        let is = |joint, texts: &[&str]| is_join(joint, texts, &["or"]);
        assert!(is("The clerk or a manager.", &["Manager", "Clerk"]));
        assert!(is("a b, c, or d", &["d", "a b", "c"]) && is("x or y", &["y", "x", "X"]));
        for joint in
            ["not a or b", "a or b or c", "a, b", "a b", "a and b", "a or", "anyone except a or b", ""]
        {
            assert!(!is(joint, &["a", "b"]), "{joint}");
        }
        assert!(!is("a", &["a"]) && !is("a or a", &["a", "A"]) && !is("", &["", ""]));
    }
}
