//! The macro of smlang.

use smlang::statemachine;

statemachine! {
    transitions: {
        *Queued + Enter = Running,
        Running + Page = Running,
        Running + Complete = Succeeded,
        Running + Break = Failed,
        Queued + Abandon = Failed,
        Succeeded + ExpireSucceeded = Expired,
        Failed + ExpireFailed = Expired,
        Cancelled + ExpireCancelled = Expired,
        Queued + Cancel = Cancelled,
        Running + Cancel = Cancelled,
    }
}

/// Nothing to keep beside the state.
pub struct Context;

impl StateMachineContext for Context {}
