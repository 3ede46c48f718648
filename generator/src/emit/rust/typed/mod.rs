//! The typed layer of a module: one type per state, one method per row, and refusals to compile that
//! quote the document.

mod begin;
mod many;
mod moves;
mod reasons;
mod refused;
mod words;

use proc_macro2::TokenStream;
use quote::quote;

use super::enums::state_docs;
use super::{docs, ident};
use crate::lifecycle::Lifecycle;

/// The submodule `typed`.
pub(super) fn typed(lifecycle: &Lifecycle) -> TokenStream {
    let methods = lifecycle.methods();
    let (moves, refused) = (moves::moves(lifecycle, &methods), refused::refused(lifecycle, &methods));
    let (record, any, states) = (record(), any(lifecycle), states(lifecycle));
    quote! {
        /// The same with a type per state: a move that the document does not declare does not compile,
        /// and the compiler says why.
        ///
        /// A stored record enters by [`State::typed`], whose answer is matched on, and a method per row
        /// moves it. The guard is asked as by [`State::attempt`], and is shown the record's data too. What
        /// comes back is [`Taken`](typed::Taken): write its step, then call `written` for the record in
        /// its new state. Where the guard refuses, [`Refused`](typed::Refused) gives the record back.
        pub mod typed {
            #![allow(
                clippy::should_implement_trait, clippy::wrong_self_convention, non_snake_case,
                reason = "names are the document's"
            )]

            use ::core::marker::PhantomData;
            use super::{State, Transition, support};

            #record
            #any
            #moves
            #refused
            #states
        }
    }
}

/// The record, its state as a type, and what moving it comes to.
fn record() -> TokenStream {
    quote! {
        /// A record that is in the state `S`, with data of your own.
        pub struct Record<S, T> {
            /// Your own data.
            pub data: T,
            state: PhantomData<S>,
        }

        impl<S, T: Clone> Clone for Record<S, T> {
            fn clone(&self) -> Self {
                Self { data: self.data.clone(), state: PhantomData }
            }
        }

        impl<S, T: PartialEq> PartialEq for Record<S, T> {
            fn eq(&self, other: &Self) -> bool {
                self.data == other.data
            }
        }

        impl<S, T: Eq> Eq for Record<S, T> {}

        /// A state as a type; [`states`] lists them.
        pub trait InState {
            /// The state.
            const STATE: State;
        }

        impl<S: InState, T: ::core::fmt::Debug> ::core::fmt::Debug for Record<S, T> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("Record").field("state", &S::STATE).field("data", &self.data).finish()
            }
        }

        /// A move that a guard let pass: write its step, then take what it makes of the record.
        pub type Taken<N> = support::typed::Taken<N, State, Transition>;
        /// What was to move, as it was, and why it does not.
        pub type Refused<B, E> = support::typed::Refused<B, State, Transition, E>;
        /// What a move comes to: `N` once it is written, or `B` as it was.
        pub type Moved<B, N, E> = support::typed::Outcome<B, N, State, E>;
    }
}

/// A record in whichever state it is, and the way in.
fn any(lifecycle: &Lifecycle) -> TokenStream {
    let names: Vec<_> = lifecycle.states.iter().map(|state| ident(&state.variant)).collect();
    let about = lifecycle.states.iter().map(|state| docs(&[format!("In [`State::{}`].", state.variant)]));
    quote! {
        /// A record, by the state that it is in.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Any<T> {
            #(#about #names(Record<states::#names, T>)),*
        }

        impl<T> Any<T> {
            /// The state.
            #[must_use]
            pub const fn state(&self) -> State {
                match self {
                    #(Self::#names(_) => State::#names),*
                }
            }

            /// Your own data.
            #[must_use]
            pub const fn data(&self) -> &T {
                match self {
                    #(Self::#names(record) => &record.data),*
                }
            }
        }

        impl<S: InState, T> From<Record<S, T>> for Any<T> {
            fn from(record: Record<S, T>) -> Self {
                S::STATE.typed(record.data)
            }
        }

        impl State {
            /// A stored record that is in this state, to be matched on.
            #[must_use]
            pub const fn typed<T>(self, data: T) -> Any<T> {
                match self {
                    #(Self::#names => Any::#names(Record { data, state: PhantomData })),*
                }
            }
        }
    }
}

/// The states as types.
fn states(lifecycle: &Lifecycle) -> TokenStream {
    let names: Vec<_> = lifecycle.states.iter().map(|state| ident(&state.variant)).collect();
    let about = lifecycle.states.iter().map(|state| docs(&state_docs(state)));
    quote! {
        /// The states as types. None has a value: they are what a [`Record`] is said to be in.
        pub mod states {
            #(#about pub enum #names {})*
        }
        #(
            impl InState for states::#names {
                const STATE: State = State::#names;
            }
        )*
    }
}
