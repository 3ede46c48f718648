//! PostgreSQL: many writers, who wait for each other's rows.

use std::collections::HashMap;
use std::rc::Rc;

use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, NoTls, Statement};

use super::{Access, Engine, Error, Row, Value};

struct Postgres {
    client: Client,
    prepared: HashMap<&'static str, Statement>,
}

pub(super) fn open(url: &str) -> Result<Box<dyn Engine>, Error> {
    Ok(Box::new(Postgres { client: Client::connect(url, NoTls)?, prepared: HashMap::new() }))
}

impl Postgres {
    fn prepare(&mut self, sql: &'static str) -> Result<Statement, Error> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Engine for Postgres {
    fn constraints(&self) -> [&'static str; 3] {
        [
            include_str!("../../../../generated/sql/month_end_aging_snapshot_run.postgres.sql"),
            include_str!("../../../../generated/sql/bulk_run_lifecycle.postgres.sql"),
            include_str!("../../../../generated/sql/monthly_snapshot_run.postgres.sql"),
        ]
    }

    fn begin(&mut self, _: Access) -> Result<(), Error> {
        Ok(self.client.batch_execute("BEGIN")?)
    }

    fn script(&mut self, sql: &str) -> Result<(), Error> {
        Ok(self.client.batch_execute(sql)?)
    }

    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, Error> {
        let statement = self.prepare(sql)?;
        let columns: Rc<[String]> = statement.columns().iter().map(|c| c.name().to_owned()).collect();
        let rows = self.client.query(&statement, &parameters(values))?;
        let read = |row: &postgres::Row| {
            let values = (0..columns.len()).map(|at| value(row, at)).collect::<Result<_, Error>>()?;
            Ok(Row { columns: Rc::clone(&columns), values })
        };
        rows.iter().map(read).collect()
    }

    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, Error> {
        let statement = self.prepare(sql)?;
        Ok(self.client.execute(&statement, &parameters(values))?)
    }
}

fn value(row: &postgres::Row, at: usize) -> Result<Value, Error> {
    match *row.columns()[at].type_() {
        Type::INT8 => Ok(row.try_get::<_, Option<i64>>(at)?.map_or(Value::Null, Value::Int)),
        _ => Ok(row.try_get::<_, Option<String>>(at)?.map_or(Value::Null, Value::Text)),
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Int(value) => value.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::TEXT].contains(kind)
    }

    to_sql_checked!();
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Self {
        Self::Database(Box::new(error))
    }
}
