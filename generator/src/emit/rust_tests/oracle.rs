//! What one document says, as the harness reads it.

use proc_macro2::TokenStream;
use quote::quote;

use super::typed::typed;
use crate::config::Layers;
use crate::emit::rust::{ident, inner_docs, line, literals, optional, print};
use crate::lifecycle::{Lifecycle, Row, State};

/// The oracle and the tests of one document, without the header.
#[must_use]
pub fn oracle(lifecycle: &Lifecycle, layers: Layers) -> String {
    let typed = layers.typed.then(|| typed(lifecycle));
    let sections = [head(lifecycle), suite(lifecycle), document(lifecycle)].into_iter().chain(typed);
    sections.map(print).collect::<Vec<_>>().join("\n")
}

fn head(lifecycle: &Lifecycle) -> TokenStream {
    let id = line(lifecycle.facts.id.as_str());
    let docs = inner_docs(&[format!("What {id} says, to hold its code to.")]);
    quote! {
        #docs
        #![cfg_attr(rustfmt, rustfmt_skip)]

        use crate::harness;
    }
}

fn suite(lifecycle: &Lifecycle) -> TokenStream {
    let module = ident(&lifecycle.rust_module);
    quote!(harness::suite!(#module);)
}

fn document(lifecycle: &Lifecycle) -> TokenStream {
    let id = lifecycle.facts.id.as_str();
    let states =
        lifecycle.states.iter().zip(lifecycle.reachable()).map(|(one, reachable)| state(one, reachable));
    let triggers = lifecycle.triggers.iter().map(|trigger| &trigger.text);
    let rows = lifecycle.rows.iter().map(|one| row(lifecycle, one));
    let forbidden = lifecycle.forbidden.iter().map(|pair| {
        let (from, to) = (lifecycle.states[pair.from].name.as_str(), lifecycle.states[pair.to].name.as_str());
        let why = pair.why.as_str();
        quote!(harness::Forbidden { from: #from, to: #to, why: #why })
    });
    quote! {
        static ORACLE: harness::Oracle = harness::Oracle {
            document: #id,
            states: &[#(#states),*],
            triggers: &[#(#triggers),*],
            rows: &[#(#rows),*],
            forbidden: &[#(#forbidden),*],
        };
    }
}

fn state(state: &State, reachable: bool) -> TokenStream {
    let name = state.name.as_str();
    let meaning = optional(state.meaning.as_ref());
    let aliases = literals(&state.aliases);
    let (initial, terminal) = (state.initial, state.terminal);
    quote! {
        harness::State {
            name: #name,
            meaning: #meaning,
            aliases: &[#(#aliases),*],
            initial: #initial,
            terminal: #terminal,
            reachable: #reachable,
        }
    }
}

fn row(lifecycle: &Lifecycle, row: &Row) -> TokenStream {
    let name = &row.variant;
    let end = |state: Option<usize>| optional(state.map(|state| &lifecycle.states[state].name));
    let (from, to) = (end(row.from), end(row.to));
    let trigger = row.trigger.map_or(quote!(None), |trigger| {
        let text = &lifecycle.triggers[trigger].text;
        quote!(Some(#text))
    });
    let (guard, actor) = (optional(row.guard.as_ref()), optional(row.actor.as_ref()));
    let (provenance, source) = (optional(row.provenance.as_ref()), optional(row.source.as_ref()));
    let side_effects = literals(&row.side_effects);
    quote! {
        harness::Row {
            name: #name,
            from: #from,
            to: #to,
            trigger: #trigger,
            guard: #guard,
            side_effects: &[#(#side_effects),*],
            actor: #actor,
            provenance: #provenance,
            source: #source,
        }
    }
}
