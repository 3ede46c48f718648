//! What the side effects of STATE-ACC-TRX-013 do, in the transaction of the step.

use super::{DOCUMENT, Facts, Run, Transition};
use crate::outbox::{self, Message};
use crate::retry;
use crate::store::{Error, Transaction};
use crate::time::Time;

/// Carries out what the document says of `row`: on the run, which is written afterwards, and beside it.
pub(super) fn carry_out(
    tx: &mut Transaction<'_>,
    row: Transition,
    run: &mut Run,
    facts: &Facts,
) -> Result<(), Error> {
    match row {
        // Saved with the exclusive end of the month as its cutoff, which `plan` works out.
        Transition::NotPlannedToPlanned => {}
        Transition::PlannedToQueued | Transition::FailedToQueued => {
            run.admitted_at = Some(facts.now);
            run.next_attempt_at = None;
            post_job(tx, run, facts.now)?;
        }
        // The worker goes on with the capture once this is committed.
        Transition::QueuedToRunning => {}
        Transition::RunningToPublished => {
            retain(tx, run, facts)?;
            run.is_current = true;
        }
        // The transaction of the capture has been rolled back before this one.
        Transition::RunningToFailed => {
            retain(tx, run, facts)?;
            run.failures += 1;
            run.next_attempt_at = retry::next_attempt_at(run.failures, facts.now);
        }
        // The items stay, for those who read this version.
        Transition::PublishedToSuperseded => run.is_current = false,
    }
    Ok(())
}

/// The job is submitted once the admission is committed.
fn post_job(tx: &mut Transaction<'_>, run: &Run, now: Time) -> Result<(), Error> {
    let effect = "submit job".to_owned();
    let message = Message { key: run.job(), effect, document: DOCUMENT.to_owned(), run: run.id };
    outbox::post(tx, &message, now)
}

fn retain(tx: &mut Transaction<'_>, run: &Run, facts: &Facts) -> Result<(), Error> {
    let Some(Ok(checks)) = &facts.outcome else { return Ok(()) };
    let sql = "INSERT INTO aging_check (run, attempt, name, passed) VALUES ($1, $2, $3, $4)";
    for (name, passed) in checks.named() {
        tx.execute(sql, &[run.id.into(), (run.failures + 1).into(), name.into(), passed.into()])?;
    }
    Ok(())
}
