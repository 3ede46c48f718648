//! A worker: takes a job of each lifecycle and does it, unless somebody is faster.

use std::thread::sleep;
use std::time::Duration;

use reference::jobs::Job;
use reference::store::Database;
use reference::{aging, bulk, monthly};

use crate::world::{self, Luck};
use crate::{Failure, unless_overtaken};

/// One job of each lifecycle; a moment's rest if there is none.
pub fn turn(db: &mut Database, random: &mut fastrand::Rng) -> Result<(), Failure> {
    let now = world::look(db)?.now;
    let mut rests = true;
    if let Some(job) = unless_overtaken(monthly::next_job(db, now))?.flatten() {
        rests = false;
        work_monthly(db, &job, random)?;
    }
    if let Some(job) = unless_overtaken(aging::next_job(db, now))?.flatten() {
        rests = false;
        let mut capture = |run: &aging::Run, facts: &[aging::Fact]| Luck(random).capture(run, facts);
        let now = world::look(db)?.now;
        unless_overtaken(aging::execute(db, &job, &mut capture, now))?;
    }
    if let Some(job) = unless_overtaken(bulk::next_job(db, now))?.flatten() {
        rests = false;
        work_bulk(db, &job, random)?;
    }
    if rests {
        sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn work_monthly(db: &mut Database, job: &Job, random: &mut fastrand::Rng) -> Result<(), Failure> {
    let now = world::look(db)?.now;
    let mut progress = unless_overtaken(monthly::begin(db, job, now))?;
    while progress == Some(monthly::Progress::More) {
        let now = world::look(db)?.now;
        progress = unless_overtaken(monthly::advance(db, job, &mut Luck(random), now))?;
    }
    Ok(())
}

fn work_bulk(db: &mut Database, job: &Job, random: &mut fastrand::Rng) -> Result<(), Failure> {
    let now = world::look(db)?.now;
    let mut progress = unless_overtaken(bulk::begin(db, job, now))?;
    while progress == Some(bulk::Progress::More) {
        let now = world::look(db)?.now;
        progress = unless_overtaken(bulk::advance(db, job, &mut Luck(random), now))?;
    }
    Ok(())
}
