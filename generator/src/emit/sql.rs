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
    of_document,
    of_project: |_, _| Vec::new(),
};

fn of_document(input: &Input) -> Vec<Artifact> {
    let (sql, lifecycle) = (&input.config.sql, input.subject.lifecycle);
    let Some(column) = sql.column(lifecycle.facts.id.as_str()) else { return Vec::new() };
    let columns: Vec<&ColumnPath> = sql.tables.iter().map(|(_, column)| column).collect();
    let guard = Guard::new(lifecycle, column, &columns);
    let mut artifacts = Vec::new();
    for database in &sql.databases {
        let stem = format!("{}/{}.{}", sql.output.folder, lifecycle.rust_module, database.name());
        for (ending, template) in [("sql", "install"), ("down.sql", "down")] {
            let path = format!("{stem}.{ending}");
            artifacts.push(input.file(path, Comment::SQL, script(template, *database, &guard)));
        }
    }
    artifacts
}

fn script(template: &str, database: Database, guard: &Guard) -> String {
    let refusals = Value::from(Serde(sqlite::refusals(guard)));
    let guard = Value::from(Serde(guard));
    render(&format!("{template}.{}.sql", database.name()), context! { guard, refusals })
}
