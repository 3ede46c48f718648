//! An operator with whims: cancels, asks for another version, tries what must be refused.

use std::thread::sleep;
use std::time::Duration;

use reference::store::Database;
use reference::time::Time;
use reference::{aging, bulk, monthly};

use crate::{Failure, unless_overtaken};

// A run at so many thousandths of the way through.
const SNAPSHOT_RUN: &str = "SELECT id FROM snapshot_run
    WHERE id * 1000 >= $1 * (SELECT max(id) FROM snapshot_run) ORDER BY id LIMIT 1";
const AGING_RUN: &str = "SELECT id FROM aging_run
    WHERE id * 1000 >= $1 * (SELECT max(id) FROM aging_run) ORDER BY id LIMIT 1";
const BULK_RUN: &str = "SELECT id FROM bulk_run
    WHERE id * 1000 >= $1 * (SELECT max(id) FROM bulk_run) ORDER BY id LIMIT 1";

/// Does one thing to a run at random.
pub fn whim(db: &mut Database, random: &mut fastrand::Rng, now: Time) -> Result<(), Failure> {
    match random.u8(..10) {
        0..3 => {
            if let Some(id) = any(db, random, SNAPSHOT_RUN)? {
                let run = db.read(|tx| monthly::by_id(tx, id))?;
                sleep(Duration::from_millis(random.u64(..3)));
                unless_overtaken(monthly::cancel(db, &run, "a whim", now))?;
            }
        }
        3..5 => {
            if let Some(id) = any(db, random, SNAPSHOT_RUN)? {
                let run = db.read(|tx| monthly::by_id(tx, id))?;
                let period = monthly::Period {
                    owner: &run.owner,
                    workspace: &run.workspace,
                    kind: &run.kind,
                    month: run.period,
                    chunks: run.chunks,
                };
                db.write(|tx| monthly::rerun(tx, period, random.bool(), now))?;
            }
        }
        5..8 => {
            if let Some(id) = any(db, random, AGING_RUN)? {
                let run = db.read(|tx| aging::by_id(tx, id))?;
                unless_overtaken(aging::rerun(db, &run.workspace, run.month, random.bool(), now))?;
            }
        }
        8..9 => {
            if let Some(id) = any(db, random, BULK_RUN)? {
                let run = db.read(|tx| bulk::by_id(tx, id))?;
                unless_overtaken(bulk::cancel(db, &run, now))?;
            }
        }
        _ => {
            if let Some(id) = any(db, random, BULK_RUN)? {
                let run = db.read(|tx| bulk::by_id(tx, id))?;
                if unless_overtaken(bulk::expire(db, &run, now))?.is_some() {
                    return Err(format!("run {id} expired within its retention").into());
                }
            }
        }
    }
    sleep(Duration::from_millis(random.u64(5..20)));
    Ok(())
}

fn any(db: &mut Database, random: &mut fastrand::Rng, sql: &'static str) -> Result<Option<i64>, Failure> {
    let rows = db.read(|tx| tx.query(sql, &[random.i64(0..=1000).into()]))?;
    Ok(rows.first().map(|row| row.int("id")).transpose()?)
}
