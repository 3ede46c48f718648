//! Statements of every kind that write a state.

use std::io::Write as _;

use super::{Base, TABLE};
use crate::sandbox::repository;

#[test]
fn a_refusal_says_everything_in_its_own_field() {
    let Some(mut base) = Base::guarded("a_refusal_says_everything_in_its_own_field", TABLE) else { return };
    base.run("INSERT INTO run VALUES (1, 'skipped')");
    let error = base.refused("UPDATE run SET status = 'queued'");
    assert_eq!(error.code().code(), "23514");
    assert_eq!(
        error.message(),
        "run.status: `skipped` -> `queued` is forbidden by STATE-PFM-QRY-014: Revisiting a skipped period \
         requires a new requested version rather than admission of the skipped row."
    );
    assert_eq!(error.detail(), Some("no row leaves `skipped`"));
    assert_eq!(error.hint(), None);
    let shown = format!("ERROR:  {}\nDETAIL:  {}\n", error.message(), error.detail().unwrap_or_default());
    let readme = std::fs::read_to_string(repository().join("README.md")).expect("README.md");
    assert!(
        readme.contains(&shown.replace("run.status", "snapshot_run.status")),
        "README shows another error"
    );
    assert_eq!((error.schema(), error.table()), (Some("public"), Some("run")));
    assert_eq!((error.column(), error.constraint()), (Some("status"), Some("zz_run_status_guard")));
    let error = base.refused("INSERT INTO run VALUES (2, 'running')");
    assert_eq!(error.message(), "run.status: STATE-PFM-QRY-014 lets no record begin as `running`");
    assert_eq!(error.detail(), Some("records begin as `planned`, `skipped`"));
    assert!(error.hint().is_some_and(|hint| hint.contains("upsert")));
    assert_eq!((error.column(), error.constraint()), (Some("status"), Some("zz_run_status_guard")));
}

#[test]
fn one_wrong_row_of_many_changes_none() {
    let Some(mut base) = Base::guarded("one_wrong_row_of_many_changes_none", TABLE) else { return };
    base.run("INSERT INTO run SELECT n, CASE WHEN n = 77 THEN 'skipped' ELSE 'planned' END FROM generate_series(1, 100) n");
    assert!(
        base.guards("UPDATE run SET status = 'queued'").starts_with("`skipped` -> `queued` is forbidden")
    );
    assert_eq!(base.count("run WHERE status = 'planned'"), 99);
    base.run("UPDATE run SET status = 'queued' WHERE status = 'planned'");
    base.run("UPDATE run SET month = 2; UPDATE run SET status = status");
    assert_eq!(base.count("run WHERE month = 2 AND status = 'queued'"), 99);
    base.guards("INSERT INTO run VALUES (101, 'planned'), (102, 'queued'), (103, 'planned')");
    assert_eq!(base.count("run"), 100);
}

#[test]
fn an_upsert_is_judged_as_an_insert_and_as_an_update() {
    let Some(mut base) = Base::guarded("an_upsert_is_judged_as_an_insert_and_as_an_update", TABLE) else {
        return;
    };
    let upsert = |proposed: &str, set: &str| {
        format!("INSERT INTO run VALUES (1, '{proposed}') ON CONFLICT (id) DO UPDATE SET status = {set}")
    };
    base.run(&upsert("planned", "'queued'"));
    base.run(&upsert("planned", "'queued'"));
    assert_eq!(base.states(), "queued");
    assert!(base.guards(&upsert("planned", "excluded.status")).contains("no row `queued` -> `planned`"));
    // The row is proposed for insertion before the conflict is seen.
    assert!(base.guards(&upsert("running", "excluded.status")).contains("begin as `running`"));
    base.run("INSERT INTO run VALUES (1, 'planned') ON CONFLICT DO NOTHING");
    assert_eq!(base.states(), "queued");
}

#[test]
fn merge_is_judged_by_what_it_does() {
    let Some(mut base) = Base::guarded("merge_is_judged_by_what_it_does", TABLE) else { return };
    let merge = |id: u8, state: &str| {
        format!(
            "MERGE INTO run USING (VALUES ({id}, '{state}')) AS s (id, state) ON run.id = s.id
             WHEN MATCHED THEN UPDATE SET status = s.state
             WHEN NOT MATCHED THEN INSERT (id, status) VALUES (s.id, s.state)"
        )
    };
    base.run(&merge(1, "planned"));
    base.run(&merge(1, "queued"));
    base.run(&merge(1, "running"));
    assert!(base.guards(&merge(1, "planned")).contains("no row `running` -> `planned`"));
    assert!(base.guards(&merge(2, "running")).contains("begin as `running`"));
    assert_eq!(base.states(), "running");
}

#[test]
fn copy_is_judged_row_by_row() {
    let Some(mut base) = Base::guarded("copy_is_judged_row_by_row", TABLE) else { return };
    let mut copy = |rows: &str| {
        let mut writer = base.client.copy_in("COPY run (id, status) FROM STDIN").expect("it begins");
        writer.write_all(rows.as_bytes()).expect("it takes rows");
        writer.finish()
    };
    assert_eq!(copy("1\tplanned\n2\tskipped\n").expect("right rows"), 2);
    let error = copy("3\tplanned\n4\tpublished\n").expect_err("a wrong row");
    assert!(error.as_db_error().expect("its error").message().contains("begin as `published`"));
    assert_eq!(base.states(), "planned skipped");
}

#[test]
fn views_rules_and_functions_are_no_way_around() {
    let tables = format!(
        "{TABLE}; CREATE VIEW shown AS SELECT * FROM run;
         CREATE TABLE wish (id int, status text);
         CREATE RULE grant_it AS ON INSERT TO wish DO ALSO UPDATE run SET status = NEW.status WHERE id = NEW.id;
         CREATE FUNCTION force(text) RETURNS void LANGUAGE sql SECURITY DEFINER AS 'UPDATE run SET status = $1'"
    );
    let Some(mut base) = Base::guarded("views_rules_and_functions_are_no_way_around", &tables) else {
        return;
    };
    base.run("INSERT INTO shown VALUES (1, 'planned')");
    base.guards("INSERT INTO shown VALUES (2, 'queued')");
    base.guards("UPDATE shown SET status = 'running'");
    base.guards("INSERT INTO wish VALUES (1, 'running')");
    base.guards("SELECT force('running')");
    base.guards("WITH x AS (UPDATE run SET status = 'running' RETURNING id) SELECT * FROM x");
    base.run("INSERT INTO wish VALUES (1, 'queued')");
    assert_eq!(base.states(), "queued");
}

#[test]
fn deletion_is_left_alone() {
    let Some(mut base) = Base::guarded("deletion_is_left_alone", TABLE) else { return };
    base.run(
        "INSERT INTO run VALUES (1, 'planned'), (2, 'skipped'); DELETE FROM run WHERE id = 1; TRUNCATE run",
    );
    // What the docs say cannot be seen: another row is another record.
    base.run("INSERT INTO run VALUES (1, 'skipped'); DELETE FROM run; INSERT INTO run VALUES (1, 'planned')");
    assert_eq!(base.states(), "planned");
}

#[test]
fn a_row_without_a_state_may_stay_so_and_no_more() {
    let Some(mut base) = Base::guarded("a_row_without_a_state_may_stay_so_and_no_more", TABLE) else {
        return;
    };
    base.run("ALTER TABLE run DISABLE TRIGGER ALL; INSERT INTO run VALUES (1, NULL)");
    base.run("ALTER TABLE run ENABLE ALWAYS TRIGGER zz_run_status_guard; UPDATE run SET month = 9");
    let refused = base.guards("UPDATE run SET status = 'planned'");
    assert!(refused.contains("no row NULL -> `planned`: it has no state NULL"), "{refused}");
}
