//! An operator with whims: cancels, asks for another version, tries what must be refused.

use std::thread::sleep;
use std::time::Duration;

use reference::store::{Database, Error};
use reference::time::Time;
use reference::{aging, bulk, monthly};

use crate::{Failure, unless_overtaken};

// A run so many thousandths of the way through.
const MONTHLY: &str = "SELECT id FROM snapshot_run
    WHERE id * 1000 >= $1 * (SELECT max(id) FROM snapshot_run) ORDER BY id LIMIT 1";
const AGING: &str = "SELECT id FROM aging_run
    WHERE id * 1000 >= $1 * (SELECT max(id) FROM aging_run) ORDER BY id LIMIT 1";
const BULK: &str = "SELECT id FROM bulk_run
    WHERE id * 1000 >= $1 * (SELECT max(id) FROM bulk_run) ORDER BY id LIMIT 1";

/// Does one thing to a run at random.
pub fn whim(db: &mut Database, random: &mut fastrand::Rng, now: Time) -> Result<(), Failure> {
    sleep(Duration::from_millis(random.u64(5..20)));
    match random.u8(..10) {
        0..5 => touch_monthly(db, random, now),
        5..8 => rerun_aging(db, random, now),
        _ => touch_bulk(db, random, now),
    }
}

fn touch_monthly(db: &mut Database, random: &mut fastrand::Rng, now: Time) -> Result<(), Failure> {
    let Some(id) = any(db, random, MONTHLY)? else { return Ok(()) };
    let run = db.read(|tx| monthly::by_id(tx, id))?;
    if random.bool() {
        sleep(Duration::from_millis(random.u64(..3)));
        unless_overtaken(monthly::cancel(db, &run, "a whim", now))?;
        return Ok(());
    }
    let monthly::Run { owner, workspace, kind, period: month, chunks, .. } = &run;
    let period = monthly::Period { owner, workspace, kind, month: *month, chunks: *chunks };
    db.write(|tx| monthly::rerun(tx, period, random.bool(), now))?;
    Ok(())
}

fn rerun_aging(db: &mut Database, random: &mut fastrand::Rng, now: Time) -> Result<(), Failure> {
    let Some(id) = any(db, random, AGING)? else { return Ok(()) };
    let run = db.read(|tx| aging::by_id(tx, id))?;
    unless_overtaken(aging::rerun(db, &run.workspace, run.month, random.bool(), now))?;
    Ok(())
}

fn touch_bulk(db: &mut Database, random: &mut fastrand::Rng, now: Time) -> Result<(), Failure> {
    let Some(id) = any(db, random, BULK)? else { return Ok(()) };
    let run = db.read(|tx| bulk::by_id(tx, id))?;
    if random.bool() {
        unless_overtaken(bulk::cancel(db, &run, now))?;
    } else {
        unless_overtaken(bulk::expire(db, &run, now))?;
    }
    Ok(())
}

fn any(db: &mut Database, random: &mut fastrand::Rng, sql: &'static str) -> Result<Option<i64>, Error> {
    let rows = db.read(|tx| tx.query(sql, &[random.i64(0..=1000).into()]))?;
    rows.first().map(|row| row.int("id")).transpose()
}
