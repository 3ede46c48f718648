//! Who owns runs, how many of them may be admitted at once, and how many of these may be backfills.

use crate::store::{Error, Row, Transaction};

/// How many runs of an owner are admitted, or may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// In all.
    pub total: i64,
    /// Backfills among them.
    pub backfill: i64,
}

/// What a guard must know to admit a run. Only a transaction that has locked the owner has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admission {
    /// What the owner may have admitted.
    pub caps: Capacity,
    /// What it has admitted.
    pub admitted: Capacity,
}

impl Admission {
    /// Whether one more run fits.
    #[must_use]
    pub const fn permits(self, is_backfill: bool) -> bool {
        let Self { caps, admitted } = self;
        admitted.total < caps.total && (!is_backfill || admitted.backfill < caps.backfill)
    }

    /// The same with one more run.
    #[must_use]
    pub fn with(mut self, is_backfill: bool) -> Self {
        self.admitted.total += 1;
        self.admitted.backfill += i64::from(is_backfill);
        self
    }
}

/// Locks the owner and counts its admitted runs by `count`, a query with the columns `total` and
/// `backfill`. Until this transaction ends nobody else admits one, so what is counted stays true.
///
/// # Errors
///
/// Those of the database.
pub fn lock(tx: &mut Transaction<'_>, owner: &str, count: &'static str) -> Result<Admission, Error> {
    let caps = tx.one("SELECT total, backfill FROM owner WHERE name = $1 FOR UPDATE", &[owner.into()])?;
    let admitted = tx.one(count, &[owner.into()])?;
    Ok(Admission { caps: read(&caps)?, admitted: read(&admitted)? })
}

fn read(row: &Row) -> Result<Capacity, Error> {
    Ok(Capacity { total: row.int("total")?, backfill: row.int("backfill")? })
}

/// Adds an owner of runs.
///
/// # Errors
///
/// Those of the database.
pub fn add_owner(tx: &mut Transaction<'_>, name: &str, capacity: Capacity) -> Result<(), Error> {
    let values = [name.into(), capacity.total.into(), capacity.backfill.into()];
    tx.execute("INSERT INTO owner (name, total, backfill) VALUES ($1, $2, $3)", &values)?;
    Ok(())
}
