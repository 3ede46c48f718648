//! What is said of undeclared moves in a document of many states. A text per pair would be too much, so
//! there is one per state that names what may be called there; where the move leads to, and what may lead
//! there, the compiler adds as types.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::reasons::{self, Refusing, exits};
use super::words::{SHOWN, document, id, named, unformatted};
use crate::emit::rust::ident;
use crate::lifecycle::Lifecycle;
use crate::lifecycle::methods::Methods;

/// How many states are named as types.
const TYPES: usize = 4;

/// The target of a method whose bound is one of these, and not one of its own.
pub(super) fn target(lifecycle: &Lifecycle, refusing: &Refusing) -> Option<Ident> {
    let target = refusing.to.filter(|_| refusing.from.is_none() && lifecycle.states.len() > SHOWN)?;
    Some(ident(&lifecycle.states[target].variant))
}

/// The bound `Row`, and the trait per state by which it fails there.
pub(super) fn bounds(lifecycle: &Lifecycle, methods: &Methods) -> Option<TokenStream> {
    let all = 0..lifecycle.states.len();
    let names: Vec<_> = lifecycle.states.iter().map(|state| ident(&state.variant)).collect();
    let sources = all.clone().map(|to| types(lifecycle, to));
    let attributes = all.clone().map(|from| attribute(lifecycle, methods, from));
    let count = |to| reasons::sources(lifecycle, Some(to)).len();
    let no_state = all.clone().any(|to| count(to) == 0).then(|| {
        quote!(
            pub struct NoState;
        )
    });
    let and_more = all.clone().any(|to| count(to) > TYPES).then(|| {
        quote!(
            pub struct AndMore;
        )
    });
    let document = unformatted(&document(lifecycle));
    let unknown = unformatted(&format!("{} has no row to this state from every other", id(lifecycle)));
    (all.len() > SHOWN).then(|| {
        quote! {
            #[diagnostic::on_unimplemented(
                message = #unknown, label = "match on the record first: its state is not known here", note = #document
            )]
            pub trait Row<To> {}

            pub trait Target {
                type Sources;
            }

            #no_state
            #and_more

            #(
                impl Target for super::states::#names {
                    type Sources = #sources;
                }
                impl<To: Target + from::#names<To::Sources>> Row<To> for super::states::#names {}
            )*

            mod from {
                #(
                    #attributes
                    pub trait #names<Sources> {}
                    #[diagnostic::do_not_recommend]
                    impl<Sources> self::#names<Sources> for ::core::convert::Infallible {}
                )*
            }
        }
    })
}

/// What the compiler says of moves from a state.
fn attribute(lifecycle: &Lifecycle, methods: &Methods, from: usize) -> TokenStream {
    let (id, name) = (unformatted(&id(lifecycle)), unformatted(&named(lifecycle, Some(from))));
    let message = format!("{id} has no row from {name} to `{{Self}}`");
    let label = unformatted(&exits(lifecycle, methods, from));
    let document = unformatted(&document(lifecycle));
    quote! {
        #[diagnostic::on_unimplemented(
            message = #message, label = #label, note = "what may enter that state: `{Sources}`", note = #document
        )]
    }
}

/// The states with rows to `to`, as a type.
fn types(lifecycle: &Lifecycle, to: usize) -> TokenStream {
    let sources = reasons::sources(lifecycle, Some(to));
    let names = sources.iter().take(TYPES).map(|state| ident(&lifecycle.states[*state].variant));
    let mut names: Vec<_> = names.map(|name| quote!(super::states::#name)).collect();
    if sources.len() > TYPES {
        names.push(quote!(AndMore));
    }
    match names.as_slice() {
        [] => quote!(NoState),
        [one] => one.clone(),
        names => quote!((#(#names),*)),
    }
}
