//! Projects whose documents are each kept in a table, with the scripts that the tool writes for them.

use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

use serde_json::Value;
use statedoc::emit::view::View;
use statedoc::project::Project;

use crate::sandbox::{Sandbox, copy, repository};

/// A document, the table that keeps it, and the scripts.
#[derive(Clone)]
pub(super) struct Kept {
    /// What the document says, as `show --format json`.
    pub(super) model: Value,
    /// The table; the column is `state`.
    pub(super) table: String,
    /// For PostgreSQL.
    pub(super) postgres: Scripts,
    /// For SQLite.
    pub(super) sqlite: Scripts,
}

/// The part of a configuration that switches all other outputs off.
const ONLY_SQL: &str = "rust.enabled = false\ntests.enabled = false\ndiagrams.enabled = false\n\
                        docs.enabled = false\nblocks.enabled = false\n";

/// What installs a guard, and what takes it away.
#[derive(Clone)]
pub(super) struct Scripts {
    pub(super) up: String,
    pub(super) down: String,
}

/// The documents of a project, each kept in a table of its own: `kept_0.state` and so on.
pub(super) fn keep(project: &Sandbox) -> Vec<Kept> {
    let models = models(project);
    let mut config = format!("{ONLY_SQL}[sql.table]\n");
    for (number, model) in models.iter().enumerate() {
        writeln!(config, "{} = \"kept_{number}.state\"", quoted(text(&model["id"]))).unwrap();
    }
    project.write("statedoc.toml", config);
    generate(project);
    let table = |(number, model)| kept(project, model, format!("kept_{number}"));
    models.into_iter().enumerate().map(table).collect()
}

fn models(project: &Sandbox) -> Vec<Value> {
    let read = Project::open(project.root()).expect("the project can be read");
    let model = |entry: &statedoc::project::Entry| serde_json::to_value(View::new(&entry.lifecycle));
    read.documents.iter().map(model).collect::<Result<_, _>>().expect("models")
}

/// A text in TOML's quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(quoted, "\\{character}").unwrap(),
            plain if !plain.is_control() => quoted.push(plain),
            odd => write!(quoted, "\\U{:08X}", u32::from(odd)).unwrap(),
        }
    }
    quoted.push('"');
    quoted
}

pub(super) fn generate(project: &Sandbox) {
    let output = project.statedoc(&["generate"]);
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

fn kept(project: &Sandbox, model: Value, table: String) -> Kept {
    let module = text(&model["rust_module"]);
    let script = |ending: &str| project.read(&format!("generated/sql/{module}.{ending}.sql"));
    let scripts = |name: &str| Scripts { up: script(name), down: script(&format!("{name}.down")) };
    Kept { postgres: scripts("postgres"), sqlite: scripts("sqlite"), model, table }
}

/// The documents under specs/ and tests/documents/ that are right.
pub(super) fn usual() -> Sandbox {
    let project = Sandbox::with_documents("published");
    for set in ["specs", "tests/documents/shapes"] {
        for file in fs::read_dir(repository().join(set)).expect("documents") {
            let path = file.expect("a document").path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                let text = fs::read_to_string(&path).expect("a document");
                project.write(&format!("specs/{name}"), text.replace("\\0", "")); // as no database keeps it
            }
        }
    }
    project
}

static MONTHLY_RUN: LazyLock<Kept> = LazyLock::new(|| monthly_run_in("run.status"));

/// The monthly run, kept in `column`: a path such as `run.status`.
pub(super) fn monthly_run(column: &str) -> Kept {
    if column == "run.status" { MONTHLY_RUN.clone() } else { monthly_run_in(column) }
}

fn monthly_run_in(column: &str) -> Kept {
    let project = Sandbox::new();
    copy(&repository().join("specs"), &project.path("specs"));
    project.write(
        "statedoc.toml",
        format!("{ONLY_SQL}[sql.table]\n\"STATE-PFM-QRY-014\" = {}\n", quoted(column)),
    );
    generate(&project);
    let mut models = models(&project);
    models.retain(|model| model["id"] == "STATE-PFM-QRY-014");
    kept(&project, models.remove(0), column.to_owned())
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
