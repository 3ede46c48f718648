//! All integration tests in one binary.

mod findings;
mod received;
mod rules;
