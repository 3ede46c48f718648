//! SQL that has a database refuse what a document does not declare: to install, to take away, to migrate.

mod guard;
mod migration;
pub(super) mod quote;
mod sqlite;
mod words;

use super::templates::{Serde, Value, context, render};
use super::{Artifact, Comment, Emitter, Input};
use crate::config::{ColumnPath, Database};

pub use guard::stored;
pub use migration::{Migration, Move, Script, migrate};

use guard::Guard;

/// The emitter `sql`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "sql",
    summary: "triggers for PostgreSQL and SQLite that refuse what a document does not declare",
    output: |config| Some(&config.sql.output),
    emit,
};

fn emit(input: &Input) -> Vec<Artifact> {
    let sql = &input.config.sql;
    let columns: Vec<&ColumnPath> = sql.tables.iter().map(|(_, column)| column).collect();
    let mut artifacts = Vec::new();
    for lifecycle in input.lifecycles() {
        let Some(column) = sql.column(lifecycle.facts.id.as_str()) else { continue };
        let guard = Guard::new(lifecycle, column, &columns);
        for database in &sql.databases {
            let stem = format!("{}/{}.{}", sql.output.folder, lifecycle.rust_module, database.name());
            for (ending, template) in [("sql", "install"), ("down.sql", "down")] {
                let path = format!("{stem}.{ending}");
                let body = || script(template, *database, &guard);
                artifacts.push(input.of_document(path, Comment::SQL, lifecycle, body));
            }
        }
    }
    artifacts
}

fn script(template: &str, database: Database, guard: &Guard) -> String {
    let refusals = Value::from(Serde(sqlite::refusals(guard)));
    let guard = Value::from(Serde(guard));
    render(&format!("{template}.{}.sql", database.name()), context! { guard, refusals })
}
