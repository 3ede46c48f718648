//! What changed from one revision of a document to the next, and for whom it matters.
//!
//! [`compare`] is a pure function of two revisions. It finds out which states and rows of the one are
//! those of the other (`pairing`), and says of everything else what became of it. Every change is of a
//! kind of the table [`KINDS`], and every kind has its mirror: what a comparison finds, the comparison
//! the other way round finds as the mirror.

mod alone;
mod assign;
mod body;
mod change;
mod drawing;
mod ends;
mod facts;
mod forbidden;
mod groups;
mod guards;
mod invariants;
mod joins;
mod kinds;
mod leads;
mod lists;
mod naming;
mod order;
mod pairing;
mod revision;
mod rows;
mod same_rows;
mod same_states;
mod sentence;
mod states;
mod waivers;
mod words;

use std::collections::BTreeMap;

use crate::lifecycle::Lifecycle;
use crate::lint::Subject;

pub use change::{Change, Place, Waived};
pub use drawing::drawing;
pub use kinds::{Audience, Impact, KINDS, Kind, kind, page};
pub use revision::{NOT_RAISED, not_raised};
pub use sentence::{Piece, Sentence, short};
pub use states::guarded;
pub use waivers::{UNUSED_WAIVER, Use, unused, waive};

use pairing::Pairing;

/// Everything that changed from `old` to `new`, sorted: what breaks first, then by place in the document.
#[must_use]
pub fn compare(old: &Subject, new: &Subject) -> Vec<Change> {
    let mut changes = lifecycles(old.lifecycle, new.lifecycle);
    changes.extend(body::change(old, new));
    changes.extend(ends::marked(old, new));
    settle(&mut changes);
    changes
}

/// What changed of that which the two revisions mean; nothing where [`crate::emit::view::meaning`] is the same.
#[must_use]
pub fn lifecycles(old: &Lifecycle, new: &Lifecycle) -> Vec<Change> {
    let pairing = Pairing::new(old, new);
    let mut changes = facts::changes(old, new);
    states::changes(&pairing, &mut changes);
    ends::changes(&pairing, &mut changes);
    rows::changes(&pairing, &mut changes);
    forbidden::changes(&pairing, &mut changes);
    naming::changes(&pairing, &mut changes);
    order::changes(&pairing, &mut changes);
    settle(&mut changes);
    changes
}

/// The states that are called otherwise in `new`, each with its old and its new name.
#[must_use]
pub fn renames<'a>(old: &'a Lifecycle, new: &'a Lifecycle) -> Vec<(&'a str, &'a str)> {
    let pairs = Pairing::new(old, new).states.pairs;
    let names = pairs.iter().map(|(a, b)| (old.states[*a].name.as_str(), new.states[*b].name.as_str()));
    names.filter(|(was, is)| was != is).collect()
}

/// The change that a document is which no earlier revision has.
#[must_use]
pub fn added(new: &Lifecycle) -> Change {
    let id = new.facts.id.as_str();
    Change::new("document-added", id, "id", "", id)
        .say("the document {} is new", &[Piece::name(id)])
        .new_at(new.facts.id.span, "")
        .of(id)
}

/// The change that a document is whose old revision had errors, so that nothing can be compared with it.
#[must_use]
pub fn mended(new: &Lifecycle) -> Change {
    let id = new.facts.id.as_str();
    added(new).say("the document {} can be read, and counts as a new one", &[Piece::name(id)])
}

/// The change that a document is which no later revision has.
#[must_use]
pub fn removed(old: &Lifecycle) -> Change {
    let named = Some(old.facts.id.as_str()).filter(|id| !id.trim().is_empty());
    let id = named.unwrap_or(&old.path);
    Change::new("document-removed", id, "id", id, "")
        .say("the document {} is removed", &[Piece::name(id)])
        .old_at(old.facts.id.span, "")
        .of(id)
}

/// The change that a document is which lies elsewhere now.
#[must_use]
pub fn moved(old: &Lifecycle, new: &Lifecycle) -> Change {
    let id = new.facts.id.as_str();
    Change::new("document-moved", "path", "path", &old.path, &new.path)
        .say("the document moved from {} to {}", &[Piece::name(&old.path), Piece::name(&new.path)])
        .old_at(old.facts.id.span, &old.path)
        .new_at(new.facts.id.span, &new.path)
        .of(id)
}

/// Sorts, and tells changes apart that are alike in all that a fingerprint is made of: the second of two equal
/// side effects that go.
fn settle(changes: &mut [Change]) {
    sort(changes);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for change in changes {
        let count = seen.entry(change.fingerprint.clone()).or_default();
        *count += 1;
        change.number(*count);
    }
}

/// What breaks first, then by place: where it stands now, else where it stood.
fn sort(changes: &mut [Change]) {
    let at = |change: &Change| {
        let place = change.new.as_ref().or(change.old.as_ref());
        place.map_or(0, |place| place.span.start)
    };
    changes.sort_by(|a, b| {
        let key = |change: &Change| (std::cmp::Reverse(change.impact), at(change), change.kind.id);
        key(a).cmp(&key(b)).then_with(|| a.fingerprint.cmp(&b.fingerprint))
    });
}
