//! A service that is reached only over its database, held to its document.

use rusqlite::{Connection, OptionalExtension as _, Transaction};

use lifecycles::month_end_aging_snapshot_run::Step;

use super::kit::month_end_aging_snapshot_run::{
    Effects, Guards, Outcome, Refused, Shows, Start, State, Subject, Transition, World, check,
};

/// The runs and what is to be done for them, as the service keeps them.
const SCHEMA: &str = "
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        status TEXT NOT NULL,
        closed_hours_ago INTEGER NOT NULL DEFAULT 0,
        capacity INTEGER NOT NULL DEFAULT 0,
        job TEXT,
        totals_agree INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        failures INTEGER NOT NULL DEFAULT 4,
        newer_version INTEGER
    );
    CREATE TABLE outbox (
        number INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, place INTEGER NOT NULL, task TEXT NOT NULL
    );
";

/// How the service may be built wrong.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    WritesWithoutComparing,
    PostsAfterCommit,
}

/// The service: a decision on what is read, and one transaction that writes it.
struct Ledger {
    connection: Connection,
    fault: Fault,
}

impl Ledger {
    fn open(fault: Fault) -> Self {
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch(SCHEMA).expect("its tables");
        Self { connection, fault }
    }

    /// What the document's guards mean for these tables.
    fn condition(row: Transition) -> &'static str {
        match row {
            Transition::NotPlannedToPlanned => "closed_hours_ago >= 2",
            Transition::PlannedToQueued => "capacity > 0",
            Transition::QueuedToRunning => "job IS NOT NULL",
            Transition::RunningToPublished => "totals_agree",
            Transition::RunningToFailed => "error IS NOT NULL",
            Transition::FailedToQueued => "failures < 4",
            Transition::PublishedToSuperseded => "newer_version IS NOT NULL",
        }
    }

    fn state(&self, run: i64) -> Result<State, Refused> {
        let status: String =
            self.connection.query_row("SELECT status FROM run WHERE id = ?", [run], |row| row.get(0))?;
        Ok(State::parse(&status)?)
    }

    /// Reads the run, and decides whether it may take this row.
    fn decide(&self, run: i64, row: Transition) -> Result<Step, Refused> {
        let asks = format!("SELECT {} FROM run WHERE id = ?", Self::condition(row));
        let guard = |row: Transition| {
            let holds: bool = self.connection.query_row(&asks, [run], |found| found.get(0)).unwrap_or(false);
            if holds { Ok(()) } else { Err(std::io::Error::other(row.guard().unwrap_or_default())) }
        };
        Ok(self.state(run)?.attempt(row, guard)?)
    }

    /// Writes what was decided, and posts what is to be done, both or neither.
    fn write(&mut self, run: i64, step: Step) -> Outcome {
        let fault = self.fault;
        let transaction = self.connection.transaction()?;
        let compares = if fault == Fault::WritesWithoutComparing { "1 OR" } else { "" };
        let written = transaction.execute(
            &format!("UPDATE run SET status = ?1 WHERE id = ?2 AND ({compares} status = ?3)"),
            (step.to().map(State::as_str), run, step.from().map(State::as_str)),
        )?;
        if written != 1 {
            return Err(Refused::new("the run has changed meanwhile"));
        }
        if fault == Fault::PostsAfterCommit {
            transaction.commit()?;
            let transaction = self.connection.transaction()?;
            post(&transaction, run, step)?;
            return Ok(transaction.commit()?);
        }
        post(&transaction, run, step)?;
        Ok(transaction.commit()?)
    }
}

fn post(transaction: &Transaction, run: i64, step: Step) -> Outcome {
    for (place, task) in (0_i64..).zip(step.side_effects()) {
        transaction.execute("INSERT INTO outbox (run, place, task) VALUES (?, ?, ?)", (run, place, task))?;
    }
    Ok(())
}

/// The adapter: it arranges what guards look at, calls the service, and reads the tables.
struct Reached {
    ledger: Ledger,
    run: i64,
}

impl Reached {
    fn new(fault: Fault) -> Self {
        Self { ledger: Ledger::open(fault), run: 0 }
    }

    fn insert(&mut self, status: &str) {
        self.ledger.connection.execute("INSERT INTO run (status) VALUES (?)", [status]).expect("a row");
        self.run = self.ledger.connection.last_insert_rowid();
    }

    /// Makes every guard hold, or none; and one task that cannot be posted.
    fn arrange(&self, world: &World) {
        let run = self.run;
        let data = if world.guard_holds() {
            "closed_hours_ago = 2, capacity = 1, job = 'job', totals_agree = 1, error = 'e', failures = 3, newer_version = 2"
        } else {
            "closed_hours_ago = 1, capacity = 0, job = NULL, totals_agree = 0, error = NULL, failures = 4, newer_version = NULL"
        };
        let failing = world.failing_effect().map_or(-1, |place| i64::try_from(place).unwrap_or(-1));
        let batch = format!(
            "DROP TRIGGER IF EXISTS full;
             CREATE TEMP TRIGGER full BEFORE INSERT ON main.outbox WHEN NEW.place = {failing}
             BEGIN SELECT RAISE(ABORT, 'the outbox is full'); END;
             UPDATE run SET {data} WHERE id = {run};"
        );
        self.ledger.connection.execute_batch(&batch).expect("the data can be arranged");
    }

    /// Tells of what has been posted since the last time.
    fn tell(&self, world: &mut World) {
        let mut posted =
            self.ledger.connection.prepare("SELECT task FROM outbox ORDER BY number").expect("a query");
        let tasks = posted.query_map([], |row| row.get::<_, String>(0)).expect("the outbox");
        for task in tasks {
            let _ = world.effect(&task.expect("a task"));
        }
        self.ledger.connection.execute("DELETE FROM outbox", []).expect("the outbox can be emptied");
    }
}

impl Subject for Reached {
    fn shows(&self) -> Shows {
        Shows { guards: Guards::Arranged, effects: Effects::CarriedOut, ..Shows::EVERYTHING }
    }

    fn create(&mut self, start: Start, _world: &mut World) -> Outcome {
        self.run = 0;
        match start {
            Start::In(State::NotPlanned) => {
                self.insert("not planned");
                Ok(())
            }
            _ => Err(Refused::new("a run begins as not planned")),
        }
    }

    fn observe(&mut self) -> Option<String> {
        let status =
            self.ledger
                .connection
                .query_row("SELECT status FROM run WHERE id = ?", [self.run], |row| row.get(0));
        status.optional().expect("the run can be read")
    }

    fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        self.arrange(world);
        let outcome = self.ledger.decide(self.run, row).and_then(|step| self.ledger.write(self.run, step));
        self.tell(world);
        outcome
    }

    fn can(&mut self, row: Transition, world: &mut World) -> Option<bool> {
        self.arrange(world);
        Some(self.ledger.decide(self.run, row).is_ok())
    }

    fn load(&mut self, text: &str, _world: &mut World) -> Option<Outcome> {
        self.insert(text);
        Some(self.ledger.state(self.run).map(|_| ()))
    }

    fn race(&mut self, rows: [Transition; 2], worlds: &mut [World; 2]) -> Option<[Outcome; 2]> {
        self.arrange(&worlds[0]);
        let read = rows.map(|row| self.ledger.decide(self.run, row));
        let mut at = 0;
        Some(read.map(|decided| {
            let outcome = decided.and_then(|step| self.ledger.write(self.run, step));
            self.tell(&mut worlds[at]);
            at += 1;
            outcome
        }))
    }
}

#[test]
fn a_service_behind_a_database_is_held_to_its_document() {
    let report = check(&mut Reached::new(Fault::None));
    report.assert();
    assert_eq!(report.seen.rows.len(), 7);
    assert_eq!(report.seen.denied.len(), 7, "every guard has refused by its data");
    assert!(report.seen.races.len() >= 8, "{report}");
    let unchecked = report.unchecked();
    assert!(
        unchecked.contains(&"how often a guard is asked: guards look at data".to_owned()),
        "{unchecked:?}"
    );
    assert!(unchecked.contains(&"INV-DOM-ACC-TRX-005-09: nobody checks it".to_owned()), "{unchecked:?}");
    assert!(unchecked.iter().any(|line| line.starts_with("entering a state by its name")), "{unchecked:?}");
}

#[test]
fn a_service_that_writes_without_comparing_is_found() {
    let report = check(&mut Reached::new(Fault::WritesWithoutComparing));
    assert_eq!(report.failed(), ["one_of_two_callers_wins"], "{report}");
}

#[test]
fn a_service_that_posts_after_it_has_committed_is_found() {
    let report = check(&mut Reached::new(Fault::PostsAfterCommit));
    assert_eq!(report.failed(), ["failed_effects_change_nothing"], "{report}");
    assert!(
        report.faults[0].wrong.message.contains("an effect failed, and the record went from"),
        "{report}"
    );
}
