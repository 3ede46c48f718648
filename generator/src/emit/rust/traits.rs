//! The trait implementations of a module: text in and out, and the traits of generic code.

use proc_macro2::TokenStream;
use quote::quote;

/// `Display` for all three enums.
pub(super) fn display() -> TokenStream {
    let names = [quote!(State), quote!(Transition), quote!(Trigger)];
    quote! {
        #(
            impl ::core::fmt::Display for #names {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.pad(self.as_str())
                }
            }
        )*
    }
}

/// `FromStr` for `State`.
pub(super) fn from_str() -> TokenStream {
    quote! {
        impl ::core::str::FromStr for State {
            type Err = UnknownState<'static>;

            fn from_str(text: &str) -> Result<Self, UnknownState<'static>> {
                Self::parse(text).map_err(UnknownState::into_static)
            }
        }
    }
}

/// `support::State` for `State`.
pub(super) fn state() -> TokenStream {
    let moves = moves();
    quote! {
        impl support::State for State {
            type Transition = Transition;
            type Trigger = Trigger;

            const DOCUMENT: &'static str = DOCUMENT;
            const ALL: &'static [Self] = Self::ALL;
            const INITIAL: &'static [Self] = Self::INITIAL;
            const TERMINAL: &'static [Self] = Self::TERMINAL;

            fn index(self) -> usize {
                self.index()
            }

            fn as_str(self) -> &'static str {
                self.as_str()
            }

            fn meaning(self) -> Option<&'static str> {
                self.meaning()
            }

            fn parse(text: &str) -> Result<Self, UnknownState<'_>> {
                Self::parse(text)
            }

            fn outgoing(self) -> &'static [Transition] {
                self.outgoing()
            }

            fn on(self, trigger: Trigger) -> &'static [Transition] {
                self.on(trigger)
            }

            fn next(self, trigger: Trigger) -> Option<State> {
                self.next(trigger)
            }

            fn verdict(self, to: Self) -> Verdict {
                verdict(self, to)
            }

            #moves
        }
    }
}

fn moves() -> TokenStream {
    quote! {
        fn attempt<E>(
            self,
            row: Transition,
            guard: impl FnOnce(Transition) -> Result<(), E>,
        ) -> Result<Step, Refusal<E>> {
            self.attempt(row, guard)
        }

        fn attempt_to<E>(
            self,
            target: Self,
            guard: impl FnOnce(Transition) -> Result<(), E>,
        ) -> Result<Step, Refusal<E>> {
            self.attempt_to(target, guard)
        }

        fn create<E>(
            row: Transition,
            guard: impl FnOnce(Transition) -> Result<(), E>,
        ) -> Result<Step, Refusal<E>> {
            create(row, guard)
        }
    }
}

/// `support::Transition` for `Transition`.
pub(super) fn transition() -> TokenStream {
    quote! {
        impl support::Transition for Transition {
            type State = State;
            type Trigger = Trigger;

            const ALL: &'static [Self] = Self::ALL;

            fn index(self) -> usize {
                self.index()
            }

            fn as_str(self) -> &'static str {
                self.as_str()
            }

            fn from(self) -> Option<State> {
                self.from()
            }

            fn to(self) -> Option<State> {
                self.to()
            }

            fn trigger(self) -> Option<Trigger> {
                self.trigger()
            }

            fn guard(self) -> Option<&'static str> {
                self.guard()
            }

            fn side_effects(self) -> &'static [&'static str] {
                self.side_effects()
            }

            fn actor(self) -> Option<&'static str> {
                self.actor()
            }

            fn provenance(self) -> Option<&'static str> {
                self.provenance()
            }

            fn source(self) -> Option<&'static str> {
                self.source()
            }
        }
    }
}

/// `support::Trigger` for `Trigger`.
pub(super) fn trigger() -> TokenStream {
    quote! {
        impl support::Trigger for Trigger {
            const ALL: &'static [Self] = Self::ALL;

            fn index(self) -> usize {
                self.index()
            }

            fn as_str(self) -> &'static str {
                self.as_str()
            }
        }
    }
}
