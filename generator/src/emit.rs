//! From lifecycles to artifacts, one module per emitter.

pub mod rust;
