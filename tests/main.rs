//! All tests that run the tool as its users do, in one binary.

mod cases;
mod crates;
mod rust_output;
mod sandbox;
mod strength;
mod tidy;
