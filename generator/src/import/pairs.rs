//! The pairs of states that two cells give, and what is done with those that are forbidden.

use std::collections::HashSet;

use super::cells::{self, Ends};
use super::draft::{Draft, Forbidden};
use super::findings;
use super::phrases::is_aside;
use crate::diagnostic::Diagnostic;
use crate::markdown::Words;

/// One line of a table gives no more pairs than this.
const MOST: usize = 10_000;

/// One pair that a row's cells give.
#[derive(Debug, Default)]
pub(super) struct Pair {
    pub(super) from: Option<usize>,
    pub(super) to: Option<usize>,
    pub(super) remark: String,
    /// It comes of words such as `any`.
    pub(super) broad: bool,
    /// Nothing follows: the source is terminal.
    pub(super) end: bool,
}

/// The pairs that two cells give, each side taken apart; what cannot be is a finding.
pub(super) fn pairs(from: &Words, to: &Words, draft: &mut Draft, found: &mut Vec<Diagnostic>) -> Vec<Pair> {
    let mut side = |words: &Words| {
        let (ends, guess) = cells::ends(words, &mut draft.names);
        found.extend(guess.map(|guess| findings::guessed(words, &guess)));
        ends
    };
    let (left, right) = (side(from), side(to));
    let left = placed(left, draft);
    let right = placed(right, draft);
    let sources = match &left {
        Ends::States(states) => states.iter().map(|(state, remark)| (Some(*state), remark.clone())).collect(),
        Ends::Any(words) => {
            let states = every(words, right == Ends::Removed, draft);
            if right != Ends::Unclear {
                found.push(findings::any(from));
            }
            states.into_iter().map(|state| (Some(state), String::new())).collect()
        }
        Ends::Nowhere | Ends::Blank => vec![(None, String::new())],
        Ends::Unclear | Ends::Same | Ends::End | Ends::Removed => {
            found.push(findings::no_state(from));
            return Vec::new();
        }
    };
    let mut pairs = Vec::new();
    for (from, said) in sources {
        if pairs.len() > MOST {
            break;
        }
        pairs.extend(targets(from, &right, to, draft, found).into_iter().map(|pair| {
            let said = if pair.remark.is_empty() { said.clone() } else { pair.remark.clone() };
            Pair { remark: said, ..pair }
        }));
    }
    pairs.truncate(MOST);
    if matches!(left, Ends::Any(_)) {
        pairs.retain(|pair| pair.from != pair.to);
        pairs.iter_mut().for_each(|pair| pair.broad = true);
    }
    pairs
}

fn targets(
    from: Option<usize>,
    right: &Ends,
    to: &Words,
    draft: &mut Draft,
    found: &mut Vec<Diagnostic>,
) -> Vec<Pair> {
    let broad = matches!(right, Ends::Any(_));
    let pair =
        |to: Option<usize>, remark: &str| Pair { from, to, remark: remark.to_owned(), broad, end: false };
    match (right, from) {
        (Ends::States(states), _) => {
            states.iter().map(|(state, remark)| pair(Some(*state), remark)).collect()
        }
        (Ends::Same, Some(state)) => vec![pair(Some(state), "")],
        (Ends::Removed, Some(_)) => vec![pair(None, "")],
        (Ends::End | Ends::Nowhere | Ends::Blank, Some(_)) => vec![Pair { end: true, ..pair(None, "") }],
        (Ends::Any(words), Some(_)) => {
            let states = every(words, false, draft);
            found.push(findings::any(to));
            states
                .into_iter()
                .filter(|state| Some(*state) != from)
                .map(|state| pair(Some(state), ""))
                .collect()
        }
        _ => {
            found.push(findings::no_state(to));
            Vec::new()
        }
    }
}

/// Marks the states that a remark calls initial or terminal, and drops that remark.
fn placed(ends: Ends, draft: &mut Draft) -> Ends {
    let Ends::States(states) = ends else { return ends };
    let place = |(state, remark): (usize, String)| {
        if !is_aside(&remark) {
            return (state, remark);
        }
        let says = |words: &[&str]| words.iter().any(|word| remark.to_lowercase().contains(word));
        draft.about(state).terminal |= says(&["final", "terminal", "end"]);
        draft.about(state).initial |= says(&["initial", "start", "default"]);
        (state, String::new())
    };
    Ends::States(states.into_iter().map(place).collect())
}

/// The states that `any` stands for: those that are not marked as terminal, which can be removed
/// all the same, without those that stand behind `except`; where the words speak of active states,
/// those that some row leaves.
fn every(words: &str, terminal_too: bool, draft: &mut Draft) -> Vec<usize> {
    let count = draft.names.list.len();
    let named = |state: usize| {
        words.split_once("except").is_some_and(|(_, rest)| {
            super::names::key(rest).contains(&super::names::key(&draft.names.list[state].text))
        })
    };
    let leaves: HashSet<usize> = draft.stated.iter().chain(&draft.drawn).filter_map(|row| row.from).collect();
    let active = ["terminal", "active", "final"].iter().any(|word| words.contains(word));
    let fits = |state: &usize| !named(*state) && (!active || leaves.contains(state));
    let left: Vec<usize> = (0..count).filter(fits).collect();
    let over = |about: &super::draft::About| about.terminal && !about.ended;
    left.into_iter().filter(|state| terminal_too || !over(draft.about(*state))).collect()
}

pub(super) fn forbid(pairs: Vec<Pair>, why: Option<&str>, words: &Words, draft: &mut Draft) {
    for pair in pairs {
        let why = Some(pair.remark).filter(|remark| !remark.is_empty()).or(why.map(ToOwned::to_owned));
        match (pair.from, pair.to) {
            (Some(from), Some(to)) => {
                draft.forbidden.push(Forbidden { from, to, why, broad: pair.broad, span: words.span });
            }
            (from, to) => {
                let (from, to) = (draft.name(from), draft.name(to));
                let remark = format!("Never {from} -> {to}: {}", why.unwrap_or_default());
                draft.remarks.push(remark.trim_end_matches([':', ' ']).to_owned());
            }
        }
    }
}
