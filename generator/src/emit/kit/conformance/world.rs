//! What the suite has prepared for one call: the guard's answer and the effect that fails.

use std::error::Error;
use std::fmt;

use super::super::under_test::support;

/// The world around one call. The implementation asks it where the document has a guard, and tells it
/// each effect that it carries out.
#[derive(Clone, Debug)]
pub struct World {
    number: u32,
    holds: bool,
    failing: Option<usize>,
    asked: Vec<usize>,
    told: Vec<String>,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// Every guard holds and no effect fails.
    #[must_use]
    pub const fn new() -> Self {
        Self { number: 0, holds: true, failing: None, asked: Vec::new(), told: Vec::new() }
    }

    /// Every guard refuses.
    #[must_use]
    pub fn refusing() -> Self {
        Self { holds: false, ..Self::new() }
    }

    /// The effect of this number, counted from 0, fails.
    #[must_use]
    pub fn failing(effect: usize) -> Self {
        Self { failing: Some(effect), ..Self::new() }
    }

    pub(super) fn scripted(number: u32, script: super::Script) -> Self {
        Self { number, holds: script.holds, failing: script.failing, ..Self::new() }
    }

    /// Asks the guard of a row. Call it where your guard is called.
    ///
    /// # Errors
    ///
    /// The guard refuses.
    pub fn guard<R: support::Transition>(&mut self, row: R) -> Result<(), Denied> {
        self.guard_at(row.index())
    }

    /// The same for a row by its place in the document.
    ///
    /// # Errors
    ///
    /// The guard refuses.
    pub fn guard_at(&mut self, row: usize) -> Result<(), Denied> {
        self.asked.push(row);
        if self.holds { Ok(()) } else { Err(Denied(self.number)) }
    }

    /// Whether guards hold in this call, for an adapter that arranges the data which they look at.
    #[must_use]
    pub const fn guard_holds(&self) -> bool {
        self.holds
    }

    /// Tells of one effect, in the document's words, where it is carried out.
    ///
    /// # Errors
    ///
    /// The suite has this effect fail.
    pub fn effect(&mut self, text: &str) -> Result<(), Failed> {
        self.told.push(text.to_owned());
        if self.failing == Some(self.told.len() - 1) { Err(Failed(self.number)) } else { Ok(()) }
    }

    /// The effect that fails in this call, counted from 0, for an adapter that arranges it beforehand.
    #[must_use]
    pub const fn failing_effect(&self) -> Option<usize> {
        self.failing
    }

    /// The rows whose guards were asked, by their places in the document, in order.
    #[must_use]
    pub fn asked(&self) -> &[usize] {
        &self.asked
    }

    /// The effects told of, in order.
    #[must_use]
    pub fn told(&self) -> &[String] {
        &self.told
    }

    pub(super) fn denial(&self) -> String {
        Denied(self.number).to_string()
    }
}

/// The error of a guard that refuses. Its number shows that it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Denied(u32);

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the guard said no (number {})", self.0)
    }
}

impl Error for Denied {}

/// The error of an effect that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed(u32);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the effect failed (number {})", self.0)
    }
}

impl Error for Failed {}
