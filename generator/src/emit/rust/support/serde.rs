//! States, rows and triggers read by their texts with serde.

use ::core::fmt;
use ::core::marker::PhantomData;

use ::serde::de::{Deserializer, Error, Visitor};

use super::text::{Quoted, nearest, start_of};
use super::{State, Transition, Trigger};

/// Reads a state by its name or an alias.
///
/// # Errors
///
/// No state is called so, or there is no text.
pub fn state<'de, S: State, D: Deserializer<'de>>(deserializer: D) -> Result<S, D::Error> {
    deserializer.deserialize_str(Parsed(PhantomData))
}

/// Reads a row by its name.
///
/// # Errors
///
/// No row is called so, or there is no text.
pub fn row<'de, R: Transition, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let document = <R::State as State>::DOCUMENT;
    deserializer.deserialize_str(Listed { document, what: "row", all: R::ALL, name: R::as_str })
}

/// Reads a trigger of a document by its text.
///
/// # Errors
///
/// No trigger is called so, or there is no text.
pub fn trigger<'de, T: Trigger, D: Deserializer<'de>>(
    document: &'static str,
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Listed { document, what: "trigger", all: T::ALL, name: T::as_str })
}

struct Parsed<S>(PhantomData<S>);

impl<S: State> Visitor<'_> for Parsed<S> {
    type Value = S;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a state of {}", S::DOCUMENT)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<S, E> {
        S::parse(text).map_err(E::custom)
    }
}

/// The things that have a name.
struct Listed<T: 'static> {
    document: &'static str,
    what: &'static str,
    all: &'static [T],
    name: fn(T) -> &'static str,
}

impl<T: Copy> Visitor<'_> for Listed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} of {}", self.what, self.document)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let found = self.all.iter().copied().find(|thing| (self.name)(*thing) == text);
        found.ok_or_else(|| {
            let names = self.all.iter().map(|thing| (self.name)(*thing));
            E::custom(Unknown { document: self.document, what: self.what, text, nearest: nearest(text, names) })
        })
    }
}

/// That nothing is called so.
struct Unknown<'a> {
    document: &'static str,
    what: &'static str,
    text: &'a str,
    nearest: Option<&'static str>,
}

impl fmt::Display for Unknown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no {} {}", self.document, self.what, Quoted(start_of(self.text)))?;
        self.nearest.map_or(Ok(()), |name| write!(f, "; the nearest is {}", Quoted(name)))
    }
}
