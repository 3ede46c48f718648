//! What became of rows: added, removed, led elsewhere, merged, split, and their words.

use super::change::Change;
use super::facts::{self, Ends};
use super::forbidden;
use super::groups::{Joined, shown};
use super::guards;
use super::kinds::Impact;
use super::lists;
use super::pairing::{Pairing, arrow, place};
use super::same_rows::Group;
use super::sentence::{Piece, Sentence};
use super::states::text_of;
use super::words::Bag;
use crate::document::Text;
use crate::lifecycle::{Lifecycle, Row};

/// Adds what changed of the rows.
pub(super) fn changes(pairing: &Pairing, changes: &mut Vec<Change>) {
    let mut found = alone(pairing);
    let groups: Vec<(&Group, Joined, Joined)> = pairing
        .groups
        .iter()
        .filter(|group| !group.same)
        .map(|group| (group, Joined::of(pairing.old, &group.old), Joined::of(pairing.new, &group.new)))
        .collect();
    for (group, old, new) in &groups {
        found.extend(joined(pairing, group, old, new));
        found.extend(ends(pairing, group, old, new));
        found.extend(trigger(group, old, new));
        effects(group, old, new, &mut found);
        found.extend(words(group, old, new));
    }
    found.extend(guards::changes(&groups.iter().map(|(_, old, new)| (old, new)).collect::<Vec<_>>()));
    changes.extend(found.into_iter().map(|change| change.of(pairing.id())));
}

/// Rows without a counterpart, but for those that a forbidden pair has turned into or has come from.
fn alone(pairing: &Pairing) -> Vec<Change> {
    let turned = forbidden::turned(pairing);
    let gone = pairing.removed.iter().map(|at| &pairing.old.rows[*at]);
    let gone = gone.filter(|row| !turned.to_forbidden.contains(&pairing.old_ends(row))).map(|row| {
        let place = place(pairing.old, row);
        let change = Change::new("row-removed", place.as_str(), &words_of(row), "", "");
        tell(change.say("the row {} is removed", &[Piece::name(&place)]), &place, row).old_at(shown(row), "")
    });
    let come = pairing.added.iter().map(|at| &pairing.new.rows[*at]);
    let come = come.filter(|row| !turned.to_declared.contains(&pairing.new_ends(row))).map(|row| {
        let place = place(pairing.new, row);
        let change = Change::new("row-added", place.as_str(), &words_of(row), "", "");
        tell(change.say("the row {} is new", &[Piece::name(&place)]), &place, row).new_at(shown(row), "")
    });
    gone.chain(come).collect()
}

/// What tells a row from others of the same name, for its fingerprint.
fn words_of(row: &Row) -> String {
    row.trigger_text.as_ref().map(|text| text.value.clone()).unwrap_or_default()
}

/// `: “Cancel”`, for the sentence of a row whose name does not hold its trigger.
fn tell(change: Change, place: &str, row: &Row) -> Change {
    let mut change = change;
    if let Some(trigger) = row.trigger_text.as_ref().filter(|trigger| !place.ends_with(trigger.as_str())) {
        change.message.and(": {}", &[Piece::quote(trigger.as_str())]);
    }
    change
}

/// Several rows that became one, or one that became several.
fn joined(pairing: &Pairing, group: &Group, old: &Joined, new: &Joined) -> Option<Change> {
    if group.old.len() == group.new.len() {
        return None;
    }
    let arrow = |lifecycle: &Lifecycle, row: &Row| arrow(lifecycle, row.from, row.to);
    let (from, to) = (arrow(pairing.old, old.rows[0]), arrow(pairing.new, new.rows[0]));
    let triggers = |rows: &[&Row]| rows.iter().map(|row| words_of(row)).collect::<Vec<_>>();
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
    list(&mut change.message, ": ", &was);
    change.message.and(" became ", &[]);
    list(&mut change.message, "", &is);
    Some(change)
}

/// Adds triggers to a sentence.
fn list(sentence: &mut Sentence, lead: &'static str, triggers: &[String]) {
    sentence.pieces.push(Piece::words(lead));
    for (at, trigger) in triggers.iter().enumerate() {
        let between = if at == 0 { "" } else { " and " };
        let piece = if trigger.is_empty() { Piece::words("no trigger") } else { Piece::quote(trigger) };
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
        Change::new(kind, to.as_str(), &words_of(b), &from, &to)
            .say(message, &[Piece::name(&from), Piece::name(&to)])
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

fn trigger(group: &Group, old: &Joined, new: &Joined) -> Option<Change> {
    if group.old.len() != group.new.len() {
        return None; // the change that says so names the triggers
    }
    let (a, b) = (old.rows[0], new.rows[0]);
    let (was, is) = (a.trigger_text.as_ref(), b.trigger_text.as_ref());
    let spelled = facts::respelled(&new.place, "trigger", was, is);
    spelled.or_else(|| {
        let ends = Ends { old: old.span, new: new.span };
        // The place of a row that shares its pair holds its trigger: the fingerprint is by the arrow.
        let change = text_of("trigger-changed", ("trigger", "the trigger of {}"), &new.place, was, is, ends)?;
        if a.variant == b.variant || (a.from, a.to).eq(&(None, None)) {
            return Some(change.only(Impact::Notable));
        }
        let follows = old.place.contains(" on ") || new.place.contains(" on ");
        if a.pinned || b.pinned || !follows {
            return Some(change.only(Impact::Notable));
        }
        Some(
            change.help(format!(
                "`name: {}` on the row keeps its Rust name, which follows the trigger",
                a.variant
            )),
        )
    })
}

/// What the words of a group say that has as many rows in both revisions; of one that was merged or split
/// only what is lost or gained.
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
        let (was, is) = (old.text(of), new.text(of));
        if is_explained(group, was.as_ref(), is.as_ref()) {
            continue;
        }
        let spelled =
            facts::respelled(place, part, was.as_ref(), is.as_ref()).filter(|_| kind == "actor-changed");
        found.extend(spelled.or_else(|| text_of(kind, (part, what), place, was.as_ref(), is.as_ref(), ends)));
    }
    if group.old.len() == group.new.len() {
        found.extend(facts::extensions(place, &old.rows[0].extensions, &new.rows[0].extensions, ends));
    }
    found
}

/// Whether a text of a group that was merged or split holds the same words on both sides.
pub(super) fn is_explained(group: &Group, was: Option<&Text>, is: Option<&Text>) -> bool {
    let (Some(was), Some(is)) = (was, is) else { return false };
    let (a, b) = (Bag::of(was.as_str()), Bag::of(is.as_str()));
    match group.old.len().cmp(&group.new.len()) {
        std::cmp::Ordering::Equal => false,
        std::cmp::Ordering::Greater => a.without(&b).is_empty(),
        std::cmp::Ordering::Less => b.without(&a).is_empty(),
    }
}

fn effects(group: &Group, old: &Joined, new: &Joined, found: &mut Vec<Change>) {
    let (a, b) = (old.effects(), new.effects());
    let (lists, place) = (lists::sentences(&a, &b), new.place.as_str());
    let named = |text: &Text| [Piece::name(place), Piece::quote(text.as_str())];
    found.extend(lists.removed.iter().map(|at| {
        Change::new("side-effect-removed", place, "", a[*at].as_str(), "")
            .say("the row {} no longer does {}", &named(a[*at]))
            .old_at(a[*at].span, a[*at].as_str())
            .new_at(new.span, "")
    }));
    found.extend(lists.added.iter().map(|at| {
        Change::new("side-effect-added", place, "", "", b[*at].as_str())
            .say("the row {} now does {}", &named(b[*at]))
            .old_at(old.span, "")
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
    if lists.reordered && group.old.len() == group.new.len() {
        let order = |texts: &[&Text]| texts.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n");
        let change = Change::new("side-effects-reordered", place, "", &order(&a), &order(&b))
            .say("the side effects of {} come in another order", &[Piece::name(place)]);
        found.push(change.old_at(span_of(&a), "").new_at(span_of(&b), ""));
    }
}

fn span_of(texts: &[&Text]) -> crate::source::Span {
    texts.iter().fold(texts[0].span, |span, text| span.to(text.span))
}
