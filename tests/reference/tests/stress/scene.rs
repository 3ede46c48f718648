//! What there is to run, when all of it is settled, and what happens after ninety days.

use std::time::{Duration, Instant};

use reference::jobs;
use reference::store::{Database, Transaction};
use reference::time::{DAY, HOUR, MINUTE, Month};
use reference::{aging, bulk, monthly};

use crate::databases::add_workspace;
use crate::truth;

/// The tables of the world around the runs.
const TABLES: &str = "
    CREATE TABLE world (now BIGINT NOT NULL, phase BIGINT NOT NULL);
    CREATE TABLE received (key TEXT PRIMARY KEY, effect TEXT NOT NULL, times BIGINT NOT NULL);
";

/// Sets the scene, for a run of so many seconds.
pub(super) fn set(db: &mut Database, random: &mut fastrand::Rng, seconds: u64) {
    db.script(TABLES).expect("tables");
    // 00:30 after the month's end, UTC.
    let now = truth::MONTH.end("UTC").expect("a month") + 30 * MINUTE;
    let sql = "INSERT INTO world (now, phase) VALUES ($1, 0)";
    db.write(|tx| tx.execute(sql, &[now.into()])).expect("the clock");
    let size = i64::try_from(seconds).expect("seconds") * 12;
    for number in 0..size * 4 {
        add_aging(db, random, number);
    }
    db.write(|tx| (0..size).try_for_each(|number| add_monthly(tx, random, number, now))).expect("runs");
    for number in 0..size * 4 {
        add_bulk(db, random, number, now);
    }
}

/// A workspace with receivables; every tenth has a month of the past to fill in, every fiftieth never
/// reconciles.
fn add_aging(db: &mut Database, random: &mut fastrand::Rng, number: i64) {
    let crooked = if number % 50 == 7 { " crooked" } else { "" };
    let name = format!("workspace {number}{crooked}");
    let owner = if number % 3 == 0 { "south" } else { "north" };
    let zone = ["Europe/Berlin", "UTC", "Atlantic/Azores"][random.usize(..3)];
    add_workspace(db, &name, owner, zone);
    let end = truth::MONTH.end("UTC").expect("a month");
    let sql = "INSERT INTO receivable (workspace, is_credit, cents, posted_at, due_at)
        VALUES ($1, $2, $3, $4, $5)";
    db.write(|tx| {
        (0..random.i64(1..9)).try_for_each(|at| {
            // The first is known to every capture, some others are posted after the month.
            let posted_at = end - if at == 0 { 40 } else { random.i64(-2..60) } * DAY;
            let due_at = posted_at + random.i64(-100..40) * DAY;
            let amounts = [random.bool().into(), random.i64(1..10_000).into()];
            let [is_credit, cents] = amounts;
            let values = [name.as_str().into(), is_credit, cents, posted_at.into(), due_at.into()];
            tx.execute(sql, &values).map(|_| ())
        })
    })
    .expect("receivables");
    if number % 10 == 0 {
        let past = Month(truth::MONTH.0 - 1);
        aging::rerun(db, &name, past, true, end).expect("a backfill").expect("no other run");
    }
}

fn add_monthly(
    tx: &mut Transaction<'_>,
    random: &mut fastrand::Rng,
    number: i64,
    now: i64,
) -> Result<(), reference::store::Error> {
    let workspace = format!("workspace {number}");
    let owner = if number % 3 == 0 { "south" } else { "north" };
    for (kind, back) in
        [("usage", 0), ("usage", 1), ("usage", 2), ("members", 0), ("members", 1), ("plans", 0)]
    {
        let month = Month(truth::MONTH.0 - back);
        let chunks = random.i64(1..5);
        let period = monthly::Period { owner, workspace: &workspace, kind, month, chunks };
        match (random.u8(..10), back) {
            (0, _) => monthly::skip(tx, period, "its data is still loading", now)?,
            (1..5, 1..) => monthly::rerun(tx, period, true, now)?,
            _ => monthly::plan(tx, period, now)?,
        };
    }
    Ok(())
}

fn add_bulk(db: &mut Database, random: &mut fastrand::Rng, number: i64, now: i64) {
    let growing = if number % 60 == 11 { "growing " } else { "" };
    let submission = bulk::Submission {
        key: &format!("submission {number}"),
        population: &format!("{growing}population {}", number % 7),
        subjects: random.i64(0..25),
        wants_export: random.bool(),
        has_simulation: random.bool(),
    };
    bulk::submit(db, submission, now).expect("a run");
}

/// Tells the processes what to do from now on.
pub(super) fn enter_phase(db: &mut Database, phase: i64) {
    db.write(|tx| tx.execute("UPDATE world SET phase = $1", &[phase.into()])).expect("a phase");
}

/// Lets months pass as soon as no bulk run is open, and waits until some have expired.
pub(super) fn idle_for_months(db: &mut Database, mut meanwhile: impl FnMut()) {
    let open = "SELECT count(*) AS n FROM bulk_run WHERE status IN ('queued', 'running')";
    let kept =
        "SELECT (CASE WHEN count(*) < 5 THEN 1 ELSE 0 END) AS n FROM bulk_run WHERE status = 'expired'";
    let mut wait = |db: &mut Database, sql| {
        let start = Instant::now();
        while db.read(|tx| tx.one(sql, &[])?.int("n")).expect("a count") > 0 {
            meanwhile();
            assert!(start.elapsed() < Duration::from_secs(100), "still not over: {sql}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait(db, open);
    let months = bulk::RETENTION + 10 * DAY;
    db.write(|tx| tx.execute("UPDATE world SET now = now + $1", &[months.into()])).expect("the clock");
    wait(db, kept);
}

/// How much of what there is has not come to its end.
pub(super) fn unsettled(db: &mut Database) -> Vec<(&'static str, i64)> {
    let queries = [
        (
            "monthly",
            "SELECT count(*) AS n FROM snapshot_run WHERE status IN ('planned', 'queued', 'running', 'validating')
                OR (status = 'failed' AND next_attempt_at IS NOT NULL)",
        ),
        (
            "aging",
            "SELECT count(*) AS n FROM aging_run WHERE status IN ('not planned', 'planned', 'queued', 'running')
                OR (status = 'failed' AND next_attempt_at IS NOT NULL)",
        ),
        ("bulk", "SELECT count(*) AS n FROM bulk_run WHERE status IN ('queued', 'running')"),
        ("jobs", "SELECT count(*) AS n FROM job WHERE finished = 0"),
        ("messages", "SELECT count(*) AS n FROM outbox WHERE done = 0"),
    ];
    let mut count = |sql| db.read(|tx| tx.one(sql, &[])?.int("n")).expect("a count");
    let mut counts: Vec<_> = queries.iter().map(|(what, sql)| (*what, count(sql))).collect();
    let unplanned = "SELECT count(*) AS n FROM workspace WHERE NOT EXISTS
        (SELECT 1 FROM aging_run WHERE workspace = workspace.name AND month = $1)";
    let values = [truth::MONTH.0.into()];
    let unplanned = db.read(|tx| tx.one(unplanned, &values)?.int("n")).expect("a count");
    counts.push(("workspaces without a plan", unplanned));
    counts
}

/// Ninety days later every settled bulk run expires that has not yet, and its results are gone.
pub(super) fn expire(db: &mut Database) {
    let rows = db.read(|tx| tx.query("SELECT id FROM bulk_run ORDER BY id", &[])).expect("runs");
    for row in rows {
        let id = row.int("id").expect("a number");
        let run = db.read(|tx| bulk::by_id(tx, id)).expect("a run");
        if run.status == bulk::State::Expired {
            continue;
        }
        let end = run.retained_until().expect("it is settled");
        assert!(bulk::expire(db, &run, end).is_err(), "{run:?} is retained until {end}");
        let expired = bulk::expire(db, &run, end + HOUR).expect("its retention is over");
        assert_eq!(expired.status, bulk::State::Expired);
    }
    let left = "SELECT (SELECT count(*) FROM bulk_subject) + (SELECT count(*) FROM bulk_page) AS n";
    assert_eq!(db.read(|tx| tx.one(left, &[])?.int("n")).expect("a count"), 0);
    let job = db.write(|tx| jobs::take(tx, bulk::DOCUMENT, i64::MAX, i64::MAX / 2)).expect("an answer");
    assert_eq!(job, None);
}
