//! That every call on every cell comes to what the document says.

use super::cases::Cases;
use super::model::Model;
use super::oracle::{Oracle, quoted};
use super::subject::{Call, Reason, Subject, Verdict};

/// Up to so many cells all are tried; of larger documents, every n-th state.
const MOST_CELLS: usize = 250_000;

/// Every row from every state.
fn row_calls(oracle: &Oracle) -> impl Iterator<Item = Call> + Clone {
    let rows = oracle.rows.len();
    states(oracle, rows).flat_map(move |state| (0..rows).map(move |row| Call::Attempt(state, row)))
}

/// Every state from every state.
fn target_calls(oracle: &Oracle) -> impl Iterator<Item = Call> + Clone {
    let targets = oracle.states.len();
    states(oracle, targets).flat_map(move |state| (0..targets).map(move |to| Call::AttemptTo(state, to)))
}

fn states(oracle: &Oracle, columns: usize) -> impl Iterator<Item = usize> + Clone {
    let states = oracle.states.len();
    (0..states).step_by((states * columns).div_ceil(MOST_CELLS).max(1))
}

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
    let calls = row_calls(oracle);
    for call in calls.clone() {
        cases.call(&model, subject, call, None);
    }
    cases.finish(calls.count());
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
    let calls = target_calls(oracle);
    for call in calls.clone() {
        cases.call(&model, subject, call, None);
        cases.call(&model, subject, call, Some(7));
    }
    cases.finish(2 * calls.count());
}

/// Forbidden pairs are refused with the document's reason, and no other pair is.
pub fn forbidden_pairs_are_refused_with_their_why(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    let states = 0..oracle.states.len();
    for (from, to) in states.clone().flat_map(|from| states.clone().map(move |to| (from, to))) {
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
    let calls = row_calls(oracle).chain(target_calls(oracle));
    for call in calls.clone() {
        cases.call(&model, subject, call, None);
        cases.call(&model, subject, call, Some(7));
    }
    cases.finish(2 * calls.count());
}

/// A refusal's sentence names the document, and quotes the reason and the guard.
pub fn refusals_quote_the_document(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    let calls = row_calls(oracle).chain(target_calls(oracle));
    for call in calls.clone() {
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
    cases.finish(calls.count());
}

/// A row as a refusal's sentence has it.
fn arrow(oracle: &Oracle, row: usize) -> String {
    let row = &oracle.rows[row];
    let [from, to] = [row.from, row.to].map(|state| state.map_or_else(|| "[*]".to_owned(), quoted));
    let on = row.trigger.map(|trigger| format!(" on {}", quoted(trigger))).unwrap_or_default();
    format!("{from} -> {to}{on}")
}

/// What a refusal's sentence must hold.
fn parts(oracle: &Oracle, reason: &Reason) -> Vec<String> {
    let name = |state: usize| quoted(oracle.states[state].name);
    let mut parts = vec![oracle.document.to_owned()];
    match reason {
        Reason::Forbidden(from, to, why) => {
            parts.extend([format!("{} -> {}", name(*from), name(*to)), why.clone()]);
        }
        Reason::Undeclared(from, to) => {
            parts.extend([format!("{} -> {}", name(*from), name(*to)), exits(oracle, *from)]);
        }
        Reason::WrongState(Some(state), row) => {
            parts.push(format!("the row {} does not leave {}", arrow(oracle, *row), name(*state)));
        }
        Reason::WrongState(None, row) => {
            parts.push(format!("the row {} does not begin a record", arrow(oracle, *row)));
        }
        Reason::Guard(row, number) => {
            parts.push(format!("the guard of {} refused", arrow(oracle, *row)));
            parts.extend(oracle.rows[*row].guard.map(str::to_owned));
            parts.push(format!("denied by guard number {number}"));
            parts.push("the suite said no".to_owned());
        }
        Reason::Ambiguous(rows) => {
            parts.extend(rows.iter().map(|row| arrow(oracle, *row)));
        }
        Reason::Other => {}
    }
    parts
}

/// What a refusal says of the rows that do leave a state.
fn exits(oracle: &Oracle, from: usize) -> String {
    let from = oracle.states[from].name;
    let state = quoted(from);
    let mut targets: Vec<String> = Vec::new();
    for row in oracle.rows.iter().filter(|row| row.from == Some(from)) {
        let target = row.to.map_or_else(|| "[*]".to_owned(), quoted);
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    if targets.is_empty() {
        return format!("no row leaves {state}");
    }
    format!("from {state} it declares {}", targets.join(", "))
}
