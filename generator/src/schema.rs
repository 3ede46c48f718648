//! JSON Schemas of documents and of the configuration, made from the tables that the decoder goes by.

use serde_json::{Map, Value, json};

use crate::config::CONFIG;
use crate::document::DOCUMENT;
use crate::keys::{Key, Shape};
use crate::lint::{Level, RULES};

/// Draft-07: what the language servers for YAML and TOML understand.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// What a text may be: every scalar of YAML is one, while TOML has strings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalars {
    Any,
    Strings,
}

/// The schema of a document's front matter.
#[must_use]
pub fn document() -> Value {
    whole("A state document", DOCUMENT, Scalars::Any)
}

/// The schema of statedoc.toml.
#[must_use]
pub fn config() -> Value {
    whole("The configuration of statedoc", CONFIG, Scalars::Strings)
}

fn whole(title: &str, keys: &[Key], scalars: Scalars) -> Value {
    let mut schema = json!({"$schema": DRAFT, "title": title});
    merge(&mut schema, table(keys, scalars));
    schema
}

fn merge(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}

/// A map of these keys, and of any that begin with `x-`.
fn table(keys: &[Key], scalars: Scalars) -> Value {
    let property = |key: &Key| {
        let mut schema = json!({"description": key.about});
        merge(&mut schema, value(key, scalars));
        (key.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = keys.iter().map(property).collect();
    let required: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "patternProperties": {"^x-": {}},
        "additionalProperties": false,
    })
}

fn value(key: &Key, scalars: Scalars) -> Value {
    let list = |items: Value| match (key.required, scalars) {
        (false, Scalars::Any) => json!({"type": ["array", "null"], "items": items}),
        (false, Scalars::Strings) => json!({"type": "array", "items": items}),
        (true, _) => json!({"type": "array", "minItems": 1, "items": items}),
    };
    match key.shape {
        Shape::Text if key.required => written(scalars),
        Shape::Text | Shape::Name => text(scalars),
        Shape::Whole => json!({"type": ["integer", "string"], "minimum": 1, "pattern": "^[1-9][0-9]*$"}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Day => json!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
        Shape::Rule => {
            let open = RULES.iter().filter(|rule| rule.level != Level::Fixed);
            json!({"enum": open.map(|rule| rule.id).collect::<Vec<_>>()})
        }
        Shape::Levels => levels(),
        Shape::Texts => list(text(scalars)),
        Shape::SomeTexts => json!({"type": "array", "minItems": 1, "items": written(scalars)}),
        Shape::Words(words) => json!({"type": "array", "minItems": 1, "items": {"enum": words}}),
        Shape::TextMap => json!({"type": "object", "additionalProperties": text(scalars)}),
        Shape::Table(keys) => table(keys, scalars),
        Shape::List(keys) => list(table(keys, scalars)),
    }
}

/// Text, or none: a key without a value is no error, and a state may be called `null`.
fn text(scalars: Scalars) -> Value {
    match scalars {
        Scalars::Any => json!({"type": ["string", "number", "boolean", "null"]}),
        Scalars::Strings => json!({"type": "string"}),
    }
}

/// Text that must be there.
fn written(scalars: Scalars) -> Value {
    match scalars {
        Scalars::Any => json!({"type": ["string", "number", "boolean"], "pattern": "\\S"}),
        Scalars::Strings => json!({"type": "string", "pattern": "\\S"}),
    }
}

/// A level for each rule; for those that cannot be lowered, the one they have.
fn levels() -> Value {
    let words: Vec<&str> = Level::ALL.iter().map(|(word, _)| *word).collect();
    let rules = RULES.iter().map(|rule| {
        let words = if rule.level == Level::Fixed { &words[..1] } else { &words };
        (
            rule.id.to_owned(),
            json!({"description": rule.summary, "enum": words, "default": rule.level.as_str()}),
        )
    });
    let properties: Map<String, Value> = rules.collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}
