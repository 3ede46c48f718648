//! TOML text to the tree that documents are read from too; the only module that names the TOML library.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};
use crate::yaml::{Node, Style, Text, Value};

/// The tree of a TOML file, and every place where it is no TOML (rule `syntax`).
pub(super) fn read(file: &SourceFile) -> (Node, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    let finding = |error: &toml::de::Error| {
        let place = error.span().unwrap_or(0..0);
        Diagnostic::new("syntax", file.span(place), error.message().replace('\n', ", "))
    };
    let findings = errors.iter().map(finding).collect();
    (Node { span: file.whole(), value: map(file, table.get_ref()) }, findings)
}

fn map(file: &SourceFile, table: &DeTable) -> Value {
    let mut pairs: Vec<(Text, Node)> = table.iter().map(|(key, value)| pair(file, key, value)).collect();
    pairs.sort_by_key(|(key, _)| key.span.start);
    Value::Map(pairs)
}

fn pair(
    file: &SourceFile,
    key: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue>,
) -> (Text, Node) {
    let name = Text::plain(key.get_ref().as_ref(), file.span(key.span()));
    (name, node(file, value))
}

fn node(file: &SourceFile, value: &Spanned<DeValue>) -> Node {
    let span = file.span(value.span());
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string(), Style::DoubleQuoted),
        DeValue::Array(items) => Value::List(items.iter().map(|item| node(file, item)).collect()),
        DeValue::Table(table) => map(file, table),
        _ => Value::Text(file.slice(span).to_owned(), Style::Plain),
    };
    Node { span: widened(span, &value), value }
}

/// A table's own span is that of its header; here it reaches to its last value.
fn widened(span: Span, value: &Value) -> Span {
    match value {
        Value::Map(pairs) => pairs.iter().fold(span, |span, (_, value)| span.to(value.span)),
        _ => span,
    }
}
