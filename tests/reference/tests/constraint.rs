//! The database refuses what no document declares, whoever writes to it, and says why.

use reference::bulk::{self, Submission};
use reference::store::{Database, Value};

use crate::databases::on_each;

fn refusal(db: &mut Database, sql: &'static str, values: &[Value]) -> String {
    db.write(|tx| tx.execute(sql, values)).expect_err("the database refuses it").to_string()
}

#[test]
fn rows_written_by_hand_are_held_to_the_document() {
    on_each("rows_written_by_hand_are_held_to_the_document", |fresh| {
        let mut db = fresh.open();
        let submission = Submission {
            key: "it",
            population: "all",
            subjects: 1,
            wants_export: false,
            has_simulation: false,
        };
        let run = bulk::submit(&mut db, submission, 0).expect("a run");
        let by_hand = "UPDATE bulk_run SET status = $2 WHERE id = $1";
        let mut set = |status: &str| {
            let values = [run.id.into(), status.into()];
            db.write(|tx| tx.execute(by_hand, &values)).map_err(|error| error.to_string())
        };
        assert!(set("succeeded").is_err_and(|why| why.contains("has no row `queued` -> `succeeded`")));
        assert!(set("quued").is_err());
        assert_eq!(set("running"), Ok(1));
        assert_eq!(set("running"), Ok(1), "no move at all");
        assert_eq!(set("failed"), Ok(1));
        let why = set("succeeded").expect_err("forbidden");
        assert!(why.contains("Failure cannot be changed to success by restarting the same run."), "{why}");

        let insert = "INSERT INTO snapshot_run (owner, workspace, kind, period, version, backfill, chunks,
                status, planned_at, attempts, failures, cursor, is_current)
            VALUES ('north', 'north', 'usage', 1, 1, 0, 1, $1, 0, 0, 0, 0, 1)";
        let why = refusal(&mut db, insert, &["published".into()]);
        assert!(why.contains("lets no record begin as `published`"), "{why}");
    });
}
