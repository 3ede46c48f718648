//! Rows as the generator writes them.

/// The place of a state or trigger where a row has none.
pub const NONE: u32 = u32::MAX;

/// A row as the document has it. States and triggers are places in their lists; a text is empty where
/// the document says nothing. (Literals in options cost a compiler three times as much.)
#[derive(Debug)]
pub struct Row {
    /// The row's name.
    pub name: &'static str,
    /// The state it leaves; [`NONE`] where it begins a record.
    pub from: u32,
    /// The state it enters; [`NONE`] where it removes the record.
    pub to: u32,
    /// What sets it off, or [`NONE`].
    pub trigger: u32,
    /// What must hold.
    pub guard: &'static str,
    /// What to carry out, in order.
    pub side_effects: &'static [&'static str],
    /// Who does it.
    pub actor: &'static str,
    /// How the row is known.
    pub provenance: &'static str,
    /// Where it is written.
    pub source: &'static str,
}

/// A text, unless it is empty.
#[must_use]
pub const fn said(text: &'static str) -> Option<&'static str> {
    if text.is_empty() { None } else { Some(text) }
}

/// What stands at a place of a list.
///
/// # Panics
///
/// The list is too short.
#[must_use]
pub const fn at<T: Copy>(list: &[T], place: u32) -> Option<T> {
    if place == NONE { None } else { Some(list[place as usize]) }
}
