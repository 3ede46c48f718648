//! Outputs from a team's own templates.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, ValueKind};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value, context,
};

use super::complaint::complaint;
use super::languages::{comment, remark, written};
use crate::config::{Config, Language, Pattern, Template};
use crate::diagnostic::Diagnostic;
use crate::emit::docs::link;
use crate::emit::view::{MATRIX_LIMIT, View};
use crate::emit::{Artifact, Comment, Input, of_all};
use crate::lifecycle::Lifecycle;
use crate::lifecycle::names::{self, Case};
use crate::mermaid;
use crate::source::{SourceFile, Span};

/// How many steps one output may take: more than a second, and far more than any template needs.
const FUEL: u64 = 20_000_000;

/// What one output of a template is, and where the configuration says so.
#[derive(Debug)]
pub struct Made {
    /// The output.
    pub artifact: Artifact,
    /// The place of its path in the configuration.
    pub place: Span,
}

/// The team's own templates, read and parsed.
#[derive(Debug)]
pub struct Team<'a> {
    templates: Vec<Parsed<'a>>,
    sources: &'a [SourceFile],
}

/// One template, with all that it may include.
#[derive(Debug)]
struct Parsed<'a> {
    template: Template,
    source: &'a SourceFile,
    environment: Environment<'static>,
}

/// What a template makes, or what is wrong with it, with its place among the templates.
type Outcome = (usize, Result<Made, Box<Diagnostic>>);

impl<'a> Team<'a> {
    /// The templates that `config` names, with the texts that `sources` holds.
    #[must_use]
    pub fn new(config: &Config, sources: &'a [SourceFile]) -> Self {
        let parsed = |template: Template| {
            let source = sources.iter().find(|file| file.path == template.from.as_str())?;
            let environment = environment(sources, template.language);
            Some(Parsed { template, source, environment })
        };
        Self { templates: all(config).into_iter().filter_map(parsed).collect(), sources }
    }

    /// Whether one of them is made from all documents.
    #[must_use]
    pub fn wants_all(&self) -> bool {
        self.templates.iter().any(|parsed| !parsed.template.per_document)
    }

    /// What is made of one document.
    #[must_use]
    pub fn of_document(&self, input: &Input) -> Vec<Outcome> {
        let made = |parsed: &Parsed| {
            let lifecycle = input.subject.lifecycle;
            let path = parsed.template.to.path(Some(lifecycle));
            let body = self.render(parsed, of_one(lifecycle, &path))?;
            Ok((path, body))
        };
        let made = |(at, parsed): (usize, &Parsed)| {
            let comment = comment(parsed.template.language);
            let place = parsed.template.to.place;
            let file = |(path, body)| Made { artifact: input.file(path, comment, body), place };
            (at, made(parsed).map(file))
        };
        self.of_kind(true).map(made).collect()
    }

    /// What is made of all documents, which are in the order of their ids.
    #[must_use]
    pub fn of_project(&self, config: &Config, lifecycles: &[&Lifecycle]) -> Vec<Outcome> {
        let made = |(at, parsed): (usize, &Parsed)| {
            let path = parsed.template.to.path(None);
            let body = self.render(parsed, of_lifecycles(lifecycles, &path));
            let comment = comment(parsed.template.language);
            let place = parsed.template.to.place;
            (at, body.map(|body| Made { artifact: of_all(path, comment, config, body), place }))
        };
        self.of_kind(false).map(made).collect()
    }

    fn of_kind(&self, per_document: bool) -> impl Iterator<Item = (usize, &Parsed<'a>)> {
        let templates = self.templates.iter().enumerate();
        templates.filter(move |(_, parsed)| parsed.template.per_document == per_document)
    }

    fn render(&self, parsed: &Parsed, model: Value) -> Result<String, Box<Diagnostic>> {
        let wrong =
            |error: &Error, model: &Value| Box::new(complaint(error, parsed.source, self.sources, model));
        let template = parsed.environment.get_template(parsed.template.from.as_str());
        let template = template.map_err(|error| wrong(&error, &Value::UNDEFINED))?;
        let body = template.render(model.clone()).map_err(|error| wrong(&error, &model))?;
        // The line ends of a checkout are no difference, in a template either.
        let body = body.replace("\r\n", "\n");
        fits(comment(parsed.template.language), &body).map_err(|message| {
            let help = "such an output is owned by two members that are added to its object";
            Box::new(Diagnostic::new("wrong-type", parsed.source.span(0..0), message).help(help))
        })?;
        Ok(body)
    }
}

/// The templates of the configuration, those that stand for built-in ones included.
fn all(config: &Config) -> Vec<Template> {
    let docs = |from: &crate::yaml::Text, to, per_document| {
        let language = Language::Markdown;
        Template { from: from.clone(), to, per_document, language }
    };
    let folder = &config.docs.folder;
    let page = config.docs_page.as_ref();
    let index = config.docs_index.as_ref();
    let page = page.map(|from| docs(from, Pattern::page(folder, from.span), true));
    let index = index.map(|from| docs(from, Pattern::fixed(format!("{folder}/README.md"), from.span), false));
    let own = page.into_iter().chain(index).filter(|_| config.docs.enabled);
    own.chain(config.templates.iter().cloned()).collect()
}

/// What a template for one document sees.
fn of_one(lifecycle: &Lifecycle, path: &str) -> Value {
    let document = Value::from(Serde(View::new(lifecycle)));
    let diagram = mermaid::write(&lifecycle.drawing());
    context! { document, diagram, link => link(folder(path), &lifecycle.path), limit => MATRIX_LIMIT }
}

/// What a template for all documents sees.
fn of_lifecycles(lifecycles: &[&Lifecycle], path: &str) -> Value {
    let documents: Vec<View> = lifecycles.iter().map(|lifecycle| View::new(lifecycle)).collect();
    let links: Vec<String> = documents.iter().map(|view| link(folder(path), view.path)).collect();
    context! { documents => Value::from(Serde(&documents)), links, limit => MATRIX_LIMIT }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a body can bear a header.
fn fits(comment: Comment, body: &str) -> Result<(), String> {
    if comment != Comment::JSON {
        return Ok(());
    }
    match serde_json::from_str::<serde_json::Value>(body) {
        Ok(serde_json::Value::Object(_)) => Ok(()),
        Ok(_) => Err("what this template makes is JSON, and no object".to_owned()),
        Err(error) => Err(format!("what this template makes is no JSON: {error}")),
    }
}

fn environment(templates: &[SourceFile], language: Language) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_debug(true);
    environment.set_fuel(Some(FUEL));
    let mut syntax = SyntaxConfig::builder();
    let syntax = syntax.keep_trailing_newline(true).trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters"));
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("text".into()));
    environment.set_formatter(move |output: &mut Output, _: &mut State, value: &Value| {
        output.write_str(&printed(language, value)?).map_err(Error::from)
    });
    environment.remove_global("debug");
    filters(&mut environment);
    let texts: Arc<BTreeMap<String, String>> =
        Arc::new(templates.iter().map(|file| (file.path.clone(), file.text.clone())).collect());
    environment.set_loader(move |name| Ok(texts.get(name).cloned()));
    environment.set_path_join_callback(|name, parent| beside(name, parent).into());
    environment
}

/// The path of a template that is named in another one: it is looked for beside that.
fn beside(name: &str, parent: &str) -> String {
    let mut path: Vec<&str> = parent.split('/').collect();
    path.pop();
    for part in name.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path.join("/")
}

fn filters(environment: &mut Environment) {
    for (language, name, _) in Language::all() {
        let filter = move |text: &str| Value::from_safe_string(written(language, text));
        environment.add_filter(name, filter);
    }
    for (name, case) in [
        ("camel", Case::Camel),
        ("pascal", Case::Pascal),
        ("snake", Case::Snake),
        ("kebab", Case::Kebab),
        ("screaming", Case::Screaming),
    ] {
        environment.add_filter(name, move |text: &str| Value::from_safe_string(names::case(text, case)));
    }
    environment.add_filter("comment", |text: &str| Value::from_safe_string(remark(text)));
    environment.add_filter("ident", |text: &str| {
        if names::is_identifier(text) {
            return Ok(Value::from_safe_string(text.to_owned()));
        }
        let message = format!("`{text}` is no identifier; a `variant` is one, and `pascal` makes one");
        Err(Error::new(ErrorKind::InvalidOperation, message))
    });
}

/// A value as the language writes it, unless it is marked safe; a template cannot forget it.
fn printed(language: Language, value: &Value) -> Result<String, Error> {
    if let Some(text) = value.as_str() {
        return Ok(if value.is_safe() { text.to_owned() } else { written(language, text) });
    }
    let as_data = matches!(language, Language::Script | Language::Json | Language::Yaml);
    let shown = match value.kind() {
        ValueKind::Number => value.to_string(),
        ValueKind::Bool if language == Language::Python => {
            if value.is_true() { "True" } else { "False" }.to_owned()
        }
        ValueKind::Bool => value.to_string(),
        ValueKind::None if as_data => "null".to_owned(),
        ValueKind::None => {
            let message = "the document does not say this; ask first: `{% if … is not none %}`";
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
        ValueKind::Seq | ValueKind::Iterable if as_data => {
            let items: Result<Vec<String>, Error> =
                value.try_iter()?.map(|item| printed(language, &item)).collect();
            format!("[{}]", items?.join(", "))
        }
        ValueKind::Map if as_data => {
            let mut members = Vec::new();
            for key in value.try_iter()? {
                let member = printed(language, &value.get_item(&key)?)?;
                members.push(format!("{}: {member}", key_of(language, &key)));
            }
            format!("{{{}}}", members.join(", "))
        }
        ValueKind::Undefined => return Err(Error::from(ErrorKind::UndefinedError)),
        kind => {
            let message = format!("a {kind} is no text; print what is in it, with `for`");
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
    };
    Ok(shown)
}

/// A key of a map. In a script it is computed: as it is, `__proto__` would be more than a name.
fn key_of(language: Language, key: &Value) -> String {
    let key = written(language, &key.to_string());
    if language == Language::Script { format!("[{key}]") } else { key }
}
