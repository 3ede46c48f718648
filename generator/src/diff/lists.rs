//! Two lists of texts: what is gone, new, reworded, only spelled otherwise, or elsewhere in the list.

use super::assign::settled;
use super::words::{Bag, bare};
use crate::document::Text;

/// What became of a list; all numbers are places in the old or the new one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lists {
    pub removed: Vec<usize>,
    pub added: Vec<usize>,
    pub changed: Vec<(usize, usize)>,
    pub respelled: Vec<(usize, usize)>,
    /// Whether what both have comes in another order.
    pub reordered: bool,
}

/// How alike two entries must be, in percent, to be one that was reworded.
const ALIKE: i64 = 50;

/// The most pairs of entries that are looked at for what comes in the same order.
const LARGEST: usize = 250_000;

/// Compares lists of sentences.
pub(super) fn sentences(old: &[&Text], new: &[&Text]) -> Lists {
    labelled(old, new, |_| None)
}

/// Compares lists of sentences of which some have a label: those of one label are the same, whatever their
/// words, and those of different ones are not.
pub(super) fn labelled(old: &[&Text], new: &[&Text], label: fn(&Text) -> Option<&str>) -> Lists {
    let mut pairs = in_order(old, new);
    more(&mut pairs, old, new, |old, new| equal(old, new, |text| Some(text.as_str().to_owned())));
    let exact = pairs.len();
    more(&mut pairs, old, new, |old, new| equal(old, new, |text| Some(bare(text.as_str()))));
    let spelled = pairs.len();
    more(&mut pairs, old, new, |old, new| equal(old, new, |text| label(text).map(str::to_owned)));
    more(&mut pairs, old, new, |old, new| {
        let bags = |texts: &[&Text]| texts.iter().map(|text| Bag::of(text.as_str())).collect::<Vec<_>>();
        let (left, right) = (bags(old), bags(new));
        let is_free = |a: usize, b: usize| label(old[a]).is_none() && label(new[b]).is_none();
        let alike = |a: usize, b: usize| {
            Some(left[a].likeness(&right[b])).filter(|alike| *alike >= ALIKE && is_free(a, b))
        };
        settled(&names(old), &names(new), alike)
    });
    let (changed, respelled) = (pairs[spelled..].to_vec(), pairs[exact..spelled].to_vec());
    Lists { changed, respelled, ..rest(pairs, old.len(), new.len()) }
}

/// Compares lists of words, which are the same or not.
pub(super) fn words(old: &[&Text], new: &[&Text]) -> Lists {
    let pairs = equal(old, new, |text| Some(text.as_str().to_owned()));
    rest(pairs, old.len(), new.len())
}

/// Adds the pairs of what is still alone.
fn more(
    pairs: &mut Vec<(usize, usize)>,
    old: &[&Text],
    new: &[&Text],
    find: impl Fn(&[&Text], &[&Text]) -> Vec<(usize, usize)>,
) {
    let left: Vec<usize> = (0..old.len()).filter(|at| pairs.iter().all(|(a, _)| a != at)).collect();
    let right: Vec<usize> = (0..new.len()).filter(|at| pairs.iter().all(|(_, b)| b != at)).collect();
    let texts = |of: &[usize], texts: &[&'_ Text]| of.iter().map(|at| texts[*at].clone()).collect::<Vec<_>>();
    let (texts_left, texts_right) = (texts(&left, old), texts(&right, new));
    let found = find(&texts_left.iter().collect::<Vec<_>>(), &texts_right.iter().collect::<Vec<_>>());
    pairs.extend(found.into_iter().map(|(a, b)| (left[a], right[b])));
}

/// The most pairs of equal texts that come in the same order in both lists, so that one of two equal entries
/// can go without the rest seeming to come in another order.
fn in_order(old: &[&Text], new: &[&Text]) -> Vec<(usize, usize)> {
    let (rows, columns) = (old.len(), new.len());
    if rows.saturating_mul(columns) > LARGEST {
        return Vec::new();
    }
    let same = |a: usize, b: usize| old[a].as_str() == new[b].as_str();
    let mut most = vec![vec![0_u32; columns + 1]; rows + 1];
    for a in (0..rows).rev() {
        for b in (0..columns).rev() {
            let both = if same(a, b) { most[a + 1][b + 1] + 1 } else { 0 };
            most[a][b] = both.max(most[a + 1][b]).max(most[a][b + 1]);
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while a < rows && b < columns {
        if same(a, b) && most[a][b] == most[a + 1][b + 1] + 1 {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if most[a][b] == most[a + 1][b] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// The first of each text with the first of the same, the second with the second.
fn equal(old: &[&Text], new: &[&Text], key: impl Fn(&Text) -> Option<String>) -> Vec<(usize, usize)> {
    let mut places: std::collections::HashMap<String, std::collections::VecDeque<usize>> = Default::default();
    for (at, text) in new.iter().enumerate() {
        if let Some(key) = key(text) {
            places.entry(key).or_default().push_back(at);
        }
    }
    let place = |(at, text): (usize, &&Text)| Some((at, places.get_mut(&key(text)?)?.pop_front()?));
    old.iter().enumerate().filter_map(place).collect()
}

fn names(texts: &[&Text]) -> Vec<String> {
    texts.iter().map(|text| text.value.clone()).collect()
}

fn rest(mut pairs: Vec<(usize, usize)>, old: usize, new: usize) -> Lists {
    pairs.sort_unstable();
    let (mut has_old, mut has_new) = (vec![false; old], vec![false; new]);
    for (a, b) in &pairs {
        (has_old[*a], has_new[*b]) = (true, true);
    }
    let alone = |has: Vec<bool>| (0..has.len()).filter(|at| !has[*at]).collect();
    Lists {
        removed: alone(has_old),
        added: alone(has_new),
        reordered: is_reordered(&pairs),
        ..Lists::default()
    }
}

/// Whether pairs that are sorted by their first place are not by their second.
pub(super) fn is_reordered(pairs: &[(usize, usize)]) -> bool {
    !pairs.is_sorted_by_key(|(_, new)| *new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Span};

    fn compared(old: &[&str], new: &[&str]) -> Lists {
        let texts = |of: &[&str]| {
            of.iter().map(|text| Text::plain(*text, Span::new(FileId(0), 0..0))).collect::<Vec<_>>()
        };
        let (old, new) = (texts(old), texts(new));
        sentences(&old.iter().collect::<Vec<_>>(), &new.iter().collect::<Vec<_>>())
    }

    #[test]
    fn every_entry_has_one_fate() {
        let old = ["Close the books", "Tell the owner", "Write the log"];
        let new = ["Write the log.", "Tell every owner", "Send an invoice"];
        let expected = Lists {
            removed: vec![0],
            added: vec![2],
            changed: vec![(1, 1)],
            respelled: vec![(2, 0)],
            reordered: true,
        };
        assert_eq!(compared(&old, &new), expected);
        assert_eq!(compared(&old, &old), Lists::default());
    }

    #[test]
    fn one_of_two_equal_entries_goes_without_disorder() {
        let gone = Lists { removed: vec![0], ..Lists::default() };
        assert_eq!(compared(&["a", "b", "a"], &["b", "a"]), gone);
        let come = Lists { added: vec![0], ..Lists::default() };
        assert_eq!(compared(&["b", "a"], &["a", "b", "a"]), come);
        let both = Lists { added: vec![3], reordered: true, ..Lists::default() };
        assert_eq!(compared(&["r", "t", "w"], &["t", "w", "r", "t"]), both);
    }
}
