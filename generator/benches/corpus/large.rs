//! One document of any size, to see what grows faster than it.

use super::draft::{Draft, Row};
use super::{File, write};

/// A document with so many states and rows; every pair of states has one row at most.
pub fn large(states: usize, rows: usize) -> File {
    let name = |at: usize| format!("step {}", at % states);
    let row = |at: usize| Row {
        from: name(at),
        to: name(at % states + 1 + at / states),
        trigger: format!("event {at}"),
        guard: format!("The record of event {at} is locked and still the current one."),
        side_effects: vec![format!("write entry {at} of the journal")],
        who: format!("worker {}", at % 17),
        provenance: "observed".to_owned(),
        source: format!("service:src/step_{}.rs:event_{at}", at % states),
    };
    let draft = Draft {
        id: format!("STATE-BIG-{states}-{rows}"),
        title: format!("Large {states} by {rows}"),
        facts: vec![("object", "DOM-BIG-001".to_owned()), ("revision", "1".to_owned())],
        pins: vec![("service".to_owned(), "ad3f6a6582843008ed0f5a17b131878d15829af1".to_owned())],
        states: (0..states).map(|at| (name(at), format!("The record has come to step {at}."))).collect(),
        rows: (0..rows).map(row).collect(),
        invalid: vec![(name(0), name(0), "The first step is taken once.".to_owned())],
        concurrency: "One worker at a time has the record's lock.".to_owned(),
        body: ("## The Lifecycle\n\n".to_owned(), String::new()),
        labelled: true,
        ..Draft::default()
    };
    (format!("{}.md", draft.id), write::write(&draft))
}
