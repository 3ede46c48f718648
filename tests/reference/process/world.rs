//! The world around the runs: its clock, in the same database, who receives effects, and bad luck.

use reference::outbox::Message;
use reference::store::{Database, Error, Transaction};
use reference::time::Time;
use reference::{aging, bulk, monthly};

use crate::truth;

/// How many subjects a page of a bulk run has.
pub const PAGE: i64 = 8;

/// What processes are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Everything.
    Open,
    /// Finish what there is.
    Closing,
    /// End.
    Closed,
}

/// The time and the phase.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// The time.
    pub now: Time,
    /// The phase.
    pub phase: Phase,
}

/// Reads the clock.
pub fn look(db: &mut Database) -> Result<World, Error> {
    let row = db.read(|tx| tx.one("SELECT now, phase FROM world", &[]))?;
    let phase = match row.int("phase")? {
        0 => Phase::Open,
        1 => Phase::Closing,
        _ => Phase::Closed,
    };
    Ok(World { now: row.int("now")?, phase })
}

/// Lets time pass, and says what time it is then.
pub fn pass(db: &mut Database, time: Time) -> Result<Time, Error> {
    db.write(|tx| tx.one("UPDATE world SET now = now + $1 RETURNING now", &[time.into()])?.int("now"))
}

/// The other side of the outbox: it knows messages by their keys, and counts repetitions.
pub fn receive(tx: &mut Transaction<'_>, message: &Message) -> Result<(), Error> {
    let sql = "INSERT INTO received (key, effect, times) VALUES ($1, $2, 1)
        ON CONFLICT (key) DO UPDATE SET times = received.times + 1";
    tx.execute(sql, &[message.key.as_str().into(), message.effect.as_str().into()])?;
    Ok(())
}

/// Ends this process at once, once in so many times: where a blow from outside would hardly hit.
pub fn perhaps_die(random: &mut fastrand::Rng, once_in: u16) {
    if random.u16(..once_in) == 0 {
        std::process::abort();
    }
}

/// How things go: as they should, mostly.
pub struct Luck<'a>(pub &'a mut fastrand::Rng);

impl Luck<'_> {
    fn fails(&mut self) -> Result<(), String> {
        if self.0.u8(..40) == 0 { Err("bad luck".to_owned()) } else { Ok(()) }
    }

    fn distorts(&mut self) -> bool {
        self.0.u8(..40) == 0
    }

    /// Captures aging items, within a transaction; some workspaces never get it right.
    pub fn capture(&mut self, run: &aging::Run, facts: &[aging::Fact]) -> Result<Vec<aging::Item>, String> {
        perhaps_die(self.0, 100);
        self.fails()?;
        let mut items = aging::capture(facts, run.cutoff);
        if self.distorts() || run.workspace.contains("crooked") {
            items.iter_mut().take(1).for_each(|item| item.bucket += 1);
        }
        Ok(items)
    }
}

impl monthly::Source for Luck<'_> {
    fn chunk(&mut self, run: &monthly::Run, number: i64) -> Result<monthly::Chunk, String> {
        self.fails()?;
        let chunk = truth::chunk(run, number);
        Ok(monthly::Chunk { items: chunk.items + i64::from(self.distorts()), ..chunk })
    }

    /// Asked within the final transaction.
    fn total(&mut self, run: &monthly::Run) -> monthly::Chunk {
        perhaps_die(self.0, 100);
        truth::total(run)
    }
}

impl bulk::Population for Luck<'_> {
    fn page(&mut self, run: &bulk::Run, start: i64) -> Result<bulk::Page, String> {
        perhaps_die(self.0, 200);
        self.fails()?;
        let end = (start + PAGE).min(run.subjects);
        let eligible = (start..end).filter(|subject| truth::is_eligible(&run.population, *subject)).collect();
        let population = if run.population.contains("growing") { 1_000_001 } else { run.subjects };
        Ok(bulk::Page { start, evaluated: end - start, eligible, population })
    }
}
