//! A stored record is in no state that could be known without a match.

use lifecycles::bulk_run_lifecycle::State;

fn wrong(stored: State, run: String) {
    let _ = stored.typed(run).to_running(|_, _| Ok::<(), String>(()));
}

fn main() {}
