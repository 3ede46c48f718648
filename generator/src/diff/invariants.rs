//! What is said to hold always: new, gone, or in other words.

use super::change::Change;
use super::facts::{self, Ends, reordered};
use super::lists::{self, Lists};
use super::sentence::Piece;
use crate::document::Text;
use crate::lifecycle::Lifecycle;

/// What changed of the invariants. One that begins with an id is known by it, whatever its words.
pub(super) fn changes(old: &Lifecycle, new: &Lifecycle) -> Vec<Change> {
    let (a, b): (Vec<&Text>, Vec<&Text>) = (old.invariants.iter().collect(), new.invariants.iter().collect());
    let Lists { removed, added, changed, respelled, reordered: moved } =
        lists::labelled(&a, &b, |text| id(text.as_str()));
    let ends = Ends::of(old, new);
    let mut changes: Vec<Change> = removed.iter().map(|at| gone(a[*at], ends)).collect();
    changes.extend(added.iter().map(|at| come(b[*at], ends)));
    changes.extend(changed.iter().map(|(at, to)| reworded(a[*at], b[*to])));
    let spelled = respelled.iter();
    changes.extend(
        spelled
            .filter_map(|(at, to)| facts::respelled("invariants", "invariants", Some(a[*at]), Some(b[*to]))),
    );
    changes.extend(moved.then(|| reordered("invariants", &a, &b)));
    changes
}

/// The id that an invariant begins with: a first word that ends in a hyphen and digits, such as `INV-ORDER-01`.
fn id(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?;
    let word = word.trim_start_matches(['(', '[']).trim_end_matches([':', '.', ',', ';', ')', ']']);
    let (name, number) = word.rsplit_once('-')?;
    let numbered = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    (numbered && name.starts_with(|first: char| first.is_ascii_alphabetic())).then_some(word)
}

fn gone(text: &Text, ends: Ends) -> Change {
    let words = text.as_str();
    Change::new("invariant-removed", "invariants", "", words, "")
        .say("{} is no longer said to hold", &[Piece::name(words)])
        .old_at(text.span, words)
        .new_at(ends.new, "")
}

fn come(text: &Text, ends: Ends) -> Change {
    let words = text.as_str();
    Change::new("invariant-added", "invariants", "", "", words)
        .say("{} is said to hold", &[Piece::name(words)])
        .old_at(ends.old, "")
        .new_at(text.span, words)
}

fn reworded(old: &Text, new: &Text) -> Change {
    let (a, b) = (old.as_str(), new.as_str());
    Change::new("invariant-changed", "invariants", "", a, b)
        .say("what is said to hold was {} and is now {}", &[Piece::quote(a), Piece::quote(b)])
        .old_at(old.span, a)
        .new_at(new.span, b)
}

#[cfg(test)]
mod tests {
    use super::id;

    #[test]
    fn an_id_is_a_first_word_with_a_number() {
        assert_eq!(id("INV-DOM-ORD-001-02"), Some("INV-DOM-ORD-001-02"));
        assert_eq!(id("INV-A-1: the sum is positive"), Some("INV-A-1"));
        assert_eq!(id("[INV-A-1] the sum"), Some("INV-A-1"));
        for text in ["the sum is positive", "A well-known rule", "", "-1 is never stored", "5-3 is two"] {
            assert_eq!(id(text), None, "{text}");
        }
    }
}
