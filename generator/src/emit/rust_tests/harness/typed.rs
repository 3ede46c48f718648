//! That the methods of a typed layer are the document's rows, and give back what they were given.

use std::error::Error;
use std::fmt::Debug;

use super::cases::Cases;
use super::oracle::Oracle;
use super::subject::Denied;
use crate::under_test::support::{Refusal, State, Step, Transition, typed};

/// What the records carry.
pub const DATA: u32 = 4711;

/// A record by its state and its data; none is no record, before it begins or once it is removed.
pub type Seen<S> = (Option<S>, u32);

/// The row that asks, and the data that it shows.
pub type Guard<'a, R> = &'a mut dyn FnMut(R, &u32) -> Result<(), Denied>;

/// What a method came to: the step and the record once it is written, or why not, with the
/// record as it was.
pub type Outcome<S> = Result<
    (Step<S, <S as State>::Transition>, Seen<S>),
    (Refusal<S, <S as State>::Transition, Denied>, Seen<S>),
>;

/// Calls one row's method on a record in the state that the row leaves; none where it is in another.
pub type Method<S> = fn(Guard<'_, <S as State>::Transition>) -> Option<Outcome<S>>;

/// What a method came to, with the records as they are seen.
pub fn outcome<S: State, B, N>(
    moved: typed::Outcome<B, N, S, Denied>,
    before: fn(B) -> Seen<S>,
    after: fn(N) -> Seen<S>,
) -> Outcome<S> {
    match moved {
        Ok(taken) => Ok((taken.step(), after(taken.written()))),
        Err(refused) => {
            reads_as_its_refusal::<S, B>(&refused);
            Err((refused.refusal, before(refused.kept)))
        }
    }
}

/// That a refused move reads, shows and is caused as its refusal is.
fn reads_as_its_refusal<S: State, B>(refused: &typed::Refused<B, S, S::Transition, Denied>) {
    let refusal = &refused.refusal;
    let cause = |error: &dyn Error| error.source().map(ToString::to_string);
    let own = (refused.to_string(), cause(refused));
    assert!(
        own == (refusal.to_string(), cause(refusal)),
        "{}: a refused move reads {own:?}, and its refusal {refusal}",
        S::DOCUMENT
    );
    let (shown, whole) = (format!("{refused:?}"), format!("{refusal:?}"));
    assert!(shown.contains(&whole), "{}: a refused move shows as {shown}, without {whole}", S::DOCUMENT);
}

/// What a document says of a method: the row's place, and where it leads from and to.
struct Row<S> {
    place: usize,
    from: Option<S>,
    to: Option<S>,
}

/// Each row has its method, whose guard is asked once and shown the data, and which gives the step and
/// the record in its new state, or the guard's error and the record as it was.
pub fn typed_rows_are_the_documents<S: State>(methods: &[Method<S>], oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    for (place, method) in methods.iter().enumerate() {
        let end = |name: Option<&str>| name.map(|name| S::parse(name).expect("a state's name is read"));
        let said = &oracle.rows[place];
        let row = Row { place, from: end(said.from), to: end(said.to) };
        passes(&mut cases, oracle, &row, *method);
        refuses(&mut cases, oracle, &row, *method);
    }
    cases.finish(2 * oracle.rows.len());
}

/// A record begins without a row where it may begin and no row creates it, and nowhere else. `begins` is
/// what the compiler says of each state, `begun` the records that were begun.
#[allow(dead_code, reason = "where every record is created by a row, nothing is asked of it")]
pub fn typed_records_begin_where_the_document_says<S: State>(begins: &[bool], begun: &[Seen<S>], oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    let mut expected = Vec::new();
    for (state, said) in oracle.states.iter().enumerate() {
        cases.count();
        let is_created = oracle.rows.iter().any(|row| row.from.is_none() && row.to == Some(said.name));
        let may = said.initial && !is_created;
        let what = format!("whether a record begins in {:?} without a row", said.name);
        cases.same(what, &Some(may), &begins.get(state).copied());
        expected.extend(may.then(|| (S::parse(said.name).ok(), DATA)));
    }
    cases.same("the records that have begun".to_owned(), &expected.as_slice(), &begun);
    cases.finish(oracle.states.len());
}

/// Records of the same state and data are the same, others are not, and both are seen where a record is
/// debugged.
pub fn typed_records_are_told_apart<S: State, A: PartialEq + Debug>(record: fn(S, u32) -> A, oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    for state in S::ALL {
        cases.count();
        let (one, same, other) = (record(*state, DATA), record(*state, DATA), record(*state, DATA + 1));
        cases.holds(one == same, || format!("two records in {state} with the same data are not the same"));
        cases.holds(one != other, || format!("two records in {state} with different data are the same"));
        let shown = format!("{one:?}");
        for part in [format!("state: {state:?}"), format!("data: {DATA}")] {
            cases.holds(shown.contains(&part), || format!("a record in {state} shows as {shown}, without {part}"));
        }
    }
    cases.finish(oracle.states.len());
}

fn call<S: State>(method: Method<S>, denied: Option<u32>) -> (Option<Outcome<S>>, Vec<(usize, u32)>) {
    let mut asked = Vec::new();
    let outcome = method(&mut |row, data| {
        asked.push((row.index(), *data));
        denied.map_or(Ok(()), |number| Err(Denied(number)))
    });
    (outcome, asked)
}

fn passes<S: State>(cases: &mut Cases, oracle: &Oracle, row: &Row<S>, method: Method<S>) {
    cases.count();
    let (outcome, asked) = call(method, None);
    let words = oracle.row_words(row.place);
    let Some(Ok((step, record))) = outcome else {
        panic!("{}: the method of {words} does not let it pass: {outcome:?}", oracle.document)
    };
    let effects = (step.row().index(), step.side_effects());
    cases.same(format!("what the method of {words} takes"), &(row.place, oracle.rows[row.place].side_effects), &effects);
    cases.same(format!("the ends of the step of {words}"), &(row.from, row.to), &(step.from(), step.to()));
    cases.same(format!("the record after {words}"), &(row.to, DATA), &record);
    cases.same(format!("what the guard of {words} is asked"), &vec![(row.place, DATA)], &asked);
}

fn refuses<S: State>(cases: &mut Cases, oracle: &Oracle, row: &Row<S>, method: Method<S>) {
    cases.count();
    let (outcome, asked) = call(method, Some(7));
    let words = oracle.row_words(row.place);
    let Some(Err((Refusal::Guard { row: refused, error }, record))) = outcome else {
        panic!("{}: the method of {words} does not heed its guard: {outcome:?}", oracle.document)
    };
    cases.same(format!("the guard's error of {words}"), &(row.place, Denied(7)), &(refused.index(), error));
    cases.same(format!("the record that {words} gives back"), &(row.from, DATA), &record);
    cases.same(format!("what the guard of {words} is asked"), &vec![(row.place, DATA)], &asked);
}
