//! That every call on every cell comes to what the document says.

use super::cases::Cases;
use super::model::Model;
use super::oracle::Oracle;
use super::subject::{Call, Reason, Subject, Verdict};

/// Each row is accepted from the state it leaves, and gives its effects in order.
pub fn declared_rows_are_accepted(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for row in 0..oracle.rows.len() {
        cases.call(&model, subject, own_call(&model, row), None);
    }
    cases.finish(oracle.rows.len());
}

fn own_call(model: &Model, row: usize) -> Call {
    model.ends(row).0.map_or(Call::Create(row), |from| Call::Attempt(from, row))
}

/// Each row is refused from every state that it does not leave, without asking its guard.
pub fn other_rows_are_refused(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for state in 0..oracle.states.len() {
        for row in 0..oracle.rows.len() {
            cases.call(&model, subject, Call::Attempt(state, row), None);
        }
    }
    cases.finish(oracle.states.len() * oracle.rows.len());
}

/// A record is begun by a creation row and by no other.
pub fn only_creation_rows_begin_a_record(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for row in 0..oracle.rows.len() {
        cases.call(&model, subject, Call::Create(row), None);
        cases.call(&model, subject, Call::Create(row), Some(7));
    }
    cases.finish(2 * oracle.rows.len());
}

/// Every pair of states: one row is found and taken, several are ambiguous, none is refused.
pub fn targets_find_their_row(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for (from, to) in pairs(oracle) {
        cases.call(&model, subject, Call::AttemptTo(from, to), None);
        cases.call(&model, subject, Call::AttemptTo(from, to), Some(7));
    }
    cases.finish(2 * oracle.states.len().pow(2));
}

fn pairs(oracle: &Oracle) -> impl Iterator<Item = (usize, usize)> {
    let states = oracle.states.len();
    (0..states).flat_map(move |from| (0..states).map(move |to| (from, to)))
}

/// Forbidden pairs are refused with the document's reason, and no other pair is.
pub fn forbidden_pairs_are_refused_with_their_why(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for (from, to) in pairs(oracle) {
        let seen = cases.call(&model, subject, Call::AttemptTo(from, to), None);
        let Verdict::Forbidden(why) = model.verdict(from, to) else { continue };
        cases.holds(matches!(seen.expected.answer, Err(Reason::Forbidden(..))), || {
            format!("{} is not refused as forbidden", oracle.pair_words(from, to))
        });
        let shown = seen.shown.unwrap_or_default();
        cases.holds(shown.contains(&why), || {
            format!(
                "the refusal of {} reads {shown:?}, without the reason {why:?}",
                oracle.pair_words(from, to)
            )
        });
    }
    cases.finish(oracle.states.len().pow(2));
}

/// A guard that refuses: its own error comes back, nothing is done, and the same row can be taken afterwards.
pub fn failed_guards_change_nothing(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for row in 0..oracle.rows.len() {
        let number = 1000 + u32::try_from(row).unwrap_or(0);
        let call = own_call(&model, row);
        cases.call(&model, subject, call, Some(number));
        cases.call(&model, subject, call, None);
    }
    cases.finish(2 * oracle.rows.len());
}

/// A guard runs once where its row leaves the state, and never otherwise, whatever it answers.
pub fn guards_run_once_or_never(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    let states = oracle.states.len();
    let rows = |state| (0..oracle.rows.len()).map(move |row| Call::Attempt(state, row));
    let targets = |state| (0..states).map(move |target| Call::AttemptTo(state, target));
    for call in (0..states).flat_map(|state| rows(state).chain(targets(state))) {
        cases.call(&model, subject, call, None);
        cases.call(&model, subject, call, Some(7));
    }
    cases.finish(2 * states * (oracle.rows.len() + states));
}

/// A refusal's sentence names the document, and quotes the reason and the guard.
pub fn refusals_quote_the_document(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    let states = 0..oracle.states.len();
    let calls = states.flat_map(|state| (0..oracle.rows.len()).map(move |row| Call::Attempt(state, row)));
    let targets = pairs(oracle).map(|(from, to)| Call::AttemptTo(from, to));
    for call in calls.chain(targets) {
        let seen = cases.call(&model, subject, call, Some(42));
        let shown = seen.shown.unwrap_or_default();
        if let Err(reason) = &seen.expected.answer {
            for part in parts(oracle, reason) {
                cases.holds(shown.contains(&part), || {
                    format!("{}: the refusal reads {shown:?}, without {part:?}", model.words(call, Some(42)))
                });
            }
        }
    }
    cases.finish(oracle.states.len() * (oracle.rows.len() + oracle.states.len()));
}

/// What a refusal's sentence must hold.
fn parts(oracle: &Oracle, reason: &Reason) -> Vec<String> {
    let name = |state: usize| format!("{:?}", oracle.states[state].name);
    let mut parts = vec![oracle.document.to_owned()];
    match reason {
        Reason::Forbidden(from, to, why) => parts.extend([name(*from), name(*to), why.clone()]),
        Reason::Undeclared(from, to) => parts.extend([name(*from), name(*to)]),
        Reason::WrongState(state, _) => parts.extend(state.map(name)),
        Reason::Guard(row, number) => {
            parts.extend(oracle.rows[*row].guard.map(str::to_owned));
            parts.push(format!("denied by guard number {number}"));
        }
        Reason::Ambiguous(rows) => {
            let triggers = rows.iter().filter_map(|row| oracle.rows[*row].trigger);
            parts.extend(triggers.map(|trigger| format!("{trigger:?}")));
        }
        Reason::Other => {}
    }
    parts
}
