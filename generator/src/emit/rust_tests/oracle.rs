//! What one document says, as the harness reads it.

use super::typed::typed;
use crate::config::Layers;
use crate::emit::rust::code::{Code, Literal, Optional, list};
use crate::emit::rust::{line, print};
use crate::lifecycle::{Lifecycle, Row, State};

/// The oracle and the tests of one document, without the header.
#[must_use]
pub fn oracle(lifecycle: &Lifecycle, layers: Layers) -> String {
    let mut code = Code::default();
    let id = line(lifecycle.facts.id.as_str());
    code.docs("//!", &[format!("What {id} says, to hold its code to.")]);
    code.line("#![cfg_attr(rustfmt, rustfmt_skip)]");
    code.gap();
    code.line("use crate::harness;");
    code.gap();
    code.line(format_args!("harness::suite!({});", lifecycle.rust_module));
    code.gap();
    document(lifecycle, &mut code);
    if layers.typed {
        code.gap();
        code.fixed(&print(typed(lifecycle)));
    }
    code.finish()
}

fn document(lifecycle: &Lifecycle, code: &mut Code) {
    code.block("static ORACLE: harness::Oracle = harness::Oracle {", "};", |code| {
        code.line(format_args!("document: {},", Literal(lifecycle.facts.id.as_str())));
        code.block("states: &[", "],", |code| {
            for (one, reachable) in lifecycle.states.iter().zip(lifecycle.reachable()) {
                state(one, reachable, code);
            }
        });
        code.block("triggers: &[", "],", |code| {
            for trigger in &lifecycle.triggers {
                code.line(format_args!("{},", Literal(&trigger.text)));
            }
        });
        code.block("rows: &[", "],", |code| {
            lifecycle.rows.iter().for_each(|one| row(lifecycle, one, code));
        });
        code.block("forbidden: &[", "],", |code| {
            for pair in &lifecycle.forbidden {
                let name = |state: usize| Literal(lifecycle.states[state].name.as_str());
                let (from, to, why) = (name(pair.from), name(pair.to), Literal(pair.why.as_str()));
                code.line(format_args!("harness::Forbidden {{ from: {from}, to: {to}, why: {why} }},"));
            }
        });
    });
}

fn state(state: &State, reachable: bool, code: &mut Code) {
    let aliases = list(state.aliases.iter().map(|alias| Literal(alias.as_str())));
    code.block("harness::State {", "},", |code| {
        code.line(format_args!("name: {},", Literal(state.name.as_str())));
        code.line(format_args!("meaning: {},", Optional(state.meaning.as_ref())));
        code.line(format_args!("aliases: &[{aliases}],"));
        code.line(format_args!("initial: {},", state.initial));
        code.line(format_args!("terminal: {},", state.terminal));
        code.line(format_args!("reachable: {reachable},"));
    });
}

fn row(lifecycle: &Lifecycle, row: &Row, code: &mut Code) {
    let end = |state: Option<usize>| Optional(state.map(|state| &lifecycle.states[state].name));
    let trigger = match row.trigger {
        Some(trigger) => format!("Some({})", Literal(&lifecycle.triggers[trigger].text)),
        None => "None".to_owned(),
    };
    let effects = list(row.side_effects.iter().map(|effect| Literal(effect.as_str())));
    code.block("harness::Row {", "},", |code| {
        code.line(format_args!("name: {},", Literal(&row.variant)));
        code.line(format_args!("from: {},", end(row.from)));
        code.line(format_args!("to: {},", end(row.to)));
        code.line(format_args!("trigger: {trigger},"));
        code.line(format_args!("guard: {},", Optional(row.guard.as_ref())));
        code.line(format_args!("side_effects: &[{effects}],"));
        code.line(format_args!("actor: {},", Optional(row.actor.as_ref())));
        code.line(format_args!("provenance: {},", Optional(row.provenance.as_ref())));
        code.line(format_args!("source: {},", Optional(row.source.as_ref())));
    });
}
