//! The integration tests: one binary for all.

mod mermaid;
mod peers;
