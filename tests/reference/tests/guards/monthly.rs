//! The worlds of STATE-PFM-QRY-014.

use reference::capacity::{Admission, Capacity};
use reference::monthly::{Facts, Reason, Run, State, Transition, guard};
use reference::time::Month;

type Worlds = super::Worlds<Run, Facts, Reason>;

#[test]
fn each_row_has_a_world_in_which_it_holds_and_worlds_in_which_it_does_not() {
    super::check(|run: &Run| run.status, worlds, guard);
}

const NOW: i64 = 1_000_000;

fn run(status: State) -> Run {
    Run {
        id: 7,
        owner: "north".to_owned(),
        workspace: "w".to_owned(),
        kind: "usage".to_owned(),
        period: Month::new(2026, 2),
        version: 1,
        is_backfill: false,
        chunks: 3,
        status,
        reason: None,
        planned_at: 0,
        queued_at: Some(0),
        started_at: Some(0),
        next_attempt_at: None,
        attempts: 1,
        failures: 0,
        cursor: 3,
        job: Some("job".to_owned()),
        is_current: false,
    }
}

fn backfill(run: Run) -> Run {
    Run { is_backfill: true, ..run }
}

fn waiting(until: Option<i64>) -> Run {
    Run { next_attempt_at: until, ..run(State::Failed) }
}

fn admission(total: i64, backfill: i64) -> Facts {
    let caps = Capacity { total: 4, backfill: 2 };
    Facts { admission: Some(Admission { caps, admitted: Capacity { total, backfill } }), ..Facts::at(NOW) }
}

fn asked_by(job: &str) -> Facts {
    Facts { job: Some(job.to_owned()), ..Facts::at(NOW) }
}

fn failed(job: &str) -> Facts {
    Facts { failure: Some("why".to_owned()), ..asked_by(job) }
}

fn cancelled() -> Facts {
    Facts { cancellation: Some("policy".to_owned()), ..Facts::at(NOW) }
}

fn worlds(row: Transition) -> Worlds {
    match row {
        Transition::PlannedToQueued => admitted(run(State::Planned), Vec::new()),
        Transition::FailedToQueued => admitted(
            waiting(Some(NOW)),
            vec![
                (waiting(Some(NOW + 1)), admission(0, 0), Some(Reason::NotDue(NOW + 1))),
                (waiting(None), admission(0, 0), Some(Reason::NoRetry)),
            ],
        ),
        Transition::QueuedToRunning => by_its_job(State::Queued, State::Cancelled),
        Transition::RunningToRunning => by_its_job(State::Running, State::Failed),
        Transition::ValidatingToValidating => by_its_job(State::Validating, State::Published),
        Transition::RunningToValidating => Worlds {
            holds: (run(State::Running), asked_by("job")),
            fails: vec![
                (run(State::Running), asked_by("earlier job"), Some(Reason::OtherJob)),
                (Run { cursor: 2, ..run(State::Running) }, asked_by("job"), Some(Reason::Incomplete)),
                (run(State::Cancelled), asked_by("job"), None),
            ],
        },
        Transition::ValidatingToPublished => published(),
        Transition::QueuedToFailed => failing(State::Queued, State::Planned),
        Transition::RunningToFailed => failing(State::Running, State::Published),
        Transition::ValidatingToFailed => failing(State::Validating, State::Cancelled),
        Transition::PlannedToCancelled => cancelling(run(State::Planned), State::Skipped),
        Transition::QueuedToCancelled => cancelling(run(State::Queued), State::Published),
        Transition::RunningToCancelled => cancelling(run(State::Running), State::Published),
        Transition::ValidatingToCancelled => cancelling(run(State::Validating), State::Cancelled),
        Transition::FailedToCancelled => {
            let mut worlds = cancelling(waiting(Some(NOW)), State::Published);
            worlds.fails.push((waiting(None), cancelled(), Some(Reason::NoRetry)));
            worlds
        }
    }
}

fn admitted(run: Run, mut fails: Vec<(Run, Facts, Option<Reason>)>) -> Worlds {
    fails.extend([
        (run.clone(), Facts::at(NOW), Some(Reason::OwnerNotLocked)),
        (run.clone(), admission(4, 0), Some(Reason::NoCapacity)),
        (backfill(run.clone()), admission(3, 2), Some(Reason::NoCapacity)),
    ]);
    Worlds { holds: (run, admission(3, 2)), fails }
}

fn by_its_job(status: State, elsewhere: State) -> Worlds {
    Worlds {
        holds: (run(status), asked_by("job")),
        fails: vec![
            (run(status), asked_by("earlier job"), Some(Reason::OtherJob)),
            (Run { job: None, ..run(status) }, Facts::at(NOW), Some(Reason::OtherJob)),
            (run(elsewhere), asked_by("job"), None),
        ],
    }
}

fn published() -> Worlds {
    let validated = |validation| Facts { validation: Some(validation), ..asked_by("job") };
    let wrong = "wrong".to_owned();
    Worlds {
        holds: (run(State::Validating), validated(Ok(()))),
        fails: vec![
            (run(State::Validating), asked_by("job"), Some(Reason::NotValidated)),
            (run(State::Validating), validated(Err(wrong.clone())), Some(Reason::Invalid(wrong))),
            (run(State::Validating), Facts { job: None, ..validated(Ok(())) }, Some(Reason::OtherJob)),
            (run(State::Cancelled), validated(Ok(())), None),
        ],
    }
}

fn failing(status: State, elsewhere: State) -> Worlds {
    Worlds {
        holds: (run(status), failed("job")),
        fails: vec![
            (run(status), failed("earlier job"), Some(Reason::OtherJob)),
            (run(status), asked_by("job"), Some(Reason::NoFailure)),
            (run(elsewhere), failed("job"), None),
        ],
    }
}

fn cancelling(run_there: Run, settled: State) -> Worlds {
    Worlds {
        holds: (run_there.clone(), cancelled()),
        fails: vec![(run_there, Facts::at(NOW), Some(Reason::NoReason)), (run(settled), cancelled(), None)],
    }
}
