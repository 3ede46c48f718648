//! The suite that holds code of your own to a state document.
//!
//! A [`Document`] is what the document says, a [`Subject`] is what is held to it. The suite carries out
//! walks of calls, and after each compares what it observes with what the document says must be there.
//!
//! What it demands of every call:
//!
//! - `Ok` means that the record is in the state that the row leads to, and that the row's effects have
//!   been carried out, each once, in the document's order.
//! - An error means that nothing happened: the record is where it was, and no effect ran.
//! - The row's guard is asked once if the row leaves the record's state, and not at all otherwise. What
//!   it says when it refuses is part of the error.
//! - Where the document forbids the pair of states, the error quotes its reason.
//! - Where an effect fails the call fails. The effects before it have run; the record is where it was.
//! - A stored text that names no state is an error, never a panic and never another state.

mod cases;
mod certificate;
mod document;
mod faults;
mod interpreter;
mod judge;
mod random;
mod ready;
mod report;
mod rules;
mod seen;
mod settle;
mod step;
mod subject;
mod suite;
mod waiting;
mod world;

pub use certificate::{Certificate, certify};
pub use document::{Document, Forbidden, Row, State};
pub use faults::{Mutant, Mutation, mutants};
pub use interpreter::Interpreter;
pub use judge::Wrong;
pub use report::{Fault, Report};
pub use rules::Rule;
pub use seen::Seen;
pub use step::{Script, Start, Step};
pub use subject::{AsyncSubject, Blocking, By, Effects, Guards, Invariant, Outcome, Refused, Shows, Subject};
pub use suite::{Suite, replay};
pub use waiting::block_on;
pub use world::{Denied, Failed, World};
