//! Generated lifecycles beside what people would write by hand or with a macro.

pub mod by_hand;
pub mod by_rust_fsm;
pub mod by_smlang;
pub mod by_statig;
pub mod corpus;
pub mod sources;
