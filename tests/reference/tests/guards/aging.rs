//! The worlds of STATE-ACC-TRX-013.

use reference::aging::{Checks, Facts, Outcome, Reason, Run, State, Transition, guard};
use reference::capacity::{Admission, Capacity};
use reference::time::{HOUR, Month};

type Worlds = super::Worlds<Run, Facts, Reason>;

#[test]
fn each_row_has_a_world_in_which_it_holds_and_worlds_in_which_it_does_not() {
    super::check(|run: &Run| run.status, worlds, guard);
}

const NOW: i64 = 1_000_000;
const PASSED: Checks = Checks { totals: true, facts: true, buckets: true, signs: true };

fn run(status: State) -> Run {
    Run {
        id: 7,
        owner: "north".to_owned(),
        workspace: "w".to_owned(),
        month: Month::new(2026, 2),
        version: 1,
        is_backfill: false,
        status,
        cutoff: NOW - 2 * HOUR,
        admitted_at: Some(NOW),
        next_attempt_at: None,
        failures: 0,
        is_current: false,
    }
}

fn waiting(until: Option<i64>, failures: i64) -> Run {
    Run { next_attempt_at: until, failures, ..run(State::Failed) }
}

fn admission(total: i64, backfill: i64) -> Facts {
    let caps = Capacity { total: 4, backfill: 2 };
    Facts { admission: Some(Admission { caps, admitted: Capacity { total, backfill } }), ..Facts::at(NOW) }
}

fn asked_by_its_job(outcome: Option<Outcome>) -> Facts {
    Facts { job: Some(run(State::Queued).job()), outcome, ..Facts::at(NOW) }
}

fn worlds(row: Transition) -> Worlds {
    match row {
        Transition::NotPlannedToPlanned => planned(),
        Transition::PlannedToQueued => admitted(run(State::Planned), Vec::new()),
        Transition::FailedToQueued => admitted(
            waiting(Some(NOW), 3),
            vec![
                (waiting(Some(NOW + 1), 1), admission(0, 0), Some(Reason::NotDue(NOW + 1))),
                (waiting(None, 3), admission(0, 0), Some(Reason::NoRetry)),
                (waiting(Some(NOW), 4), admission(0, 0), Some(Reason::NoRetry)),
            ],
        ),
        Transition::QueuedToRunning => Worlds {
            holds: (run(State::Queued), asked_by_its_job(None)),
            fails: vec![
                (
                    Run { failures: 1, ..run(State::Queued) },
                    asked_by_its_job(None),
                    Some(Reason::NotAdmitted),
                ),
                (
                    Run { admitted_at: None, ..run(State::Queued) },
                    asked_by_its_job(None),
                    Some(Reason::NotAdmitted),
                ),
                (run(State::Planned), asked_by_its_job(None), None),
            ],
        },
        Transition::RunningToPublished => published(),
        Transition::RunningToFailed => Worlds {
            holds: (run(State::Running), asked_by_its_job(Some(Err("why".to_owned())))),
            fails: vec![
                (run(State::Running), asked_by_its_job(None), Some(Reason::NoFailure)),
                (run(State::Running), asked_by_its_job(Some(Ok(PASSED))), Some(Reason::NoFailure)),
                (run(State::Published), asked_by_its_job(Some(Err("why".to_owned()))), None),
            ],
        },
        Transition::PublishedToSuperseded => {
            let succeeded_by = |successor| Facts { successor, ..Facts::at(NOW) };
            Worlds {
                holds: (run(State::Published), succeeded_by(Some(2))),
                fails: vec![
                    (run(State::Published), succeeded_by(Some(1)), Some(Reason::NoSuccessor)),
                    (run(State::Published), succeeded_by(None), Some(Reason::NoSuccessor)),
                    (run(State::Superseded), succeeded_by(Some(2)), None),
                ],
            }
        }
    }
}

fn planned() -> Worlds {
    let other = |other_versions| Facts { other_versions, ..Facts::at(NOW) };
    let early = Run { cutoff: NOW - 2 * HOUR + 1, ..run(State::NotPlanned) };
    Worlds {
        holds: (run(State::NotPlanned), other(0)),
        fails: vec![
            (early, other(0), Some(Reason::TooEarly(NOW + 1))),
            (run(State::NotPlanned), other(1), Some(Reason::HasVersion)),
            (run(State::Planned), other(0), None),
        ],
    }
}

fn admitted(run: Run, mut fails: Vec<(Run, Facts, Option<Reason>)>) -> Worlds {
    let backfill = Run { is_backfill: true, ..run.clone() };
    fails.extend([
        (run.clone(), Facts::at(NOW), Some(Reason::OwnerNotLocked)),
        (run.clone(), admission(4, 0), Some(Reason::NoCapacity)),
        (backfill, admission(3, 2), Some(Reason::NoCapacity)),
    ]);
    Worlds { holds: (run, admission(3, 2)), fails }
}

fn published() -> Worlds {
    let mut fails = vec![
        (run(State::Running), asked_by_its_job(None), Some(Reason::NotCaptured)),
        (Run { failures: 1, ..run(State::Running) }, asked_by_its_job(None), Some(Reason::NotAdmitted)),
        (run(State::Failed), asked_by_its_job(Some(Ok(PASSED))), None),
    ];
    let bad = [
        Ok(Checks { totals: false, ..PASSED }),
        Ok(Checks { facts: false, ..PASSED }),
        Ok(Checks { buckets: false, ..PASSED }),
        Ok(Checks { signs: false, ..PASSED }),
        Err("why".to_owned()),
    ];
    for outcome in bad {
        let facts = asked_by_its_job(Some(outcome.clone()));
        fails.push((run(State::Running), facts, Some(Reason::Failed(outcome))));
    }
    Worlds { holds: (run(State::Running), asked_by_its_job(Some(Ok(PASSED)))), fails }
}
