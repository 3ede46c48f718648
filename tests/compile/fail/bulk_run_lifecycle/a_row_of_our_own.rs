//! Nobody can add a move behind the document's back.

use lifecycles::bulk_run_lifecycle::typed::{Record, states, why};

impl why::FailedToSucceeded for &states::Failed {}

fn wrong(run: String) -> Record<states::Failed, String> {
    Record { data: run, state: std::marker::PhantomData }
}

fn main() {}
