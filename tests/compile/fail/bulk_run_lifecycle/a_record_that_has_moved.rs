//! A record that a move has taken is not there for another one.

use lifecycles::bulk_run_lifecycle::{Refusal, Transition, typed::{Record, states}};

fn guard(_: Transition, _: &str) -> Result<(), String> {
    Ok(())
}

fn wrong(run: Record<states::Running, String>) -> Result<(), Refusal<String>> {
    let succeeded = run.to_succeeded(|row, run| guard(row, run))?;
    let failed = run.to_failed(|row, run| guard(row, run))?;
    println!("{:?} {:?}", succeeded.step(), failed.step());
    Ok(())
}

fn main() {}
