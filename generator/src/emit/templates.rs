//! Text outputs from templates, strict about what is undefined; the only module that names the template engine.

mod complaint;
mod languages;
mod shipped;
mod team;

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior};

pub use shipped::{OWN, Shipped};
pub use team::{Made, Team};

pub(super) use minijinja::value::Serde;
pub(super) use minijinja::{Value, context};

use super::markdown;
use super::sql::quote;

/// What the name of a template ends with, the language that this means, and how it writes any text.
type Language = (&'static str, &'static str, fn(&str) -> String);

const LANGUAGES: [Language; 3] = [
    (".md", "markdown", markdown::inline),
    (".postgres.sql", "postgres", quote::postgres),
    (".sqlite.sql", "sqlite", quote::sqlite),
];

/// The built-in templates: the name that decides the language, and the text.
const TEMPLATES: &[(&str, &str)] = &[
    ("page.md", include_str!("../../../templates/page.md.j2")),
    ("index.md", include_str!("../../../templates/index.md.j2")),
    ("changes.md", include_str!("../../../templates/changes.md.j2")),
    ("install.postgres.sql", include_str!("../../../templates/sql/install.postgres.sql.j2")),
    ("find.postgres.sql", include_str!("../../../templates/sql/find.postgres.sql.j2")),
    ("function.postgres.sql", include_str!("../../../templates/sql/function.postgres.sql.j2")),
    ("triggers.postgres.sql", include_str!("../../../templates/sql/triggers.postgres.sql.j2")),
    ("stored.postgres.sql", include_str!("../../../templates/sql/stored.postgres.sql.j2")),
    ("migrate.postgres.sql", include_str!("../../../templates/sql/migrate.postgres.sql.j2")),
    ("down.postgres.sql", include_str!("../../../templates/sql/down.postgres.sql.j2")),
    ("install.sqlite.sql", include_str!("../../../templates/sql/install.sqlite.sql.j2")),
    ("find.sqlite.sql", include_str!("../../../templates/sql/find.sqlite.sql.j2")),
    ("triggers.sqlite.sql", include_str!("../../../templates/sql/triggers.sqlite.sql.j2")),
    ("stored.sqlite.sql", include_str!("../../../templates/sql/stored.sqlite.sql.j2")),
    ("migrate.sqlite.sql", include_str!("../../../templates/sql/migrate.sqlite.sql.j2")),
    ("down.sqlite.sql", include_str!("../../../templates/sql/down.sqlite.sql.j2")),
];

/// The built-in templates, each parsed when it is first used.
static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(environment);

/// The text of a built-in template.
///
/// # Panics
///
/// When a template and the values it is given do not fit, which is a defect of this program.
pub(super) fn render(name: &str, context: Value) -> String {
    let template = ENVIRONMENT.get_template(name).expect("a built-in template, which parses");
    template.render(context).expect("a built-in template fits the model")
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax.keep_trailing_newline(true).trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters"));
    environment.set_auto_escape_callback(|name| {
        let language = LANGUAGES.iter().find(|(ending, _, _)| name.ends_with(ending));
        language.map_or(AutoEscape::None, |(_, language, _)| AutoEscape::Custom((*language).into()))
    });
    environment.set_formatter(print);
    environment.add_filter("name", |name: &str| Value::from_safe_string(quote::identifier(name)));
    environment.set_loader(|name| {
        let found = TEMPLATES.iter().find(|(known, _)| *known == name);
        Ok(found.map(|(_, source)| (*source).to_owned()))
    });
    environment
}

/// Prints a text as its language writes text, unless it is marked safe; a template cannot forget it.
fn print(output: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    let AutoEscape::Custom(own) = state.auto_escape() else {
        return Err(Error::new(ErrorKind::InvalidOperation, "a template of no known language"));
    };
    let language = LANGUAGES.iter().find(|(_, language, _)| *language == own);
    let shown = match (value.as_str(), language) {
        (Some(text), Some((_, _, escape))) if !value.is_safe() => escape(text),
        _ => value.to_string(),
    };
    output.write_str(&shown).map_err(Error::from)
}
