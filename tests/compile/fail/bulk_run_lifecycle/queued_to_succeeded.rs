//! A queued run cannot succeed at once: undeclared.

use lifecycles::bulk_run_lifecycle::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Queued, String>) -> Result<(), Refusal<String>> {
    let taken = run.to_succeeded(|row, run| guard(row, run))?;
    println!("{:?}", taken.step());
    Ok(())
}

fn main() {}
