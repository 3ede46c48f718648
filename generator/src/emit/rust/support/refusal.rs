//! Why a move was refused, and the sentence that says so.

use ::core::error::Error;
use ::core::fmt;

use super::text::Quoted;
use super::{State, Transition, Trigger};

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal<S, R: 'static, E> {
    /// The document forbids the pair.
    Forbidden {
        /// The state that the record is in.
        from: S,
        /// The state it was to enter.
        to: S,
        /// The document's reason.
        why: &'static str,
    },
    /// The document does not mention the pair.
    Undeclared {
        /// The state that the record is in.
        from: S,
        /// The state it was to enter.
        to: S,
    },
    /// The row does not leave the state that the record is in.
    WrongState {
        /// The state that the record is in; none where there is no record yet.
        state: Option<S>,
        /// The row that was attempted.
        row: R,
    },
    /// Several rows lead to the target: name one of them.
    Ambiguous(&'static [R]),
    /// The guard refused.
    Guard {
        /// The row whose guard it was.
        row: R,
        /// The guard's own answer.
        error: E,
    },
}

impl<S, R, E> fmt::Display for Refusal<S, R, E>
where
    S: State<Transition = R>,
    R: Transition<State = S>,
    E: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = S::DOCUMENT;
        match *self {
            Self::Forbidden { from, to, why } => {
                write!(f, "{} -> {} is forbidden by {document}: {why}", End(Some(from)), End(Some(to)))
            }
            Self::Undeclared { from, to } => {
                write!(f, "{document} has no row {} -> {}; ", End(Some(from)), End(Some(to)))?;
                exits(from, f)
            }
            Self::WrongState { state: Some(state), row } => {
                write!(f, "{document}: the row {} does not leave {}", Arrow(row), End(Some(state)))
            }
            Self::WrongState { state: None, row } => {
                write!(f, "{document}: the row {} does not begin a record", Arrow(row))
            }
            Self::Ambiguous(rows) => {
                write!(f, "{document} declares {} rows there, name the one that is meant: ", rows.len())?;
                list(f, rows.iter().map(|row| Arrow(*row)))
            }
            Self::Guard { row, ref error } => {
                write!(f, "{document}: the guard of {} refused", Arrow(row))?;
                row.guard().map_or(Ok(()), |guard| write!(f, " ({guard})"))?;
                write!(f, ": {error}")
            }
        }
    }
}

impl<S, R, E> Error for Refusal<S, R, E>
where
    S: State<Transition = R>,
    R: Transition<State = S>,
    E: Error + 'static,
{
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Guard { error, .. } => error.source(),
            _ => None,
        }
    }
}

/// One end of a row.
struct End<S>(Option<S>);

impl<S: State> fmt::Display for End<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(state) => Quoted(state.as_str()).fmt(f),
            None => f.write_str("[*]"),
        }
    }
}

/// A row with its trigger.
struct Arrow<R>(R);

impl<R: Transition> fmt::Display for Arrow<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", End(self.0.from()), End(self.0.to()))?;
        self.0.trigger().map_or(Ok(()), |trigger| write!(f, " on {}", Quoted(trigger.as_str())))
    }
}

fn exits<S: State>(from: S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if from.outgoing().is_empty() {
        return write!(f, "no row leaves {}", End(Some(from)));
    }
    write!(f, "from {} it declares ", End(Some(from)))?;
    let rows = from.outgoing();
    let first = |at: &usize| !rows[..*at].iter().any(|row| row.to() == rows[*at].to());
    list(f, (0..rows.len()).filter(first).map(|at| End(rows[at].to())))
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    for (at, item) in items.enumerate() {
        write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
    }
    Ok(())
}
