//! The methods that compile: one per row, and the ways to begin a record.

use proc_macro2::TokenStream;
use quote::quote;

use super::begin::begin;
use crate::emit::rust::enums::headline;
use crate::emit::rust::{docs, ident, line};
use crate::lifecycle::methods::Methods;
use crate::lifecycle::{Lifecycle, Row};

/// The methods of each state's records, and what they share.
pub(super) fn moves(lifecycle: &Lifecycle, methods: &Methods) -> TokenStream {
    let mut of_state: Vec<Vec<TokenStream>> = vec![Vec::new(); lifecycle.states.len()];
    for (row, name) in lifecycle.rows.iter().zip(&methods.rows) {
        if let Some(owner) = row.from.or(row.to) {
            of_state[owner].push(method(lifecycle, row, name));
        }
    }
    let impls = lifecycle.states.iter().zip(of_state).filter(|(_, methods)| !methods.is_empty());
    let impls = impls.map(|(state, methods)| {
        let state = ident(&state.variant);
        quote!(impl<T> Record<states::#state, T> { #(#methods)* })
    });
    let begin = begin(lifecycle);
    let helpers = helpers(lifecycle);
    quote! {
        #begin
        #(#impls)*
        #helpers
    }
}

/// The method of one row.
fn method(lifecycle: &Lifecycle, row: &Row, name: &str) -> TokenStream {
    let (docs, name, variant) = (docs(&about(lifecycle, row)), ident(name), ident(&row.variant));
    let (before, moved, taken) = match (row.from, row.to) {
        (None, _) => {
            (quote!(data: T), quote!(Moved<T, Self, E>), quote!(created(data, Transition::#variant, guard)))
        }
        (_, None) => {
            (quote!(self), quote!(Moved<Self, T, E>), quote!(removed(self, Transition::#variant, guard)))
        }
        (_, Some(to)) => {
            let to = ident(&lifecycle.states[to].variant);
            let moved = quote!(Moved<Self, Record<states::#to, T>, E>);
            (quote!(self), moved, quote!(moved(self, Transition::#variant, guard)))
        }
    };
    quote! {
        #docs
        pub fn #name<E>(#before, guard: impl FnOnce(Transition, &T) -> Result<(), E>) -> #moved {
            #taken
        }
    }
}

/// What a method's documentation says: the row in short, and where the rest is.
fn about(lifecycle: &Lifecycle, row: &Row) -> Vec<String> {
    let mut lines = vec![headline(lifecycle, row)];
    if let Some(guard) = &row.guard {
        lines.extend([String::new(), format!("Guard: {}", line(guard.as_str()))]);
    }
    lines.extend([String::new(), format!("The row is [`Transition::{}`].", row.variant)]);
    let kept = "The guard refuses; what was to move comes back as it was.";
    lines.extend(["", "# Errors", "", kept].map(str::to_owned));
    lines
}

/// How rows are taken, for each kind of row that there is.
fn helpers(lifecycle: &Lifecycle) -> TokenStream {
    let has = |kind: fn(&Row) -> bool| lifecycle.rows.iter().any(kind);
    let guard = quote!(guard: impl FnOnce(Transition, &T) -> Result<(), E>);
    let moved = has(|row| row.from.is_some() && row.to.is_some()).then(|| {
        quote! {
            fn moved<S: InState, N, T, E>(
                record: Record<S, T>, row: Transition, #guard,
            ) -> Moved<Record<S, T>, Record<N, T>, E> {
                support::typed::take(Some(S::STATE), row, record, data_of, next, guard)
            }

            fn next<S, N, T>(record: Record<S, T>) -> Record<N, T> {
                Record { data: record.data, state: PhantomData }
            }
        }
    });
    let removed = has(|row| row.to.is_none()).then(|| {
        quote! {
            fn removed<S: InState, T, E>(
                record: Record<S, T>, row: Transition, #guard,
            ) -> Moved<Record<S, T>, T, E> {
                support::typed::take(Some(S::STATE), row, record, data_of, |record| record.data, guard)
            }
        }
    });
    let created = has(|row| row.from.is_none()).then(|| {
        quote! {
            fn created<N, T, E>(data: T, row: Transition, #guard) -> Moved<T, Record<N, T>, E> {
                let begun = |data| Record { data, state: PhantomData };
                support::typed::take(None, row, data, |data| data, begun, guard)
            }
        }
    });
    let data_of = has(|row| row.from.is_some()).then(|| {
        quote! {
            const fn data_of<S, T>(record: &Record<S, T>) -> &T {
                &record.data
            }
        }
    });
    quote!(#moved #removed #created #data_of)
}
