//! Two documents whose states are kept in two columns of one table.

use postgres::{Client, NoTls};
use rusqlite::Connection;

use super::kept::{ONLY_SQL, generate};
use crate::peers::postgres::server;
use crate::sandbox::Sandbox;

const TABLES: [&str; 2] = [
    "CREATE TABLE orders (id int, status text, payment_status text)",
    "CREATE TABLE orders (id int, status text, payment_status text) PARTITION BY RANGE (id);
     CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM (1) TO (10)",
];
const ROW: &str = "INSERT INTO orders VALUES (1, 'open', 'open')";

/// Statements and the column that refuses them; none where they pass.
const STEPS: [(&str, Option<&str>); 6] = [
    ("INSERT INTO orders VALUES (2, 'done', 'open')", Some("orders.status: ")),
    ("INSERT INTO orders VALUES (2, 'open', 'done')", Some("orders.payment_status: ")),
    ("UPDATE orders SET status = 'done'", None),
    ("UPDATE orders SET status = 'open'", Some("orders.status: ")),
    ("UPDATE orders SET payment_status = 'done'", None),
    ("UPDATE orders SET payment_status = 'open'", Some("orders.payment_status: ")),
];

fn document(id: &str) -> String {
    format!(
        "---\nid: {id}\ntitle: Order {id}\nname: order_{}\nstates:\n  - name: open\n  - name: done\n\
         transitions:\n  - {{from: '[*]', to: open}}\n  - {{from: open, to: done}}\n---\n",
        &id[2..]
    )
}

/// The scripts of both guards by their ending, and the migrations of both.
struct Scripts {
    up: [String; 2],
    down: [String; 2],
    migrations: [String; 2],
}

fn scripts(dialect: &str) -> Scripts {
    let project = Sandbox::new();
    project.write(
        "statedoc.toml",
        format!("{ONLY_SQL}[sql.table]\nO-1 = 'orders.status'\nO-2 = 'orders.payment_status'\n"),
    );
    for number in 1..=2 {
        project.write(&format!("specs/{number}.md"), document(&format!("O-{number}")));
    }
    generate(&project);
    let script = |ending: &str| [1, 2].map(|n| project.read(&format!("generated/sql/order_{n}.{ending}")));
    let migrations = [1, 2].map(|number| {
        let file = format!("specs/{number}.md");
        let output = project.statedoc(&["migrate", &file, &file, "--dialect", dialect]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("SQL is text")
    });
    Scripts {
        up: script(&format!("{dialect}.sql")),
        down: script(&format!("{dialect}.down.sql")),
        migrations,
    }
}

/// Installs in both orders, again and by migration, and tries both columns; `run` says what refuses.
fn tried(scripts: &Scripts, order: [usize; 2], table: &str, run: &mut dyn FnMut(&str) -> Option<String>) {
    for sql in [table, ROW] {
        assert_eq!(run(sql), None, "{sql}");
    }
    for kind in [&scripts.up, &scripts.up, &scripts.migrations] {
        for number in order {
            assert_eq!(run(&kind[number]), None, "{table}, {order:?}");
        }
    }
    for (statement, refusing) in STEPS {
        let said = run(statement);
        let as_expected = match (&said, refusing) {
            (Some(said), Some(column)) => said.contains(column),
            (said, column) => said.is_none() && column.is_none(),
        };
        assert!(as_expected, "{statement}: {said:?}");
    }
    assert_eq!(run(&scripts.down[order[0]]), None);
    let columns = ["status", "payment_status"];
    assert_eq!(run(&format!("UPDATE orders SET {} = 'open'", columns[order[0]])), None);
    assert!(run(&format!("UPDATE orders SET {} = 'open'", columns[order[1]])).is_some());
}

#[test]
fn two_columns_of_a_postgresql_table_are_guarded_in_any_order() {
    let Some(server) = server("two_columns_of_a_postgresql_table_are_guarded_in_any_order") else { return };
    let scripts = scripts("postgres");
    for (table, order) in TABLES.iter().flat_map(|table| [(table, [0, 1]), (table, [1, 0])]) {
        let mut client = Client::connect(&server.fresh(), NoTls).expect("it answers");
        tried(&scripts, order, table, &mut |sql| {
            let error = client.batch_execute(sql).err()?;
            client.batch_execute("ROLLBACK").expect("it can be rolled back");
            Some(error.as_db_error().expect("its error").message().to_owned())
        });
    }
}

#[test]
fn two_columns_of_an_sqlite_table_are_guarded_in_any_order() {
    let scripts = scripts("sqlite");
    for order in [[0, 1], [1, 0]] {
        let connection = Connection::open_in_memory().expect("a database");
        tried(&scripts, order, TABLES[0], &mut |sql| {
            connection.execute_batch(sql).err().map(|error| error.to_string())
        });
    }
}
