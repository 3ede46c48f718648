//! What became of rows that both revisions have: led elsewhere, merged, split, and their words.

use std::collections::BTreeSet;

use super::alone::{self, is_ambiguous, say_ambiguous};
use super::change::Change;
use super::facts::{self, Ends};
use super::groups::{self, Joined, Pair, pairs, shown, trigger_of};
use super::guards;
use super::kinds::Impact;
use super::leads;
use super::lists;
use super::pairing::{Pairing, arrow};
use super::same_rows::Group;
use super::sentence::{Piece, Sentence};
use super::states::text_of;
use crate::document::Text;
use crate::lifecycle::{Lifecycle, Row, trigger_key};

/// Adds what changed of the rows.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let mut found = alone::changes(pairing);
    let groups: Vec<(&Group, Joined, Joined)> = pairing
        .groups
        .iter()
        .filter(|group| !group.same)
        .map(|group| (group, Joined::of(pairing.old, &group.old), Joined::of(pairing.new, &group.new)))
        .collect();
    for (group, old, new) in &groups {
        found.extend(joined(pairing, group, old, new));
        found.extend(ends(pairing, group, old, new));
        found.extend(trigger(pairing, group, old, new));
        pairs(old, new).iter().for_each(|pair| effects(pair, &mut found));
        found.extend(words(group, old, new));
    }
    found.extend(guards::changes(&groups.iter().map(|(_, old, new)| (old, new)).collect::<Vec<_>>()));
    changes.extend(found.into_iter().map(|change| change.of(pairing.id())));
}

/// Several rows that became one, or one that became several.
fn joined(pairing: &Pairing, group: &Group, old: &Joined, new: &Joined) -> Option<Change> {
    if group.old.len() == group.new.len() {
        return None;
    }
    let arrow = |lifecycle: &Lifecycle, row: &Row| arrow(lifecycle, row.from, row.to);
    let (from, to) = (arrow(pairing.old, old.rows[0]), arrow(pairing.new, new.rows[0]));
    // In an order of their own, since that of rows means nothing.
    let sorted = |mut texts: Vec<String>| {
        texts.sort_unstable();
        texts
    };
    // Rows without triggers are told by their guards.
    let by_guard = old.rows.iter().chain(&new.rows).all(|row| row.trigger.is_none());
    let guard = |row: &Row| row.guard.as_ref().map(|text| text.value.clone()).unwrap_or_default();
    let told = |row: &Row| if by_guard { guard(row) } else { trigger_of(row) };
    let none = if by_guard { "no guard" } else { "no trigger" };
    let triggers = |rows: &[&Row]| sorted(rows.iter().map(|row| told(row)).collect());
    let (was, is) = (triggers(&old.rows), triggers(&new.rows));
    let merged = group.old.len() > group.new.len();
    let change = if merged {
        Change::new("rows-merged", to, "", &was.join("\n"), &is.join("\n"))
    } else {
        Change::new("row-split", to, "", &was.join("\n"), &is.join("\n"))
    };
    let count = Piece::words((if merged { was.len() } else { is.len() }).to_string());
    let mut change = change.old_at(old.span, "").new_at(new.span, "");
    change.message = if merged {
        Sentence::of("{} rows {} are now one", &[count, Piece::name(&from)])
    } else {
        Sentence::of("the row {} is now {} rows", &[Piece::name(&from), count])
    };
    list(&mut change.message, ": ", &was, none);
    change.message.and(" became ", &[]);
    list(&mut change.message, "", &is, none);
    let kept = |was: &&&Row| new.rows.iter().any(|is| is.variant == was.variant);
    let gone = sorted(old.rows.iter().filter(|was| !kept(was)).map(|was| was.variant.clone()).collect());
    let ambiguous = !merged && is_ambiguous(pairing, pairing.new_ends(new.rows[0]));
    if gone.is_empty() && !ambiguous {
        return Some(change.only(Impact::Notable));
    }
    for (at, name) in gone.iter().enumerate() {
        change.message.and(if at == 0 { "; in Rust {}" } else { " and {}" }, &[Piece::name(name)]);
    }
    change.message.and(
        match gone.len() {
            0 => "",
            1 => " is gone",
            _ => " are gone",
        },
        &[],
    );
    Some(if ambiguous { say_ambiguous(change) } else { change })
}

/// Adds triggers or guards to a sentence; `none` stands for one that is not there.
fn list(sentence: &mut Sentence, lead: &'static str, triggers: &[String], none: &'static str) {
    sentence.pieces.push(Piece::words(lead));
    for (at, trigger) in triggers.iter().enumerate() {
        let between = if at == 0 { "" } else { " and " };
        let piece = if trigger.is_empty() { Piece::words(none) } else { Piece::quote(trigger) };
        sentence.pieces.extend([Piece::words(between), piece]);
    }
}

/// A row that is the same by its words and leads from or to another state. A state that was only
/// renamed, merged or split is no other one.
fn ends(pairing: &Pairing, group: &Group, old: &Joined, new: &Joined) -> Vec<Change> {
    let (a, b) = (&pairing.old.rows[group.old[0]], &pairing.new.rows[group.new[0]]);
    let (was, is) = (pairing.old_ends(a), pairing.new_ends(b));
    let (from, to) = (arrow(pairing.old, a.from, a.to), arrow(pairing.new, b.from, b.to));
    let change = |kind, message| {
        Change::new(kind, to.as_str(), &trigger_of(b), &from, &to)
            .say(message, &[Piece::name(&old.place), Piece::name(&new.place)])
            .old_at(old.span, "")
            .new_at(new.span, "")
    };
    let mut found = Vec::new();
    if was.1 != is.1 {
        found.push(change("row-retargeted", "the row {} leads elsewhere: it is {} now"));
    }
    if was.0 != is.0 {
        found.push(change("row-resourced", "the row {} leaves another state: it is {} now"));
    }
    found
}

fn trigger(pairing: &Pairing, group: &Group, old: &Joined, new: &Joined) -> Option<Change> {
    if group.old.len() != group.new.len() {
        return None; // the change that says so names the triggers
    }
    let (a, b) = (old.rows[0], new.rows[0]);
    let (was, is) = (a.trigger_text.as_ref(), b.trigger_text.as_ref());
    let spelled = facts::respelled(&new.place, "trigger", was, is);
    let spelled =
        spelled.or_else(|| facts::spelled(&new.place, "trigger", was?, is?, trigger_is_same(was?, is?)));
    spelled.or_else(|| {
        let ends = Ends { old: old.span, new: new.span };
        // The place of a row that shares its pair holds its trigger: the fingerprint is by the arrow.
        let mut change =
            text_of("trigger-changed", ("trigger", "the trigger of {}"), &new.place, was, is, ends)?;
        let leaves = pairing.new_ends(b).0;
        let elsewhere = was.is_some_and(|was| leads::say_after(pairing, leaves, was, &mut change))
            | is.is_some_and(|is| leads::say_before(pairing, leaves, is, &mut change));
        let follows = old.place.contains(" on ") || new.place.contains(" on ");
        let named =
            a.variant == b.variant || (a.from, a.to) == (None, None) || a.pinned || b.pinned || !follows;
        Some(match (elsewhere, named) {
            (true, true) => change,
            (false, true) => change.only(Impact::Notable),
            _ => change.help(format!(
                "`name: {}` on the row keeps its Rust name, which follows the trigger",
                a.variant
            )),
        })
    })
}

/// Whether two triggers are one: they may differ in case, spacing and final punctuation.
pub(super) fn trigger_is_same(was: &Text, is: &Text) -> bool {
    trigger_key(was.as_str()) == trigger_key(is.as_str())
}

/// What the other words of rows say; of rows that were merged or split only what is lost or gained.
fn words(group: &Group, old: &Joined, new: &Joined) -> Vec<Change> {
    let ends = Ends { old: old.span, new: new.span };
    let place = new.place.as_str();
    let mut found = Vec::new();
    let texts = [
        (
            "actor-changed",
            ("actor", "the actor of {}"),
            (|row| row.actor.as_ref()) as fn(&Row) -> Option<&Text>,
        ),
        ("provenance-changed", ("provenance", "the provenance of {}"), |row| row.provenance.as_ref()),
        ("source-changed", ("source", "the source of {}"), |row| row.source.as_ref()),
    ];
    for (kind, (part, what), of) in texts {
        let reference = kind != "actor-changed";
        let joined = old.rows.len() != new.rows.len();
        if joined && groups::is_explained(old, new, of, reference) {
            continue;
        }
        for pair in pairs(old, new) {
            let (was, is) = (of(pair.old), of(pair.new));
            if reference && joined && is_of_another(&pair, old, new, of) {
                continue;
            }
            let spelled = facts::respelled(pair.place, part, was, is).filter(|_| !reference);
            let ends = Ends { old: shown(pair.old), new: shown(pair.new) };
            found.extend(spelled.or_else(|| text_of(kind, (part, what), pair.place, was, is, ends)));
        }
    }
    if group.old.len() == group.new.len() {
        found.extend(facts::extensions(place, &old.rows[0].extensions, &new.rows[0].extensions, ends));
    } else {
        found.extend(own_keys(old, new));
    }
    found
}

/// Whether one of several rows that were merged or split has no such reference, and the one row has that of
/// another of them.
fn is_of_another(pair: &Pair, old: &Joined, new: &Joined, of: fn(&Row) -> Option<&Text>) -> bool {
    let merged = old.rows.len() > new.rows.len();
    let (part, whole, rows) =
        if merged { (pair.old, pair.new, &old.rows) } else { (pair.new, pair.old, &new.rows) };
    let words = |row| of(row).map(Text::as_str);
    words(part).is_none() && rows.iter().any(|row| words(row) == words(whole))
}

/// What is lost or gained of the team's own keys of rows that were merged or split: a key that one of several rows
/// lacks, and that the one row has from another of them, is neither.
fn own_keys(old: &Joined, new: &Joined) -> Vec<Change> {
    let merged = old.rows.len() > new.rows.len();
    let many = if merged { &old.rows } else { &new.rows };
    let value = |row: &Row, key: &str| {
        let own = row.extensions.iter().find(|own| own.key.as_str() == key);
        own.map(|own| crate::emit::view::json(&own.value.value).to_string())
    };
    let mut found = Vec::new();
    for pair in pairs(old, new) {
        let (part, whole) = if merged { (pair.old, pair.new) } else { (pair.new, pair.old) };
        let ends = Ends { old: shown(pair.old), new: shown(pair.new) };
        let keys: BTreeSet<&str> =
            part.extensions.iter().chain(&whole.extensions).map(|own| own.key.as_str()).collect();
        let changed = keys.into_iter().filter(|key| {
            value(part, key).is_some() || many.iter().all(|row| value(row, key) != value(whole, key))
        });
        found.extend(changed.filter_map(|key| {
            facts::extension(pair.place, key, &pair.old.extensions, &pair.new.extensions, ends)
        }));
    }
    found
}

/// What changed of the side effects of one row. Where several rows became one, or one several, each is looked
/// at by itself.
fn effects(pair: &Pair, found: &mut Vec<Change>) {
    let (a, b): (Vec<&Text>, Vec<&Text>) =
        (pair.old.side_effects.iter().collect(), pair.new.side_effects.iter().collect());
    let (lists, place) = (lists::sentences(&a, &b), pair.place);
    let named = |text: &Text| [Piece::name(place), Piece::quote(text.as_str())];
    let has = |texts: &[&Text], text: &Text| texts.iter().any(|other| other.as_str() == text.as_str());
    found.extend(lists.removed.iter().map(|at| {
        let still = has(&b, a[*at]);
        let words = if still { "the row {} does {} one time less" } else { "the row {} no longer does {}" };
        Change::new("side-effect-removed", place, "", a[*at].as_str(), "")
            .say(words, &named(a[*at]))
            .old_at(a[*at].span, a[*at].as_str())
            .new_at(shown(pair.new), "")
    }));
    found.extend(lists.added.iter().map(|at| {
        let before = has(&a, b[*at]);
        let words = if before { "the row {} does {} one time more" } else { "the row {} now does {}" };
        Change::new("side-effect-added", place, "", "", b[*at].as_str())
            .say(words, &named(b[*at]))
            .old_at(shown(pair.old), "")
            .new_at(b[*at].span, b[*at].as_str())
    }));
    found.extend(lists.changed.iter().map(|(at, to)| {
        let (was, is) = (a[*at].as_str(), b[*to].as_str());
        Change::new("side-effect-changed", place, "", was, is)
            .say(
                "a side effect of {} was {} and is now {}",
                &[Piece::name(place), Piece::quote(was), Piece::quote(is)],
            )
            .old_at(a[*at].span, was)
            .new_at(b[*to].span, is)
    }));
    let spelled = lists.respelled.iter();
    found.extend(
        spelled.filter_map(|(at, to)| facts::respelled(place, "side effect", Some(a[*at]), Some(b[*to]))),
    );
    if lists.reordered {
        let order = |texts: &[&Text]| texts.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n");
        let change = Change::new("side-effects-reordered", place, "", &order(&a), &order(&b))
            .say("the side effects of {} come in another order", &[Piece::name(place)]);
        found.push(change.old_at(span_of(&a), "").new_at(span_of(&b), ""));
    }
}

fn span_of(texts: &[&Text]) -> crate::source::Span {
    texts.iter().fold(texts[0].span, |span, text| span.to(text.span))
}
