//! `statedoc` keeps a written lifecycle, its diagram, its code and its tests in agreement.

pub mod diagnostic;
pub mod document;
pub mod emit;
pub mod lifecycle;
pub mod mermaid;
pub mod source;
pub mod yaml;
