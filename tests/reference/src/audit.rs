//! The history of every run: one row for its beginning and one for each step, written with it.

use lifecycles::support::{State, Step, Transition};

use crate::store::{Error, Transaction, Value};
use crate::time::Time;

const INSERT: &str = "INSERT INTO audit (document, run, from_state, to_state, step, at)
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Records that a run began in `state`, in the transaction that inserts it.
///
/// # Errors
///
/// No record may begin in this state, or the database refuses.
pub fn begin<S: State>(tx: &mut Transaction<'_>, run: i64, state: S, now: Time) -> Result<(), Error> {
    if !S::INITIAL.contains(&state) {
        return Err(Error::Unreadable(format!("{}: no record begins in {state}", S::DOCUMENT)));
    }
    let values =
        [S::DOCUMENT.into(), run.into(), Value::Null, state.as_str().into(), Value::Null, now.into()];
    tx.execute(INSERT, &values)?;
    Ok(())
}

/// Records a step, in the transaction that takes it.
///
/// # Errors
///
/// The database refuses.
pub fn step<S: State>(
    tx: &mut Transaction<'_>,
    run: i64,
    step: &Step<S, S::Transition>,
    now: Time,
) -> Result<(), Error> {
    let name = |state: Option<S>| state.map_or(Value::Null, |state| state.as_str().into());
    let row = step.row().as_str().into();
    tx.execute(
        INSERT,
        &[S::DOCUMENT.into(), run.into(), name(step.from()), name(step.to()), row, now.into()],
    )?;
    Ok(())
}
