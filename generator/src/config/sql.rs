//! `[sql]`: which document's states are kept in which column, and for which databases.

use super::Output;
use crate::diagnostic::{Diagnostic, nearest};
use crate::document::{Decoder, Fields};
use crate::lifecycle::Lifecycle;
use crate::source::Span;
use crate::visible::{is_hidden, visible};
use crate::yaml::Text;

/// The longest identifier that PostgreSQL keeps, in bytes.
pub const LONGEST_NAME: usize = 63;

/// What `[sql]` says.
#[derive(Clone, Debug)]
pub struct Sql {
    /// Where the scripts are written; off where no table is named.
    pub output: Output,
    /// The databases that they are written for.
    pub databases: Vec<Database>,
    /// The documents, each with the column that keeps its states.
    pub tables: Vec<(Text, ColumnPath)>,
}

/// A database that can be guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    /// PostgreSQL 14 or newer.
    Postgres,
    /// SQLite 3.38 or newer.
    Sqlite,
}

/// A column, as SQL names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnPath {
    /// The schema, where it is named.
    pub schema: Option<String>,
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
}

impl Database {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Postgres, Self::Sqlite];

    /// The word for it in the configuration and in names of files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Sqlite => "sqlite",
        }
    }
}

impl Sql {
    /// The column that keeps the states of the document with this id.
    #[must_use]
    pub fn column(&self, document: &str) -> Option<&ColumnPath> {
        self.tables.iter().find(|(id, _)| id.as_str() == document).map(|(_, column)| column)
    }

    /// What is wrong with the tables in the light of the documents' ids: those of documents that there are not.
    #[must_use]
    pub fn check_ids(&self, ids: &[&str]) -> Vec<Diagnostic> {
        let all_known = !ids.is_empty() && ids.iter().all(|id| !id.is_empty());
        let missing = self.tables.iter().filter(|(id, _)| all_known && !ids.contains(&id.as_str()));
        missing.map(|(id, _)| unknown(id, ids)).collect()
    }

    /// The texts of a document that has a table, and that no database stores.
    #[must_use]
    pub fn check_document(&self, lifecycle: &Lifecycle) -> Vec<Diagnostic> {
        self.column(lifecycle.facts.id.as_str()).map_or_else(Vec::new, |_| check_texts(lifecycle))
    }
}

fn unknown(id: &Text, ids: &[&str]) -> Diagnostic {
    let finding = Diagnostic::new("unknown-key", id.span, format!("no document has the id `{}`", id.value));
    match nearest(id.as_str(), ids.iter().copied()) {
        Some(near) => finding.suggest(format!("write `{near}`"), id.span, format!("\"{near}\"")),
        None => finding.help("`statedoc list` shows what there is"),
    }
}

/// The texts of a document that no database stores, though its SQL would hold them.
#[must_use]
pub fn check_texts(lifecycle: &Lifecycle) -> Vec<Diagnostic> {
    texts(lifecycle).into_iter().filter_map(unstorable).collect()
}

/// The texts of a document that its SQL holds.
fn texts(lifecycle: &Lifecycle) -> Vec<&Text> {
    let mut texts = vec![&lifecycle.facts.id];
    texts.extend(lifecycle.states.iter().flat_map(|state| state.aliases.iter().chain([&state.name])));
    texts.extend(lifecycle.forbidden.iter().map(|pair| &pair.why));
    texts
}

fn unstorable(text: &Text) -> Option<Diagnostic> {
    let message = "the text holds `\\u{0}`, which no database keeps in a text";
    let finding = || {
        Diagnostic::new("wrong-type", text.span, message)
            .help("remove the character, or the document's line under `[sql.table]`")
    };
    text.value.contains('\0').then(finding)
}

/// Reads the table `[sql]`.
pub(super) fn read(decoder: &mut Decoder, mut fields: Fields, sql: &mut Sql) {
    if let Some(place) = fields.written("dialects") {
        sql.databases = databases(decoder, &mut fields, place);
    }
    if let Some(table) = decoder.submap(&mut fields, "table", "`[sql.table]`") {
        let mut written = Vec::new();
        for (id, path) in decoder.free(table) {
            if let Some(column) = column(decoder, &path) {
                written = distinct(decoder, sql, written, (id, path, column));
            }
        }
        sql.tables = written.into_iter().map(|(id, _, column)| (id, column)).collect();
    }
    super::output(decoder, fields, &mut sql.output);
    sql.output.enabled &= !sql.tables.is_empty();
}

fn databases(decoder: &mut Decoder, fields: &mut Fields, place: Span) -> Vec<Database> {
    let before = decoder.diagnostics.len();
    let mut databases = Vec::new();
    for word in decoder.texts(fields, "dialects") {
        match Database::ALL.iter().find(|database| database.name() == word.as_str()) {
            Some(database) if databases.contains(database) => {}
            Some(database) => databases.push(*database),
            None => decoder.report(unknown_database(&word)),
        }
    }
    if databases.is_empty() && decoder.diagnostics.len() == before && decoder.blanks.is_empty() {
        let message = "`dialects` lists no database, so nothing could be written";
        let help = "write `[\"postgres\", \"sqlite\"]`, or `enabled = false` for no SQL at all";
        decoder.report(Diagnostic::new("wrong-type", place, message).help(help));
    }
    databases
}

fn unknown_database(word: &Text) -> Diagnostic {
    let message = format!("a dialect is `postgres` or `sqlite`, and this is `{}`", word.as_str());
    let finding = Diagnostic::new("wrong-type", word.span, message);
    let likely = match &*word.value.to_lowercase() {
        "pg" | "postgresql" | "psql" => Some("postgres"),
        "sqlite3" => Some("sqlite"),
        other => nearest(other, Database::ALL.iter().map(|database| database.name())),
    };
    match likely {
        Some(likely) => finding.suggest(format!("write `{likely}`"), word.span, format!("\"{likely}\"")),
        None => finding,
    }
}

type Written = (Text, Text, ColumnPath);

/// Takes `next` in, unless its column keeps another document's states already.
fn distinct(decoder: &mut Decoder, sql: &Sql, mut kept: Vec<Written>, next: Written) -> Vec<Written> {
    match kept.iter().find(|(_, _, column)| meets(column, &next.2, &sql.databases)) {
        Some((id, first, _)) => {
            let message = format!("this column keeps the states of `{}` already", id.as_str());
            let finding = Diagnostic::new("wrong-type", next.1.span, message);
            decoder
                .report(finding.related(first.span, "here").help("one column keeps one lifecycle's states"));
        }
        None => kept.push(next),
    }
    kept
}

/// Whether two paths may lead to one column: SQLite knows neither schemas nor letter case.
fn meets(one: &ColumnPath, other: &ColumnPath, databases: &[Database]) -> bool {
    let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    let is_same = same(&one.table, &other.table) && same(&one.column, &other.column);
    one == other || databases.contains(&Database::Sqlite) && is_same
}

/// `table.column` or `schema.table.column`; reports what is neither.
fn column(decoder: &mut Decoder, text: &Text) -> Option<ColumnPath> {
    if text.is_blank() {
        return None; // noted by the decoder
    }
    match ColumnPath::parse(text.as_str()) {
        Ok(column) => Some(column),
        Err(why) => {
            let help = "write `table.column` or `schema.table.column`; a name that is not of lower-case \
                        letters, digits and `_` in double quotes, the whole then in single ones: \
                        `'\"Order Book\".status'`";
            decoder.report(Diagnostic::new("wrong-type", text.span, why).help(help));
            None
        }
    }
}

impl ColumnPath {
    /// Reads a path as SQL would: names in double quotes are taken as they are, others are folded to
    /// lower case.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        loop {
            let (part, after) = part(rest).ok_or_else(|| format!("`{text}` does not name a column"))?;
            if part.contains(is_hidden) {
                return Err(format!("the name `{}` holds what cannot be seen", visible(&part)));
            }
            if part.len() > LONGEST_NAME {
                return Err(format!("the name `{part}` is longer than {LONGEST_NAME} bytes"));
            }
            parts.push(part);
            match after.strip_prefix('.') {
                Some(next) => rest = next,
                None if after.is_empty() => break,
                None => return Err(format!("`{text}` does not name a column")),
            }
        }
        let column = parts.pop().unwrap_or_default();
        match (parts.pop(), parts.pop(), parts.is_empty()) {
            (Some(table), schema, true) => Ok(Self { schema, table, column }),
            (None, _, _) => Err(format!("`{text}` names no table, or no column of it")),
            _ => Err(format!("`{text}` has more than three parts")),
        }
    }
}

/// The first name of a path, and what follows it.
fn part(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        return begins.then(|| (name.to_ascii_lowercase(), rest));
    };
    let mut name = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' if quoted[at + 1..].starts_with('"') => {
                characters.next();
                name.push('"');
            }
            '"' => return (!name.is_empty()).then(|| (name, &quoted[at + 1..])),
            other => name.push(other),
        }
    }
    None
}
