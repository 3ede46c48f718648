//! Every pair of states of every document, tried against both databases.

use std::sync::LazyLock;

use postgres::{Client, NoTls};
use rusqlite::Connection;
use statedoc::visible::visible;

use super::kept::{Kept, keep, text, usual};
use super::oracle::{Answer, Oracle};
use crate::nasty::batch::Batch;
use crate::peers::postgres::server;
use crate::sandbox::Sandbox;

/// Texts that are no state of any document, beside NULL.
const STRANGE: &str = "no state's name \\ $$ %s 承";

/// Documents with any text in any place, but for those that no database stores.
fn nasty() -> Sandbox {
    let batch = Batch::new(crate::nasty::batch::seed(11));
    let mut left = 0;
    for document in &batch.documents {
        let says = &document.says;
        let stored = [&says["id"], &says["states"], &says["forbidden"]].map(ToString::to_string).concat();
        if stored.contains("\\u0000") {
            std::fs::remove_file(batch.project.path(&document.path)).expect("it can be removed");
        } else {
            left += 1;
        }
    }
    assert!(left > 20, "{left} documents are left");
    batch.project
}

static ALL: LazyLock<Vec<Kept>> = LazyLock::new(|| [usual(), nasty()].iter().flat_map(keep).collect());

/// Asks everything, each by a statement with one parameter; says how many questions that were.
fn ask(
    kept: &Kept,
    said: &dyn Fn(Answer) -> Answer,
    tried: &mut dyn FnMut(&str, Option<&str>) -> Answer,
) -> usize {
    let table = &kept.table;
    let oracle = Oracle::new(&kept.model, &format!("{table}.state"));
    let id = text(&kept.model["id"]);
    let stored = oracle.stored();
    let texts = || stored.iter().map(|(text, _)| Some(*text)).chain([Some(STRANGE), None]);
    for (row, (from, _)) in stored.iter().enumerate() {
        let update = format!("UPDATE {table} SET state = $1 WHERE id = {row}");
        for to in texts() {
            assert_eq!(tried(&update, to), said(oracle.update(Some(from), to)), "{id}: {from:?} -> {to:?}");
        }
    }
    let insert = format!("INSERT INTO {table} (id, state) VALUES (-1, $1)");
    for to in texts() {
        assert_eq!(tried(&insert, to), said(oracle.insert(to)), "{id}: [*] -> {to:?}");
    }
    (stored.len() + 1) * (stored.len() + 2)
}

/// What PostgreSQL answers to a statement; it is undone.
fn tried_in_postgres(client: &mut Client, sql: &str, to: Option<&str>) -> Answer {
    let mut transaction = client.transaction().expect("a transaction");
    let Err(error) = transaction.execute(sql, &[&to]) else { return Answer::Accepted };
    let error = error.as_db_error().expect("the database's own error");
    assert_eq!(error.code().code(), "23514", "{error}");
    let detail = error.detail().expect("a detail").to_owned();
    Answer::Refused { message: error.message().to_owned(), detail }
}

#[test]
fn postgresql_answers_as_the_documents_say() {
    let Some(server) = server("postgresql_answers_as_the_documents_say") else { return };
    let (mut asked, mut seen) = (0, std::collections::BTreeSet::new());
    let mut client = Client::connect(&server.fresh(), NoTls).expect("it answers");
    for kept in ALL.iter() {
        let table = &kept.table;
        let make =
            format!("DROP TABLE IF EXISTS {table}; CREATE TABLE {table} (id int PRIMARY KEY, state text)");
        client.batch_execute(&make).expect("a table");
        let oracle = Oracle::new(&kept.model, table);
        for (row, (state, _)) in oracle.stored().iter().enumerate() {
            let row = i32::try_from(row).expect("a small number");
            let insert = format!("INSERT INTO {table} VALUES ($1, $2)");
            client.execute(&insert, &[&row, state]).expect("a row");
        }
        let id = text(&kept.model["id"]).to_owned();
        client.batch_execute(&kept.postgres.up).unwrap_or_else(|error| panic!("{id}: {error:?}"));
        asked += ask(kept, &|answer| answer, &mut |sql, to| tried_in_postgres(&mut client, sql, to));
        client.batch_execute(&kept.postgres.down).unwrap_or_else(|error| panic!("{id}: {error:?}"));
        seen.insert(id);
    }
    assert!(asked > 2000 && seen.len() > 30, "{asked} questions about {} documents", seen.len());
}

/// What SQLite answers to a statement; it is undone.
fn tried_in_sqlite(connection: &mut Connection, sql: &str, to: Option<&str>) -> Answer {
    let transaction = connection.transaction().expect("a transaction");
    match transaction.execute(sql, [to]) {
        Ok(changed) => {
            assert_eq!(changed, 1);
            Answer::Accepted
        }
        Err(rusqlite::Error::SqliteFailure(error, Some(message))) => {
            assert_eq!(error.extended_code, rusqlite::ffi::SQLITE_CONSTRAINT_TRIGGER, "{message}");
            Answer::Refused { message, detail: String::new() }
        }
        Err(error) => panic!("{error}"),
    }
}

/// What SQLite says instead of PostgreSQL's two texts: one line, without what was written where that
/// is no state.
fn on_one_line(answer: Answer) -> Answer {
    let Answer::Refused { message, detail } = answer else { return answer };
    let (place, said) = message.split_once(": ").expect("a place");
    let begins = said.contains(" lets no record begin as ");
    let strange = format!("`{STRANGE}`");
    let message = match (said.contains("has no state") && said.contains(&strange), begins) {
        (true, true) => {
            let document = said.split(" lets no record").next().expect("the document");
            format!("{place}: {document} lets no record begin so, and has no such state; {detail}")
        }
        (true, false) => {
            let document = said.split(" has no row ").next().expect("the document");
            format!("{place}: {document} has no such state; {detail}")
        }
        (false, begins) if said.ends_with("a record must have a state") => {
            let end = if begins { format!("; {detail}") } else { String::new() };
            format!("{place}: a record must have a state, stored as text{end}")
        }
        _ if said.contains("is an earlier name of") && !begins => message,
        _ => format!("{message}; {detail}"),
    };
    let message = visible(&message.replace("\r\n", " ").replace(['\r', '\n'], " "));
    Answer::Refused { message, detail: String::new() }
}

#[test]
fn sqlite_answers_as_the_documents_say() {
    let mut asked = 0;
    for kept in ALL.iter() {
        let mut connection = Connection::open_in_memory().expect("a database");
        let table = &kept.table;
        let make = format!("CREATE TABLE {table} (id INTEGER PRIMARY KEY, state TEXT)");
        connection.execute_batch(&make).expect("a table");
        let oracle = Oracle::new(&kept.model, table);
        for (row, (state, _)) in oracle.stored().iter().enumerate() {
            let insert = format!("INSERT INTO {table} VALUES ({row}, ?1)");
            connection.execute(&insert, [state]).expect("a row");
        }
        let id = text(&kept.model["id"]).to_owned();
        connection.execute_batch(&kept.sqlite.up).unwrap_or_else(|error| panic!("{id}: {error}"));
        asked += ask(kept, &on_one_line, &mut |sql, to| tried_in_sqlite(&mut connection, sql, to));
    }
    assert!(asked > 2000, "{asked} questions");
}
