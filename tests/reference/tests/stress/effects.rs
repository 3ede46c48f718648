//! Everything was carried out once: what is stored beside the runs agrees with their histories and with
//! what it truly comes to.

use std::collections::BTreeSet;

use reference::retry::DELAYS;
use reference::store::{Database, Row, Value};
use reference::{aging, bulk, monthly};

use crate::truth;

/// Checks all three lifecycles.
pub(super) fn check(db: &mut Database) {
    check_nothing(db);
    check_monthly(db);
    check_aging(db);
    check_bulk(db);
    check_messages(db);
    check_back_off(db);
}

/// Questions to which no row may be the answer.
const NOTHING: &[(&str, &str)] = &[
    (
        "a monthly run counts its attempts and failures as its history does",
        "SELECT * FROM snapshot_run r WHERE
            attempts <> (SELECT count(*) FROM audit WHERE document = 'STATE-PFM-QRY-014' AND run = r.id
                AND step = 'QueuedToRunning')
            OR failures <> (SELECT count(*) FROM audit WHERE document = 'STATE-PFM-QRY-014' AND run = r.id
                AND to_state = 'failed')
            OR cursor <> (SELECT count(*) FROM snapshot_chunk WHERE run = r.id)",
    ),
    (
        "a monthly run is published once and then done",
        "SELECT run FROM audit WHERE document = 'STATE-PFM-QRY-014' AND to_state = 'published'
            GROUP BY run HAVING count(*) > 1",
    ),
    (
        "a published period has one current version, the one published last",
        "SELECT * FROM snapshot_run r WHERE status = 'published' AND (is_current = 1) <> (NOT EXISTS
            (SELECT 1 FROM snapshot_run o WHERE o.workspace = r.workspace AND o.kind = r.kind
                AND o.period = r.period AND o.status = 'published' AND o.version > r.version))",
    ),
    ("nothing else is current", "SELECT * FROM snapshot_run WHERE status <> 'published' AND is_current = 1"),
    (
        "an aging run is current exactly while it is published, and later versions supersede it",
        "SELECT * FROM aging_run r WHERE (status = 'published') <> (is_current = 1)
            OR ((status = 'superseded') <> (EXISTS (SELECT 1 FROM aging_run o WHERE o.workspace = r.workspace
                AND o.month = r.month AND o.version > r.version AND o.status IN ('published', 'superseded')))
                AND status IN ('published', 'superseded'))",
    ),
    (
        "no items of an aging run that was not published",
        "SELECT * FROM aging_item i JOIN aging_run r ON r.id = i.run
            WHERE r.status NOT IN ('published', 'superseded')",
    ),
    (
        "no workspace is captured before two hours after its month, or with what was posted later",
        "SELECT a.id FROM audit a JOIN aging_run r ON r.id = a.run
            WHERE a.document = 'STATE-ACC-TRX-013' AND a.step = 'NotPlannedToPlanned' AND a.at < r.cutoff + 7200",
    ),
    (
        "one job for each admission",
        "SELECT a.run FROM audit a WHERE a.document IN ('STATE-ACC-TRX-013', 'STATE-PFM-QRY-014')
            AND a.step = 'QueuedToRunning' GROUP BY a.document, a.run HAVING count(*) >
                (SELECT count(*) FROM job j WHERE j.document = a.document AND j.run = a.run)",
    ),
    (
        "the pages of a bulk run that is kept are its cursor and its counts",
        "SELECT * FROM bulk_run r WHERE cursor <> evaluated OR cursor > subjects OR status <> 'expired' AND (cursor <> (SELECT coalesce(sum(evaluated), 0) FROM bulk_page WHERE run = r.id)
            OR eligible <> (SELECT coalesce(sum(eligible), 0) FROM bulk_page WHERE run = r.id)
            OR eligible <> (SELECT count(*) FROM bulk_subject WHERE run = r.id)
            OR (SELECT count(*) FROM bulk_page WHERE run = r.id) <>
                (SELECT count(*) FROM audit WHERE document = 'STATE-PFM-ELG-004' AND run = r.id
                    AND step = 'RunningToRunning'))",
    ),
    (
        "no bulk run expires within its retention",
        "SELECT * FROM audit a JOIN bulk_run r ON r.id = a.run WHERE a.document = 'STATE-PFM-ELG-004'
            AND a.to_state = 'expired' AND a.at <= coalesce(r.expires_at, r.settled_at + 7776000)",
    ),
    (
        "nothing is left of a bulk run that has expired",
        "SELECT id FROM bulk_run WHERE status = 'expired'
            AND (id IN (SELECT run FROM bulk_page) OR id IN (SELECT run FROM bulk_subject))",
    ),
    (
        "a simulation ends as its run did",
        "SELECT * FROM simulation s WHERE CASE s.status WHEN 'complete' THEN 'succeeded' ELSE s.status END <>
            (SELECT CASE WHEN to_state IN ('succeeded', 'failed') THEN to_state ELSE 'pending' END FROM audit
                WHERE document = 'STATE-PFM-ELG-004' AND run = s.run AND to_state <> 'expired'
                ORDER BY id DESC LIMIT 1)",
    ),
    (
        "every message was received, and nothing else was",
        "SELECT key FROM outbox WHERE key NOT IN (SELECT key FROM received)
            UNION SELECT key FROM received WHERE key NOT IN (SELECT key FROM outbox)",
    ),
];

fn check_nothing(db: &mut Database) {
    for (claim, sql) in NOTHING {
        let rows = db.read(|tx| tx.query(sql, &[])).expect(claim);
        assert!(rows.is_empty(), "{claim}, but {:?}", rows.first());
    }
}

fn each(db: &mut Database, sql: &'static str) -> Vec<Row> {
    db.read(|tx| tx.query(sql, &[])).expect("rows")
}

fn check_monthly(db: &mut Database) {
    let published = each(db, "SELECT id FROM snapshot_run WHERE status = 'published'");
    assert!(!published.is_empty());
    for row in published {
        let id = row.int("id").expect("a number");
        let run = db.read(|tx| monthly::by_id(tx, id)).expect("a run");
        let sql = "SELECT items, amount FROM snapshot_chunk WHERE run = $1 ORDER BY number";
        let chunks = db.read(|tx| tx.query(sql, &[id.into()])).expect("chunks");
        let sum = |column| chunks.iter().map(|row| row.int(column).expect("a number")).sum::<i64>();
        assert_eq!(
            monthly::Chunk { items: sum("items"), amount: sum("amount") },
            truth::total(&run),
            "{run:?}"
        );
    }
}

fn check_aging(db: &mut Database) {
    let published = each(db, "SELECT id FROM aging_run WHERE status IN ('published', 'superseded')");
    assert!(!published.is_empty());
    for row in published {
        let id = row.int("id").expect("a number");
        let run = db.read(|tx| aging::by_id(tx, id)).expect("a run");
        let sql = "SELECT count(*) AS shown FROM aging_item WHERE run = $1";
        let shown = db.read(|tx| tx.one(sql, &[id.into()])?.int("shown")).expect("a count");
        let sql = "SELECT count(*) AS known FROM receivable WHERE workspace = $1 AND posted_at < $2";
        let values: [Value; 2] = [run.workspace.as_str().into(), run.cutoff.into()];
        let known = db.read(|tx| tx.one(sql, &values)?.int("known")).expect("a count");
        assert_eq!(shown, known, "{run:?}");
        assert!(!run.workspace.contains("crooked"), "{run:?} never reconciles");
    }
}

fn check_bulk(db: &mut Database) {
    let succeeded = each(
        db,
        "SELECT run AS id FROM audit WHERE document = 'STATE-PFM-ELG-004' AND to_state = 'succeeded'",
    );
    assert!(!succeeded.is_empty());
    for row in succeeded {
        let id = row.int("id").expect("a number");
        let run = db.read(|tx| bulk::by_id(tx, id)).expect("a run");
        let eligible = (0..run.subjects).filter(|subject| truth::is_eligible(&run.population, *subject));
        assert_eq!((run.cursor, run.eligible), (run.subjects, eligible.count() as i64), "{run:?}");
        assert!(run.subjects == 0 || !run.population.contains("growing"), "{run:?} is not supported");
    }
}

/// The messages are those that the histories ask for.
fn check_messages(db: &mut Database) {
    let posted: BTreeSet<String> = each(db, "SELECT key FROM outbox").iter().map(key).collect();
    let asked = each(
        db,
        "SELECT 'STATE-PFM-ELG-004/' || r.id || '/export' AS key FROM bulk_run r
            JOIN audit a ON a.run = r.id AND a.document = 'STATE-PFM-ELG-004' AND a.to_state = 'succeeded'
            WHERE r.wants_export = 1
        UNION ALL SELECT 'STATE-PFM-ELG-004/' || run || '/failure metrics' FROM audit
            WHERE document = 'STATE-PFM-ELG-004' AND step = 'RunningToFailed'
        UNION ALL SELECT 'STATE-PFM-QRY-014/' || id || '/failure is final' FROM snapshot_run
            WHERE status = 'failed'
        UNION ALL SELECT 'STATE-PFM-QRY-014/' || r.id || '/publication is late' FROM snapshot_run r
            JOIN audit a ON a.run = r.id AND a.document = 'STATE-PFM-QRY-014' AND a.to_state = 'published'
            WHERE a.at - r.planned_at > 86400
        UNION ALL SELECT 'STATE-ACC-TRX-013/' || run || '/' || (row_number() OVER (PARTITION BY run ORDER BY id) - 1)
            FROM audit WHERE document = 'STATE-ACC-TRX-013' AND to_state = 'queued'",
    );
    assert_eq!(posted, asked.iter().map(key).collect());
}

fn key(row: &Row) -> String {
    row.text("key").expect("a key")
}

/// Retries wait fifteen minutes, an hour, four hours, and there is no fourth.
fn check_back_off(db: &mut Database) {
    let sql = "SELECT document, run, step, to_state, at FROM audit
        WHERE document IN ('STATE-ACC-TRX-013', 'STATE-PFM-QRY-014') AND step IS NOT NULL ORDER BY document, run, id";
    let (mut of, mut failures, mut failed_at) = (None, 0, 0);
    for row in each(db, sql) {
        let run = Some((row.text("document").expect("a document"), row.int("run").expect("a run")));
        let at = row.int("at").expect("a time");
        if of != run {
            (of, failures) = (run, 0);
        }
        if row.text("to_state").expect("a state") == "failed" {
            (failures, failed_at) = (failures + 1, at);
        } else if row.text("step").expect("a step") == "FailedToQueued" {
            assert!(at - failed_at >= DELAYS[failures - 1], "{of:?}: {failures} failures");
        }
    }
}

/// The kills have hit something: jobs went from one worker to another, messages were carried out again.
pub(super) fn check_kills(db: &mut Database) {
    let mut count = |sql| db.read(|tx| tx.one(sql, &[])?.int("n")).expect("a count");
    let jobs = count("SELECT count(*) AS n FROM job");
    let resumed = count("SELECT count(*) AS n FROM job WHERE deliveries > 1");
    let messages = count("SELECT count(*) AS n FROM received");
    let repeated = count("SELECT count(*) AS n FROM received WHERE times > 1");
    println!("{resumed} of {jobs} jobs were resumed, {repeated} of {messages} messages were repeated");
    assert!(resumed > 0 && repeated > 0, "no kill has hit anybody at work");
}
