//! The tables, for a new database.

use crate::store::{Database, Error};

const TABLES: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("aging/schema.sql"),
    include_str!("bulk/schema.sql"),
    include_str!("monthly/schema.sql"),
];

/// Creates every table, and has the database hold the documents' tables to their documents.
///
/// # Errors
///
/// Those of the database.
pub fn create(db: &mut Database) -> Result<(), Error> {
    TABLES.iter().try_for_each(|tables| db.script(tables))?;
    db.constrain()
}
