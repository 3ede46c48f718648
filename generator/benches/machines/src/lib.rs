//! STATE-PFM-ELG-004 as people would write it by hand or with a macro, beside the generated module.

pub mod by_hand;
pub mod by_rust_fsm;
pub mod by_smlang;
pub mod by_statig;
