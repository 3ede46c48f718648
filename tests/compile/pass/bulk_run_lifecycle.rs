//! A run is begun, loaded, moved page by page, settled, and kept where a guard refuses.

use lifecycles::bulk_run_lifecycle::typed::{Any, Record, states};
use lifecycles::bulk_run_lifecycle::{Refusal, State, Step, Transition};

struct Run {
    cursor: u32,
    pages: u32,
}

fn guard(row: Transition, run: &Run) -> Result<(), &'static str> {
    match row {
        Transition::RunningToSucceeded if run.cursor < run.pages => Err("pages are missing"),
        _ => Ok(()),
    }
}

/// One step of work: what to write, and the run after it.
fn work(stored: &str, run: Run) -> Result<(Step, Any<Run>), Refusal<&'static str>> {
    let state = State::parse(stored).expect("a state of the document");
    match state.typed(run) {
        Any::Queued(run) => {
            let taken = run.to_running(guard)?;
            Ok((taken.step(), taken.written().into()))
        }
        Any::Running(run) => match run.to_succeeded(guard) {
            Ok(taken) => Ok((taken.step(), taken.written().into())),
            Err(refused) => {
                let mut run = refused.kept;
                run.data.cursor += 1;
                let taken = run.to_running(guard)?;
                Ok((taken.step(), taken.written().into()))
            }
        },
        Any::Succeeded(run) => expire(run.to_expired(guard)?),
        Any::Failed(run) => expire(run.to_expired(guard)?),
        Any::Cancelled(run) => expire(run.to_expired(guard)?),
        Any::Expired(_) => panic!("there is nothing left to do"),
    }
}

fn expire(
    taken: lifecycles::bulk_run_lifecycle::typed::Taken<Record<states::Expired, Run>>,
) -> Result<(Step, Any<Run>), Refusal<&'static str>> {
    assert_eq!(taken.pending().data.cursor, 2);
    Ok((taken.step(), taken.written().into()))
}

fn main() {
    let mut run: Any<Run> = Record::<states::Queued, _>::begin(Run { cursor: 0, pages: 2 }).into();
    let mut path = vec![run.state().as_str()];
    while run.state() != State::Expired {
        let (before, data) = (run.state(), Run { cursor: run.data().cursor, pages: run.data().pages });
        let (step, after) = work(before.as_str(), data).expect("a move");
        assert_eq!((step.from(), step.to()), (Some(before), Some(after.state())));
        path.push(after.state().as_str());
        run = after;
    }
    assert_eq!(path, ["queued", "running", "running", "running", "succeeded", "expired"]);
}
