//! What the side effects of STATE-PFM-ELG-004 do, in the transaction of the step.

use super::{DOCUMENT, Facts, Page, RETENTION, Run, State, Transition};
use crate::outbox::{self, Message};
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
        // The worker goes on with the first page once this is committed.
        Transition::QueuedToRunning => {}
        Transition::RunningToRunning => commit_page(tx, run, facts)?,
        Transition::RunningToSucceeded => {
            run.delta = Some(run.eligible - previously_eligible(tx, run)?);
            if run.wants_export {
                post(tx, run, "export", facts.now)?;
            }
            run.settled_at = Some(facts.now);
            run.expires_at = Some(facts.now + RETENTION);
            settle_simulation(tx, run, "complete")?;
        }
        Transition::RunningToFailed => {
            run.settled_at = Some(facts.now);
            settle_simulation(tx, run, "failed")?;
            post(tx, run, "failure metrics", facts.now)?;
        }
        Transition::QueuedToFailed => {
            run.settled_at = Some(facts.now);
            settle_simulation(tx, run, "failed")?;
        }
        Transition::QueuedToCancelled | Transition::RunningToCancelled => {
            run.settled_at = Some(facts.now);
        }
        Transition::SucceededToExpired | Transition::FailedToExpired | Transition::CancelledToExpired => {
            remove_results(tx, run)?;
        }
    }
    Ok(())
}

/// Counts, retained subjects, cursor and diagnostics: all or nothing.
fn commit_page(tx: &mut Transaction<'_>, run: &mut Run, facts: &Facts) -> Result<(), Error> {
    let Some(Page { start, evaluated, eligible, .. }) = &facts.page else { return Ok(()) };
    let found = i64::try_from(eligible.len()).unwrap_or(i64::MAX);
    run.cursor += evaluated;
    run.evaluated += evaluated;
    run.eligible += found;
    for subject in eligible {
        let sql = "INSERT INTO bulk_subject (run, subject) VALUES ($1, $2)";
        tx.execute(sql, &[run.id.into(), (*subject).into()])?;
    }
    let sql = "INSERT INTO bulk_page (run, start, evaluated, eligible, at) VALUES ($1, $2, $3, $4, $5)";
    let values = [run.id, *start, *evaluated, found, facts.now].map(Into::into);
    tx.execute(sql, &values)?;
    Ok(())
}

fn previously_eligible(tx: &mut Transaction<'_>, run: &Run) -> Result<i64, Error> {
    let sql = "SELECT eligible FROM bulk_run
        WHERE population = $1 AND status = $2 AND id < $3 ORDER BY id DESC LIMIT 1";
    let values = [run.population.as_str().into(), State::Succeeded.as_str().into(), run.id.into()];
    tx.query(sql, &values)?.first().map_or(Ok(0), |row| row.int("eligible"))
}

fn settle_simulation(tx: &mut Transaction<'_>, run: &Run, status: &str) -> Result<(), Error> {
    tx.execute("UPDATE simulation SET status = $2 WHERE run = $1", &[run.id.into(), status.into()])?;
    Ok(())
}

fn remove_results(tx: &mut Transaction<'_>, run: &Run) -> Result<(), Error> {
    tx.execute("DELETE FROM bulk_subject WHERE run = $1", &[run.id.into()])?;
    tx.execute("DELETE FROM bulk_page WHERE run = $1", &[run.id.into()])?;
    Ok(())
}

fn post(tx: &mut Transaction<'_>, run: &Run, effect: &str, now: Time) -> Result<(), Error> {
    let message = Message {
        key: format!("{DOCUMENT}/{}/{effect}", run.id),
        effect: effect.to_owned(),
        document: DOCUMENT.to_owned(),
        run: run.id,
    };
    outbox::post(tx, &message, now)
}
