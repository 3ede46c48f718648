//! A record begins where the document lets it.

use lifecycles::bulk_run_lifecycle::typed::{Record, states};

fn wrong(run: String) -> Record<states::Succeeded, String> {
    Record::begin(run)
}

fn main() {}
