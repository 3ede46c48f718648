//! Reading a published snapshot page by page: a cursor is good for the version that it was given for.

use super::{Item, rows};
use crate::store::{Database, Error, Row};
use crate::time::Month;

/// Where a reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The run that it reads.
    pub run: i64,
    /// The last receivable that it has seen.
    pub after: i64,
}

/// Some items, and where to go on; nowhere after the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The items.
    pub items: Vec<Item>,
    /// Where the next page begins.
    pub next: Option<Cursor>,
}

/// A later version was published since the reader began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outdated;

/// A page of the current version of a workspace's month; empty where there is none.
///
/// # Errors
///
/// Those of the database. `Outdated` where a later version than the cursor's is current.
pub fn page(
    db: &mut Database,
    workspace: &str,
    month: Month,
    cursor: Option<Cursor>,
    size: i64,
) -> Result<Result<Page, Outdated>, Error> {
    db.read(|tx| {
        let Some(current) = rows::current(tx, workspace, month)? else {
            return Ok(Ok(Page { items: Vec::new(), next: None }));
        };
        let cursor = cursor.unwrap_or(Cursor { run: current.id, after: 0 });
        if cursor.run != current.id {
            return Ok(Err(Outdated));
        }
        let sql = "SELECT receivable, bucket, cents FROM aging_item
            WHERE run = $1 AND receivable > $2 ORDER BY receivable LIMIT $3";
        let found = tx.query(sql, &[cursor.run.into(), cursor.after.into(), size.into()])?;
        let items = found.iter().map(item).collect::<Result<Vec<_>, _>>()?;
        let is_full = i64::try_from(items.len()) == Ok(size);
        let last = items.last().filter(|_| is_full);
        let next = last.map(|item| Cursor { after: item.receivable, ..cursor });
        Ok(Ok(Page { items, next }))
    })
}

fn item(row: &Row) -> Result<Item, Error> {
    Ok(Item { receivable: row.int("receivable")?, bucket: row.int("bucket")?, cents: row.int("cents")? })
}
