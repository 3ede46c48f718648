//! What the generated SQL does in real databases: PostgreSQL where there is one, SQLite always.

mod every_pair;
mod kept;
mod measure;
mod migrations;
mod oracle;
mod postgres;
mod sqlite;
