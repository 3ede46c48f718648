//! What a document says of itself, and its lists: title, metadata, pins, invariants, evidence.

use super::change::Change;
use super::invariants;
use super::lists;
use super::sentence::{Piece, Sentence};
use super::words::is_respelled;
use crate::document::{Extension, Text};
use crate::emit::view;
use crate::lifecycle::Lifecycle;
use crate::source::Span;

/// What changed of the document as a whole.
pub(super) fn changes(old: &Lifecycle, new: &Lifecycle) -> Vec<Change> {
    let (a, b, id) = (&old.facts, &new.facts, new.facts.id.as_str());
    let mut changes = Vec::new();
    changes.extend(text("id-changed", "id", Some(&a.id), Some(&b.id), Ends::of(old, new)));
    changes.extend(
        respelled("title", "title", Some(&a.title), Some(&b.title))
            .or_else(|| text("title-changed", "title", Some(&a.title), Some(&b.title), Ends::of(old, new))),
    );
    for (key, a, b) in [
        ("object", &a.object, &b.object),
        ("product_area", &a.product_area, &b.product_area),
        ("module", &a.module, &b.module),
        ("status", &a.status, &b.status),
        ("design_intent", &a.design_intent, &b.design_intent),
        ("origin", &a.origin, &b.origin),
        ("implementation_evidence", &a.implementation_evidence, &b.implementation_evidence),
    ] {
        changes.extend(text("fact-changed", key, a.as_ref(), b.as_ref(), Ends::of(old, new)));
    }
    changes.extend(revision(old, new));
    let (a, b) = (old.concurrency.as_ref(), new.concurrency.as_ref());
    changes.extend(
        respelled("concurrency", "concurrency", a, b)
            .or_else(|| text("concurrency-changed", "concurrency", a, b, Ends::of(old, new))),
    );
    pins(old, new, &mut changes);
    changes.extend(invariants::changes(old, new));
    evidence(old, new, &mut changes);
    changes.extend(extensions("", &old.extensions, &new.extensions, Ends::of(old, new)));
    changes.into_iter().map(|change| change.of(id)).collect()
}

/// Where a change is shown on a side that has no such text.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub old: Span,
    pub new: Span,
}

impl Ends {
    pub(super) fn of(old: &Lifecycle, new: &Lifecycle) -> Self {
        Self { old: old.facts.id.span, new: new.facts.id.span }
    }
}

/// The change of a text that may be absent, as a change of the kind `id`; nothing where it is the same.
pub(super) fn text(
    id: &'static str,
    what: &str,
    old: Option<&Text>,
    new: Option<&Text>,
    ends: Ends,
) -> Option<Change> {
    let (a, b) = (old.map_or("", Text::as_str), new.map_or("", Text::as_str));
    if a == b {
        return None;
    }
    let place = |text: Option<&Text>, end: Span| text.map_or(end, |text| text.span);
    let change =
        Change::new(id, what, "", a, b).old_at(place(old, ends.old), a).new_at(place(new, ends.new), b);
    let (name, was, is) = (Piece::name(what), Piece::quote(a), Piece::quote(b));
    Some(match (old, new) {
        (None, _) => change.say("{} is now {}; nothing was said of it", &[name, is]),
        (_, None) => change.say("{} was {}; nothing is said of it now", &[name, was]),
        _ => change.say("{} was {} and is now {}", &[name, was, is]),
    })
}

/// The change of a text that has the same words in another spelling. `place` is what it belongs to, `what`
/// which of its texts it is.
pub(super) fn respelled(place: &str, what: &str, old: Option<&Text>, new: Option<&Text>) -> Option<Change> {
    let (old, new) = (old?, new?);
    spelled(place, what, old, new, is_respelled(old.as_str(), new.as_str()))
}

/// As [`respelled`], where the caller knows whether the words are the `same`.
pub(super) fn spelled(place: &str, what: &str, old: &Text, new: &Text, same: bool) -> Option<Change> {
    let (a, b) = (old.as_str(), new.as_str());
    if a == b || !same {
        return None;
    }
    let change = Change::new("text-respelled", place, what, a, b).old_at(old.span, a).new_at(new.span, b);
    Some(if place == what {
        change.say("{} is spelled otherwise: {}", &[Piece::name(what), Piece::quote(b)])
    } else {
        let pieces = [Piece::words(what), Piece::name(place), Piece::quote(b)];
        change.say("the {} of {} is spelled otherwise: {}", &pieces)
    })
}

fn revision(old: &Lifecycle, new: &Lifecycle) -> Option<Change> {
    let (a, b) = (old.facts.revision, new.facts.revision);
    let shown = |revision: Option<u64>| revision.map_or_else(|| "none".to_owned(), |it| it.to_string());
    let (was, is) = (shown(a), shown(b));
    let ends = Ends::of(old, new);
    (a != b).then(|| {
        Change::new("revision-changed", "revision", "", &was, &is)
            .say(
                "the revision was {} and is now {}",
                &[Piece::words(was.as_str()), Piece::words(is.as_str())],
            )
            .old_at(old.facts.revision_span.unwrap_or(ends.old), &was)
            .new_at(new.facts.revision_span.unwrap_or(ends.new), &is)
    })
}

fn pins(old: &Lifecycle, new: &Lifecycle, changes: &mut Vec<Change>) {
    let (a, b) = (&old.facts.source_sha, &new.facts.source_sha);
    let mut names: Vec<&str> = a.iter().chain(b).map(|pin| pin.repository.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let commit = |pins: &'_ [crate::document::Pin]| {
            pins.iter().find(|pin| pin.repository.as_str() == name).map(|pin| pin.commit.clone())
        };
        let (was, is) = (commit(a), commit(b));
        changes.extend(text("pin-changed", name, was.as_ref(), is.as_ref(), Ends::of(old, new)));
    }
}

fn evidence(old: &Lifecycle, new: &Lifecycle, changes: &mut Vec<Change>) {
    let (a, b): (Vec<&Text>, Vec<&Text>) = (old.evidence.iter().collect(), new.evidence.iter().collect());
    let lists = lists::sentences(&a, &b);
    let ends = Ends::of(old, new);
    let pairs = lists.removed.iter().map(|at| (Some(a[*at]), None));
    let pairs = pairs.chain(lists.added.iter().map(|at| (None, Some(b[*at]))));
    let pairs = pairs.chain(lists.changed.iter().map(|(at, to)| (Some(a[*at]), Some(b[*to]))));
    changes.extend(pairs.filter_map(|(was, is)| text("evidence-changed", "evidence", was, is, ends)));
    let spelled = lists.respelled.iter();
    changes
        .extend(spelled.filter_map(|(at, to)| respelled("evidence", "evidence", Some(a[*at]), Some(b[*to]))));
    changes.extend(lists.reordered.then(|| reordered("evidence", &a, &b)));
}

/// A list in another order. The fingerprint holds the order, so that a waiver is for this one alone.
pub(super) fn reordered(place: &str, old: &[&Text], new: &[&Text]) -> Change {
    let joined = |texts: &[&Text]| texts.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n");
    let span = |texts: &[&Text]| texts[0].span;
    Change::new("order-changed", place, "", &joined(old), &joined(new))
        .say("{} has another order", &[Piece::name(place)])
        .old_at(span(old), "")
        .new_at(span(new), "")
}

/// What changed of the team's own keys of `place`, which is empty for the document itself.
pub(super) fn extensions(place: &str, old: &[Extension], new: &[Extension], ends: Ends) -> Vec<Change> {
    let mut keys: Vec<&str> = old.iter().chain(new).map(|own| own.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut changes: Vec<Change> =
        keys.into_iter().filter_map(|key| extension(place, key, old, new, ends)).collect();
    let key = |own: &Extension| own.key.clone();
    let (a, b): (Vec<Text>, Vec<Text>) = (old.iter().map(key).collect(), new.iter().map(key).collect());
    let (a, b): (Vec<&Text>, Vec<&Text>) = (a.iter().collect(), b.iter().collect());
    if lists::words(&a, &b).reordered {
        let what = if place.is_empty() { "x- keys".to_owned() } else { format!("{place}: x- keys") };
        changes.push(reordered(&what, &a, &b));
    }
    changes
}

/// The change of one of the team's own keys of `place`.
pub(super) fn extension(
    place: &str,
    key: &str,
    old: &[Extension],
    new: &[Extension],
    ends: Ends,
) -> Option<Change> {
    let own = |list: &'_ [Extension]| {
        let found = list.iter().find(|own| own.key.as_str() == key);
        found.map(|own| (own.key.span, view::json(&own.value.value).to_string()))
    };
    let (was, is) = (own(old), own(new));
    let value =
        |own: &Option<(Span, String)>| own.as_ref().map(|(_, value)| value.clone()).unwrap_or_default();
    let (a, b) = (value(&was), value(&is));
    if a == b {
        return None;
    }
    let span = |own: &Option<(Span, String)>, end: Span| own.as_ref().map_or(end, |(span, _)| *span);
    let shown = if place.is_empty() { key.to_owned() } else { place.to_owned() };
    let mut message = Sentence::of(
        match (&was, &is) {
            (None, _) => "{} is new",
            (_, None) => "{} is gone",
            _ => "{} has another value",
        },
        &[Piece::name(key)],
    );
    if !place.is_empty() {
        message.and(", at {}", &[Piece::name(place)]);
    }
    let own = place.is_empty() && key == crate::lint::WAIVERS_KEY;
    let kind = if own { "waivers-changed" } else { "extension-changed" };
    let mut change = Change::new(kind, shown, key, &a, &b)
        .old_at(span(&was, ends.old), &a)
        .new_at(span(&is, ends.new), &b);
    change.message = message;
    Some(change)
}
