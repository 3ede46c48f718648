//! The sentences that a database refuses with: those of the generated Rust, so that a search finds both.

use crate::lifecycle::Lifecycle;
use crate::visible::visible;

/// A state as sentences show it.
pub(super) fn ticked(text: &str) -> String {
    format!("`{text}`")
}

/// States as sentences list them.
pub(super) fn listed(texts: &[&str]) -> String {
    texts.iter().map(|text| ticked(text)).collect::<Vec<_>>().join(", ")
}

/// What is declared from a state.
pub(super) fn exits(from: &str, to: &[&str]) -> String {
    match to {
        [] => format!("no row leaves {}", ticked(from)),
        _ => format!("from {} it declares {}", ticked(from), listed(to)),
    }
}

/// Where a record may begin.
pub(super) fn beginnings(initial: &[&str]) -> String {
    match initial {
        [] => "it says of no state that records begin in it".to_owned(),
        _ => format!("records begin as {}", listed(initial)),
    }
}

/// The reason why a pair is forbidden, behind the pair itself.
pub(super) fn forbidden(lifecycle: &Lifecycle, why: &str) -> String {
    format!(" is forbidden by {}: {why}", lifecycle.facts.id.as_str())
}

/// Why an alias is not written any more.
pub(super) fn earlier(alias: &str, name: &str) -> String {
    format!("{} is an earlier name of {}", ticked(alias), ticked(name))
}

/// A sentence on one line without anything hidden: SQLite raises nothing but plain literals.
pub(super) fn on_one_line(text: &str) -> String {
    visible(&text.replace("\r\n", " ").replace(['\n', '\r'], " "))
}
