//! From nodes to typed values, with every error at once; used for documents and for the configuration.

use crate::diagnostic::{Diagnostic, nearest};
use crate::keys::{Key, Shape};
use crate::source::Span;
use crate::yaml::{Node, Text, Value};

use super::Extension;

/// Collects what is wrong while values are taken out of a tree.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The findings so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Keys that were written without a value.
    pub blanks: Vec<Text>,
    /// The language that remedies are worded in.
    pub dialect: Dialect,
}

/// The language that remedies are worded in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Documents.
    #[default]
    Yaml,
    /// The configuration.
    Toml,
}

impl Dialect {
    fn choose(self, yaml: String, toml: String) -> String {
        if self == Self::Yaml { yaml } else { toml }
    }
}

/// A map whose values are being taken out.
#[derive(Debug)]
pub struct Fields {
    /// What the map is, for messages: `a state`.
    pub what: &'static str,
    /// The whole map.
    pub span: Span,
    keys: &'static [Key],
    pairs: Vec<(Text, Option<Node>)>,
}

impl Fields {
    /// Where a finding about the whole map points: its first key.
    #[must_use]
    pub fn head(&self) -> Span {
        self.pairs.first().map_or(self.span, |(key, _)| key.span)
    }

    /// Where `key` is written; the first key where it is not.
    #[must_use]
    pub fn place(&self, key: &str) -> Span {
        let written = self.pairs.iter().find(|(name, _)| name.value == key);
        written.map_or(self.head(), |(name, _)| name.span)
    }

    /// Where `key` is written, if it is and has not been taken out.
    #[must_use]
    pub fn written(&self, key: &str) -> Option<Span> {
        let pair = self.pairs.iter().find(|(name, node)| name.value == key && node.is_some());
        pair.map(|(name, _)| name.span)
    }

    fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    fn take(&mut self, key: &str) -> Option<(Text, Node)> {
        debug_assert!(self.key(key).is_some(), "{} has no key `{key}` in its table", self.what);
        let (name, node) = self.pairs.iter_mut().find(|(name, _)| name.value == key)?;
        Some((name.clone(), node.take()?))
    }
}

impl Decoder {
    /// Adds a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn wrong_type(&mut self, span: Span, message: String, yaml: &str, toml: &str) {
        let help = self.dialect.choose(yaml.to_owned(), toml.to_owned());
        self.report(Diagnostic::new("wrong-type", span, message).help(help));
    }

    /// `node` as a map of `keys`; reports a value of another kind (`wrong-type`) and repeated keys
    /// (`duplicate-key`, the first one counts).
    pub fn map(&mut self, node: Node, what: &'static str, keys: &'static [Key]) -> Option<Fields> {
        let span = node.span;
        match node.value {
            Value::Map(pairs) => Some(Fields { what, span, keys, pairs: self.distinct(pairs) }),
            other => {
                let message = format!("{what} must be a map, and this is {}", other.kind());
                self.wrong_type(span, message, "write it as lines `key: value`", "write it as a table");
                None
            }
        }
    }

    fn distinct(&mut self, pairs: Vec<(Text, Node)>) -> Vec<(Text, Option<Node>)> {
        let mut kept: Vec<(Text, Option<Node>)> = Vec::with_capacity(pairs.len());
        let mut seen = std::collections::HashMap::new();
        for (key, node) in pairs {
            match seen.get(&key.value) {
                Some(first) => self.report(
                    Diagnostic::new(
                        "duplicate-key",
                        key.span,
                        format!("the key `{}` is written twice", key.value),
                    )
                    .related(*first, "first written here")
                    .help("keep one of the two; YAML readers disagree on which would count"),
                ),
                None => {
                    seen.insert(key.value.clone(), key.span);
                    kept.push((key, Some(node)));
                }
            }
        }
        kept
    }

    /// The text of `key`; `None` where it is absent, blank (noted in `blanks`) or no text (`wrong-type`).
    pub fn text(&mut self, fields: &mut Fields, key: &str) -> Option<Text> {
        let (name, node) = fields.take(key)?;
        let text = self.scalar(node, || format!("`{key}`"))?;
        if text.is_blank() {
            self.blanks.push(name);
            return None;
        }
        Some(text)
    }

    /// The text of `key`, which must be there and not blank (`missing-key`).
    pub fn required(&mut self, fields: &mut Fields, key: &'static str) -> Option<Text> {
        let Some((name, node)) = fields.take(key) else {
            self.missing(fields, key);
            return None;
        };
        let text = self.scalar(node, || format!("`{key}`"))?;
        if text.is_blank() {
            let message = format!("`{key}` is blank, and {} must have it", fields.what);
            self.report(
                Diagnostic::new("missing-key", name.span, message).help("write its text where it is blank"),
            );
            return None;
        }
        Some(text)
    }

    /// The text of `key`, which must be there (`missing-key`) but may be blank.
    pub fn required_even_blank(&mut self, fields: &mut Fields, key: &'static str) -> Option<Text> {
        match fields.take(key) {
            Some((_, node)) => self.scalar(node, || format!("`{key}`")),
            None => {
                self.missing(fields, key);
                None
            }
        }
    }

    /// Reports that `key` is absent.
    pub fn missing(&mut self, fields: &Fields, key: &str) {
        let others = fields.pairs.iter().filter(|(_, value)| value.is_some());
        let near = nearest(key, others.map(|(name, _)| name.value.as_str()));
        if near.is_some_and(|near| !near.starts_with("x-")) {
            return; // the misspelt key is reported as unknown, with this one as its fix
        }
        let message = format!("{} must have `{key}`", fields.what);
        let (yaml, toml) = (format!("{key}: …"), format!("{key} = \"…\""));
        let help = format!("add a line `{}` beside this one", self.dialect.choose(yaml, toml));
        self.report(Diagnostic::new("missing-key", fields.head(), message).help(help));
    }

    fn scalar(&mut self, node: Node, what: impl Fn() -> String) -> Option<Text> {
        match node.value {
            Value::Text(value, style) => Some(Text { value, span: node.span, style }),
            other => {
                let message = format!("{} must be text, and this is {}", what(), other.kind());
                self.wrong_type(
                    node.span,
                    message,
                    "write it as text, in quotes where it begins with `[` or `{` or holds `: `",
                    "write it in quotes",
                );
                None
            }
        }
    }

    /// `true` or `false`; absent or wrong (`wrong-type`) is `None`.
    pub fn flag(&mut self, fields: &mut Fields, key: &str) -> Option<bool> {
        let text = self.text(fields, key)?;
        let value = text.value.parse().ok();
        if value.is_none() {
            let message = format!("`{key}` must be `true` or `false`, and this is `{}`", text.value);
            let meant = if matches!(&*text.value.to_lowercase(), "no" | "off" | "n" | "0" | "false") {
                "false"
            } else {
                "true"
            };
            let finding = Diagnostic::new("wrong-type", text.span, message);
            self.report(finding.suggest(format!("write `{meant}`"), text.span, meant));
        }
        value
    }

    /// The entries of the list `key`; a value of another kind is reported (`wrong-type`).
    /// `None` where the key is absent; blank is an empty list.
    pub fn list(&mut self, fields: &mut Fields, key: &str) -> Option<Vec<Node>> {
        let (name, node) = fields.take(key)?;
        match node.value {
            Value::List(items) => Some(items),
            Value::Text(text, _) if text.trim().is_empty() => {
                self.blanks.push(name);
                Some(Vec::new())
            }
            other => {
                let message = format!("`{key}` must be a list, and this is {}", other.kind());
                self.wrong_type(
                    node.span,
                    message,
                    "write each entry on a line of its own that begins with `- `",
                    "write it as `[\"…\"]`",
                );
                None
            }
        }
    }

    /// The texts of the list `key`; blank entries are noted and left out.
    pub fn texts(&mut self, fields: &mut Fields, key: &str) -> Vec<Text> {
        let items = self.list(fields, key).unwrap_or_default();
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let Some(text) = self.scalar(item, || format!("an entry of `{key}`")) else { continue };
            if text.is_blank() {
                self.blanks.push(Text::plain(key, text.span));
            } else {
                texts.push(text);
            }
        }
        texts
    }

    /// The value of `key` as a map, of the keys that its table line says; any where it says none.
    pub fn submap(&mut self, fields: &mut Fields, key: &str, what: &'static str) -> Option<Fields> {
        let keys = match fields.key(key).map(|key| key.shape) {
            Some(Shape::Table(keys)) => keys,
            _ => &[],
        };
        let (name, node) = fields.take(key)?;
        if matches!(&node.value, Value::Text(text, _) if text.trim().is_empty()) {
            self.blanks.push(name);
            return None;
        }
        self.map(node, what, keys)
    }

    /// All pairs of a map whose keys are free, as texts; blank ones are noted.
    pub fn free(&mut self, fields: Fields) -> Vec<(Text, Text)> {
        let mut pairs = Vec::new();
        for (key, node) in fields.pairs {
            let value = node.and_then(|node| self.scalar(node, || format!("`{}`", key.value)));
            if value.as_ref().is_some_and(Text::is_blank) {
                self.blanks.push(key.clone());
            }
            pairs.extend(value.map(|value| (key, value)));
        }
        pairs
    }

    /// All pairs of a map whose keys are free, as nodes.
    pub fn entries(fields: Fields) -> impl Iterator<Item = (Text, Node)> {
        fields.pairs.into_iter().filter_map(|(key, node)| Some((key, node?)))
    }

    /// What is left: `x-` keys are the team's own, every other is an `unknown-key`.
    pub fn finish(&mut self, fields: Fields) -> Vec<Extension> {
        let known: Vec<&'static str> = fields.keys.iter().map(|key| key.name).collect();
        let what = fields.what;
        let written: Vec<String> = fields.pairs.iter().map(|(key, _)| key.value.clone()).collect();
        let mut own = Vec::new();
        for (key, node) in fields.pairs {
            let Some(value) = node else { continue };
            if key.value.starts_with("x-") {
                own.push(Extension { key, value });
                continue;
            }
            let free = known.iter().copied().filter(|known| !written.iter().any(|written| written == known));
            self.report(unknown_key(&key, what, free, &known));
        }
        own
    }
}

fn unknown_key<'a>(
    key: &Text,
    what: &str,
    free: impl Iterator<Item = &'a str>,
    known: &[&str],
) -> Diagnostic {
    let message = format!("{what} has no key `{}`", key.value);
    let diagnostic = Diagnostic::new("unknown-key", key.span, message);
    match nearest(&key.value, free) {
        Some(near) => diagnostic.suggest(format!("write `{near}`"), key.span, near),
        None => diagnostic.help(format!("its keys are {}; keys of your own begin with `x-`", listed(known))),
    }
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
