//! The generated suite, held to its strength without a compiler: every flaw of every document, interpreted.

mod flaws;
#[allow(dead_code, reason = "emitted as it is, and generated code can answer more than what is interpreted")]
mod harness;
mod oracles;
mod told;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use flaws::Flaw;
use harness::oracle::Oracle;
use harness::subject::Subject;
use harness::{moves, tables, walks};
use told::Told;

/// A test of the suite.
type Test = fn(&dyn Subject, &Oracle);

/// The tests of the suite, by their names. Walks at random come last: what they find, others find sooner.
const TESTS: [(&str, Test); 16] = [
    ("states_are_the_documents", tables::states_are_the_documents),
    ("names_are_read_back", tables::names_are_read_back),
    ("unknown_names_are_refused", tables::unknown_names_are_refused),
    ("rows_are_the_documents", tables::rows_are_the_documents),
    ("triggers_lead_to_their_rows", tables::triggers_lead_to_their_rows),
    ("verdicts_are_the_documents", tables::verdicts_are_the_documents),
    ("reachable_states_are_the_documents", tables::reachable_states_are_the_documents),
    ("declared_rows_are_accepted", moves::declared_rows_are_accepted),
    ("other_rows_are_refused", moves::other_rows_are_refused),
    ("forbidden_pairs_are_refused_with_their_why", moves::forbidden_pairs_are_refused_with_their_why),
    ("targets_find_their_row", moves::targets_find_their_row),
    ("only_creation_rows_begin_a_record", moves::only_creation_rows_begin_a_record),
    ("failed_guards_change_nothing", moves::failed_guards_change_nothing),
    ("guards_run_once_or_never", moves::guards_run_once_or_never),
    ("refusals_quote_the_document", moves::refusals_quote_the_document),
    ("random_walks_follow_the_document", walks::random_walks_follow_the_document),
];

thread_local! {
    /// Whether what fails on this thread is meant to.
    static IS_MEANT: Cell<bool> = const { Cell::new(false) };
}

/// What a test says of a subject that it refuses.
fn complaint(test: Test, subject: &dyn Subject, oracle: &Oracle) -> Option<String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_MEANT.get() {
                loud(panic);
            }
        }));
    });
    IS_MEANT.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| test(subject, oracle)));
    IS_MEANT.set(false);
    let payload = outcome.err()?;
    let text = payload.downcast_ref::<String>().cloned();
    Some(text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default())
}

#[test]
fn what_does_as_its_document_says_passes() {
    for oracle in oracles::all() {
        for (name, test) in TESTS {
            let complaint = complaint(test, &Told::of(oracle, Flaw::None), oracle);
            assert_eq!(complaint, None, "{}: {name}", oracle.document);
        }
    }
}

#[test]
fn every_flaw_of_every_document_fails_a_test_that_names_it() {
    let all: Vec<_> = oracles::all()
        .into_iter()
        .flat_map(|oracle| flaws::of(oracle).into_iter().map(move |flaw| (oracle, flaw)))
        .collect();
    let (even, odd): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let misses: Vec<String> = std::thread::scope(|scope| {
        let missed = |half: Vec<(usize, &(&'static Oracle, Flaw))>| -> Vec<String> {
            half.into_iter().filter_map(|(_, (oracle, flaw))| miss(oracle, flaw)).collect()
        };
        let threads = [even, odd].map(|half| scope.spawn(move || missed(half)));
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let killed = all.len() - misses.len();
    println!("{killed} flaws found");
    assert!(misses.is_empty(), "{} misses:\n{}", misses.len(), misses.join("\n"));
    assert!(killed > 5_000, "only {killed} flaws");
}

/// What is wrong with how the suite takes a flaw: some test must fail, and name the document and what it
/// is that is flawed.
fn miss(oracle: &'static Oracle, flaw: &Flaw) -> Option<String> {
    let subject = Told::of(oracle, flaw.clone());
    let (id, named) = (format!("{}: ", oracle.document), flaw.words(oracle));
    let mut said = Vec::new();
    for (name, test) in TESTS {
        let Some(complaint) = complaint(test, &subject, oracle) else { continue };
        if complaint.starts_with(&id) && complaint.contains(&named) {
            return None;
        }
        said.push(format!("{name}: {complaint}"));
    }
    let said = if said.is_empty() { "nothing failed".to_owned() } else { said.join("\n    ") };
    Some(format!("- {}: {flaw:?}, which is {named}\n    {said}", oracle.document))
}
