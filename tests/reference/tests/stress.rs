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

use std::sync::{Mutex, PoisonError};
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

/// Both want all of the machine.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn survive(fresh: &Fresh) {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
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
    let after = start.elapsed();
    let (steps, kills) = close(&mut db, crew, &mut random);
    effects::check_kills(&mut db);
    scene::expire(&mut db);
    println!(
        "{}: {steps} steps, {kills} kills, world closing after {after:.1?}, all settled after {:.1?}",
        fresh.name,
        start.elapsed()
    );
}

#[test]
fn runs_expire_in_an_idle_world_once_their_retention_is_over() {
    on_sqlite(|fresh| {
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut random = fastrand::Rng::new();
        let mut db = fresh.open();
        scene::set(&mut db, &mut random, 1);
        overshoot::watch(&mut db, fresh.name);
        let mut crew = Crew::start(&fresh.url, &mut random);
        scene::idle_for_months(&mut db, || crew.look(&mut random));
        close(&mut db, crew, &mut random);
        scene::expire(&mut db);
    });
}

/// Ends the world and looks at all that happened; how many steps and kills there were.
fn close(db: &mut Database, mut crew: Crew, random: &mut fastrand::Rng) -> (usize, usize) {
    scene::enter_phase(db, 1);
    crew.dismiss_operators();
    wait_until_settled(db, &mut crew, random);
    scene::enter_phase(db, 2);
    let kills = crew.end();
    let steps = history::check(db);
    caps::check(db);
    effects::check(db);
    (steps, kills)
}

/// Nothing is lost: without kills, and with time passing, everything comes to its end.
fn wait_until_settled(db: &mut Database, crew: &mut Crew, random: &mut fastrand::Rng) {
    let start = Instant::now();
    loop {
        let unsettled = scene::unsettled(db);
        if unsettled.iter().all(|(_, count)| *count == 0) {
            return;
        }
        crew.look(random);
        assert!(start.elapsed() < Duration::from_secs(200), "unsettled: {unsettled:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
