//! For every row of every document a world in which its guard holds, and those in which it does not.

mod aging;
mod bulk;
mod monthly;

use std::fmt::Debug;

use lifecycles::support::{Refusal, State, Transition};

/// The worlds of a row: a run and what is known, and what the guard is to answer.
struct Worlds<R, F, E> {
    holds: (R, F),
    /// With the reason that the guard gives; without one where the document itself refuses, since the
    /// run is elsewhere.
    fails: Vec<(R, F, Option<E>)>,
}

/// Takes each row in its worlds.
fn check<S: State, R, F, E: Clone + Debug + PartialEq>(
    status: impl Fn(&R) -> S,
    worlds: impl Fn(S::Transition) -> Worlds<R, F, E>,
    guard: impl Fn(S::Transition, &R, &F) -> Result<(), E>,
) {
    assert!(!S::Transition::ALL.is_empty());
    for row in S::Transition::ALL.iter().copied() {
        let Worlds { holds: (run, facts), fails } = worlds(row);
        let step = status(&run).attempt(row, |row| guard(row, &run, &facts));
        assert_eq!(step.map(|step| step.to()), Ok(row.to()), "{row:?}");
        assert!(!fails.is_empty(), "{row:?} has no world in which it fails");
        for (run, facts, reason) in fails {
            let refusal = status(&run).attempt(row, |row| guard(row, &run, &facts)).expect_err("a refusal");
            let expected = reason.is_some();
            match refusal {
                Refusal::Guard { row: refused, error } => {
                    assert_eq!((refused, Some(error)), (row, reason), "{row:?}");
                }
                elsewhere => assert!(!expected, "{row:?}: {elsewhere:?}"),
            }
        }
    }
}
