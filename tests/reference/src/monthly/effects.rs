//! What the side effects of STATE-PFM-QRY-014 do, in the transaction of the step.

use super::{DOCUMENT, Facts, Run, Transition};
use crate::outbox::{self, Message};
use crate::retry;
use crate::store::{Error, Transaction};
use crate::time::{DAY, Time};

/// A publication so long after planning raises the alarm of lateness.
const LATE_AFTER: Time = DAY;

/// Carries out what the document says of `row`: on the run, which is written afterwards, and beside it.
pub(super) fn carry_out(
    tx: &mut Transaction<'_>,
    row: Transition,
    run: &mut Run,
    facts: &Facts,
) -> Result<(), Error> {
    match row {
        // The job is submitted by `dispatch`, separately, once the row is committed as queued.
        Transition::PlannedToQueued | Transition::FailedToQueued => {
            run.queued_at = Some(facts.now);
            run.next_attempt_at = None;
            run.job = None;
        }
        Transition::QueuedToRunning => {
            run.attempts += 1;
            run.started_at = Some(facts.now);
        }
        // Cursor and attempts stay as they are.
        Transition::RunningToRunning
        | Transition::ValidatingToValidating
        | Transition::RunningToValidating => {}
        Transition::ValidatingToPublished => publish(tx, run, facts.now)?,
        Transition::QueuedToFailed | Transition::RunningToFailed | Transition::ValidatingToFailed => {
            settle_failure(tx, run, facts)?;
        }
        Transition::PlannedToCancelled
        | Transition::QueuedToCancelled
        | Transition::RunningToCancelled
        | Transition::ValidatingToCancelled
        | Transition::FailedToCancelled => {
            run.reason.clone_from(&facts.cancellation);
            run.next_attempt_at = None;
        }
    }
    Ok(())
}

/// The version becomes current; the previous one is retained.
fn publish(tx: &mut Transaction<'_>, run: &mut Run, now: Time) -> Result<(), Error> {
    let sql = "UPDATE snapshot_run SET is_current = 0
        WHERE workspace = $1 AND kind = $2 AND period = $3 AND is_current = 1";
    tx.execute(sql, &[run.workspace.as_str().into(), run.kind.as_str().into(), run.period.0.into()])?;
    run.is_current = true;
    if now - run.planned_at > LATE_AFTER { alarm(tx, run, "publication is late", now) } else { Ok(()) }
}

/// Chunks that are committed stay, and the next attempt goes on after them.
fn settle_failure(tx: &mut Transaction<'_>, run: &mut Run, facts: &Facts) -> Result<(), Error> {
    run.failures += 1;
    run.reason.clone_from(&facts.failure);
    run.next_attempt_at = retry::next_attempt_at(run.failures, facts.now);
    if run.next_attempt_at.is_none() { alarm(tx, run, "failure is final", facts.now) } else { Ok(()) }
}

fn alarm(tx: &mut Transaction<'_>, run: &Run, what: &str, now: Time) -> Result<(), Error> {
    let message = Message {
        key: format!("{DOCUMENT}/{}/{what}", run.id),
        effect: format!("alarm: {what}"),
        document: DOCUMENT.to_owned(),
        run: run.id,
    };
    outbox::post(tx, &message, now)
}
