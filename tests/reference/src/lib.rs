//! The three lifecycles of `specs/`, running on SQLite and on PostgreSQL over the generated types.
//!
//! Each lifecycle is one module, and its `guard.rs` and `effects.rs` say what the prose of its
//! document means. The README beside this crate walks through them.

pub mod aging;
pub mod audit;
pub mod bulk;
pub mod capacity;
mod error;
pub mod jobs;
pub mod monthly;
pub mod outbox;
pub mod retry;
pub mod schema;
pub mod store;
pub mod time;

pub use error::Error;
