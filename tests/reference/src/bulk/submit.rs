//! Beginning bulk runs: the run and its job, committed together.

use super::{DOCUMENT, Run, State, rows};
use crate::audit;
use crate::jobs;
use crate::store::{Database, Error};
use crate::time::Time;

/// What is to be evaluated. Separate submissions are separate runs.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    /// Whoever submits chooses it, so that a submission that is repeated is refused.
    pub key: &'a str,
    /// Who is evaluated.
    pub population: &'a str,
    /// How many subjects there are.
    pub subjects: i64,
    /// Whether the result is exported.
    pub wants_export: bool,
    /// Whether a simulation depends on it.
    pub has_simulation: bool,
}

/// Submits a run.
///
/// # Errors
///
/// Those of the database.
pub fn submit(db: &mut Database, submission: Submission<'_>, now: Time) -> Result<Run, Error> {
    db.write(|tx| {
        let job = format!("{DOCUMENT}/{}", submission.key);
        let sql = "INSERT INTO bulk_run (population, subjects, wants_export, status, job, submitted_at,
                cursor, evaluated, eligible)
            VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0) RETURNING *";
        let values = [
            submission.population.into(),
            submission.subjects.into(),
            submission.wants_export.into(),
            State::Queued.as_str().into(),
            job.as_str().into(),
            now.into(),
        ];
        let run = rows::read(&tx.one(sql, &values)?)?;
        audit::begin(tx, run.id, run.status, now)?;
        jobs::submit(tx, DOCUMENT, run.id, &job, now)?;
        if submission.has_simulation {
            let sql = "INSERT INTO simulation (run, status) VALUES ($1, 'pending')";
            tx.execute(sql, &[run.id.into()])?;
        }
        Ok(run)
    })
}
