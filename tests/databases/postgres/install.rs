//! Installing, installing again, and taking away.

use super::{Base, TABLE};

#[test]
fn what_cannot_be_guarded_is_refused_with_the_way_out() {
    for (tables, code, said) in [
        ("", "42P01", "there is no such table"),
        ("CREATE TABLE run (id int, state text)", "42703", "there is no such column"),
        ("CREATE VIEW run AS SELECT 1 AS id, 'planned' AS status", "42809", "this is no table"),
        (
            "CREATE TABLE all_runs (id int, status text) PARTITION BY LIST (id); CREATE TABLE run PARTITION OF all_runs DEFAULT",
            "42809",
            "this is a partition",
        ),
        (
            "CREATE TABLE run (id int, a text, status text GENERATED ALWAYS AS (a || '') STORED)",
            "42809",
            "this column is computed",
        ),
    ] {
        let test = "what_cannot_be_guarded_is_refused_with_the_way_out";
        let Some(mut base) = Base::bare(test, "run.status", tables) else { return };
        let up = base.kept.postgres.up.clone();
        let error = base.refused(&up);
        assert_eq!((error.code().code(), error.message()), (code, &*format!("run.status: {said}")));
        assert!(error.hint().is_some());
        assert_eq!(base.count("pg_proc WHERE proname LIKE '%guard%'"), 0, "nothing was installed");
    }
}

#[test]
fn rows_in_unknown_states_are_counted() {
    let Some(mut base) = Base::bare("rows_in_unknown_states_are_counted", "run.status", TABLE) else {
        return;
    };
    base.run("INSERT INTO run SELECT n, CASE WHEN n < 4 THEN 'retired' WHEN n = 4 THEN NULL ELSE 'queued' END FROM generate_series(1, 9) n");
    let up = base.kept.postgres.up.clone();
    let said = base.guards(&up);
    assert_eq!(said, "rows are in what is no state of STATE-PFM-QRY-014: 3 in `retired`, 1 in NULL");
    assert_eq!(base.count("pg_trigger"), 0, "nothing was installed");
    base.run("DELETE FROM run WHERE id <= 4");
    base.install();
}

#[test]
fn rows_that_a_policy_hides_are_counted_or_the_installer_fails() {
    let roles = "CREATE ROLE owner_2; GRANT CREATE ON SCHEMA public TO owner_2; SET ROLE owner_2";
    let policy = "INSERT INTO run VALUES (1, 'retired'); ALTER TABLE run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY";
    let test = "rows_that_a_policy_hides_are_counted_or_the_installer_fails";
    let Some(mut base) = Base::bare(test, "run.status", &format!("{roles}; {TABLE}; {policy}")) else {
        return;
    };
    let up = base.kept.postgres.up.clone();
    assert_eq!(base.refused(&up).code().code(), "42501");
    base.run("RESET ROLE");
    assert!(base.guards(&up).contains("1 in `retired`"));
    base.run("DROP OWNED BY owner_2 CASCADE; DROP ROLE owner_2");
}

#[test]
fn up_twice_and_down_twice_leave_the_rows_and_nothing_else() {
    let test = "up_twice_and_down_twice_leave_the_rows_and_nothing_else";
    let Some(mut base) = Base::bare(test, "run.status", TABLE) else { return };
    let things = "(SELECT oid FROM pg_proc UNION ALL SELECT oid FROM pg_trigger UNION ALL
        SELECT objoid FROM pg_description UNION ALL SELECT objid FROM pg_depend) AS things";
    base.run("INSERT INTO run VALUES (1, 'published'), (2, 'failed')");
    let before = base.count(things);
    let (up, down) = (base.kept.postgres.up.clone(), base.kept.postgres.down.clone());
    base.run(&down);
    for _ in 0..2 {
        base.run(&up);
        base.run(&up);
        assert_eq!(base.count("pg_trigger"), 1);
        base.guards("UPDATE run SET status = 'planned'");
        base.run(&down);
        base.run(&down);
        assert_eq!(base.count(things), before);
    }
    assert_eq!(base.states(), "published failed");
    base.run("UPDATE run SET status = 'planned' WHERE id = 1; SET standard_conforming_strings = off");
    base.run(&up);
    base.guards("UPDATE run SET status = 'running'");
    base.run("DROP TABLE run");
    base.run(&down);
    assert_eq!(base.count(things), before - before_table(&mut base, things, before));
}

/// What went with the table, which the test made itself.
fn before_table(base: &mut Base, things: &str, before: i64) -> i64 {
    assert_eq!(base.count("pg_proc WHERE proname LIKE '%guard%'"), 0);
    before - base.count(things)
}

#[test]
fn a_disabled_guard_is_enabled_again() {
    let Some(mut base) = Base::guarded("a_disabled_guard_is_enabled_again", TABLE) else { return };
    base.run("ALTER TABLE run DISABLE TRIGGER ALL; INSERT INTO run VALUES (1, 'published')");
    base.install();
    base.guards("UPDATE run SET status = 'planned'");
    base.run("SET session_replication_role = replica");
    base.guards("UPDATE run SET status = 'planned'");
}

#[test]
fn a_renamed_table_or_column_is_refused_until_the_guard_follows() {
    let test = "a_renamed_table_or_column_is_refused_until_the_guard_follows";
    let Some(mut base) = Base::guarded(test, TABLE) else { return };
    base.run("INSERT INTO run VALUES (1, 'planned'); ALTER TABLE run RENAME TO runs");
    assert!(base.guards("UPDATE runs SET status = 'running'").contains("no row"), "it is guarded as before");
    base.run("ALTER TABLE runs RENAME COLUMN status TO state");
    assert_eq!(base.refused("UPDATE runs SET month = 3").code().code(), "42703");
    base.kept = super::monthly_run("runs.state");
    base.install();
    base.run("UPDATE runs SET state = 'queued'");
    let error = base.refused("UPDATE runs SET state = 'published'");
    assert!(error.message().starts_with("runs.state: STATE-PFM-QRY-014 has no row"), "{error}");
    assert_eq!(
        base.count("pg_trigger") + base.count("pg_proc WHERE proname LIKE '%guard%'"),
        2,
        "the earlier one is gone"
    );
}

#[test]
fn a_script_that_fails_half_way_leaves_nothing() {
    let Some(mut base) = Base::bare("a_script_that_fails_half_way_leaves_nothing", "run.status", TABLE)
    else {
        return;
    };
    let up = base.kept.postgres.up.replace("COMMIT;", "SELECT 1 / 0; COMMIT;");
    assert_eq!(base.refused(&up).code().code(), "22012");
    assert_eq!(base.count("pg_trigger") + base.count("pg_proc WHERE proname LIKE '%guard%'"), 0);
}
