//! The sentences that SQLite raises: one literal for every pair, since its RAISE takes no expression.

use serde::Serialize;

use super::guard::Guard;
use super::words::{exits, on_one_line, ticked};
use crate::emit::view::MATRIX_LIMIT;

/// Everything that the triggers of SQLite refuse, each with its sentence.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Refusals<'a> {
    /// Pairs of texts.
    pub pairs: Vec<Arm<'a>>,
    /// What is left for any other text, by the text that is left.
    pub others: Vec<Arm<'a>>,
    /// Texts that no record begins with.
    pub beginnings: Vec<Arm<'a>>,
    /// An update of a row that held no known state.
    pub from_unknown: String,
    /// An update to none, or to what is no text.
    pub to_no_text: String,
    /// An insertion of a text that is no state.
    pub begin_unknown: String,
    /// An insertion of none, or of what is no text.
    pub begin_no_text: String,
}

/// One arm of a CASE.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Arm<'a> {
    /// The text that would be left; empty for an insertion.
    pub from: &'a str,
    /// The text that would be entered; empty for any.
    pub to: &'a str,
    /// What is said of it.
    pub sentence: String,
}

/// The refusals of a guard.
pub(super) fn refusals<'a>(guard: &Guard<'a>) -> Refusals<'a> {
    let (document, place) = (guard.document, &guard.place);
    let no_text = "a record must have a state, stored as text";
    let sentence = |text: String| on_one_line(&format!("{place}: {text}"));
    Refusals {
        pairs: pairs(guard),
        others: others(guard),
        beginnings: beginnings(guard),
        from_unknown: sentence(format!(
            "the row holds what is no state of {document}, and no row leaves that"
        )),
        to_no_text: sentence(no_text.to_owned()),
        begin_unknown: sentence(format!(
            "{document} lets no record begin so, and has no such state; {}",
            guard.beginnings
        )),
        begin_no_text: sentence(format!("{no_text}; {}", guard.beginnings)),
    }
}

/// One arm for every forbidden pair, for every alias as a target, and, unless there are too many,
/// for every pair that is not declared.
fn pairs<'a>(guard: &Guard<'a>) -> Vec<Arm<'a>> {
    let mut arms = Vec::new();
    for exit in &guard.exits {
        for to in guard.stored.iter().filter(|to| **to != exit.from && !exit.to.contains(*to)) {
            let pair = format!("{} -> {}", ticked(exit.from), ticked(to));
            let forbidden = guard.forbidden.iter().find(|pair| (pair.from, pair.to) == (exit.from, *to));
            let alias = guard.aliases.iter().find(|alias| alias.alias == *to);
            let text = match (forbidden, alias) {
                (Some(forbidden), _) => format!("{pair}{}; {}", forbidden.reason, exit.declared),
                (None, Some(alias)) => {
                    format!("{} has no row {pair}: {}", guard.document, alias.reason)
                }
                (None, None) if guard.names.len() > MATRIX_LIMIT => continue,
                (None, None) => format!("{} has no row {pair}; {}", guard.document, exit.declared),
            };
            arms.push(Arm {
                from: exit.from,
                to,
                sentence: on_one_line(&format!("{}: {text}", guard.place)),
            });
        }
    }
    arms
}

/// What no pair's arm has answered. Where each state has one, what is left is no state.
fn others<'a>(guard: &Guard<'a>) -> Vec<Arm<'a>> {
    let what = if guard.names.len() > MATRIX_LIMIT { "row" } else { "state" };
    let sentence = |exit: &super::guard::Exit| {
        let declared = exits(exit.from, &exit.to);
        on_one_line(&format!("{}: {} has no such {what}; {declared}", guard.place, guard.document))
    };
    guard.exits.iter().map(|exit| Arm { from: exit.from, to: "", sentence: sentence(exit) }).collect()
}

fn beginnings<'a>(guard: &Guard<'a>) -> Vec<Arm<'a>> {
    let stored = guard.stored.iter().filter(|state| !guard.initial.contains(state));
    stored
        .map(|state| {
            let alias = guard.aliases.iter().find(|alias| alias.alias == *state);
            let reason = alias.map_or(String::new(), |alias| format!(": {}", alias.reason));
            let text = format!("{} lets no record begin as {}{reason}", guard.document, ticked(state));
            let sentence = on_one_line(&format!("{}: {text}; {}", guard.place, guard.beginnings));
            Arm { from: "", to: state, sentence }
        })
        .collect()
}
