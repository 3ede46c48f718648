//! Rows that are new, and rows that are gone.

use super::change::Change;
use super::forbidden;
use super::groups::shown;
use super::kinds::Impact;
use super::leads;
use super::pairing::{Ends, Pairing, place};
use super::sentence::{Piece, Sentence};
use crate::document::Text;
use crate::lifecycle::Row;

/// Rows without a counterpart, but for those that a forbidden pair has turned into or has come from.
pub(super) fn changes(pairing: &Pairing) -> Vec<Change> {
    let turned = forbidden::turned(pairing);
    let gone = pairing.removed.iter().map(|at| &pairing.old.rows[*at]);
    let gone = gone.filter(|row| !turned.to_forbidden.contains(&pairing.old_ends(row)));
    let come = pairing.added.iter().map(|at| &pairing.new.rows[*at]);
    let come = come.filter(|row| !turned.to_declared.contains(&pairing.new_ends(row)));
    gone.map(|row| removed(pairing, row)).chain(come.map(|row| added(pairing, row))).collect()
}

fn removed(pairing: &Pairing, row: &Row) -> Change {
    let place = place(pairing.old, row);
    let mut change = Change::new("row-removed", place.as_str(), &meaning(row), "", "")
        .say("the row {} is removed", &[Piece::name(&place)])
        .old_at(shown(row), "");
    say_row(&mut change.message, &place, row);
    let ends = pairing.old_ends(row);
    if pairing.new.rows.iter().any(|other| pairing.new_ends(other) == ends) {
        change.message.and("; the pair stays declared", &[]);
    }
    change
}

fn added(pairing: &Pairing, row: &Row) -> Change {
    let (place, ends) = (place(pairing.new, row), pairing.new_ends(row));
    let declared = pairing.old.rows.iter().any(|other| pairing.old_ends(other) == ends);
    let words = if declared { "the row {} is one more of its pair" } else { "the row {} is new" };
    let mut change = Change::new("row-added", place.as_str(), &meaning(row), "", "")
        .say(words, &[Piece::name(&place)])
        .new_at(shown(row), "");
    say_row(&mut change.message, &place, row);
    let trigger = row.trigger_text.as_ref();
    let elsewhere = trigger.is_some_and(|trigger| leads::say_before(pairing, ends.0, trigger, &mut change));
    if is_ambiguous(pairing, ends) {
        say_ambiguous(change)
    } else if elsewhere {
        change
    } else {
        change.only(Impact::Notable)
    }
}

/// Whether a pair had one row, and has several now.
pub(super) fn is_ambiguous(pairing: &Pairing, ends: Ends) -> bool {
    let old = pairing.old.rows.iter().filter(|other| pairing.old_ends(other) == ends).count();
    let new = pairing.new.rows.iter().filter(|other| pairing.new_ends(other) == ends).count();
    ends.0.is_some() && ends.1.is_some() && old == 1 && new > 1
}

pub(super) fn say_ambiguous(mut change: Change) -> Change {
    change.message.and("; callers that name only the target no longer say which row they mean", &[]);
    change
}

/// All that a row means beyond its ends, for fingerprints: who accepts a row with a guard accepts none without.
fn meaning(row: &Row) -> String {
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
    let effects: Vec<&str> = row.side_effects.iter().map(Text::as_str).collect();
    serde_json::json!([text(&row.trigger_text), text(&row.guard), text(&row.actor), effects]).to_string()
}

/// `: “Cancel”, guarded by “…”, made by “Clerk”`, for the sentence of a row whose name may hold its trigger.
fn say_row(sentence: &mut Sentence, place: &str, row: &Row) {
    let named = |trigger: &&Text| !place.ends_with(trigger.as_str());
    match row.trigger_text.as_ref().filter(named) {
        Some(trigger) => sentence.and(": {}, ", &[Piece::quote(trigger.as_str())]),
        None => sentence.and(": ", &[]),
    }
    say_words(sentence, row);
}

/// Adds what the guard and the actor of a row are.
fn say_words(sentence: &mut Sentence, row: &Row) {
    match &row.guard {
        Some(guard) => sentence.and("guarded by {}", &[Piece::quote(guard.as_str())]),
        None => sentence.and("no guard", &[]),
    }
    if let Some(actor) = &row.actor {
        sentence.and(", made by {}", &[Piece::quote(actor.as_str())]);
    }
}

/// What rows mean, in an order of their own, since that of rows means nothing.
pub(super) fn meanings(rows: &[&Row]) -> String {
    let mut meanings: Vec<String> = rows.iter().map(|row| meaning(row)).collect();
    meanings.sort_unstable();
    meanings.join("\n")
}

/// Adds what each of the rows of a pair says.
pub(super) fn say_rows(sentence: &mut Sentence, rows: &[&Row]) {
    let mut rows = rows.to_vec();
    rows.sort_by_key(|row| meaning(row));
    for (at, row) in rows.into_iter().enumerate() {
        let trigger = match &row.trigger_text {
            Some(trigger) => Piece::quote(trigger.as_str()),
            None => Piece::words("no trigger"),
        };
        sentence.and(if at == 0 { ": {}, " } else { "; {}, " }, &[trigger]);
        say_words(sentence, row);
    }
}
