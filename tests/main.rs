//! All tests that run the tool as its users do, in one binary.

mod cases;
mod sandbox;
mod tidy;
