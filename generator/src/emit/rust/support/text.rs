//! From text to a state, and what is said of text that names none.

use ::core::error::Error;
use ::core::fmt;

/// A text that names no state of a lifecycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownState<'a> {
    text: Held<'a>,
    document: &'static str,
    known: [&'static [&'static str]; 2],
}

/// The text itself, or what fits of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held<'a> {
    Whole(&'a str),
    Start([u8; WIDTH], usize),
}

/// How much of an unknown text is shown, kept where it cannot be borrowed, and compared.
const WIDTH: usize = 40;

impl<'a> UnknownState<'a> {
    /// That `text` is none of `known`, the names and the aliases of a lifecycle's states.
    #[must_use]
    pub const fn new(text: &'a str, document: &'static str, known: [&'static [&'static str]; 2]) -> Self {
        Self { text: Held::Whole(text), document, known }
    }

    /// The text; its first 40 bytes where `FromStr` refused it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// The document's id.
    #[must_use]
    pub const fn document(&self) -> &'static str {
        self.document
    }

    /// The known name or alias that is nearest; none where the lifecycle has no state.
    #[must_use]
    pub fn nearest(&self) -> Option<&'static str> {
        nearest(self.text(), self.known.into_iter().flatten().copied())
    }

    /// The same without the borrow: of the text, its first 40 bytes.
    #[must_use]
    pub fn into_static(self) -> UnknownState<'static> {
        let start = start_of(self.text());
        let mut bytes = [0; WIDTH];
        bytes[..start.len()].copy_from_slice(start.as_bytes());
        UnknownState { text: Held::Start(bytes, start.len()), document: self.document, known: self.known }
    }
}

impl Held<'_> {
    fn as_str(&self) -> &str {
        match self {
            Self::Whole(text) => text,
            Self::Start(bytes, length) => ::core::str::from_utf8(&bytes[..*length]).unwrap_or_default(),
        }
    }
}

impl fmt::Debug for Held<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", start_of(self.as_str()))
    }
}

impl fmt::Display for UnknownState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no state {}", self.document, Quoted(start_of(self.text())))?;
        self.nearest().map_or(Ok(()), |state| write!(f, "; the nearest is {}", Quoted(state)))
    }
}

impl Error for UnknownState<'_> {}

/// A text in backticks. Characters that cannot be seen are spelled out, so that no text that
/// comes from outside can steer a terminal or reorder a line of a log.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_hidden =
            |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        f.write_str("`")?;
        for character in self.0.chars() {
            if is_hidden(character) {
                write!(f, "{}", character.escape_unicode())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        f.write_str("`")
    }
}

/// The beginning of a text, as much as is shown of one that comes from outside.
pub(super) fn start_of(text: &str) -> &str {
    let mut end = text.len().min(WIDTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The word that is nearest to `text`.
pub(super) fn nearest(text: &str, words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    words.min_by_key(|word| distance(text, word))
}

/// How many characters must be put in, left out or replaced to make one text of the other.
fn distance(left: &str, right: &str) -> usize {
    let mut row: [usize; WIDTH + 1] = ::core::array::from_fn(|at| at);
    for (line, left) in left.chars().take(WIDTH).enumerate() {
        let mut diagonal = ::core::mem::replace(&mut row[0], line + 1);
        for (at, right) in right.chars().take(WIDTH).enumerate() {
            let replaced = diagonal + usize::from(!left.eq_ignore_ascii_case(&right));
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[right.chars().take(WIDTH).count()]
}

/// The state that `words`, sorted by length and then by bytes, has for `text`.
pub fn find<S: Copy>(words: &[(&'static str, S)], text: &str) -> Option<S> {
    let order = |(word, _): &(&str, S)| (word.len(), *word).cmp(&(text.len(), text));
    words.binary_search_by(order).ok().map(|at| words[at].1)
}
