//! `statedoc` keeps a written lifecycle, its diagram, its code and its tests in agreement.

pub mod config;
pub mod diagnostic;
pub mod document;
pub mod lifecycle;
pub mod lint;
pub mod mermaid;
pub mod project;
pub mod report;
pub mod source;
pub mod visible;
pub mod yaml;
