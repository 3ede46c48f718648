//! From one revision of a document to the next: which stored texts move where, as a script.

use serde::Serialize;

use super::guard::{Guard, stored};
use super::sqlite;
use super::words::{listed, ticked};
use crate::config::{ColumnPath, Database};
use crate::diagnostic::nearest;
use crate::emit::templates::{Serde, Value, context, render};
use crate::lifecycle::Lifecycle;

/// What a migration starts from and what it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Migration<'a> {
    /// The revision that the stored rows follow.
    pub old: &'a Lifecycle,
    /// The one that they are to follow.
    pub new: &'a Lifecycle,
    /// Where rows in states that are no more go: stored text and state.
    pub moves: &'a [(String, String)],
    /// Where the states are kept.
    pub column: &'a ColumnPath,
    /// The columns that are guarded beside it.
    pub others: &'a [&'a ColumnPath],
}

/// Stored texts that give way to a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move<'a> {
    /// The stored text.
    pub from: &'a str,
    /// The state.
    pub to: &'a str,
}

/// A migration, written.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// The SQL.
    pub sql: String,
    /// What moves where.
    pub moves: Vec<Move<'a>>,
    /// What the old revision stores and the new one does not know: rows with it stop the migration.
    pub removed: Vec<&'a str>,
}

/// The script, for one database.
///
/// # Errors
///
/// A move that cannot be meant.
pub fn migrate<'a>(migration: &Migration<'a>, database: Database) -> Result<Script<'a>, String> {
    let (moves, removed) = moves(migration)?;
    let guard = Guard::new(migration.new, migration.column, migration.others);
    let mut temporary = guard.clone();
    for step in &moves {
        temporary.allow(step.from, step.to);
    }
    let context = context! {
        refusals => Value::from(Serde(sqlite::refusals(&guard))),
        guard => Value::from(Serde(&guard)),
        temporary => Value::from(Serde(&temporary)),
        moves => Value::from(Serde(&moves)),
        revisions => [migration.old.facts.revision, migration.new.facts.revision],
    };
    let sql = render(&format!("migrate.{}.sql", database.name()), context);
    Ok(Script { sql, moves, removed })
}

/// What moves where: as asked, and what the documents say themselves, by an alias of the new one or
/// by a text that meant a state which is still there. Then what is left without a state.
fn moves<'a>(migration: &Migration<'a>) -> Result<(Vec<Move<'a>>, Vec<&'a str>), String> {
    for (from, to) in migration.moves {
        check(migration, from, to)?;
    }
    let (mut moves, mut removed) = (Vec::new(), Vec::new());
    for (text, state) in stored(migration.old) {
        let name = migration.old.states[state].name.as_str();
        match settled(migration, text).or_else(|| settled(migration, name)) {
            Some(to) if to != text => moves.push(Move { from: text, to }),
            Some(_) => {}
            None => removed.push(text),
        }
    }
    for (text, state) in stored(migration.new) {
        let to = migration.new.states[state].name.as_str();
        if to != text && moves.iter().all(|step| step.from != text) {
            moves.push(Move { from: text, to });
        }
    }
    Ok((moves, removed))
}

/// The state of the new revision that a stored text belongs to, if it can be told.
fn settled<'a>(migration: &Migration<'a>, text: &str) -> Option<&'a str> {
    let known = stored(migration.new).find(|(known, _)| *known == text);
    let asked = || migration.moves.iter().find(|(from, _)| from == text).map(|(_, to)| to.as_str());
    known.map(|(_, state)| migration.new.states[state].name.as_str()).or_else(asked)
}

fn check(migration: &Migration, from: &str, to: &str) -> Result<(), String> {
    let names = || migration.new.states.iter().map(|state| state.name.as_str());
    let held: Vec<&str> = stored(migration.old).map(|(text, _)| text).collect();
    let hint = |word: &str, known: Vec<&str>| match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean {}?", ticked(near)),
        None => format!("there are {}", listed(&known)),
    };
    let wrong = format!("--move {from}={to}");
    if stored(migration.new).any(|(text, _)| text == from) {
        return Err(format!(
            "{wrong}: the new revision still has {}, so its rows stay as they are",
            ticked(from)
        ));
    }
    if !held.contains(&from) {
        return Err(format!("{wrong}: the old revision has no state {}; {}", ticked(from), hint(from, held)));
    }
    if !names().any(|name| name == to) {
        let known = names().collect();
        return Err(format!("{wrong}: the new revision has no state {}; {}", ticked(to), hint(to, known)));
    }
    Ok(())
}
