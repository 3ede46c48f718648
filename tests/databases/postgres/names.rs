//! Names, types and kinds of tables and columns.

use super::{Base, TABLE};

/// Tries what is declared and what is not on a table that the guard is on.
fn tried(base: &mut Base, table: &str, column: &str) {
    base.run(&format!("INSERT INTO {table} (id, {column}) VALUES (1, 'planned')"));
    base.run(&format!("UPDATE {table} SET {column} = 'queued'; UPDATE {table} SET id = 2"));
    for wrong in [
        format!("UPDATE {table} SET {column} = 'published'"),
        format!("UPDATE {table} SET {column} = NULL"),
        format!("INSERT INTO {table} (id, {column}) VALUES (3, 'queued')"),
    ] {
        assert_eq!(base.refused(&wrong).code().code(), "23514", "{wrong}");
    }
}

#[test]
fn names_of_any_kind_are_names() {
    for (path, schema) in [
        (r#""Order Book"."St""atus""#, None),
        (r#"app."select"."where""#, Some("app")),
        (r#""$statedoc$"."$statedoc$""#, None),
        (r#""Odd; Schema"."it's \ %s"."承認 $1""#, Some("\"Odd; Schema\"")),
    ] {
        let Some(mut base) = Base::bare("names_of_any_kind_are_names", path, "") else { return };
        let (table, column) = path.rsplit_once('.').expect("a column");
        schema.iter().for_each(|schema| base.run(&format!("CREATE SCHEMA {schema}")));
        base.run(&format!("CREATE TABLE {table} (id int, {column} text)"));
        base.install();
        base.install();
        tried(&mut base, table, column);
        let down = base.kept.postgres.down.clone();
        base.run(&down);
        assert_eq!(
            base.count("pg_trigger") + base.count("pg_proc WHERE proname LIKE '%guard%'"),
            0,
            "{path}"
        );
    }
}

#[test]
fn names_of_the_greatest_length_are_cut_to_ones_that_last() {
    let long = "a".repeat(63);
    let path = format!("{long}.{long}");
    let test = "names_of_the_greatest_length_are_cut_to_ones_that_last";
    let tables = format!("CREATE TABLE {long} (id int, {long} text)");
    let Some(mut base) = Base::bare(test, &path, &tables) else { return };
    base.install();
    tried(&mut base, &long, &long);
    base.install();
    assert_eq!(base.count("pg_trigger"), 1);
}

#[test]
fn columns_of_any_text_type_are_judged_by_their_text() {
    let types = "CREATE DOMAIN words AS text; CREATE TYPE states AS ENUM
        ('planned', 'queued', 'running', 'validating', 'published', 'failed', 'skipped', 'cancelled');
        CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)";
    for kind in ["varchar(20)", "char(12)", "words", "states", "text COLLATE any_case", "name"] {
        let tables = format!("{types}; CREATE TABLE run (id int, status {kind}, month int)");
        let test = "columns_of_any_text_type_are_judged_by_their_text";
        let Some(mut base) = Base::guarded(test, &tables) else { return };
        tried(&mut base, "run", "status");
        if kind != "states" {
            assert!(
                base.guards("UPDATE run SET status = 'Queued'").contains("it has no state `Queued`"),
                "{kind}"
            );
        }
    }
}

#[test]
fn tables_of_any_kind_are_guarded() {
    for kind in ["UNLOGGED", "TEMP", ""] {
        let tables = format!("CREATE {kind} TABLE run (id int, status text DEFAULT 'planned', month int)");
        let Some(mut base) = Base::guarded("tables_of_any_kind_are_guarded", &tables) else { return };
        base.install();
        tried(&mut base, "run", "status");
        base.run("INSERT INTO run (id) VALUES (5)");
        let down = base.kept.postgres.down.clone();
        base.run(&down);
        assert_eq!(
            base.count("pg_trigger") + base.count("pg_proc WHERE proname LIKE '%guard%'"),
            0,
            "{kind}"
        );
    }
}

#[test]
fn the_schema_is_the_one_that_is_meant() {
    let tables =
        format!("CREATE SCHEMA other; SET search_path = other; {TABLE}; SET search_path = public; {TABLE}");
    let Some(mut base) = Base::bare("the_schema_is_the_one_that_is_meant", "other.run.status", &tables)
    else {
        return;
    };
    base.run("CREATE TEMP TABLE run (id int, status text)");
    base.install();
    base.run(
        "INSERT INTO public.run VALUES (1, 'published'); INSERT INTO pg_temp.run VALUES (1, 'published')",
    );
    base.guards("INSERT INTO other.run VALUES (1, 'published')");
    assert_eq!(
        base.count("pg_proc p WHERE proname = 'run_status_guard' AND pronamespace = 'other'::regnamespace"),
        1
    );
}
