//! The kit's module of one document: its trait, and the suite's entry points in its types.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::invariants::invariants;
use super::subjects;
use crate::emit::rust::{ident, inner_docs, line, print};
use crate::lifecycle::Lifecycle;

/// The module, without the header.
#[must_use]
pub fn module(lifecycle: &Lifecycle) -> String {
    let id = lifecycle.facts.id.as_str();
    let invariants = invariants(lifecycle);
    let sections = [
        head(lifecycle),
        subjects::subject(id, &invariants, false),
        subjects::subject(id, &invariants, true),
        entries(),
        document(lifecycle, &invariants.iter().map(|(id, _)| *id).collect::<Vec<_>>()),
        subjects::held(&invariants, false),
        subjects::held(&invariants, true),
        subjects::interpreter(),
    ];
    sections.map(print).join("\n")
}

fn head(lifecycle: &Lifecycle) -> TokenStream {
    let id = line(lifecycle.facts.id.as_str());
    let docs =
        inner_docs(&[format!("Holds code of yours to {id}: implement [`Subject`], and call [`check`].")]);
    let module = ident(&lifecycle.rust_module);
    quote! {
        #docs
        #![cfg_attr(rustfmt, rustfmt_skip)]

        use super::conformance::{self, Document};
        pub use super::conformance::{
            By, Certificate, Effects, Guards, Interpreter, Invariant, Outcome, Refused, Report, Shows, Suite,
            World, block_on,
        };
        pub use super::under_test::#module::{State, Transition};

        /// How a record begins.
        pub type Start = conformance::Start<State, Transition>;
        /// A test of any implementation. It fails by panicking.
        pub type Test = fn(&mut dyn Subject);
        /// One call of a walk.
        pub type Step = conformance::Step<State, Transition>;
    }
}

fn entries() -> TokenStream {
    quote! {
        /// How thorough [`check`] is.
        #[must_use]
        pub fn suite() -> Suite {
            Suite { module: module_path!().to_owned(), ..Suite::default() }
        }

        /// Holds an implementation to the document.
        pub fn check(subject: &mut dyn Subject) -> Report {
            check_with(&suite(), subject)
        }

        /// The same, more or less thoroughly.
        pub fn check_with(suite: &Suite, subject: &mut dyn Subject) -> Report {
            suite.check(&document(), &mut Held(subject))
        }

        /// The same for an implementation that has to be awaited.
        pub async fn check_async<T: AsyncSubject>(subject: &mut T) -> Report {
            let suite = Suite { awaits: true, ..suite() };
            suite.check_async(&document(), &mut Awaited(subject)).await
        }

        /// Carries out one walk.
        ///
        /// # Panics
        ///
        /// The walk goes wrong.
        pub fn replay(subject: &mut dyn Subject, walk: &[Step]) {
            let walk: Vec<conformance::Step> = walk.iter().map(placed).collect();
            let mut held = Held(subject);
            block_on(conformance::replay(&document(), &mut conformance::Blocking(&mut held), &walk));
        }

        /// The same for an implementation that has to be awaited.
        ///
        /// # Panics
        ///
        /// The walk goes wrong.
        pub async fn replay_async<T: AsyncSubject>(subject: &mut T, walk: &[Step]) {
            let walk: Vec<conformance::Step> = walk.iter().map(placed).collect();
            conformance::replay(&document(), &mut Awaited(subject), &walk).await;
        }

        /// Runs tests over every mutant of the document: would they notice?
        pub fn certify(tests: &[(&str, Test)]) -> Certificate {
            let tests: Vec<_> = tests.iter().map(|(name, test)| (*name, over(*test))).collect();
            let tests: Vec<_> = tests.iter().map(|(name, test)| (*name, test as &dyn Fn(Interpreter))).collect();
            conformance::certify(&document(), &tests)
        }

        fn over(test: Test) -> impl Fn(Interpreter) {
            move |mut subject| test(&mut subject)
        }

        fn placed(step: &Step) -> conformance::Step {
            step.placed(|state| state.index(), |row| row.index())
        }
    }
}

fn document(lifecycle: &Lifecycle, invariants: &[&str]) -> TokenStream {
    let states = lifecycle.states.iter().enumerate();
    let aliases = states.flat_map(|(at, state)| {
        state.aliases.iter().map(move |alias| {
            let (at, alias) = (Literal::usize_unsuffixed(at), alias.as_str());
            quote!((#at, #alias))
        })
    });
    quote! {
        /// What the document says.
        #[must_use]
        pub fn document() -> Document {
            Document::of::<State>().with(&[#(#aliases),*], &[#(#invariants),*])
        }
    }
}
