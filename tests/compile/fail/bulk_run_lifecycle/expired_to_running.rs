//! Nothing leaves a terminal state.

use lifecycles::bulk_run_lifecycle::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Expired, String>) -> Result<(), Refusal<String>> {
    let taken = run.to_running(|row, run| guard(row, run))?;
    println!("{:?}", taken.step());
    Ok(())
}

fn main() {}
