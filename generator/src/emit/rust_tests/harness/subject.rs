//! What is held to a document: any implementation, by the document's indexes.

use std::error::Error;
use std::fmt;

/// An implementation of one lifecycle. States, rows and triggers are indexes into the document's lists.
pub trait Subject {
    /// The document's id.
    fn document(&self) -> &str;
    /// How many states, rows and triggers it has.
    fn counts(&self) -> Counts;
    /// The states that a record may begin in.
    fn initial(&self) -> Vec<usize>;
    /// The states that a record ends in.
    fn terminal(&self) -> Vec<usize>;
    /// What it says of a state.
    fn state(&self, state: usize) -> StateFacts<'_>;
    /// What it says of a row.
    fn row(&self, row: usize) -> RowFacts<'_>;
    /// A trigger's text, and the same as shown.
    fn trigger(&self, trigger: usize) -> [String; 2];
    /// The rows that leave a state.
    fn outgoing(&self, state: usize) -> Vec<usize>;
    /// The rows that leave a state on a trigger.
    fn on(&self, state: usize, trigger: usize) -> Vec<usize>;
    /// The state that a trigger leads to, where one row leaves on it and enters a state.
    fn next(&self, state: usize, trigger: usize) -> Option<usize>;
    /// What it says of a pair of states.
    fn verdict(&self, from: usize, to: usize) -> Verdict;
    /// The state of this name.
    fn parse(&self, text: &str) -> Result<usize, Unknown>;
    /// The same by way of [`std::str::FromStr`].
    fn read(&self, text: &str) -> Result<usize, Unknown>;
    /// Carries out a call. The guard is told which row asks it.
    fn call(&self, call: Call, guard: Guard<'_>) -> Result<Move, Refused>;
}

/// A guard of the suite's own.
pub type Guard<'a> = &'a mut dyn FnMut(usize) -> Result<(), Denied>;

/// The error of a guard that refuses; its number shows that it comes back untouched.
#[derive(Debug, PartialEq)]
pub struct Denied(pub u32);

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "denied by guard number {}", self.0)
    }
}

impl Error for Denied {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&Cause)
    }
}

/// What every [`Denied`] gives as its cause.
#[derive(Debug)]
struct Cause;

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the suite said no")
    }
}

impl Error for Cause {}

/// How many of each there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// States.
    pub states: usize,
    /// Rows.
    pub rows: usize,
    /// Triggers.
    pub triggers: usize,
}

/// A state as an implementation has it.
pub struct StateFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its name as shown.
    pub shown: String,
    /// What it means.
    pub meaning: Option<&'a str>,
}

/// A row as an implementation has it.
pub struct RowFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its name as shown.
    pub shown: String,
    /// The state it leaves.
    pub from: Option<usize>,
    /// The state it enters.
    pub to: Option<usize>,
    /// What sets it off.
    pub trigger: Option<usize>,
    /// What must hold.
    pub guard: Option<&'a str>,
    /// What to carry out, in order.
    pub side_effects: &'a [&'a str],
    /// Who does it.
    pub actor: Option<&'a str>,
    /// How it is known.
    pub provenance: Option<&'a str>,
    /// Where it is written.
    pub source: Option<&'a str>,
}

/// What is said of a pair of states.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// These rows lead there.
    Declared(Vec<usize>),
    /// It must never happen, for this reason.
    Forbidden(String),
    /// Nothing.
    Undeclared,
}

/// What an unknown name is answered with.
#[derive(Debug, PartialEq)]
pub struct Unknown {
    /// The name.
    pub text: String,
    /// The document's id.
    pub document: String,
    /// The nearest known name.
    pub nearest: Option<String>,
    /// The whole as shown.
    pub shown: String,
}

/// What can be asked of an implementation.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// Take this row from this state.
    Attempt(usize, usize),
    /// Take the row from the first state to the second.
    AttemptTo(usize, usize),
    /// Begin a record by this row.
    Create(usize),
}

/// A move that was let pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The state left.
    pub from: Option<usize>,
    /// The state entered.
    pub to: Option<usize>,
    /// The row taken.
    pub row: usize,
    /// What to carry out, in order.
    pub side_effects: Vec<String>,
}

/// A refusal, with its sentence and its cause.
#[derive(Debug)]
pub struct Refused {
    /// What it is.
    pub reason: Reason,
    /// How it reads.
    pub shown: String,
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The pair must never happen.
    Forbidden(usize, usize, String),
    /// The document does not mention the pair.
    Undeclared(usize, usize),
    /// This state is not left by this row.
    WrongState(Option<usize>, usize),
    /// Several rows lead there.
    Ambiguous(Vec<usize>),
    /// The guard of this row refused, with the error of this number.
    Guard(usize, u32),
    /// Something that the suite does not know.
    Other,
}
