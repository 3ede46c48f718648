//! A queued run is not published without running: undeclared.

use lifecycles::monthly_snapshot_run::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Queued, String>) -> Result<(), Refusal<String>> {
    let taken = run.to_published(|row, run| guard(row, run))?;
    println!("{:?}", taken.step());
    Ok(())
}

fn main() {}
