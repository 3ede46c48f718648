//! The document's data, each list in the document's order.

use super::code::{Code, Literal, Place, list, said};
use crate::lifecycle::{Lifecycle, Row};

/// The lists of variants.
pub(super) fn lists(lifecycle: &Lifecycle, code: &mut Code) {
    let variant = |state: usize| format!("State::{}", lifecycle.states[state].variant);
    code.gap();
    code.block("impl State {", "}", |code| {
        code.line("/// Every state, in the document's order.");
        all(code, "ALL", (0..lifecycle.states.len()).map(variant));
        code.line("/// The states that a record may begin in.");
        all(code, "INITIAL", lifecycle.initial().map(variant));
        code.line("/// The states that a record ends in.");
        all(code, "TERMINAL", lifecycle.terminal().map(variant));
    });
    code.gap();
    code.block("impl Transition {", "}", |code| {
        code.line("/// Every row, in the document's order.");
        all(code, "ALL", lifecycle.rows.iter().map(|row| format!("Transition::{}", row.variant)));
    });
    code.gap();
    code.block("impl Trigger {", "}", |code| {
        code.line("/// Every trigger, in the order of their first rows.");
        all(code, "ALL", lifecycle.triggers.iter().map(|trigger| format!("Trigger::{}", trigger.variant)));
    });
}

fn all(code: &mut Code, name: &str, items: impl Iterator<Item = String>) {
    code.block(format_args!("pub const {name}: &'static [Self] = &["), "];", |code| {
        items.for_each(|item| code.line(format_args!("{item},")));
    });
}

/// What states are called and mean.
pub(super) fn states(lifecycle: &Lifecycle, code: &mut Code) {
    let states = &lifecycle.states;
    let count = states.len();
    code.gap();
    array(code, &format!("NAMES: [&str; {count}]"), states.iter().map(|state| Literal(state.name.as_str())));
    let aliases: Vec<_> =
        states.iter().flat_map(|state| &state.aliases).map(|alias| Literal(alias.as_str())).collect();
    array(code, &format!("ALIASES: [&str; {}]", aliases.len()), aliases);
    let meanings = states.iter().map(|state| said(state.meaning.as_ref()));
    array(code, &format!("MEANINGS: [&str; {count}]"), meanings);
}

/// What triggers are called.
pub(super) fn triggers(lifecycle: &Lifecycle, code: &mut Code) {
    let triggers = &lifecycle.triggers;
    let texts = triggers.iter().map(|trigger| Literal(&trigger.text));
    array(code, &format!("TRIGGERS: [&str; {}]", triggers.len()), texts);
}

/// A static array, an item to a line.
pub(super) fn array(code: &mut Code, typed: &str, items: impl IntoIterator<Item = impl std::fmt::Display>) {
    code.block(format_args!("static {typed} = ["), "];", |code| {
        items.into_iter().for_each(|item| code.line(format_args!("{item},")));
    });
}

/// The transition table.
pub(super) fn rows(lifecycle: &Lifecycle, code: &mut Code) {
    code.block(format_args!("static ROWS: [support::Row; {}] = [", lifecycle.rows.len()), "];", |code| {
        lifecycle.rows.iter().for_each(|one| row(one, code));
    });
}

fn row(row: &Row, code: &mut Code) {
    let effects = list(row.side_effects.iter().map(|effect| Literal(effect.as_str())));
    code.block("support::Row {", "},", |code| {
        code.line(format_args!("name: {},", Literal(&row.variant)));
        code.line(format_args!("from: {},", Place(row.from)));
        code.line(format_args!("to: {},", Place(row.to)));
        code.line(format_args!("trigger: {},", Place(row.trigger)));
        code.line(format_args!("guard: {},", said(row.guard.as_ref())));
        code.line(format_args!("side_effects: &[{effects}],"));
        code.line(format_args!("actor: {},", said(row.actor.as_ref())));
        code.line(format_args!("provenance: {},", said(row.provenance.as_ref())));
        code.line(format_args!("source: {},", said(row.source.as_ref())));
    });
}
