//! What is to happen outside once a step is committed: written with the step, carried out afterwards
//! at least once, under a key by which the other side knows a repetition.

use crate::store::{Database, Error, Row, Transaction};
use crate::time::Time;

/// Something to do outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What makes it one message however often it is carried out.
    pub key: String,
    /// What to do.
    pub effect: String,
    /// The document whose run asks for it.
    pub document: String,
    /// The run.
    pub run: i64,
}

/// Writes a message, in the transaction of the step that it follows from.
///
/// # Errors
///
/// Those of the database; a key that is there already is one, since no step is taken twice.
pub fn post(tx: &mut Transaction<'_>, message: &Message, now: Time) -> Result<(), Error> {
    let sql =
        "INSERT INTO outbox (key, effect, document, run, posted_at, done) VALUES ($1, $2, $3, $4, $5, 0)";
    let Message { key, effect, document, run } = message;
    let words = [key, effect, document].map(|text| text.as_str().into());
    let [key, effect, document] = words;
    tx.execute(sql, &[key, effect, document, (*run).into(), now.into()])?;
    Ok(())
}

/// Carries out what is waiting, the oldest first, and says how many messages that were.
///
/// A message is marked as done after it was carried out: if the process ends in between, it is
/// carried out again.
///
/// # Errors
///
/// Those of the database and of `carry_out`.
pub fn relay(
    db: &mut Database,
    mut carry_out: impl FnMut(&mut Database, &Message) -> Result<(), Error>,
) -> Result<usize, Error> {
    let sql = "SELECT key, effect, document, run FROM outbox WHERE done = 0 ORDER BY id LIMIT 50";
    let waiting = db.read(|tx| tx.query(sql, &[]))?;
    for row in &waiting {
        let message = read(row)?;
        carry_out(db, &message)?;
        let sql = "UPDATE outbox SET done = 1 WHERE key = $1";
        db.write(|tx| tx.execute(sql, &[message.key.as_str().into()]))?;
    }
    Ok(waiting.len())
}

fn read(row: &Row) -> Result<Message, Error> {
    Ok(Message {
        key: row.text("key")?,
        effect: row.text("effect")?,
        document: row.text("document")?,
        run: row.int("run")?,
    })
}
