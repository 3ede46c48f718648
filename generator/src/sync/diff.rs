//! Drift as text: a unified diff.

use similar::TextDiff;

use super::header::{begins_with_mark, normal};
use crate::visible::visible;

/// The unified diff from `old` to `new` with three lines of context; empty where they differ in
/// nothing but our header. Line ends are no difference, and hidden characters are spelled out.
#[must_use]
pub fn unified(path: &str, old: &str, new: &str) -> String {
    let (old, new) = (normal(old), normal(new));
    let old = if begins_with_mark(&old) && begins_with_mark(&new) { with_header_of(&new, &old) } else { old };
    let diff = TextDiff::from_lines(&old, &new);
    let (from, to) = (format!("{path} (on disk)"), format!("{path} (generated)"));
    let text = diff.unified_diff().context_radius(3).header(&from, &to).to_string();
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        shown.push_str(&visible(line.trim_end_matches(['\r', '\n'])));
        shown.push('\n');
    }
    shown
}

/// `text` under the header of another file of ours: its digests say nothing to people.
fn with_header_of(other: &str, text: &str) -> String {
    let lines = other.split_inclusive('\n').take(2).chain(text.split_inclusive('\n').skip(2));
    lines.collect()
}
