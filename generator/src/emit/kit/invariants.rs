//! From the ids of invariants to the methods that check them.

use syn::Ident;

use crate::emit::rust::ident;
use crate::lifecycle::{Lifecycle, names};

/// The methods that every subject has.
const TAKEN: [&str; 8] = ["shows", "create", "observe", "attempt", "attempt_to", "can", "load", "race"];

/// Each invariant once, with the name of its method.
pub(super) fn invariants(lifecycle: &Lifecycle) -> Vec<(&str, Ident)> {
    let mut methods: Vec<(&str, String)> = Vec::new();
    for text in &lifecycle.invariants {
        let id = text.as_str();
        if methods.iter().any(|(other, _)| *other == id) {
            continue;
        }
        let mut name = names::module(id);
        while TAKEN.contains(&name.as_str()) || methods.iter().any(|(_, other)| *other == name) {
            name.push('_');
        }
        methods.push((id, name));
    }
    methods.into_iter().map(|(id, name)| (id, ident(&name))).collect()
}
