//! The functions of a module: thin, and `const` where no guard is called.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, lookups};
use crate::lifecycle::Lifecycle;

/// The shared types, with this lifecycle's own put in.
pub(super) fn types() -> TokenStream {
    quote! {
        /// What the document says of a pair of states.
        pub type Verdict = support::Verdict<Transition>;
        /// A declared move whose guard let it pass.
        pub type Step = support::Step<State, Transition>;
        /// Why a move was refused.
        pub type Refusal<E> = support::Refusal<State, Transition, E>;
    }
}

/// `impl State`.
pub(super) fn state(lifecycle: &Lifecycle) -> TokenStream {
    let all = lifecycle.states.iter().map(|state| ident(&state.variant));
    let initial = lifecycle.initial().map(|state| ident(&lifecycle.states[state].variant));
    let terminal = lifecycle.terminal().map(|state| ident(&lifecycle.states[state].variant));
    let (parse, moves) = (lookups::parse(lifecycle), moves(lifecycle));
    quote! {
        impl State {
            /// Every state, in the document's order.
            pub const ALL: &'static [Self] = &[#(State::#all),*];
            /// The states that a record may begin in.
            pub const INITIAL: &'static [Self] = &[#(State::#initial),*];
            /// The states that a record ends in.
            pub const TERMINAL: &'static [Self] = &[#(State::#terminal),*];

            /// The state's name, as the document writes it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                NAMES[self.index()]
            }

            /// What the state means.
            #[must_use]
            pub const fn meaning(self) -> Option<&'static str> {
                MEANINGS[self.index()]
            }

            /// The state of this name or alias.
            ///
            /// # Errors
            ///
            /// No state is called so.
            pub fn parse(text: &str) -> Result<Self, UnknownState<'_>> {
                #parse
            }

            #moves
        }
    }
}

fn moves(lifecycle: &Lifecycle) -> TokenStream {
    let next = lookups::next(lifecycle);
    quote! {
        /// The rows that leave this state, in the document's order.
        #[must_use]
        pub const fn outgoing(self) -> &'static [Transition] {
            OUTGOING[self.index()]
        }

        /// The rows that leave this state on `trigger`, in the document's order.
        #[must_use]
        pub const fn on(self, trigger: Trigger) -> &'static [Transition] {
            ON[ON_CELLS.at(self.index(), trigger.index())]
        }

        /// Where `trigger` leads from this state, if one row leaves on it and enters a state; no guard is
        /// asked.
        #[must_use]
        pub const fn next(self, trigger: Trigger) -> Option<State> {
            #next
        }

        /// Takes `row` from this state. The guard is asked once, and only if the row leaves this state.
        ///
        /// # Errors
        ///
        /// The row does not leave this state, or the guard refuses.
        pub fn attempt<E>(
            self,
            row: Transition,
            guard: impl FnOnce(Transition) -> Result<(), E>,
        ) -> Result<Step, Refusal<E>> {
            support::attempt(self, row, guard)
        }

        /// Takes the one row from this state to `target`; the guard is told which.
        ///
        /// # Errors
        ///
        /// No row or more than one leads there, or the guard refuses.
        pub fn attempt_to<E>(
            self,
            target: Self,
            guard: impl FnOnce(Transition) -> Result<(), E>,
        ) -> Result<Step, Refusal<E>> {
            support::attempt_to(self, target, guard)
        }
    }
}

/// `impl Transition`.
pub(super) fn transition(lifecycle: &Lifecycle) -> TokenStream {
    let all = lifecycle.rows.iter().map(|row| ident(&row.variant));
    let facts = facts();
    quote! {
        impl Transition {
            /// Every row, in the document's order.
            pub const ALL: &'static [Self] = &[#(Transition::#all),*];

            /// The row's name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                ROWS[self.index()].name
            }

            /// The state it leaves; none where it begins a record.
            #[must_use]
            pub const fn from(self) -> Option<State> {
                ROWS[self.index()].from
            }

            /// The state it enters; none where it removes the record.
            #[must_use]
            pub const fn to(self) -> Option<State> {
                ROWS[self.index()].to
            }

            /// What sets it off.
            #[must_use]
            pub const fn trigger(self) -> Option<Trigger> {
                ROWS[self.index()].trigger
            }

            #facts
        }
    }
}

fn facts() -> TokenStream {
    quote! {
        /// What must hold.
        #[must_use]
        pub const fn guard(self) -> Option<&'static str> {
            ROWS[self.index()].guard
        }

        /// What to carry out, in order.
        #[must_use]
        pub const fn side_effects(self) -> &'static [&'static str] {
            ROWS[self.index()].side_effects
        }

        /// Who does it.
        #[must_use]
        pub const fn actor(self) -> Option<&'static str> {
            ROWS[self.index()].actor
        }

        /// How the row is known.
        #[must_use]
        pub const fn provenance(self) -> Option<&'static str> {
            ROWS[self.index()].provenance
        }

        /// Where it is written.
        #[must_use]
        pub const fn source(self) -> Option<&'static str> {
            ROWS[self.index()].source
        }
    }
}

/// `impl Trigger`.
pub(super) fn trigger(lifecycle: &Lifecycle) -> TokenStream {
    let all = lifecycle.triggers.iter().map(|trigger| ident(&trigger.variant));
    quote! {
        impl Trigger {
            /// Every trigger, in the order of their first rows.
            pub const ALL: &'static [Self] = &[#(Trigger::#all),*];

            /// The trigger's text.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                TRIGGERS[self.index()]
            }
        }
    }
}

/// What is asked of the lifecycle rather than of a state.
pub(super) fn free() -> TokenStream {
    quote! {
        /// What the document says of going from one state to another.
        #[must_use]
        pub const fn verdict(from: State, to: State) -> Verdict {
            VERDICTS[VERDICT_CELLS.at(from.index(), to.index())]
        }

        /// Begins a record by `row`. The guard is asked once, and only if the row begins a record.
        ///
        /// # Errors
        ///
        /// The row does not begin a record, or the guard refuses.
        pub fn create<E>(
            row: Transition,
            guard: impl FnOnce(Transition) -> Result<(), E>,
        ) -> Result<Step, Refusal<E>> {
            support::create(row, guard)
        }
    }
}
