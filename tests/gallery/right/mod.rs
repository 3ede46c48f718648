//! Parcels done right.

pub mod events;
pub mod generated;
pub mod matched;
pub mod table;
