//! What is held to a document: any implementation, by the document's indexes.

use std::error::Error;
use std::fmt;

use super::{Start, World};

/// An implementation of one lifecycle. The module of a document has the same trait with its types.
pub trait Subject {
    /// What the suite can see of it.
    fn shows(&self) -> Shows {
        Shows::EVERYTHING
    }
    /// Begins another record and forgets the one before, whatever comes of it.
    ///
    /// # Errors
    ///
    /// No record was begun.
    fn create(&mut self, start: Start, world: &mut World) -> Outcome;
    /// The stored text of the record's state; none where there is no record.
    fn observe(&mut self) -> Option<String>;
    /// Takes a row.
    ///
    /// # Errors
    ///
    /// Nothing happened.
    fn attempt(&mut self, row: usize, world: &mut World) -> Outcome;
    /// Enters a state by whatever row leads there; none where it is never asked that way.
    fn attempt_to(&mut self, target: usize, world: &mut World) -> Option<Outcome> {
        let _ = (target, world);
        None
    }
    /// Whether a row could be taken; none where it does not say.
    fn can(&mut self, row: usize, world: &mut World) -> Option<bool> {
        let _ = (row, world);
        None
    }
    /// Reads back a record whose stored state is this text; none where nothing can be stored so.
    fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        let _ = (text, world);
        None
    }
    /// Two callers read the same state; then each takes its row. None where there can be one caller only.
    fn race(&mut self, rows: [usize; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        let _ = (rows, worlds);
        None
    }
    /// Whether an invariant holds, by its place in the document.
    fn invariant(&mut self, invariant: usize) -> Invariant {
        let _ = invariant;
        Invariant::Unchecked
    }
}

/// The same for an implementation that has to be awaited.
pub trait AsyncSubject {
    /// What the suite can see of it.
    fn shows(&self) -> Shows {
        Shows::EVERYTHING
    }
    /// See [`Subject::create`].
    async fn create(&mut self, start: Start, world: &mut World) -> Outcome;
    /// See [`Subject::observe`].
    async fn observe(&mut self) -> Option<String>;
    /// See [`Subject::attempt`].
    async fn attempt(&mut self, row: usize, world: &mut World) -> Outcome;
    /// See [`Subject::attempt_to`].
    async fn attempt_to(&mut self, target: usize, world: &mut World) -> Option<Outcome>;
    /// See [`Subject::can`].
    async fn can(&mut self, row: usize, world: &mut World) -> Option<bool>;
    /// See [`Subject::load`].
    async fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome>;
    /// See [`Subject::race`].
    async fn race(&mut self, rows: [usize; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]>;
    /// See [`Subject::invariant`].
    async fn invariant(&mut self, invariant: usize) -> Invariant {
        let _ = invariant;
        Invariant::Unchecked
    }
}

/// A subject that answers at once, for the suite, which awaits.
pub struct Blocking<'a>(pub &'a mut dyn Subject);

impl AsyncSubject for Blocking<'_> {
    fn shows(&self) -> Shows {
        self.0.shows()
    }
    async fn create(&mut self, start: Start, world: &mut World) -> Outcome {
        self.0.create(start, world)
    }
    async fn observe(&mut self) -> Option<String> {
        self.0.observe()
    }
    async fn attempt(&mut self, row: usize, world: &mut World) -> Outcome {
        self.0.attempt(row, world)
    }
    async fn attempt_to(&mut self, target: usize, world: &mut World) -> Option<Outcome> {
        self.0.attempt_to(target, world)
    }
    async fn can(&mut self, row: usize, world: &mut World) -> Option<bool> {
        self.0.can(row, world)
    }
    async fn load(&mut self, text: &str, world: &mut World) -> Option<Outcome> {
        self.0.load(text, world)
    }
    async fn race(&mut self, rows: [usize; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        self.0.race(rows, worlds)
    }
    async fn invariant(&mut self, invariant: usize) -> Invariant {
        self.0.invariant(invariant)
    }
}

/// What a call comes to. An error says that nothing happened, and why.
pub type Outcome = Result<(), Refused>;

/// Why a call was refused: any error, with what caused it.
#[derive(Clone, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    /// A refusal in words.
    #[must_use]
    pub fn new(why: impl fmt::Display) -> Self {
        Self(why.to_string())
    }

    /// The words.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error> From<E> for Refused {
    fn from(error: E) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        Self(text)
    }
}

/// What the suite can see of an implementation. What it cannot see, it lists as unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shows {
    /// How guards can be seen.
    pub guards: Guards,
    /// How effects can be seen.
    pub effects: Effects,
    /// Whether a refusal quotes the document's reason, and brings back what a guard said.
    pub reasons: bool,
    /// What a caller names when it asks for a move.
    pub by: By,
}

impl Shows {
    /// Guards are asked, effects carried out, reasons given, and rows told apart.
    pub const EVERYTHING: Self =
        Self { guards: Guards::Asked, effects: Effects::CarriedOut, reasons: true, by: By::Row };
}

/// How guards can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guards {
    /// Each asks [`World::guard`], so that calls are counted.
    Asked,
    /// They look at data, which the adapter arranges by [`World::guard_holds`].
    Arranged,
    /// Not at all.
    Unchecked,
}

/// How effects can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effects {
    /// Each tells [`World::effect`], and a failure there makes the call fail.
    CarriedOut,
    /// They are told afterwards, such as from an outbox; the suite has none fail.
    Told,
    /// Not at all.
    Unchecked,
}

/// What a caller names when it asks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The row.
    Row,
    /// Where it leads: another row from the record's state that leads there may be taken instead.
    Target,
    /// What sets it off: another row from the record's state with that trigger may be taken instead.
    Trigger,
}

/// Whether an invariant holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// Nobody looks.
    Unchecked,
    /// It holds.
    Holds,
    /// It does not, and this is what is seen.
    Broken(String),
}
