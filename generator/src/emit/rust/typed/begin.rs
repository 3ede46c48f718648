//! The way to begin a record where no row tells how, and what is said where there is none.

use proc_macro2::TokenStream;
use quote::quote;

use super::words::{Words, code, document, either, id, named};
use crate::emit::rust::ident;
use crate::lifecycle::Lifecycle;
use crate::lifecycle::methods::{BEGIN, Methods};

/// The function, and by what its bound it is known where it may be called.
pub(super) fn begin(lifecycle: &Lifecycle) -> Option<TokenStream> {
    let name = ident(BEGIN);
    let begins = lifecycle.begins();
    let count = lifecycle.states.len();
    let states = lifecycle.states.iter().map(|state| ident(&state.variant));
    let otherwise = (begins.len() < count).then(|| {
        quote! {
            trait Otherwise {
                const BEGINS: bool = false;
            }

            impl<S> Otherwise for Asked<S> {}
        }
    });
    (!begins.is_empty()).then(|| {
        quote! {
            impl<S, T> Record<S, T> {
                /// Begins a record in a state that the document says it may begin in, by no row of its own.
                #[must_use]
                pub const fn #name(data: T) -> Self
                where
                    S: why::Begins,
                {
                    Self { data, state: PhantomData }
                }
            }

            /// By state, whether `begin` compiles: the compiler's own answer, for the tests.
            #[doc(hidden)]
            pub const BEGINS: [bool; #count] = [#(Asked::<states::#states>::BEGINS),*];

            struct Asked<S>(PhantomData<S>);

            impl<S: why::Begins> Asked<S> {
                const BEGINS: bool = true;
            }

            #otherwise
        }
    })
}

/// The trait of its bound, whose implementation for a state with rows of creation names these rows.
pub(super) fn bound(lifecycle: &Lifecycle, methods: &Methods) -> Option<TokenStream> {
    let begins = lifecycle.begins();
    let attribute = words(lifecycle, methods, &begins).attribute();
    let names = begins.iter().map(|state| ident(&lifecycle.states[*state].variant));
    let created = || (0..lifecycle.states.len()).filter(|state| lifecycle.creations(*state).next().is_some());
    let created_names: Vec<_> = created().map(|state| ident(&lifecycle.states[state].variant)).collect();
    let attributes = created().map(|state| created_words(lifecycle, methods, state).attribute());
    let by_row = (!created_names.is_empty()).then(|| {
        quote! {
            #(impl Begins for super::states::#created_names where for<'a> &'a Self: begin::#created_names {})*
            mod begin {
                #(
                    #attributes
                    pub trait #created_names {}
                    #[diagnostic::do_not_recommend]
                    impl #created_names for ::core::convert::Infallible {}
                )*
            }
        }
    });
    (!begins.is_empty()).then(|| {
        quote! {
            #attribute
            pub trait Begins {}
            #(impl Begins for super::states::#names {})*
            #by_row
        }
    })
}

/// What is said of a state in which no record begins.
fn words(lifecycle: &Lifecycle, methods: &Methods, begins: &[usize]) -> Words {
    let names: Vec<String> = begins.iter().map(|state| named(lifecycle, Some(*state))).collect();
    let rows: Vec<String> =
        (0..lifecycle.states.len()).flat_map(|state| calls(lifecycle, methods, state)).collect();
    let by_row = if rows.is_empty() { String::new() } else { format!(", and by {}", either(&rows)) };
    Words {
        message: format!("no record begins in this state, says {}", id(lifecycle)),
        label: format!("records begin in {}{by_row}", either(&names)),
        notes: vec![document(lifecycle)],
    }
}

/// What is said of a state in which records begin by a row.
fn created_words(lifecycle: &Lifecycle, methods: &Methods, state: usize) -> Words {
    Words {
        message: format!(
            "a record begins in {} by a row, says {}",
            named(lifecycle, Some(state)),
            id(lifecycle)
        ),
        label: format!("call {}", either(&calls(lifecycle, methods, state))),
        notes: vec![document(lifecycle)],
    }
}

/// What creates a record in `state`.
fn calls(lifecycle: &Lifecycle, methods: &Methods, state: usize) -> Vec<String> {
    lifecycle.creations(state).map(|row| code(&methods.rows[row])).collect()
}
