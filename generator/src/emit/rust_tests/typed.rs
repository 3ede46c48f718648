//! How the harness reaches the methods of a document's typed layer.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::ident;
use crate::lifecycle::methods::BEGIN;
use crate::lifecycle::{Lifecycle, Row};

/// The test that holds the typed layer to the oracle.
pub(super) fn typed(lifecycle: &Lifecycle) -> TokenStream {
    let module = ident(&lifecycle.rust_module);
    let methods = lifecycle.methods();
    let rows = lifecycle.rows.iter().zip(&methods.rows).map(|(row, name)| method(lifecycle, row, name));
    let begins = begins(lifecycle);
    let seen = (begins.is_some() || !lifecycle.rows.is_empty()).then(|| {
        quote! {
            fn record<S: typed::InState>(record: typed::Record<S, u32>) -> harness::Seen<State> {
                let any = typed::Any::from(record);
                (Some(any.state()), *any.data())
            }
        }
    });
    let gone = lifecycle.rows.iter().any(|row| row.from.is_none() || row.to.is_none()).then(|| {
        quote! {
            const fn data(data: u32) -> harness::Seen<State> {
                (None, data)
            }
        }
    });
    quote! {
        mod typed_layer {
            use crate::harness;
            use crate::under_test::#module::{State, typed};

            #[test]
            fn typed_rows_are_the_documents() {
                harness::typed_rows_are_the_documents::<State>(METHODS, &super::ORACLE);
            }

            #[test]
            fn typed_records_are_told_apart() {
                harness::typed_records_are_told_apart(State::typed::<u32>, &super::ORACLE);
            }

            #begins

            static METHODS: &[harness::Method<State>] = &[#(#rows),*];

            #seen
            #gone
        }
    }
}

/// The test of where a record begins without a row; none where it always needs one.
fn begins(lifecycle: &Lifecycle) -> Option<TokenStream> {
    let begin = ident(BEGIN);
    let begins = lifecycle.begins();
    let states = begins.iter().map(|state| ident(&lifecycle.states[*state].variant));
    (!begins.is_empty()).then(|| {
        quote! {
            #[test]
            fn typed_records_begin_where_the_document_says() {
                let begun = [#(record(typed::Record::<typed::states::#states, _>::#begin(harness::DATA))),*];
                harness::typed_records_begin_where_the_document_says(&typed::BEGINS, &begun, &super::ORACLE);
            }
        }
    })
}

fn method(lifecycle: &Lifecycle, row: &Row, name: &str) -> TokenStream {
    let name = ident(name);
    let state = |state: usize| ident(&lifecycle.states[state].variant);
    let after = if row.to.is_some() { quote!(record) } else { quote!(data) };
    match row.from {
        Some(from) => {
            let others = (lifecycle.states.len() > 1).then(|| quote!(_ => None,));
            let from = state(from);
            quote! {
                |guard| match State::#from.typed(harness::DATA) {
                    typed::Any::#from(it) => Some(harness::outcome(it.#name(guard), record, #after)),
                    #others
                }
            }
        }
        None => {
            let to = row.to.map(state);
            quote! {
                |guard| {
                    let begun = typed::Record::<typed::states::#to, _>::#name(harness::DATA, guard);
                    Some(harness::outcome(begun, data, #after))
                }
            }
        }
    }
}
