//! The Rust modules: one per lifecycle, one that they share, and the root that declares them.

mod artifacts;
pub(crate) mod code;
mod data;
mod enums;
mod lookups;
mod prose;
mod root;
mod serde;
mod typed;

#[cfg(test)]
#[allow(dead_code, unused_imports, reason = "emitted as it is, and more than its own tests use")]
mod support;
#[cfg(test)]
mod support_tests;

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::Ident;

use code::Code;

use crate::config::Layers;
use crate::emit::fixed;
use crate::lifecycle::Lifecycle;

pub(super) use artifacts::EMITTER;
pub(crate) use prose::{docs, inner_docs, line, quoted, visible};
pub(crate) use root::foreign_names;
pub use root::root;

/// The module of one lifecycle, without the header that the caller puts in front.
#[must_use]
pub fn module(lifecycle: &Lifecycle, layers: Layers) -> String {
    let mut code = Code::default();
    enums::head(lifecycle, &mut code);
    enums::state(lifecycle, &mut code);
    enums::transition(lifecycle, &mut code);
    enums::trigger(lifecycle, &mut code);
    data::lists(lifecycle, &mut code);
    code.gap();
    code.fixed(include_str!("methods.rs"));
    data::states(lifecycle, &mut code);
    data::rows(lifecycle, &mut code);
    data::triggers(lifecycle, &mut code);
    lookups::named(lifecycle, &mut code);
    lookups::outgoing(lifecycle, &mut code);
    lookups::on(lifecycle, &mut code);
    lookups::targets(lifecycle, &mut code);
    lookups::verdicts(lifecycle, &mut code);
    let layers = [layers.serde.then(serde::impls), layers.typed.then(|| typed::typed(lifecycle))];
    for layer in layers.into_iter().flatten() {
        code.gap();
        code.fixed(&print(layer));
    }
    code.finish()
}

/// The files of the module that all lifecycles share, by their paths, without headers.
#[must_use]
pub fn support(layers: Layers) -> Vec<(&'static str, String)> {
    let owned = |(path, text): (&'static str, &str)| (path, text.to_owned());
    let mut files = [
        fixed!("support.rs"),
        fixed!("support/refusal.rs"),
        fixed!("support/row.rs"),
        fixed!("support/tables.rs"),
        fixed!("support/text.rs"),
    ]
    .map(owned)
    .to_vec();
    for (wanted, module, file) in [
        (layers.typed, "pub mod typed;", fixed!("support/typed.rs")),
        (layers.serde, "pub mod serde;", fixed!("support/serde.rs")),
    ] {
        if wanted {
            files[0].1 = files[0].1.replacen("mod text;\n", &format!("mod text;\n{module}\n"), 1);
            files.push(owned(file));
        }
    }
    files
}

/// Tokens as text. They are ours, so they are a file.
pub(crate) fn print(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).expect("generated tokens are Rust"))
}

/// A name that lowering has settled.
pub(crate) fn ident(name: &str) -> Ident {
    format_ident!("{name}")
}
