//! One connection to a database. SQL is written once, in PostgreSQL's words; `store/sqlite.rs` says
//! what SQLite calls it.

mod postgres;
mod sqlite;
mod value;

use std::fmt;

pub use value::{Row, Value};

/// What each of the two databases does in its own way.
trait Engine {
    fn constraints(&self) -> [&'static str; 3];
    fn begin(&mut self, access: Access) -> Result<(), Error>;
    fn script(&mut self, sql: &str) -> Result<(), Error>;
    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, Error>;
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, Error>;
}

/// What a transaction means to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// Why the database did not do it.
#[derive(Debug)]
pub enum Error {
    /// What the database says.
    Database(Box<dyn std::error::Error + Send + Sync>),
    /// No such row, or a column that does not hold what it should.
    Unreadable(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(error) => {
                write!(f, "{error}")?;
                error.source().map_or(Ok(()), |cause| write!(f, ": {cause}"))
            }
            Self::Unreadable(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {}

/// A connection.
pub struct Database(Box<dyn Engine>);

impl Database {
    /// Connects to `postgresql://…`, or to the SQLite file of this path.
    ///
    /// # Errors
    ///
    /// The database cannot be reached.
    pub fn open(url: &str) -> Result<Self, Error> {
        Ok(Self(if url.starts_with("postgresql://") { postgres::open(url)? } else { sqlite::open(url)? }))
    }

    /// Runs statements that are not part of the program's work, such as the schema.
    ///
    /// # Errors
    ///
    /// The database refuses one.
    pub fn script(&mut self, sql: &str) -> Result<(), Error> {
        self.0.script(sql)
    }

    /// Has the database itself refuse every move that a document does not declare, whoever makes it,
    /// by the scripts that `statedoc generate` writes.
    ///
    /// # Errors
    ///
    /// Those of the database.
    pub fn constrain(&mut self) -> Result<(), Error> {
        self.0.constraints().into_iter().try_for_each(|script| self.0.script(script))
    }

    /// Reads in one transaction.
    ///
    /// # Errors
    ///
    /// Those of the work and of the database.
    pub fn read<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transaction(Access::Read, work)
    }

    /// Writes in one transaction: all of the work, or nothing of it if it fails.
    ///
    /// # Errors
    ///
    /// Those of the work and of the database.
    pub fn write<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transaction(Access::Write, work)
    }

    fn transaction<T, E: From<Error>>(
        &mut self,
        access: Access,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.0.begin(access)?;
        let done = work(&mut Transaction(self.0.as_mut()));
        self.0.script(if done.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
        done
    }
}

/// An open transaction.
pub struct Transaction<'a>(&'a mut dyn Engine);

impl Transaction<'_> {
    /// The rows that a query gives.
    ///
    /// # Errors
    ///
    /// The database refuses it.
    pub fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, Error> {
        self.0.query(sql, values)
    }

    /// The first row that a query gives.
    ///
    /// # Errors
    ///
    /// The database refuses it, or there is no row.
    pub fn one(&mut self, sql: &'static str, values: &[Value]) -> Result<Row, Error> {
        let first = self.query(sql, values)?.into_iter().next();
        first.ok_or_else(|| Error::Unreadable(format!("no row for {values:?}: {sql}")))
    }

    /// How many rows a statement changed.
    ///
    /// # Errors
    ///
    /// The database refuses it.
    pub fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, Error> {
        self.0.execute(sql, values)
    }
}
