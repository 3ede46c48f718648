//! The file that declares the modules: `lib.rs` of a crate, or `mod.rs` inside one.

use proc_macro2::TokenStream;
use quote::quote;

use super::{ident, inner_docs, line, print};
use crate::lifecycle::Summary;

/// The root of the generated modules, without the header; `own_crate` where it is a `lib.rs`.
#[must_use]
pub fn root(lifecycles: &[Summary], own_crate: bool) -> String {
    let docs = inner_docs(&index(lifecycles));
    let crate_attributes = own_crate.then(|| {
        let scripts = foreign_names(lifecycles);
        quote!(#![no_std] #scripts)
    });
    let mut names: Vec<&str> = lifecycles.iter().map(|lifecycle| lifecycle.rust_module.as_str()).collect();
    names.sort_unstable();
    let names = names.into_iter().map(ident);
    print(quote! {
        #docs
        #![cfg_attr(rustfmt, rustfmt_skip)]
        #crate_attributes
        #(pub mod #names;)*
        pub mod support;
    })
}

fn index(lifecycles: &[Summary]) -> Vec<String> {
    let mut lines = vec!["The lifecycles of this project's state documents.".to_owned(), String::new()];
    for lifecycle in lifecycles {
        let module = &lifecycle.rust_module;
        let (title, id) = (line(&lifecycle.title), line(&lifecycle.id));
        lines.push(format!("- [`{module}`](mod@{module}): {title} ({id})"));
    }
    lines
}

/// Names in other scripts are the document's choice; these lints can be set for a whole crate only.
pub(crate) fn foreign_names(lifecycles: &[Summary]) -> Option<TokenStream> {
    let foreign = lifecycles.iter().any(|lifecycle| !lifecycle.is_ascii);
    foreign.then(|| {
        quote! {
            #![allow(
                confusable_idents, mixed_script_confusables, uncommon_codepoints,
                reason = "names follow the documents"
            )]
        }
    })
}
