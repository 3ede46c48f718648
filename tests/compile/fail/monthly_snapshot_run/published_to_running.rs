//! A published period is not rerun: forbidden.

use lifecycles::monthly_snapshot_run::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Published, String>) -> Result<(), Refusal<String>> {
    let taken = run.to_running(|row, run| guard(row, run))?;
    println!("{:?}", taken.step());
    Ok(())
}

fn main() {}
