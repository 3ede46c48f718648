//! The dispatcher: moves the clock by a minute, plans, admits, reconciles, and carries messages out.

use reference::store::Database;
use reference::time::MINUTE;
use reference::{aging, bulk, monthly, outbox};

use crate::{Failure, truth, unless_overtaken, world};

/// A minute of the dispatcher; a quarter of an hour where nobody has anything to do in between.
pub fn minute(db: &mut Database, random: &mut fastrand::Rng) -> Result<(), Failure> {
    let is_idle = db.read(|tx| tx.query("SELECT key FROM job WHERE finished = 0 LIMIT 1", &[]))?.is_empty();
    let now = world::pass(db, if is_idle { 15 * MINUTE } else { MINUTE })?;
    if now / MINUTE % 15 == 0 || is_idle {
        aging::plan(db, truth::MONTH, now)?;
    }
    for row in db.read(|tx| tx.query("SELECT name FROM owner ORDER BY name", &[]))? {
        let owner = row.text("name")?;
        unless_overtaken(monthly::dispatch(db, &owner, now))?;
        unless_overtaken(aging::dispatch(db, &owner, now))?;
    }
    unless_overtaken(bulk::reconcile(db, now))?;
    outbox::relay(db, |db, message| {
        if message.effect == "submit job" {
            aging::submit_job(db, message, now)?;
        }
        db.write(|tx| world::receive(tx, message))?;
        world::perhaps_die(random, 50);
        Ok(())
    })?;
    Ok(())
}
