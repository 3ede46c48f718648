//! At no time were more runs admitted than caps permit, or more than one run of a period active: the
//! audit table replayed in its order.
//!
//! Its order is that of numbers given out within transactions. An admission gets its number after it
//! has counted, and while it holds its owner's lock, so what left before it was counted has a smaller one.

use std::collections::BTreeMap;

use reference::store::Database;

const MONTHLY: &str = "SELECT a.run, a.from_state, a.to_state, r.owner, r.backfill,
        r.workspace || ' ' || r.kind AS series, r.period AS month
    FROM audit a JOIN snapshot_run r ON r.id = a.run WHERE a.document = 'STATE-PFM-QRY-014' ORDER BY a.id";
const AGING: &str = "SELECT a.run, a.from_state, a.to_state, r.owner, r.backfill,
        r.workspace AS series, r.month
    FROM audit a JOIN aging_run r ON r.id = a.run WHERE a.document = 'STATE-ACC-TRX-013' ORDER BY a.id";

struct Move {
    run: i64,
    from: Option<String>,
    to: String,
    owner: String,
    is_backfill: bool,
    period: (String, i64),
}

/// Checks both lifecycles that have caps.
pub(super) fn check(db: &mut Database) {
    let rows = db.read(|tx| tx.query("SELECT name, total, backfill FROM owner", &[])).expect("owners");
    let cap = |row: &reference::store::Row| {
        let caps = (row.int("total").expect("a cap"), row.int("backfill").expect("a cap"));
        (row.text("name").expect("a name"), caps)
    };
    let caps: BTreeMap<String, (i64, i64)> = rows.iter().map(cap).collect();
    for sql in [MONTHLY, AGING] {
        let moves = moves(db, sql);
        replay_admissions(&moves, &caps);
        replay_periods(&moves);
    }
}

fn moves(db: &mut Database, sql: &'static str) -> Vec<Move> {
    let read = |row: reference::store::Row| Move {
        run: row.int("run").expect("a run"),
        from: row.maybe_text("from_state").expect("a state"),
        to: row.text("to_state").expect("a state"),
        owner: row.text("owner").expect("an owner"),
        is_backfill: row.flag("backfill").expect("yes or no"),
        period: (row.text("series").expect("a series"), row.int("month").expect("a month")),
    };
    db.read(|tx| tx.query(sql, &[])).expect("moves").into_iter().map(read).collect()
}

fn replay_admissions(moves: &[Move], caps: &BTreeMap<String, (i64, i64)>) {
    let is_admitted = |state: &str| ["queued", "running", "validating"].contains(&state);
    let mut admitted: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    let mut most = 0;
    for one in moves {
        let change =
            i64::from(is_admitted(&one.to)) - i64::from(one.from.as_deref().is_some_and(is_admitted));
        let now = admitted.entry(&one.owner).or_default();
        now.0 += change;
        now.1 += if one.is_backfill { change } else { 0 };
        let cap = caps[&one.owner];
        assert!(now.0 <= cap.0 && now.1 <= cap.1, "{}: {now:?} of {cap:?} at run {}", one.owner, one.run);
        most = most.max(now.0);
    }
    assert!(most > 1, "some runs were admitted at once");
}

/// A failed run is active while it waits for its next attempt: unless it has no later move.
fn replay_periods(moves: &[Move]) {
    let last: BTreeMap<i64, usize> = moves.iter().enumerate().map(|(at, one)| (one.run, at)).collect();
    let mut active: BTreeMap<&(String, i64), i64> = BTreeMap::new();
    for (at, one) in moves.iter().enumerate() {
        let waits = one.to == "failed" && last[&one.run] > at;
        let is_active =
            waits || ["not planned", "planned", "queued", "running", "validating"].contains(&one.to.as_str());
        match active.get(&one.period) {
            Some(other) if *other != one.run => {
                assert!(!is_active, "runs {other} and {} of {:?} are active at once", one.run, one.period);
            }
            _ if is_active => drop(active.insert(&one.period, one.run)),
            _ => drop(active.remove(&one.period)),
        }
    }
    assert!(active.is_empty(), "{active:?}");
}
