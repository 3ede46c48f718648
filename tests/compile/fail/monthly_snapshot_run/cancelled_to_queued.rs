//! Nothing leaves a terminal state.

use lifecycles::monthly_snapshot_run::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Cancelled, String>) -> Result<(), Refusal<String>> {
    let taken = run.to_queued(|row, run| guard(row, run))?;
    println!("{:?}", taken.step());
    Ok(())
}

fn main() {}
