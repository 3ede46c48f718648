//! The worlds of STATE-PFM-ELG-004.

use reference::bulk::{Facts, Page, RETENTION, Reason, Run, Settlement, State, Transition, guard};
use reference::jobs::Job;

type Worlds = super::Worlds<Run, Facts, Reason>;

#[test]
fn each_row_has_a_world_in_which_it_holds_and_worlds_in_which_it_does_not() {
    super::check(|run: &Run| run.status, worlds, guard);
}

const NOW: i64 = 100_000_000;

fn run(status: State) -> Run {
    Run {
        id: 7,
        population: "p".to_owned(),
        subjects: 30,
        wants_export: false,
        status,
        job: "job".to_owned(),
        submitted_at: 10,
        settled_at: None,
        expires_at: None,
        cursor: 20,
        evaluated: 20,
        eligible: 5,
        delta: None,
    }
}

fn job() -> Job {
    Job {
        key: "job".to_owned(),
        document: "STATE-PFM-ELG-004".to_owned(),
        run: 7,
        submitted_at: 10,
        started_at: Some(10),
        deliveries: 1,
    }
}

fn worlds(row: Transition) -> Worlds {
    match row {
        Transition::QueuedToRunning => {
            let by = |job| Facts { job, ..Facts::at(NOW) };
            let queued = || run(State::Queued);
            Worlds {
                holds: (queued(), by(Some(job()))),
                fails: vec![
                    (queued(), by(None), Some(Reason::OtherJob)),
                    (queued(), by(Some(Job { submitted_at: 11, ..job() })), Some(Reason::OtherJob)),
                    (queued(), by(Some(Job { key: "other".to_owned(), ..job() })), Some(Reason::OtherJob)),
                    (queued(), by(Some(Job { started_at: None, ..job() })), Some(Reason::NotStarted)),
                    (queued(), by(Some(Job { started_at: Some(9), ..job() })), Some(Reason::NotStarted)),
                    (run(State::Succeeded), by(Some(job())), None),
                ],
            }
        }
        Transition::RunningToRunning => {
            let page = |start| Page { start, evaluated: 10, eligible: vec![start], population: 30 };
            let with = |start| Facts { page: Some(page(start)), ..Facts::at(NOW) };
            let moved = Reason::CursorMoved { page: 10, cursor: 20 };
            Worlds {
                holds: (run(State::Running), with(20)),
                fails: vec![
                    (run(State::Running), with(10), Some(moved)),
                    (run(State::Running), Facts::at(NOW), Some(Reason::NoPage)),
                    (run(State::Cancelled), with(20), None),
                ],
            }
        }
        Transition::RunningToSucceeded => Worlds {
            holds: (Run { cursor: 30, ..run(State::Running) }, Facts::at(NOW)),
            fails: vec![
                (run(State::Running), Facts::at(NOW), Some(Reason::Incomplete)),
                (Run { cursor: 30, ..run(State::Failed) }, Facts::at(NOW), None),
            ],
        },
        Transition::RunningToFailed => failed(State::Running, Settlement::TooManySubjects, None),
        Transition::QueuedToFailed => {
            failed(State::Queued, Settlement::Abandoned, Some(Settlement::TooManySubjects))
        }
        Transition::SucceededToExpired => {
            let until = |until| Run { expires_at: Some(until), ..run(State::Succeeded) };
            expired(until)
        }
        Transition::FailedToExpired => {
            expired(|until| Run { settled_at: Some(until - RETENTION), ..run(State::Failed) })
        }
        Transition::CancelledToExpired => {
            expired(|until| Run { settled_at: Some(until - RETENTION), ..run(State::Cancelled) })
        }
        Transition::QueuedToCancelled => cancelled(State::Queued),
        Transition::RunningToCancelled => cancelled(State::Running),
    }
}

fn failed(status: State, by: Settlement, not_by: Option<Settlement>) -> Worlds {
    let settled = |settlement| Facts { settlement, ..Facts::at(NOW) };
    Worlds {
        holds: (run(status), settled(Some(by.clone()))),
        fails: vec![
            (run(status), settled(not_by), Some(Reason::NotSettled)),
            (run(State::Succeeded), settled(Some(by)), None),
        ],
    }
}

fn expired(retained_until: impl Fn(i64) -> Run) -> Worlds {
    Worlds {
        holds: (retained_until(NOW - 1), Facts::at(NOW)),
        fails: vec![
            (retained_until(NOW), Facts::at(NOW), Some(Reason::Retained(Some(NOW)))),
            (run(State::Expired), Facts::at(NOW), None),
        ],
    }
}

fn cancelled(status: State) -> Worlds {
    Worlds {
        holds: (run(status), Facts::at(NOW)),
        fails: vec![
            (run(State::Succeeded), Facts::at(NOW), None),
            (run(State::Cancelled), Facts::at(NOW), None),
        ],
    }
}
