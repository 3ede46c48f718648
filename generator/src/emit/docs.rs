//! Reference pages in Markdown: one per document, and their index.

use std::cell::OnceCell;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior, Value, context};

use super::view::{MATRIX_LIMIT, View};
use super::{Artifact, Comment, Emitter, Input, markdown, of_document, of_project};
use crate::lifecycle::Lifecycle;
use crate::mermaid;

/// The emitter `docs`.
pub(super) const EMITTER: Emitter = Emitter {
    name: "docs",
    summary: "a reference page per document, and an index",
    output: |config| Some(&config.docs),
    emit,
};

const PAGE: (&str, &str) = ("page.md", include_str!("../../../templates/page.md.j2"));
const CHANGES: (&str, &str) = ("changes.md", include_str!("../../../templates/changes.md.j2"));
const INDEX: (&str, &str) = ("index.md", include_str!("../../../templates/index.md.j2"));

fn emit(input: &Input) -> Vec<Artifact> {
    let folder = &input.config.docs.folder;
    let mut artifacts: Vec<Artifact> = input
        .lifecycles()
        .into_iter()
        .map(|lifecycle| {
            let path = format!("{folder}/{}.md", lifecycle.rust_module);
            of_document(path, Comment::MARKDOWN, lifecycle, page(lifecycle, folder))
        })
        .collect();
    let index = index(input, folder);
    artifacts.push(of_project(format!("{folder}/README.md"), Comment::MARKDOWN, input, index));
    artifacts
}

fn page(lifecycle: &Lifecycle, folder: &str) -> String {
    let diagram = mermaid::write(&lifecycle.drawing());
    let document = link(folder, &lifecycle.path);
    let view = Value::from(Serde(View::new(lifecycle)));
    render(PAGE.0, context! { document => view, diagram, link => document, limit => MATRIX_LIMIT })
}

fn index(input: &Input, folder: &str) -> String {
    let views: Vec<View> = input.lifecycles().into_iter().map(View::new).collect();
    let links: Vec<String> = views.iter().map(|view| link(folder, view.path)).collect();
    render(INDEX.0, context! { documents => Value::from(Serde(&views)), links })
}

/// The comment on a pull request that `model` describes.
pub(crate) fn changes(model: &impl serde::Serialize) -> String {
    render(CHANGES.0, Value::from(Serde(model)))
}

/// The way from a page in `folder` to a file of the project, as a URL.
fn link(folder: &str, path: &str) -> String {
    let up = "../".repeat(folder.split('/').count());
    let mut url = up;
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._/".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

thread_local! {
    static TEMPLATES: OnceCell<Environment<'static>> = const { OnceCell::new() };
}

fn render(name: &str, context: Value) -> String {
    TEMPLATES.with(|templates| {
        let templates = templates.get_or_init(environment);
        let template = templates.get_template(name).expect("a built-in template");
        template.render(context).expect("a built-in template fits the model")
    })
}

/// Every value that a template prints is escaped as Markdown, unless it is marked safe.
fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax.keep_trailing_newline(true).trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters"));
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("markdown".into()));
    environment.set_formatter(print);
    for (name, source) in [PAGE, INDEX, CHANGES] {
        environment.add_template(name, source).expect("a built-in template parses");
    }
    environment
}

fn print(output: &mut Output, _: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    let shown = match value.as_str() {
        Some(text) if !value.is_safe() => markdown::inline(text),
        _ => value.to_string(),
    };
    output.write_str(&shown).map_err(minijinja::Error::from)
}
