//! The traits that an implementation of one document has to have, and how the suite calls them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Ident;

use crate::emit::rust::{docs, line};

/// One call of the traits.
struct Method {
    docs: &'static [&'static str],
    name: &'static str,
    /// Its parameters behind `self`, in the document's types and in the suite's.
    typed: TokenStream,
    placed: TokenStream,
    /// The arguments that make the one of the other, and those of the interpreter.
    arguments: TokenStream,
    placing: TokenStream,
    returns: TokenStream,
    /// What it does where an implementation leaves it out.
    default: Option<TokenStream>,
}

fn methods() -> [Method; 7] {
    let world = quote!(world: &mut World);
    let outcome = quote!(Outcome);
    let perhaps = quote!(Option<Outcome>);
    let row = |default: Option<TokenStream>, docs, name, returns| Method {
        docs,
        name,
        typed: quote!(row: Transition, #world),
        placed: quote!(row: usize, #world),
        arguments: quote!(Transition::ALL[row], world),
        placing: quote!(row.index(), world),
        returns,
        default,
    };
    let none = |used: TokenStream| Some(quote!(let _ = #used; None));
    [
        Method {
            docs: &[
                "Begins another record and forgets the one before, whatever comes of it.",
                "",
                "# Errors",
                "",
                "No record was begun.",
            ],
            name: "create",
            typed: quote!(start: Start, #world),
            placed: quote!(start: conformance::Start, #world),
            arguments: quote!(start.typed::<State>(), world),
            placing: quote!(start.placed(), world),
            returns: outcome.clone(),
            default: None,
        },
        Method {
            docs: &["The stored text of the record's state; none where there is no record."],
            name: "observe",
            typed: quote!(),
            placed: quote!(),
            arguments: quote!(),
            placing: quote!(),
            returns: quote!(Option<String>),
            default: None,
        },
        row(None, &["Takes a row.", "", "# Errors", "", "Nothing happened."], "attempt", outcome),
        Method {
            docs: &["Enters a state by whatever row leads there; none where it is never asked that way."],
            name: "attempt_to",
            typed: quote!(target: State, #world),
            placed: quote!(target: usize, #world),
            arguments: quote!(State::ALL[target], world),
            placing: quote!(target.index(), world),
            returns: perhaps.clone(),
            default: none(quote!((target, world))),
        },
        row(
            none(quote!((row, world))),
            &["Whether a row could be taken; none where it does not say."],
            "can",
            quote!(Option<bool>),
        ),
        Method {
            docs: &[
                "Reads back a record whose stored state is this text; none where nothing can be stored so.",
            ],
            name: "load",
            typed: quote!(text: &str, #world),
            placed: quote!(text: &str, #world),
            arguments: quote!(text, world),
            placing: quote!(text, world),
            returns: perhaps,
            default: none(quote!((text, world))),
        },
        Method {
            docs: &[
                "Two callers read the same state; then each takes its row. None where there is one caller only.",
            ],
            name: "race",
            typed: quote!(rows: [Transition; 2], worlds: &mut [World; 2]),
            placed: quote!(rows: [usize; 2], worlds: &mut [World; 2]),
            arguments: quote!(rows.map(|row| Transition::ALL[row]), worlds),
            placing: quote!(rows.map(Transition::index), worlds),
            returns: quote!(Option<[Outcome; 2]>),
            default: none(quote!((rows, worlds))),
        },
    ]
}

/// The trait, for code that answers at once or that has to be awaited.
pub(super) fn subject(id: &str, invariants: &[(&str, Ident)], awaits: bool) -> TokenStream {
    let (name, what) = if awaits {
        ("AsyncSubject", "The same for an implementation that has to be awaited.".to_owned())
    } else {
        ("Subject", format!("An implementation of {}, as the suite drives it.", line(id)))
    };
    let (name, what) = (ident(name), docs(&[what]));
    let asynchronous = awaits.then(|| quote!(async));
    let calls = methods().into_iter().map(|method| {
        let comment = docs(&method.docs.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        let (call, typed, returns) = (ident(method.name), method.typed, method.returns);
        let body = method.default.map_or(quote!(;), |default| quote!({ #default }));
        let comma = (!typed.is_empty()).then(|| quote!(,));
        quote!(#comment #asynchronous fn #call(&mut self #comma #typed) -> #returns #body)
    });
    let checks = invariants.iter().map(|(id, method)| {
        let comment = docs(&[format!("Whether {} holds.", line(id))]);
        quote! {
            #comment
            #asynchronous fn #method(&mut self) -> Invariant {
                Invariant::Unchecked
            }
        }
    });
    quote! {
        #what
        pub trait #name {
            /// What the suite can see of it.
            fn shows(&self) -> Shows {
                Shows::EVERYTHING
            }
            #(#calls)*
            #(#checks)*
        }
    }
}

/// How the suite, which knows places in the document only, calls the trait.
pub(super) fn held(invariants: &[(&str, Ident)], awaits: bool) -> TokenStream {
    let calls = methods().into_iter().map(|method| {
        let (call, placed, arguments, returns) =
            (ident(method.name), method.placed, method.arguments, method.returns);
        let comma = (!placed.is_empty()).then(|| quote!(,));
        let wait = awaits.then(|| quote!(.await));
        let asynchronous = awaits.then(|| quote!(async));
        quote! {
            #asynchronous fn #call(&mut self #comma #placed) -> #returns {
                self.0.#call(#arguments) #wait
            }
        }
    });
    let places = (0..invariants.len()).map(Literal::usize_unsuffixed);
    let checks = invariants.iter().map(|(_, method)| method);
    let wait = awaits.then(|| quote!(.await));
    let asynchronous = awaits.then(|| quote!(async));
    let invariant = (!invariants.is_empty()).then(|| {
        quote! {
            #asynchronous fn invariant(&mut self, invariant: usize) -> Invariant {
                match invariant {
                    #(#places => self.0.#checks() #wait,)*
                    _ => Invariant::Unchecked,
                }
            }
        }
    });
    let (head, held) = if awaits {
        (
            quote!(impl<T: AsyncSubject> conformance::AsyncSubject for Awaited<'_, T>),
            quote!(
                struct Awaited<'a, T>(&'a mut T);
            ),
        )
    } else {
        (
            quote!(impl conformance::Subject for Held<'_>),
            quote!(
                struct Held<'a>(&'a mut dyn Subject);
            ),
        )
    };
    quote! {
        #held
        #head {
            fn shows(&self) -> Shows {
                self.0.shows()
            }
            #(#calls)*
            #invariant
        }
    }
}

/// The interpreter, and with it every mutant, as an implementation of the document.
pub(super) fn interpreter() -> TokenStream {
    let calls = methods().into_iter().map(|method| {
        let (call, typed, placing, returns) =
            (ident(method.name), method.typed, method.placing, method.returns);
        let (comma, behind) =
            if typed.is_empty() { (None, None) } else { (Some(quote!(,)), Some(quote!(,))) };
        quote! {
            fn #call(&mut self #comma #typed) -> #returns {
                conformance::Subject::#call(self #behind #placing)
            }
        }
    });
    quote! {
        impl Subject for Interpreter {
            #(#calls)*
        }
    }
}

fn ident(name: &str) -> Ident {
    crate::emit::rust::ident(name)
}
