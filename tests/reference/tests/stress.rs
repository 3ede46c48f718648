//! Dispatcher, operator and workers as processes that are killed at random; afterwards everything is
//! looked at.
//!
//! `REFERENCE_SEED` repeats a run as far as scheduling lets it, `REFERENCE_SECONDS` makes it longer.

mod caps;
mod crew;
mod effects;
mod history;
mod overshoot;
mod scene;

use std::time::{Duration, Instant};

use reference::store::Database;

use crate::databases::{Fresh, on_postgres, on_sqlite};
use crew::Crew;

#[test]
fn killed_processes_lose_and_repeat_nothing_on_sqlite() {
    on_sqlite(survive);
}

#[test]
fn killed_processes_lose_and_repeat_nothing_on_postgresql() {
    on_postgres("killed_processes_lose_and_repeat_nothing_on_postgresql", survive);
}

fn survive(fresh: &Fresh) {
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = variable("REFERENCE_SEED").unwrap_or_else(|| fastrand::u64(..1_000_000));
    let seconds = variable("REFERENCE_SECONDS").unwrap_or(10);
    println!("{}: REFERENCE_SEED={seed}", fresh.name);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut db = fresh.open();
    scene::set(&mut db, &mut random, seconds);

    overshoot::watch(&mut db, fresh.name);
    let mut crew = Crew::start(&fresh.url, &mut random);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        std::thread::sleep(Duration::from_millis(random.u64(20..120)));
        crew.kill_one(&mut random);
    }
    let (kills, after) = (crew.kills, start.elapsed());
    scene::enter_phase(&mut db, 1);
    crew.dismiss_operators();
    wait_until_settled(&mut db, &crew);
    scene::enter_phase(&mut db, 2);
    crew.end();

    let steps = history::check(&mut db);
    caps::check(&mut db);
    effects::check(&mut db);
    scene::expire(&mut db);
    println!(
        "{}: {steps} steps, {kills} kills in {after:?}, all settled after {:?}",
        fresh.name,
        start.elapsed()
    );
}

/// Nothing is lost: without kills, and with time passing, everything comes to its end.
fn wait_until_settled(db: &mut Database, crew: &Crew) {
    let start = Instant::now();
    loop {
        let unsettled = scene::unsettled(db);
        if unsettled.iter().all(|(_, count)| *count == 0) {
            return;
        }
        crew.look();
        assert!(start.elapsed() < Duration::from_secs(90), "unsettled: {unsettled:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
