//! A run that failed is queued again, and what it carries goes along.

use lifecycles::month_end_aging_snapshot_run::typed::{Record, states};
use lifecycles::month_end_aging_snapshot_run::{Refusal, Transition};

fn guard(row: Transition, attempts: &u32) -> Result<(), String> {
    match row {
        Transition::FailedToQueued if *attempts >= 4 => Err(format!("{attempts} attempts failed")),
        _ => Ok(()),
    }
}

fn fail(run: Record<states::Queued, u32>) -> Result<Record<states::Failed, u32>, Refusal<String>> {
    let running = run.to_running(guard)?.written();
    let mut failed = running.to_failed(guard)?.written();
    failed.data += 1;
    Ok(failed)
}

fn main() {
    let planned = Record::<states::NotPlanned, _>::begin(0).to_planned(guard).unwrap().written();
    let mut queued = planned.to_queued(guard).unwrap().written();
    let refused = loop {
        match fail(queued).unwrap().to_queued(guard) {
            Ok(taken) => queued = taken.written(),
            Err(refused) => break refused,
        }
    };
    assert!(refused.to_string().ends_with("4 attempts failed"), "{refused}");
    assert_eq!(refused.kept.data, 4);
}
