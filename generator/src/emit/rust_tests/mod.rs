//! The tests of the generated modules: one binary, one harness, and per document an oracle.

mod artifacts;
mod oracle;
mod typed;

use quote::quote;

use super::rust::{foreign_names, ident, inner_docs, print};
use crate::config::Layers;
use crate::emit::fixed;
use crate::lifecycle::Summary;

pub(super) use artifacts::EMITTER;
pub use oracle::oracle;

/// The files of the harness by their paths beside the test binary's `main.rs`, without headers.
#[must_use]
pub fn harness(layers: Layers) -> Vec<(&'static str, String)> {
    let files = [
        fixed!("harness/mod.rs"),
        fixed!("harness/cases.rs"),
        fixed!("harness/generated.rs"),
        fixed!("harness/model.rs"),
        fixed!("harness/moves.rs"),
        fixed!("harness/oracle.rs"),
        fixed!("harness/shared.rs"),
        fixed!("harness/subject.rs"),
        fixed!("harness/tables.rs"),
        fixed!("harness/walks.rs"),
    ];
    let mut files: Vec<_> = files.map(|(path, text)| (path, text.to_owned())).to_vec();
    if layers.typed {
        let (path, text) = fixed!("harness/typed.rs");
        files[0].1 = files[0].1.replacen("mod tables;\n", "mod tables;\nmod typed;\n", 1);
        files[0].1 =
            files[0].1.replacen("pub use tables::*;\n", "pub use tables::*;\npub use typed::*;\n", 1);
        files.push((path, text.to_owned()));
    }
    files
}

/// The test binary's `main.rs`, without the header. `code` is the path of the generated modules'
/// root: `lifecycles`, or `billing::lifecycles` inside a crate called billing.
///
/// # Panics
///
/// `code` is not a path.
#[must_use]
pub fn main(lifecycles: &[Summary], code: &str) -> String {
    let code: syn::Path = syn::parse_str(code).expect("a crate's name is a path");
    let docs = inner_docs(&["Holds the generated lifecycles to their documents.".to_owned()]);
    let foreign_names = foreign_names(lifecycles);
    let mut names: Vec<&str> = lifecycles.iter().map(|lifecycle| lifecycle.rust_module.as_str()).collect();
    names.sort_unstable();
    let names = names.into_iter().map(ident);
    print(quote! {
        #docs
        #![cfg_attr(rustfmt, rustfmt_skip)]
        #foreign_names
        mod harness;
        #(mod #names;)*
        use ::#code as under_test;
    })
}
