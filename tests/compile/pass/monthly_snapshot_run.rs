//! The states as bounds: one function for the records of any of them.

use lifecycles::monthly_snapshot_run::typed::{InState, Record, states};
use lifecycles::monthly_snapshot_run::{State, Step};

/// The statement that writes a step, as text.
fn update(step: Step, id: u32) -> String {
    let name = |state: Option<State>| state.map_or("", State::as_str);
    format!("UPDATE snapshot_run SET status = '{}' WHERE id = {id} AND status = '{}'", name(step.to()), name(step.from()))
}

fn where_it_is<S: InState>(run: &Record<S, u32>) -> String {
    format!("{} is {}", run.data, S::STATE)
}

fn main() {
    let run = Record::<states::Planned, _>::begin(7);
    assert_eq!(where_it_is(&run), "7 is planned");
    let taken = run.to_queued(|_, _| Ok::<(), std::convert::Infallible>(())).unwrap();
    assert_eq!(
        update(taken.step(), taken.pending().data),
        "UPDATE snapshot_run SET status = 'queued' WHERE id = 7 AND status = 'planned'"
    );
    assert_eq!(where_it_is(&taken.written()), "7 is queued");
    let skipped = Record::<states::Skipped, _>::begin(8);
    assert_eq!(format!("{skipped:?}"), "Record { state: Skipped, data: 8 }");
}
