//! A key that a document or statedoc.toml may have, as data: the decoder takes no other, and
//! `statedoc schema` prints them.

/// One key of a map.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What its value is.
    pub shape: Shape,
    /// Whether the map must have it.
    pub required: bool,
    /// What it is for, in one sentence.
    pub about: &'static str,
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Text.
    Text,
    /// Text that may be anything, `null` and nothing included: what states are called.
    Name,
    /// A whole number from 1.
    Whole,
    /// `true` or `false`.
    Flag,
    /// A day: `2027-01-31`.
    Day,
    /// The id of a lint rule whose findings can be excepted.
    Rule,
    /// A level by the ids of lint rules.
    Levels,
    /// A list of texts.
    Texts,
    /// A list of texts that holds at least one.
    SomeTexts,
    /// A list of some of these words.
    Words(&'static [&'static str]),
    /// Texts by keys of any name.
    TextMap,
    /// A map of these keys.
    Table(&'static [Key]),
    /// A list of maps of these keys; it holds at least one where it is required.
    List(&'static [Key]),
}

impl Key {
    /// A key that may be left out.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { name, shape, required: false, about }
    }

    /// A key that must be there.
    #[must_use]
    pub const fn needed(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self { name, shape, required: true, about }
    }
}
