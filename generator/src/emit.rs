//! From lifecycles to artifacts, one module per emitter.

pub mod rust;
pub mod rust_tests;

/// A file that is emitted as it is: its path there and its text, which no rustfmt touches.
macro_rules! fixed {
    ($file:literal) => {
        ($file, concat!("#![cfg_attr(rustfmt, rustfmt_skip)]\n", include_str!($file)))
    };
}
pub(crate) use fixed;
