//! The conformance kit, held to what it promises.

mod awaited;
mod database;
mod documents;
mod mutants;

/// The kit as it is generated for this repository's own documents.
#[path = "../../generated/tests/kit/mod.rs"]
pub(crate) mod kit;
