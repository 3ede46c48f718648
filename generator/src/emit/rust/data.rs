//! The document's data, each list in the document's order.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, literals, number, optional};
use crate::lifecycle::{Lifecycle, Row};

/// What states are called and mean.
pub(super) fn states(lifecycle: &Lifecycle) -> TokenStream {
    let count = number(lifecycle.states.len());
    let names = lifecycle.states.iter().map(|state| state.name.as_str());
    let meanings = lifecycle.states.iter().map(|state| optional(state.meaning.as_ref()));
    let aliases = lifecycle.states.iter().flat_map(|state| literals(&state.aliases));
    quote! {
        static NAMES: [&str; #count] = [#(#names),*];
        static ALIASES: &[&str] = &[#(#aliases),*];
        static MEANINGS: [Option<&str>; #count] = [#(#meanings),*];
    }
}

/// The transition table.
pub(super) fn rows(lifecycle: &Lifecycle) -> TokenStream {
    let count = number(lifecycle.rows.len());
    let rows = lifecycle.rows.iter().map(|one| row(lifecycle, one));
    quote! {
        static ROWS: [support::Row<State, Trigger>; #count] = [#(#rows),*];
    }
}

fn row(lifecycle: &Lifecycle, row: &Row) -> TokenStream {
    let name = &row.variant;
    let (from, to) = (end(lifecycle, row.from), end(lifecycle, row.to));
    let trigger = row.trigger.map_or(quote!(None), |trigger| {
        let trigger = ident(&lifecycle.triggers[trigger].variant);
        quote!(Some(Trigger::#trigger))
    });
    let guard = optional(row.guard.as_ref());
    let side_effects = literals(&row.side_effects);
    let actor = optional(row.actor.as_ref());
    let provenance = optional(row.provenance.as_ref());
    let source = optional(row.source.as_ref());
    quote! {
        support::Row {
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

fn end(lifecycle: &Lifecycle, state: Option<usize>) -> TokenStream {
    state.map_or(quote!(None), |state| {
        let state = ident(&lifecycle.states[state].variant);
        quote!(Some(State::#state))
    })
}

/// What triggers are called.
pub(super) fn triggers(lifecycle: &Lifecycle) -> TokenStream {
    let count = number(lifecycle.triggers.len());
    let texts = lifecycle.triggers.iter().map(|trigger| &trigger.text);
    quote! {
        static TRIGGERS: [&str; #count] = [#(#texts),*];
    }
}
