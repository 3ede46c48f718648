//! All tests that run the tool as its users do, in one binary.

mod any_bytes;
mod bugs;
mod cases;
mod crates;
mod diff;
mod findings;
mod formats;
mod imported;
mod limits;
mod mermaid;
mod nasty;
mod one_defect;
mod peers;
mod promises;
mod random;
mod readme;
mod received;
mod rules;
mod rust_output;
mod sandbox;
mod shrinking;
mod strength;
mod tidy;
mod typed;
mod yaml_suite;
