//! What the compiler says: the document's words, as texts of `#[diagnostic::on_unimplemented]`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::visible;
use crate::lifecycle::Lifecycle;

/// How many names a list shows.
pub(super) const SHOWN: usize = 12;

/// The most characters of a name.
const LONGEST: usize = 80;

/// What is said where a bound is not met.
pub(super) struct Words {
    /// What is wrong.
    pub(super) message: String,
    /// What stands under the call: the way out.
    pub(super) label: String,
    /// What else helps.
    pub(super) notes: Vec<String>,
}

impl Words {
    /// The attribute that makes the compiler say so.
    pub(super) fn attribute(&self) -> TokenStream {
        let (message, label) = (unformatted(&self.message), unformatted(&self.label));
        let notes = self.notes.iter().map(|note| unformatted(note));
        quote!(#[diagnostic::on_unimplemented(message = #message, label = #label #(, note = #notes)*)])
    }
}

/// Text that is shown as it is where a format is asked for.
pub(super) fn unformatted(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// A state's name, in backticks; `[*]` for none.
pub(super) fn named(lifecycle: &Lifecycle, state: Option<usize>) -> String {
    state.map_or_else(|| "[*]".to_owned(), |state| code(lifecycle.states[state].name.as_str()))
}

/// A text in backticks, or its beginning where it is long.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", start(text))
}

/// The document's id.
pub(super) fn id(lifecycle: &Lifecycle) -> String {
    start(lifecycle.facts.id.as_str())
}

/// The beginning of a name. Names stand in many messages, so a long one would fill the module.
fn start(text: &str) -> String {
    let mut start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    visible(&start)
}

/// `a, b or c`.
pub(super) fn either(items: &[String]) -> String {
    let (shown, more) = items.split_at(items.len().min(SHOWN));
    match shown {
        _ if !more.is_empty() => format!("{} or {} more", shown.join(", "), more.len()),
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Where to look, and what to do where the document is what should change.
pub(super) fn document(lifecycle: &Lifecycle) -> String {
    let path = start(&lifecycle.path);
    format!("the rows are declared in {path}; `statedoc generate` makes this code of them")
}
