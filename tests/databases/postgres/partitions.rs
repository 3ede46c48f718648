//! Tables that consist of others: partitions and children.

use super::Base;

const BY_STATUS: &str =
    "CREATE TABLE run (id int, status text, month int DEFAULT 1) PARTITION BY LIST (status);
    CREATE TABLE run_open PARTITION OF run FOR VALUES IN ('planned', 'queued', 'running', 'validating');
    CREATE TABLE run_rest PARTITION OF run DEFAULT PARTITION BY RANGE (month);
    CREATE TABLE run_rest_1 PARTITION OF run_rest FOR VALUES FROM (1) TO (7);
    CREATE TABLE run_rest_2 PARTITION OF run_rest FOR VALUES FROM (7) TO (13)";
const BY_MONTH: &str =
    "CREATE TABLE run (id int, status text, month int DEFAULT 1) PARTITION BY RANGE (month);
    CREATE TABLE run_1 PARTITION OF run FOR VALUES FROM (1) TO (7);
    CREATE TABLE run_2 PARTITION OF run FOR VALUES FROM (7) TO (13)";

#[test]
fn rows_move_between_partitions_as_declared() {
    for (name, tables) in [("status", BY_STATUS), ("month", BY_MONTH)] {
        let Some(mut base) = Base::guarded("rows_move_between_partitions_as_declared", tables) else {
            return;
        };
        base.run("INSERT INTO run VALUES (1, 'planned', 1), (2, 'skipped', 8)");
        let begins = base.guards("INSERT INTO run VALUES (3, 'published')");
        assert!(begins.contains("begin as `published`"), "by {name}: {begins}");
        base.guards("INSERT INTO run VALUES (3, 'planned'), (4, 'failed'), (5, 'planned')");
        base.guards("INSERT INTO run VALUES (3, NULL)");
        base.guards("INSERT INTO run VALUES (3, 'nothing')");
        base.run(
            "UPDATE run SET status = 'queued' WHERE id = 1; UPDATE run SET status = 'failed' WHERE id = 1",
        );
        base.run("UPDATE run SET month = 12 WHERE id = 1; UPDATE run SET month = 1 WHERE id = 1");
        base.guards("UPDATE run SET status = 'published' WHERE id = 1");
        base.guards("UPDATE run SET status = 'planned', month = 9 WHERE id = 1");
        base.run("UPDATE run SET status = 'queued', month = 9 WHERE id = 1");
        assert_eq!(base.states(), "queued skipped", "by {name}");
    }
}

#[test]
fn a_partition_written_by_its_own_name_is_guarded() {
    let test = "a_partition_written_by_its_own_name_is_guarded";
    let Some(mut base) = Base::guarded(test, BY_STATUS) else { return };
    base.run("INSERT INTO run_open VALUES (1, 'planned'); INSERT INTO run_rest VALUES (2, 'skipped')");
    for wrong in [
        "INSERT INTO run_open VALUES (3, 'running')",
        "INSERT INTO run_rest VALUES (3, 'published')",
        "INSERT INTO run_rest_2 VALUES (3, 'published', 8)",
        "UPDATE run_open SET status = 'running'",
        "UPDATE run_rest_1 SET status = 'failed'",
    ] {
        base.guards(wrong);
    }
    base.run("SET session_replication_role = replica");
    base.guards("INSERT INTO run_open VALUES (3, 'running')");
    base.guards("UPDATE run_open SET status = 'running'");
    base.run("RESET session_replication_role");
    assert_eq!(base.states(), "planned skipped");
}

#[test]
fn a_partition_that_comes_later_guards_updates_at_once() {
    let test = "a_partition_that_comes_later_guards_updates_at_once";
    let Some(mut base) = Base::guarded(test, BY_MONTH) else { return };
    base.run("CREATE TABLE run_3 PARTITION OF run FOR VALUES FROM (13) TO (20)");
    base.run(
        "CREATE TABLE run_4 (LIKE run); ALTER TABLE run ATTACH PARTITION run_4 FOR VALUES FROM (20) TO (30)",
    );
    base.run("INSERT INTO run VALUES (1, 'planned', 14), (2, 'planned', 21)");
    base.guards("INSERT INTO run VALUES (3, 'running', 14)");
    for table in ["run", "run_3", "run_4"] {
        base.guards(&format!("UPDATE {table} SET status = 'running'"));
    }
    base.run("SET session_replication_role = replica");
    base.guards("UPDATE run_3 SET status = 'running'");
    base.run("RESET session_replication_role");
    base.run("INSERT INTO run_3 VALUES (3, 'running', 14); DELETE FROM run WHERE id = 3"); // as the docs say
    base.install();
    base.guards("INSERT INTO run_3 VALUES (3, 'running', 14)");
    base.guards("INSERT INTO run_4 VALUES (3, 'running', 21)");
}

#[test]
fn an_upsert_or_merge_on_partitions_is_judged_by_what_it_does() {
    let test = "an_upsert_or_merge_on_partitions_is_judged_by_what_it_does";
    let tables = format!("{BY_MONTH}; CREATE UNIQUE INDEX ON run (id, month)");
    let Some(mut base) = Base::guarded(test, &tables) else { return };
    let upsert = |state: &str| {
        format!(
            "INSERT INTO run VALUES (1, '{state}') ON CONFLICT (id, month) DO UPDATE SET status = excluded.status"
        )
    };
    base.guards(&upsert("queued"));
    base.run(&upsert("planned"));
    base.run(&upsert("queued"));
    base.guards(&upsert("published"));
    assert_eq!(base.states(), "queued");
    let merge =
        "MERGE INTO run USING (VALUES (1, 'running'), (2, 'running')) AS s (id, state) ON run.id = s.id
        WHEN MATCHED THEN UPDATE SET status = s.state
        WHEN NOT MATCHED THEN INSERT (id, status) VALUES (s.id, s.state)";
    assert!(base.guards(merge).contains("begin as `running`"));
    assert_eq!(base.states(), "queued");
}

#[test]
fn each_child_of_a_table_is_guarded() {
    let tables = "CREATE TABLE run (id int, status text, month int DEFAULT 1);
        CREATE TABLE special (extra text) INHERITS (run); CREATE TABLE more () INHERITS (special)";
    let Some(mut base) = Base::guarded("each_child_of_a_table_is_guarded", tables) else { return };
    base.run("INSERT INTO run VALUES (1, 'planned'); INSERT INTO special VALUES (2, 'planned')");
    base.run("INSERT INTO more VALUES (3, 'planned')");
    for id in 1..=3 {
        base.guards(&format!("UPDATE run SET status = 'running' WHERE id = {id}"));
    }
    base.guards("INSERT INTO special VALUES (4, 'running')");
    base.guards("INSERT INTO more VALUES (4, 'running')");
    let down = base.kept.postgres.down.clone();
    base.run(&down);
    assert_eq!(base.count("pg_trigger"), 0);
    base.run("UPDATE run SET status = 'running'");
}

#[test]
fn the_guard_of_partitions_goes_as_it_came() {
    for tables in [BY_STATUS, BY_MONTH] {
        let Some(mut base) = Base::bare("the_guard_of_partitions_goes_as_it_came", "run.status", tables)
        else {
            return;
        };
        base.run("INSERT INTO run VALUES (1, 'planned')");
        for _ in 0..2 {
            base.install();
            base.install();
            let down = base.kept.postgres.down.clone();
            base.run(&down);
            base.run(&down);
        }
        assert_eq!(base.count("pg_trigger"), 0);
        assert_eq!(base.count("pg_proc WHERE proname LIKE '%guard%'"), 0);
        assert_eq!(base.states(), "planned");
    }
}
