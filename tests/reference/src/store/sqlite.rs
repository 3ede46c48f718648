//! SQLite: one writer at a time, who has the whole database.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use super::{Access, Engine, Error, Row, Value};

struct Sqlite {
    connection: Connection,
    translated: HashMap<&'static str, String>,
}

pub(super) fn open(path: &str) -> Result<Box<dyn Engine>, Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.set_prepared_statement_cache_capacity(200);
    Ok(Box::new(Sqlite { connection, translated: HashMap::new() }))
}

/// What SQLite calls what PostgreSQL calls otherwise. Rows need no lock where a writer is alone.
fn translate(sql: &str) -> String {
    sql.replace(" FOR UPDATE SKIP LOCKED", "").replace(" FOR UPDATE", "").replace('$', "?")
}

/// A number that the database gives out.
const IDENTITY: [&str; 2] =
    ["BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT"];

impl Engine for Sqlite {
    fn constraints(&self) -> [&'static str; 3] {
        [
            include_str!("../../../../generated/sql/month_end_aging_snapshot_run.sqlite.sql"),
            include_str!("../../../../generated/sql/bulk_run_lifecycle.sqlite.sql"),
            include_str!("../../../../generated/sql/monthly_snapshot_run.sqlite.sql"),
        ]
    }

    fn begin(&mut self, access: Access) -> Result<(), Error> {
        // A transaction that reads first and writes later could not go on if another wrote in between.
        let begin = if access == Access::Write { "BEGIN IMMEDIATE" } else { "BEGIN" };
        Ok(self.connection.execute_batch(begin)?)
    }

    fn script(&mut self, sql: &str) -> Result<(), Error> {
        Ok(self.connection.execute_batch(&sql.replace(IDENTITY[0], IDENTITY[1]))?)
    }

    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, Error> {
        let sql = self.translated.entry(sql).or_insert_with(|| translate(sql));
        let mut statement = self.connection.prepare_cached(sql)?;
        let columns: Rc<[String]> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query(params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..columns.len()).map(|at| value(row.get_ref(at)?));
            found.push(Row { columns: Rc::clone(&columns), values: values.collect::<Result<_, Error>>()? });
        }
        Ok(found)
    }

    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, Error> {
        let sql = self.translated.entry(sql).or_insert_with(|| translate(sql));
        Ok(self.connection.prepare_cached(sql)?.execute(params_from_iter(values))? as u64)
    }
}

fn value(value: ValueRef<'_>) -> Result<Value, Error> {
    match value {
        ValueRef::Null => Ok(Value::Null),
        ValueRef::Integer(value) => Ok(Value::Int(value)),
        ValueRef::Text(text) => Ok(Value::Text(String::from_utf8_lossy(text).into_owned())),
        ValueRef::Real(_) | ValueRef::Blob(_) => Err(Error::Unreadable("neither number nor text".to_owned())),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(Box::new(error))
    }
}
