//! Other triggers, replication, and attempts to be rid of the guard.

use super::{Base, TABLE};

/// A function that sets the state whatever is written.
const CHANGE: &str = "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.status := 'published'; RETURN NEW; END $$";

#[test]
fn what_another_trigger_makes_of_a_row_is_judged() {
    let Some(mut base) = Base::guarded("what_another_trigger_makes_of_a_row_is_judged", TABLE) else {
        return;
    };
    base.run("INSERT INTO run VALUES (1, 'planned')");
    base.run(&format!(
        "{CHANGE}; CREATE TRIGGER zy BEFORE UPDATE ON run FOR EACH ROW EXECUTE FUNCTION change()"
    ));
    let planned = "no row `planned` -> `published`";
    assert!(base.guards("UPDATE run SET status = 'queued'").contains(planned));
    assert!(base.guards("UPDATE run SET month = 3").contains(planned)); // the column is not even named
    base.install();
    base.run("DROP TRIGGER zy ON run");
    base.run(
        "CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN UPDATE run SET status = 'published' WHERE id = NEW.id AND status <> 'published'; RETURN NULL; END $$;
         CREATE TRIGGER zzzz AFTER UPDATE ON run FOR EACH ROW EXECUTE FUNCTION again()",
    );
    assert!(base.guards("UPDATE run SET status = 'queued'").contains("no row `queued` -> `published`"));
    assert_eq!(base.states(), "planned");
}

#[test]
fn the_installer_refuses_a_trigger_that_would_run_after_it() {
    let test = "the_installer_refuses_a_trigger_that_would_run_after_it";
    let late = |event: &str| {
        format!(
            "CREATE TRIGGER \"zz_run_status_guard2\" {event} ON run FOR EACH ROW EXECUTE FUNCTION change()"
        )
    };
    let Some(mut base) = Base::bare(test, "run.status", &format!("{TABLE}; {CHANGE}")) else { return };
    for event in ["BEFORE UPDATE", "BEFORE INSERT", "BEFORE UPDATE OF month"] {
        base.run(&late(event));
        let up = base.kept.postgres.up.clone();
        let error = base.refused(&up);
        assert_eq!(error.code().code(), "55000");
        let said = "run.status: the trigger zz_run_status_guard2 on run runs after the guard, and could change \
                    the state unseen";
        assert_eq!(error.message(), said, "{event}");
        assert!(
            error
                .hint()
                .is_some_and(|hint| hint.contains("ALTER TRIGGER zz_run_status_guard2 ON run RENAME TO"))
        );
        assert_eq!(base.count("pg_trigger"), 1, "nothing was installed");
        assert_eq!(base.count("pg_proc WHERE proname LIKE '%guard%'"), 0, "nothing was installed");
        base.run("DROP TRIGGER zz_run_status_guard2 ON run");
    }
    for event in ["AFTER UPDATE", "BEFORE DELETE"] {
        base.run(&late(event));
        base.install();
        base.run("DROP TRIGGER zz_run_status_guard2 ON run");
    }
}

#[test]
fn a_replica_is_judged_too() {
    let Some(mut base) = Base::guarded("a_replica_is_judged_too", TABLE) else { return };
    base.run("INSERT INTO run VALUES (1, 'planned')");
    for role in ["replica", "local", "origin"] {
        base.run(&format!("SET session_replication_role = {role}"));
        base.guards("UPDATE run SET status = 'running'");
        base.guards("INSERT INTO run VALUES (2, 'running')");
    }
}

#[test]
fn who_does_not_own_the_table_cannot_be_rid_of_the_guard() {
    let test = "who_does_not_own_the_table_cannot_be_rid_of_the_guard";
    let roles = "CREATE ROLE owner_1; CREATE ROLE writer_1; GRANT CREATE ON SCHEMA public TO owner_1; SET ROLE owner_1";
    let Some(mut base) = Base::bare(test, "run.status", &format!("{roles}; {TABLE}")) else { return };
    base.install(); // as the owner, who is no superuser
    base.run("GRANT ALL ON run TO writer_1; RESET ROLE");
    base.run("REVOKE ALL ON FUNCTION run_status_guard() FROM PUBLIC; SET ROLE writer_1");
    base.run("INSERT INTO run VALUES (1, 'planned')");
    base.guards("UPDATE run SET status = 'running'");
    for attempt in [
        "ALTER TABLE run DISABLE TRIGGER zz_run_status_guard",
        "ALTER TABLE run DISABLE TRIGGER ALL",
        "DROP TRIGGER zz_run_status_guard ON run",
        "DROP FUNCTION run_status_guard() CASCADE",
        "SET session_replication_role = replica",
        "CREATE OR REPLACE FUNCTION run_status_guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    ] {
        assert_eq!(base.refused(attempt).code().code(), "42501", "{attempt}");
    }
    base.guards("UPDATE run SET status = 'running'");
    base.run("RESET ROLE; DROP OWNED BY owner_1, writer_1 CASCADE; DROP ROLE owner_1; DROP ROLE writer_1");
}

#[test]
fn no_search_path_puts_other_operators_in_their_place() {
    let evil = "CREATE SCHEMA evil;
        CREATE FUNCTION evil.yes(text, text) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT true';
        CREATE FUNCTION evil.no(text, text) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT false';
        CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.yes);
        CREATE OPERATOR evil.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.no);
        CREATE FUNCTION evil.concat(VARIADIC \"any\") RETURNS text LANGUAGE internal AS 'text_concat';
        CREATE DOMAIN evil.text AS pg_catalog.text";
    let test = "no_search_path_puts_other_operators_in_their_place";
    let Some(mut base) = Base::guarded(test, &format!("{TABLE}; {evil}")) else { return };
    base.run("INSERT INTO run VALUES (1, 'planned'); SET search_path = evil, pg_catalog, public");
    assert!(base.guards("UPDATE run SET status = 'published'").contains("no row `planned` -> `published`"));
    assert!(base.guards("UPDATE run SET status = 'nothing'").contains("it has no state `nothing`"));
    base.guards("INSERT INTO run VALUES (2, 'published')");
    base.install();
    base.run("UPDATE run SET status = 'queued'; SET search_path = ''");
    base.guards("UPDATE public.run SET status = 'published'");
    base.run("SET search_path = public");
    assert_eq!(base.states(), "queued");
}
