//! Keeps a written record lifecycle, its diagram, its code and its tests in agreement.

pub mod diagnostic;
pub mod mermaid;
pub mod source;
