//! Sentences that hold the words of documents, which every report shows in its own way.

use std::fmt;

/// A sentence without its full stop, as words of ours and of documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words of ours.
    Words(String),
    /// A name of the document: a state, an arrow, a key.
    Name(String),
    /// A text of the document.
    Quote(String),
}

/// The most characters of a text that a sentence quotes.
const LONGEST: usize = 160;

impl Piece {
    /// A name of the document.
    #[must_use]
    pub fn name(text: &str) -> Self {
        Self::Name(short(text))
    }

    /// A text of the document.
    #[must_use]
    pub fn quote(text: &str) -> Self {
        Self::Quote(short(text))
    }

    /// Words of ours.
    #[must_use]
    pub fn words(text: impl Into<String>) -> Self {
        Self::Words(text.into())
    }
}

impl Sentence {
    /// The sentence of `template` with each `{}` in it replaced by the next of `pieces`.
    #[must_use]
    pub fn of(template: &'static str, pieces: &[Piece]) -> Self {
        let mut sentence = Self::default();
        let mut words = template.split("{}");
        sentence.pieces.extend(words.next().map(Piece::words));
        for (piece, words) in pieces.iter().zip(words) {
            sentence.pieces.extend([piece.clone(), Piece::words(words)]);
        }
        sentence
    }

    /// Adds words and pieces at the end.
    pub fn and(&mut self, template: &'static str, pieces: &[Piece]) {
        self.pieces.extend(Self::of(template, pieces).pieces);
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Words(words) => f.write_str(words)?,
                Piece::Name(name) => write!(f, "`{name}`")?,
                Piece::Quote(text) => write!(f, "“{text}”")?,
            }
        }
        Ok(())
    }
}

/// `text` on one line, cut where it is too long to be read in a sentence.
#[must_use]
pub fn short(text: &str) -> String {
    let mut short = String::new();
    let mut left = LONGEST;
    for word in text.split_whitespace() {
        if !short.is_empty() {
            short.push(' ');
        }
        let count = word.chars().count();
        if count > left {
            short.extend(word.chars().take(if left == LONGEST { left } else { 0 }));
            short.push('…');
            return short;
        }
        short.push_str(word);
        left -= count;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{Piece, Sentence};

    #[test]
    fn a_sentence_holds_the_words_of_both() {
        let sentence = Sentence::of("{} was {}", &[Piece::name("a {} b"), Piece::quote("one\n  two")]);
        assert_eq!(sentence.to_string(), "`a {} b` was “one two”");
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        let Piece::Quote(text) = Piece::quote(&"word ".repeat(100)) else { panic!("a quote") };
        assert!(text.ends_with("word …") && text.chars().count() <= 210, "{text}");
        let Piece::Name(text) = Piece::name(&"x".repeat(1_000)) else { panic!("a name") };
        assert_eq!(text.chars().count(), 161);
    }
}
