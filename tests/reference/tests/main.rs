//! The reference implementation, held to its documents on SQLite and on PostgreSQL.

mod constraint;
mod databases;
mod guards;
mod lives;
mod races;
mod readme;
#[path = "../../peers/postgres.rs"]
mod server;
mod stress;
#[path = "../process/truth.rs"]
mod truth;
