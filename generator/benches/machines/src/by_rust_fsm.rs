//! The macro of rust-fsm.

use rust_fsm::state_machine;

state_machine! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub bulk_run(Queued)

    Queued => {
        Enter => Running,
        Abandon => Failed,
        Cancel => Cancelled,
    },
    Running => {
        Page => Running,
        Complete => Succeeded,
        Break => Failed,
        Cancel => Cancelled,
    },
    Succeeded(ExpireSucceeded) => Expired,
    Failed(ExpireFailed) => Expired,
    Cancelled(ExpireCancelled) => Expired
}
