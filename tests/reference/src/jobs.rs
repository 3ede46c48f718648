//! Durable jobs: each is worked on until it is finished, by one worker after another if they die.

use crate::store::{Error, Row, Transaction};
use crate::time::{MINUTE, Time};

/// How long a worker has a job before another may take it.
pub const LEASE: Time = 10 * MINUTE;
/// How often a job is taken before it counts as abandoned, where somebody settles abandoned jobs.
pub const MAX_DELIVERIES: i64 = 12;

/// A job that executes a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What makes it one job however often it is submitted.
    pub key: String,
    /// The document whose run it executes.
    pub document: String,
    /// The run.
    pub run: i64,
    /// When it was submitted.
    pub submitted_at: Time,
    /// When a worker first took it.
    pub started_at: Option<Time>,
    /// How often it has been taken.
    pub deliveries: i64,
}

/// Submits a job; a second time it is the same job.
///
/// # Errors
///
/// Those of the database.
pub fn submit(tx: &mut Transaction<'_>, document: &str, run: i64, key: &str, now: Time) -> Result<(), Error> {
    let sql = "INSERT INTO job (key, document, run, submitted_at, taken_until, deliveries, finished)
        VALUES ($1, $2, $3, $4, 0, 0, 0) ON CONFLICT DO NOTHING";
    tx.execute(sql, &[key.into(), document.into(), run.into(), now.into()])?;
    Ok(())
}

/// Takes the job of this document that waits longest and was taken less often than `limit`; one whose
/// worker has gone too.
///
/// # Errors
///
/// Those of the database.
pub fn take(tx: &mut Transaction<'_>, document: &str, limit: i64, now: Time) -> Result<Option<Job>, Error> {
    let sql =
        "SELECT * FROM job WHERE document = $1 AND finished = 0 AND taken_until <= $2 AND deliveries < $3
        ORDER BY submitted_at, key LIMIT 1 FOR UPDATE SKIP LOCKED";
    let Some(row) = tx.query(sql, &[document.into(), now.into(), limit.into()])?.into_iter().next() else {
        return Ok(None);
    };
    let mut job = read(&row)?;
    job.started_at = job.started_at.or(Some(now));
    job.deliveries += 1;
    let sql = "UPDATE job SET taken_until = $2, started_at = $3, deliveries = $4 WHERE key = $1";
    let lease = (now + LEASE).into();
    tx.execute(sql, &[job.key.as_str().into(), lease, (&job.started_at).into(), job.deliveries.into()])?;
    Ok(Some(job))
}

/// Keeps the job for another lease: its worker is alive.
///
/// # Errors
///
/// Those of the database.
pub fn renew(tx: &mut Transaction<'_>, key: &str, now: Time) -> Result<(), Error> {
    tx.execute("UPDATE job SET taken_until = $2 WHERE key = $1", &[key.into(), (now + LEASE).into()])?;
    Ok(())
}

/// Finishes a job: nobody takes it any more.
///
/// # Errors
///
/// Those of the database.
pub fn finish(tx: &mut Transaction<'_>, key: &str) -> Result<(), Error> {
    tx.execute("UPDATE job SET finished = 1 WHERE key = $1", &[key.into()])?;
    Ok(())
}

/// The job of this key.
///
/// # Errors
///
/// Those of the database.
pub fn by_key(tx: &mut Transaction<'_>, key: &str) -> Result<Option<Job>, Error> {
    tx.query("SELECT * FROM job WHERE key = $1", &[key.into()])?.first().map(read).transpose()
}

/// Jobs of this document that were begun too often and never finished.
///
/// # Errors
///
/// Those of the database.
pub fn abandoned(tx: &mut Transaction<'_>, document: &str, now: Time) -> Result<Vec<Job>, Error> {
    let sql = "SELECT * FROM job
        WHERE document = $1 AND finished = 0 AND taken_until <= $2 AND deliveries >= $3 ORDER BY key";
    tx.query(sql, &[document.into(), now.into(), MAX_DELIVERIES.into()])?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Job, Error> {
    Ok(Job {
        key: row.text("key")?,
        document: row.text("document")?,
        run: row.int("run")?,
        submitted_at: row.int("submitted_at")?,
        started_at: row.maybe_int("started_at")?,
        deliveries: row.int("deliveries")?,
    })
}
