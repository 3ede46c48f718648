//! Parcels done right.

pub mod generated;
pub mod matched;
pub mod table;
