//! `[[template]]`: what is made from a team's own templates, and where it is written.

use super::language::Language;
use super::{keys, paths};
use crate::diagnostic::{Diagnostic, nearest};
use crate::document::{Decoder, Fields};
use crate::lifecycle::Lifecycle;
use crate::lifecycle::names::{Case, case};
use crate::source::Span;
use crate::yaml::{Node, Text};

/// One template, and what is made from it.
#[derive(Clone, Debug)]
pub struct Template {
    /// The path of the template, relative to the root, and where it is configured.
    pub from: Text,
    /// The path of what is made.
    pub to: Pattern,
    /// Whether one file is made for each document, rather than one for all.
    pub per_document: bool,
    /// The language of what is made.
    pub language: Language,
}

/// A path with places for what tells documents apart.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Where it is configured.
    pub place: Span,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Plain(String),
    Module(Case),
    Id,
}

/// The places that a path may have, with what stands there for a document.
const PLACES: [(&str, Part); 5] = [
    ("module", Part::Module(Case::Snake)),
    ("kebab", Part::Module(Case::Kebab)),
    ("pascal", Part::Module(Case::Pascal)),
    ("camel", Part::Module(Case::Camel)),
    ("id", Part::Id),
];

/// How `per` is written.
pub(super) const PER: &[&str] = &["document", "project"];

impl Pattern {
    /// A path in `folder`, which is in normal form, that is named for the document's module.
    #[must_use]
    pub fn page(folder: &str, place: Span) -> Self {
        let parts =
            vec![Part::Plain(format!("{folder}/")), Part::Module(Case::Snake), Part::Plain(".md".to_owned())];
        Self { place, parts }
    }

    /// Always this path, which is in normal form.
    #[must_use]
    pub fn fixed(path: String, place: Span) -> Self {
        Self { place, parts: vec![Part::Plain(path)] }
    }

    /// The path for a document; that of all documents for `None`.
    #[must_use]
    pub fn path(&self, lifecycle: Option<&Lifecycle>) -> String {
        let part = |part: &Part| match (part, lifecycle) {
            (Part::Plain(text), _) => text.clone(),
            (Part::Module(style), Some(lifecycle)) => case(&lifecycle.rust_module, *style),
            (Part::Id, Some(lifecycle)) => file_name(lifecycle.facts.id.as_str()),
            (_, None) => String::new(),
        };
        self.parts.iter().map(part).collect()
    }

    /// The folder above the first place.
    #[must_use]
    pub fn folder(&self) -> &str {
        match self.parts.first() {
            Some(Part::Plain(text)) => text.rsplit_once('/').map_or("", |(folder, _)| folder),
            _ => "",
        }
    }

    /// Whether files lie in folders below [`Self::folder`], rather than in it.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        let below = |part: &Part| matches!(part, Part::Plain(text) if text.contains('/'));
        self.parts.iter().skip(1).any(below)
    }

    fn has_places(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Plain(_)))
    }
}

/// An id as part of a path: what could lead elsewhere becomes `-`.
fn file_name(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
    id.chars().map(plain).collect()
}

/// Reads the entries of `[[template]]`.
pub(super) fn read(decoder: &mut Decoder, fields: &mut Fields) -> Vec<Template> {
    let entries = decoder.list(fields, "template").unwrap_or_default();
    entries.into_iter().filter_map(|entry| template(decoder, entry)).collect()
}

fn template(decoder: &mut Decoder, node: Node) -> Option<Template> {
    let mut fields = decoder.map(node, "a `[[template]]` entry", keys::TEMPLATE)?;
    let from = decoder.required(&mut fields, "from");
    let to = decoder.required(&mut fields, "to");
    let per = decoder.text(&mut fields, "per");
    let language = decoder.text(&mut fields, "language");
    decoder.finish(fields);
    let from = from.and_then(|from| source(decoder, from));
    let to = to.and_then(|to| Some((pattern(decoder, &to)?, to)));
    let (pattern, to) = to?;
    let language = language_of(decoder, &to, language);
    let per_document = per_document(decoder, &pattern, per);
    Some(Template { from: from?, to: pattern, per_document: per_document?, language: language? })
}

/// The path of a template: inside the project.
pub(super) fn source(decoder: &mut Decoder, from: Text) -> Option<Text> {
    let path = paths::normal(from.as_str()).filter(|path| !path.is_empty());
    if path.is_none() {
        let message = format!("`{}` leaves the project's folder", from.as_str());
        let help = "a template is a file below statedoc.toml, written with `/` and without `..`";
        decoder.report(Diagnostic::new("wrong-type", from.span, message).help(help));
    }
    Some(Text::plain(path?, from.span))
}

fn pattern(decoder: &mut Decoder, to: &Text) -> Option<Pattern> {
    let mut parts = Vec::new();
    let path = paths::folder(decoder, to)?;
    let mut rest = path.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let Some((_, part)) = PLACES.iter().find(|(known, _)| *known == name) else {
            decoder.report(unknown_place(to, name));
            return None;
        };
        parts.push(Part::Plain(before.to_owned()));
        parts.push(part.clone());
        rest = after;
    }
    parts.push(Part::Plain(rest.to_owned()));
    if rest.contains('}') {
        decoder.report(unknown_place(to, rest.split('}').next().unwrap_or_default()));
        return None;
    }
    Some(Pattern { place: to.span, parts })
}

fn unknown_place(to: &Text, name: &str) -> Diagnostic {
    let message = format!("`{{{name}}}` is nothing that a path can hold");
    let names: Vec<String> = PLACES.iter().map(|(name, _)| format!("`{{{name}}}`")).collect();
    let names = names.join(", ");
    let help = match nearest(name, PLACES.iter().map(|(name, _)| *name)) {
        Some(near) => format!("did you mean `{{{near}}}`? A path can hold {names}"),
        None => format!("a path can hold {names}: the names of the document's module, and its id"),
    };
    Diagnostic::new("wrong-type", to.span, message).help(help)
}

fn language_of(decoder: &mut Decoder, to: &Text, given: Option<Text>) -> Option<Language> {
    let Some(given) = given else {
        let found = Language::of_file(to.as_str());
        if found.is_none() {
            let message = format!("nothing says how text is written in `{}`", to.as_str());
            let help = format!(
                "add a line `language = \"…\"` with one of {}; \"text\" escapes nothing",
                Language::NAMES.join(", ")
            );
            decoder.report(Diagnostic::new("wrong-type", to.span, message).help(help));
        }
        return found;
    };
    let found = Language::named(given.as_str());
    if found.is_none() {
        decoder.report(unknown_word(&given, "a language", &Language::NAMES));
    }
    found
}

fn per_document(decoder: &mut Decoder, to: &Pattern, per: Option<Text>) -> Option<bool> {
    let Some(per) = per else { return Some(to.has_places()) };
    if !PER.contains(&per.as_str()) {
        decoder.report(unknown_word(&per, "`per`", PER));
        return None;
    }
    let wanted = per.as_str() == "document";
    if wanted != to.has_places() {
        let (message, help) = if wanted {
            ("every document would be written to the same file", "put `{module}` or `{id}` into it")
        } else {
            ("a file made from all documents has no one document to be named for", "name it without braces")
        };
        let finding = Diagnostic::new("wrong-type", to.place, message).related(per.span, "as this says");
        decoder.report(finding.help(help));
        return None;
    }
    Some(wanted)
}

fn unknown_word(word: &Text, what: &str, known: &[&str]) -> Diagnostic {
    let message = format!("{what} is one of {}, and this is `{}`", known.join(", "), word.as_str());
    let finding = Diagnostic::new("wrong-type", word.span, message);
    match nearest(word.as_str(), known.iter().copied()) {
        Some(near) => finding.suggest(format!("write `{near}`"), word.span, format!("\"{near}\"")),
        None => finding,
    }
}
