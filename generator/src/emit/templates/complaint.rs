//! What is wrong with a template, as a finding in its text.

use std::error::Error as _;

use minijinja::value::ValueKind;
use minijinja::{Error, ErrorKind, Value};

use crate::config::Language;
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{SourceFile, Span};

/// The finding about an error of a template, in that one of `templates` where it happened.
pub(super) fn complaint(
    error: &Error,
    template: &SourceFile,
    templates: &[&SourceFile],
    model: &Value,
) -> Diagnostic {
    let error = innermost(error);
    let named = error.name().and_then(|name| templates.iter().find(|file| file.path == name));
    let file = named.copied().unwrap_or(template);
    let place = place(error, file);
    let marked = &file.text[place.start..place.end];
    let detail = error.detail().unwrap_or_default().to_owned();
    match error.kind() {
        ErrorKind::UndefinedError => undefined(place, marked, model),
        ErrorKind::SyntaxError => Diagnostic::new("syntax", place, format!("the template stops here: {detail}")),
        ErrorKind::TemplateNotFound => not_found(place, &detail, template, templates),
        ErrorKind::OutOfFuel => Diagnostic::new("wrong-type", place, "the template does not come to an end")
            .help("it was stopped after twenty million steps; look for a loop inside loops"),
        ErrorKind::UnknownFilter => {
            let language_names = Language::NAMES;
            let own = ["camel", "pascal", "snake", "kebab", "screaming", "comment", "ident", "safe"];
            let word = marked.rsplit('|').next().unwrap_or(marked).trim();
            let finding = Diagnostic::new("unknown-key", place, format!("there is no such filter: {detail}"));
            match nearest(word, own.into_iter().chain(language_names)) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help(format!("there are {} and the usual ones", own.join(", "))),
            }
        }
        kind => {
            let message = if detail.is_empty() { kind.to_string() } else { detail };
            Diagnostic::new("wrong-type", place, message)
        }
    }
}

/// The error in an included template rather than that of including it.
fn innermost(error: &Error) -> &Error {
    let mut inner = error;
    while let Some(cause) = inner.source().and_then(|cause| cause.downcast_ref::<Error>()) {
        inner = cause;
    }
    if inner.line().is_some() { inner } else { error }
}

/// What the error marks: an expression, or the line.
fn place(error: &Error, file: &SourceFile) -> Span {
    if let Some(range) = error.range().filter(|range| file.text.get(range.clone()).is_some()) {
        return file.span(range);
    }
    let line = error.line().map_or(0, |line| line - 1);
    let range = file.line_range(line.min(file.line_index(file.text.len())));
    let text = &file.text[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    file.span(start..start + text.trim().len())
}

/// The finding about something that the model has not: what it may have meant to name.
fn undefined(place: Span, marked: &str, model: &Value) -> Diagnostic {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let path: String = marked.trim_start().chars().take_while(|c| is_name(*c)).collect();
    let mut known = model.clone();
    let mut parts = path.split('.').peekable();
    let (mut missing, mut owner) = (path.as_str(), String::new());
    let mut is_root = true;
    while let Some(part) = parts.next() {
        missing = part;
        match known.get_attr(part) {
            Ok(value) if !value.is_undefined() && parts.peek().is_some() => {
                known = value;
                owner = part.to_owned();
                is_root = false;
            }
            _ => break,
        }
    }
    // A variable of a loop, whose fields are some of all there are.
    let in_loop = is_root && path.contains('.');
    if in_loop {
        missing = path.rsplit('.').next().unwrap_or(missing);
    }
    let names = if in_loop { all_names(model) } else { names_of(&known) };
    let of = if in_loop {
        path.rsplit_once('.').map_or(String::new(), |(owner, _)| format!(" in `{owner}`"))
    } else if owner.is_empty() {
        String::new()
    } else {
        format!(" in `{owner}`")
    };
    let finding = Diagnostic::new("unknown-key", place, format!("there is no `{missing}`{of}"));
    match nearest(missing, names.iter().map(String::as_str)) {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None if in_loop => finding.help("docs/model.md says what there is"),
        None => finding.help(format!("there are {}", names.join(", "))),
    }
}

fn names_of(value: &Value) -> Vec<String> {
    let keys = if value.kind() == ValueKind::Map { value.try_iter().ok() } else { None };
    keys.into_iter().flatten().map(|key| key.to_string()).collect()
}

/// The names of all fields, at whatever depth.
fn all_names(model: &Value) -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![(model.clone(), 0)];
    while let Some((value, depth)) = open.pop() {
        let own = names_of(&value);
        let inside = match value.kind() {
            ValueKind::Map => own.iter().filter_map(|name| value.get_attr(name).ok()).collect(),
            ValueKind::Seq => value.try_iter().map(|items| items.take(1).collect()).unwrap_or_default(),
            _ => Vec::new(),
        };
        names.extend(own);
        open.extend(inside.into_iter().filter(|_| depth < 6).map(|value| (value, depth + 1)));
    }
    names.sort();
    names.dedup();
    names
}

fn not_found(place: Span, detail: &str, template: &SourceFile, templates: &[&SourceFile]) -> Diagnostic {
    let finding = Diagnostic::new("unknown-key", place, format!("there is no such template: {detail}"));
    let others = templates.iter().filter(|file| file.path != template.path).map(|file| file.path.as_str());
    let others: Vec<&str> = others.collect();
    let beside = "templates are named from where the one stands that includes them, and end in `.j2`";
    finding.help(match others.as_slice() {
        [] => format!("{beside}; there is no other one"),
        others => format!("{beside}: {}", others.join(", ")),
    })
}
