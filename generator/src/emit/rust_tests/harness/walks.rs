//! Random walks: each choice becomes a step by construction, so that none is thrown away.

use std::cell::Cell;
use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use super::cases::{complaint, make};
use super::model::Model;
use super::oracle::Oracle;
use super::subject::{Call, Subject};

/// How many walks are made, and how long the longest may be.
const WALKS: u32 = 48;
const LONGEST: usize = 32;

/// Walks through the lifecycle, always the same ones, and shrinks to the first wrong step.
pub fn random_walks_follow_the_document(subject: &dyn Subject, oracle: &Oracle) {
    let model = Model::new(oracle);
    let calls = Cell::new(0);
    let config = Config { cases: WALKS, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&vec(any::<u16>(), 2..=LONGEST), |choices| {
        walk(subject, &model, &choices, &calls).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => assert!(calls.get() > 0, "{}: no case was run", oracle.document),
        Err(TestError::Fail(story, _)) => panic!("{}: a walk goes wrong\n{story}", oracle.document),
        Err(TestError::Abort(reason)) => panic!("{}: no walk could be made: {reason}", oracle.document),
    }
}

/// What a choice becomes.
enum Action {
    /// A record is found in this state.
    Find(usize),
    /// A call, whose guard may refuse.
    Call(Call, Option<u32>),
}

/// Makes one walk; the story of it where a step is wrong.
fn walk(subject: &dyn Subject, model: &Model, choices: &[u16], calls: &Cell<usize>) -> Result<(), String> {
    let mut story = String::new();
    let mut record = None;
    for (at, choice) in choices.iter().enumerate() {
        match action(model, record, usize::from(*choice)) {
            Action::Find(state) => {
                record = Some(state);
                tell(&mut story, at, &format!("a record in {}", model.oracle.state_words(record)));
            }
            Action::Call(call, denied) => {
                calls.set(calls.get() + 1);
                let seen = make(subject, call, denied);
                if let Some(complaint) = complaint(model, call, denied, &seen) {
                    tell(&mut story, at, &complaint);
                    return Err(story);
                }
                tell(&mut story, at, &model.words(call, denied));
                if let Ok(step) = seen.expected.answer {
                    record = step.to;
                }
            }
        }
    }
    Ok(())
}

fn tell(story: &mut String, at: usize, what: &str) {
    writeln!(story, "  {}. {}", at + 1, what.replace('\n', "\n   ")).expect("a String takes any text");
}

/// Of eight choices, five take a declared row, one has its guard refuse, and two try anything.
fn action(model: &Model, record: Option<usize>, choice: usize) -> Action {
    let (kind, choice) = (choice % 8, choice / 8);
    let oracle = model.oracle;
    let Some(state) = record else { return begin(model, kind, choice) };
    let rows = model.outgoing(state);
    let declared = |choice: usize| Call::Attempt(state, rows[choice % rows.len()]);
    match kind {
        0..=4 if !rows.is_empty() => Action::Call(declared(choice), None),
        5 if !rows.is_empty() => Action::Call(declared(choice), Some(5)),
        7 if !oracle.rows.is_empty() => Action::Call(Call::Attempt(state, choice % oracle.rows.len()), None),
        _ => Action::Call(Call::AttemptTo(state, choice % oracle.states.len()), None),
    }
}

/// Without a record: a creation row, or where there is none a record that is found in an initial state.
fn begin(model: &Model, kind: usize, choice: usize) -> Action {
    let oracle = model.oracle;
    let creations = model.creations();
    if !creations.is_empty() {
        let row = if kind == 7 { choice % oracle.rows.len() } else { creations[choice % creations.len()] };
        return Action::Call(Call::Create(row), (kind == 5).then_some(5));
    }
    let all = 0..oracle.states.len();
    let initial: Vec<usize> = all.filter(|state| oracle.states[*state].initial).collect();
    let found =
        if initial.is_empty() { choice % oracle.states.len() } else { initial[choice % initial.len()] };
    Action::Find(found)
}
