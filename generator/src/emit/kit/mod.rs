//! The conformance kit: a suite for code that the user has already, and a trait per document.

mod artifacts;
mod invariants;
mod module;
mod subjects;

use quote::quote;

use super::rust::{ident, inner_docs, print};
use crate::emit::fixed;
use crate::lifecycle::Summary;

pub(super) use artifacts::EMITTER;
pub use module::module;

/// The files of the suite by their paths in the kit's folder, without headers.
#[must_use]
pub fn conformance() -> [(&'static str, &'static str); 18] {
    [
        fixed!("conformance/mod.rs"),
        fixed!("conformance/cases.rs"),
        fixed!("conformance/certificate.rs"),
        fixed!("conformance/document.rs"),
        fixed!("conformance/faults.rs"),
        fixed!("conformance/interpreter.rs"),
        fixed!("conformance/judge.rs"),
        fixed!("conformance/random.rs"),
        fixed!("conformance/ready.rs"),
        fixed!("conformance/report.rs"),
        fixed!("conformance/rules.rs"),
        fixed!("conformance/seen.rs"),
        fixed!("conformance/settle.rs"),
        fixed!("conformance/step.rs"),
        fixed!("conformance/subject.rs"),
        fixed!("conformance/suite.rs"),
        fixed!("conformance/waiting.rs"),
        fixed!("conformance/world.rs"),
    ]
}

/// The kit's `mod.rs`, without the header. `code` is the path of the generated modules' root.
///
/// # Panics
///
/// `code` is not a path.
#[must_use]
pub fn root(lifecycles: &[Summary], code: &str) -> String {
    let path: syn::Path = syn::parse_str(code).expect("the configuration's path is a path");
    let inside = path.segments.first().is_some_and(|first| first.ident == "crate");
    let code = if inside { quote!(#path) } else { quote!(::#path) };
    let docs = inner_docs(&[
        "Holds code of your own to the state documents: one module per document, and the suite.".to_owned(),
    ]);
    let mut names: Vec<&str> = lifecycles.iter().map(|lifecycle| lifecycle.rust_module.as_str()).collect();
    names.sort_unstable();
    let names = names.into_iter().map(ident);
    print(quote! {
        #docs
        #![cfg_attr(rustfmt, rustfmt_skip)]
        #![allow(
            dead_code, unused_imports, async_fn_in_trait,
            reason = "a test uses what it needs of it, and its futures stay on one thread"
        )]
        pub mod conformance;
        #(pub mod #names;)*
        use #code as under_test;
    })
}
