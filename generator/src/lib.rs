//! `statedoc` keeps a written lifecycle, its diagram, its code and its tests in agreement.
//!
//! The whole run: [`survey()`] reads each document, judges it, makes its outputs, compares them with the
//! disk and lets go of it; [`sync::apply`] moves what differs into place. Between the two stands one
//! gate: while an error stands, there is no plan to apply.

pub mod baseline;
mod build;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod diff;
pub mod digest;
pub mod document;
pub mod emit;
pub mod failure;
pub mod format;
pub mod import;
pub mod keys;
pub mod lifecycle;
pub mod lint;
mod markdown;
pub mod mend;
pub mod mermaid;
mod obstacles;
pub mod project;
pub mod report;
pub mod review;
pub mod schema;
pub mod source;
mod survey;
pub mod sync;
pub mod threads;
pub mod visible;
#[cfg(feature = "cli")]
pub mod watch;
pub mod yaml;

pub use build::{Report, check, generate, outputs};
pub use survey::{Before, Request, Survey, survey};
