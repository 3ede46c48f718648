//! Nothing leaves a terminal state.

use lifecycles::month_end_aging_snapshot_run::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Superseded, String>) -> Result<(), Refusal<String>> {
    let taken = run.to_failed(|row, run| guard(row, run))?;
    println!("{:?}", taken.step());
    Ok(())
}

fn main() {}
