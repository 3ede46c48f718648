//! What is kept of a lifecycle when everything that is made of it alone has been made.

use super::Lifecycle;

/// A lifecycle as the files made from all documents speak of it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The document's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its path, relative to the project's root.
    pub path: String,
    /// The Rust module's name.
    pub rust_module: String,
    /// draft, review, approved, …
    pub status: Option<String>,
    /// How many states it has.
    pub states: usize,
    /// How many rows.
    pub rows: usize,
    /// How many pairs that must never happen.
    pub forbidden: usize,
    /// Whether each of its Rust names is ASCII.
    pub is_ascii: bool,
}

impl Summary {
    /// The summary of a lifecycle.
    #[must_use]
    pub fn of(lifecycle: &Lifecycle) -> Self {
        let facts = &lifecycle.facts;
        Self {
            id: facts.id.value.clone(),
            title: facts.title.value.clone(),
            path: lifecycle.path.clone(),
            rust_module: lifecycle.rust_module.clone(),
            status: facts.status.as_ref().map(|status| status.value.clone()),
            states: lifecycle.states.len(),
            rows: lifecycle.rows.len(),
            forbidden: lifecycle.forbidden.len(),
            is_ascii: is_ascii(lifecycle),
        }
    }
}

fn is_ascii(lifecycle: &Lifecycle) -> bool {
    let states = lifecycle.states.iter().map(|state| &state.variant);
    let rows = lifecycle.rows.iter().map(|row| &row.variant);
    let triggers = lifecycle.triggers.iter().map(|trigger| &trigger.variant);
    let mut names = states.chain(rows).chain(triggers).chain([&lifecycle.rust_module]);
    names.all(|name| name.is_ascii())
}
