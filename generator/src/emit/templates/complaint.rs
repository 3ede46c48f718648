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
    templates: &[SourceFile],
    model: &Value,
) -> Diagnostic {
    let error = innermost(error);
    let named = error.name().and_then(|name| templates.iter().find(|file| file.path == name));
    let file = named.unwrap_or(template);
    let place = place(error, file);
    let marked = &file.text[place.start..place.end];
    let detail = error.detail().unwrap_or_default().to_owned();
    match error.kind() {
        ErrorKind::UndefinedError => undefined(place, file, model),
        ErrorKind::SyntaxError => {
            Diagnostic::new("syntax", place, format!("the template stops here: {detail}"))
        }
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
    let range = error.range().and_then(|range| Some((range.start, file.text.get(range)?.lines().next()?)));
    if let Some((start, marked)) = range.filter(|(_, marked)| !marked.trim().is_empty()) {
        return file.span(start..start + marked.len());
    }
    let line = error.line().map_or(0, |line| line - 1);
    let range = file.line_range(line.min(file.line_index(file.text.len())));
    let text = &file.text[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    file.span(start..start + text.trim().len())
}

/// The finding about something that the model has not: what it may have meant to name.
fn undefined(place: Span, file: &SourceFile, model: &Value) -> Diagnostic {
    let marked = &file.text[place.start..place.end];
    let paths = paths(marked);
    // Where a whole tag is marked, the words of the tag itself are no names of anything.
    let is_word = |path: &str| !path.contains('.') && paths.len() > 1 && marked.len() > path.len();
    let missing = paths.iter().filter(|(_, path)| !is_word(path) || model_has(model, path));
    let found = missing.map(|(at, path)| (at, path, missing_in(path, file, model)));
    let found: Vec<_> = found.filter_map(|(at, path, missing)| Some((at, path, missing?))).collect();
    let Some((at, path, (missing, owner, names))) = found.first() else {
        return Diagnostic::new("unknown-key", place, "something here is not in the model")
            .help("docs/model.md says what there is");
    };
    let start = place.start + **at;
    let of = if owner.is_empty() { String::new() } else { format!(" in `{owner}`") };
    let span = file.span(start..start + path.len());
    let finding = Diagnostic::new("unknown-key", span, format!("there is no `{missing}`{of}"));
    match nearest(missing, names.iter().map(String::as_str)) {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None if names.len() > 40 => finding.help("docs/model.md says what there is"),
        None => finding.help(format!("there are {}", names.join(", "))),
    }
}

/// The dotted names in an expression, each with its place in it; quoted texts aside.
fn paths(expression: &str) -> Vec<(usize, &str)> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut paths = Vec::new();
    let (mut quote, mut start) = (None, None);
    for (at, character) in expression.char_indices().chain([(expression.len(), ' ')]) {
        match quote {
            Some(end) if character == end => quote = None,
            Some(_) => {}
            None if is_name(character) => {
                start.get_or_insert(at);
            }
            None => {
                quote = matches!(character, '"' | '\'').then_some(character);
                paths.extend(start.take().map(|start| (start, &expression[start..at])));
            }
        }
    }
    paths.retain(|(_, path)| path.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    paths
}

fn model_has(model: &Value, path: &str) -> bool {
    model.get_attr(path).is_ok_and(|value| !value.is_undefined())
}

/// What of a dotted name is missing, of what, and what there is instead; `None` where all of it is there,
/// or may be.
fn missing_in(path: &str, file: &SourceFile, model: &Value) -> Option<(String, String, Vec<String>)> {
    let (root, rest) = path.split_once('.').map_or((path, None), |(root, rest)| (root, Some(rest)));
    if !model_has(model, root) {
        if !is_bound(root, &file.text) {
            return Some((root.to_owned(), String::new(), names_of(model)));
        }
        // A variable of the template's own: its fields are some of all there are.
        let (owner, missing) = path.rsplit_once('.')?;
        let names = all_names(model);
        let known = names.iter().any(|name| name == missing);
        return (!known).then(|| (missing.to_owned(), owner.to_owned(), names));
    }
    let mut known = model.get_attr(root).ok()?;
    let mut owner = root;
    for part in rest?.split('.') {
        match known.get_attr(part) {
            Ok(value) if !value.is_undefined() => known = value,
            _ => return Some((part.to_owned(), owner.to_owned(), names_of(&known))),
        }
        owner = part;
    }
    None
}

/// Whether a template gives this name to something itself.
fn is_bound(name: &str, text: &str) -> bool {
    let tags = text.split("{%").skip(1).filter_map(|rest| rest.split_once("%}"));
    tags.map(|(tag, _)| tag.trim_start_matches(['-', ' ', '\n'])).any(|tag| {
        let binds = ["for ", "set ", "macro ", "import ", "from ", "with ", "call "];
        binds.iter().any(|word| tag.starts_with(word)) && paths(tag).iter().any(|(_, path)| *path == name)
    })
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

fn not_found(place: Span, detail: &str, template: &SourceFile, templates: &[SourceFile]) -> Diagnostic {
    let finding = Diagnostic::new("unknown-key", place, format!("there is no such template: {detail}"));
    let others = templates.iter().filter(|file| file.path != template.path).map(|file| file.path.as_str());
    let others: Vec<&str> = others.collect();
    let beside = "templates are named from where the one stands that includes them, and end in `.j2`";
    finding.help(match others.as_slice() {
        [] => format!("{beside}; there is no other one"),
        others => format!("{beside}: {}", others.join(", ")),
    })
}
