//! The types of a module: what the document says becomes their documentation.

use super::code::{Code, Literal};
use super::{line, quoted};
use crate::lifecycle::{Lifecycle, Row, State};

/// The module's own documentation, its attributes and imports.
pub(super) fn head(lifecycle: &Lifecycle, code: &mut Code) {
    code.docs("//!", &about(lifecycle));
    code.line("#![cfg_attr(rustfmt, rustfmt_skip)]");
    code.block("#![allow(", ")]", |code| {
        code.line("clippy::doc_markdown,");
        code.line("clippy::enum_variant_names,");
        code.line("non_camel_case_types,");
        code.line("reason = \"names and words are the document's\"");
    });
    code.gap();
    code.line("use super::support;");
    code.line("pub use super::support::UnknownState;");
    code.gap();
    code.line("/// The document's id.");
    code.line(format_args!("pub const DOCUMENT: &str = {};", Literal(lifecycle.facts.id.as_str())));
}

fn about(lifecycle: &Lifecycle) -> Vec<String> {
    let facts = &lifecycle.facts;
    let object = facts.object.as_ref().map(|object| format!(", the life of {}", line(object.as_str())));
    let mut lines = vec![format!("{}.", line(facts.title.as_str()).trim_end_matches('.')), String::new()];
    lines.push(format!("State document {}{}.", line(facts.id.as_str()), object.unwrap_or_default()));
    if let Some(concurrency) = &lifecycle.concurrency {
        lines.extend([String::new(), format!("Concurrency: {}", line(concurrency.as_str()))]);
    }
    if !lifecycle.forbidden.is_empty() {
        lines.extend([String::new(), "What cannot happen:".to_owned(), String::new()]);
    }
    for pair in &lifecycle.forbidden {
        let arrow = arrow(lifecycle, Some(pair.from), Some(pair.to));
        lines.push(format!("- {arrow}: {}", line(pair.why.as_str())));
    }
    lines
}

/// `“queued” → “running”`.
fn arrow(lifecycle: &Lifecycle, from: Option<usize>, to: Option<usize>) -> String {
    let end = |state: Option<usize>| {
        state.map_or_else(|| r"\[\*\]".to_owned(), |state| quoted(lifecycle.states[state].name.as_str()))
    };
    format!("{} → {}", end(from), end(to))
}

/// `State`.
pub(super) fn state(lifecycle: &Lifecycle, code: &mut Code) {
    let names = lifecycle.states.iter().map(|state| state.variant.as_str());
    let docs = lifecycle.states.iter().map(state_docs);
    closed("State", "Where a record is in its life.", names.zip(docs), code);
}

/// A state's own documentation.
pub(super) fn state_docs(state: &State) -> Vec<String> {
    let name = quoted(state.name.as_str());
    let meaning = state.meaning.as_ref().map(|meaning| format!(": {}", line(meaning.as_str())));
    let mut lines = vec![format!("{name}{}", meaning.unwrap_or_default())];
    if !state.aliases.is_empty() {
        let aliases: Vec<String> = state.aliases.iter().map(|alias| quoted(alias.as_str())).collect();
        lines.extend([String::new(), format!("Also called {}.", aliases.join(", "))]);
    }
    lines
}

/// `Transition`.
pub(super) fn transition(lifecycle: &Lifecycle, code: &mut Code) {
    let names = lifecycle.rows.iter().map(|row| row.variant.as_str());
    let docs = lifecycle.rows.iter().map(|row| row_docs(lifecycle, row));
    closed("Transition", "A row of the transition table.", names.zip(docs), code);
}

/// A row in one line: from where to where, and what sets it off.
pub(super) fn headline(lifecycle: &Lifecycle, row: &Row) -> String {
    let trigger = row.trigger_text.as_ref().map(|trigger| format!(": {}", line(trigger.as_str())));
    format!("{}{}", arrow(lifecycle, row.from, row.to), trigger.unwrap_or_default())
}

fn row_docs(lifecycle: &Lifecycle, row: &Row) -> Vec<String> {
    let mut lines = vec![headline(lifecycle, row)];
    let facts = [("Guard", &row.guard), ("Who", &row.actor)];
    for (label, text) in facts {
        if let Some(text) = text {
            lines.extend([String::new(), format!("{label}: {}", line(text.as_str()))]);
        }
    }
    if !row.side_effects.is_empty() {
        lines.extend([String::new(), "Side effects:".to_owned(), String::new()]);
    }
    let effects = row.side_effects.iter().enumerate();
    lines.extend(effects.map(|(at, effect)| format!("{}. {}", at + 1, line(effect.as_str()))));
    lines
}

/// `Trigger`.
pub(super) fn trigger(lifecycle: &Lifecycle, code: &mut Code) {
    let names = lifecycle.triggers.iter().map(|trigger| trigger.variant.as_str());
    let docs = lifecycle.triggers.iter().map(|trigger| vec![quoted(&trigger.text)]);
    closed("Trigger", "What sets a row off.", names.zip(docs), code);
}

/// A closed enum. One without variants takes no representation, and its index cannot be asked for.
fn closed<'a>(
    name: &str,
    about: &str,
    variants: impl ExactSizeIterator<Item = (&'a str, Vec<String>)>,
    code: &mut Code,
) {
    let count = variants.len();
    code.gap();
    code.line(format_args!("/// {about}"));
    code.line("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]");
    match count {
        0 => {}
        1..=256 => code.line("#[repr(u8)]"),
        _ => code.line("#[repr(u16)]"),
    }
    code.block(format_args!("pub enum {name} {{"), "}", |code| {
        for (name, docs) in variants {
            code.docs("///", &docs);
            code.line(format_args!("{name},"));
        }
    });
    code.gap();
    code.block(format_args!("impl {name} {{"), "}", |code| {
        code.line("/// Its place in `ALL`.");
        code.line("#[must_use]");
        code.block("pub const fn index(self) -> usize {", "}", |code| {
            code.line(if count == 0 { "match self {}" } else { "self as usize" });
        });
    });
}
