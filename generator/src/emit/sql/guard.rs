//! What the templates of SQL see: names, lists of states and sentences, all still plain text.

use serde::Serialize;

use super::quote::identifier;
use super::words;
use crate::config::{ColumnPath, LONGEST_NAME};
use crate::digest::digest;
use crate::lifecycle::{Lifecycle, Verdict};

/// A lifecycle and the column that it guards.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Guard<'a> {
    /// The document's id.
    pub document: &'a str,
    /// The column as sentences name it: `snapshot_run.status`.
    pub place: String,
    /// The table as SQL names it, with its schema where that is named.
    pub path: String,
    /// The schema, where it is named.
    pub schema: Option<&'a str>,
    /// The table.
    pub table: &'a str,
    /// The column.
    pub column: &'a str,
    /// The function of PostgreSQL.
    pub function: String,
    /// The trigger that judges rows.
    pub trigger: String,
    /// The triggers that judge insertions and updates where they are apart.
    pub insert: String,
    /// See `insert`.
    pub update: String,
    /// The tag between the dollar signs around bodies; no name holds it so.
    pub tag: String,
    /// What marks the function as the guard of this document.
    pub mark: String,
    /// The names of the states.
    pub names: Vec<&'a str>,
    /// What stored rows may hold: names and aliases.
    pub stored: Vec<&'a str>,
    /// Where records begin.
    pub initial: Vec<&'a str>,
    /// The same as a sentence.
    pub beginnings: String,
    /// What is declared from each stored text.
    pub exits: Vec<Exit<'a>>,
    /// The forbidden pairs.
    pub forbidden: Vec<Pair<'a>>,
    /// The earlier names.
    pub aliases: Vec<Alias<'a>>,
}

/// What is declared from one stored text.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Exit<'a> {
    /// The text.
    pub from: &'a str,
    /// The states that it may be left for.
    pub to: Vec<&'a str>,
    /// The same as a sentence.
    pub declared: String,
}

/// A pair of texts and what is said of it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Pair<'a> {
    /// The text that would be left.
    pub from: &'a str,
    /// The state that would be entered.
    pub to: &'a str,
    /// The end of the sentence that refuses it.
    pub reason: String,
}

/// An earlier name of a state.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Alias<'a> {
    /// The earlier name.
    pub alias: &'a str,
    /// The name.
    pub name: &'a str,
    /// Why it is not written any more.
    pub reason: String,
}

impl<'a> Guard<'a> {
    /// The guard of `column`, one of `all` that are guarded.
    pub(super) fn new(lifecycle: &'a Lifecycle, column: &'a ColumnPath, all: &[&ColumnPath]) -> Self {
        let stem = stem(column, all);
        let names: Vec<&str> = lifecycle.states.iter().map(|state| state.name.as_str()).collect();
        let initial: Vec<&str> = lifecycle.initial().map(|state| names[state]).collect();
        let schema = column.schema.as_deref();
        let table = identifier(&column.table);
        Self {
            document: lifecycle.facts.id.as_str(),
            place: format!("{}.{}", column.table, column.column),
            path: schema.map_or(table.clone(), |schema| format!("{}.{table}", identifier(schema))),
            schema,
            table: &column.table,
            column: &column.column,
            function: format!("{stem}_guard"),
            trigger: format!("zz_{stem}_guard"),
            insert: format!("zz_{stem}_guard_insert"),
            update: format!("zz_{stem}_guard_update"),
            tag: tag(column),
            mark: format!("statedoc: the guard of {}", lifecycle.facts.id.as_str()),
            stored: stored(lifecycle).map(|(text, _)| text).collect(),
            beginnings: words::beginnings(&initial),
            initial,
            exits: stored(lifecycle).map(|(text, state)| exit(lifecycle, text, state)).collect(),
            forbidden: forbidden(lifecycle),
            aliases: aliases(lifecycle),
            names,
        }
    }

    /// Declares one move more, from a text that may be none of the document's.
    pub(super) fn allow(&mut self, from: &'a str, to: &'a str) {
        match self.exits.iter_mut().find(|exit| exit.from == from) {
            Some(exit) if exit.to.contains(&to) => {}
            Some(exit) => exit.to.push(to),
            None => {
                self.exits.push(Exit { from, to: vec![to], declared: words::exits(from, &[to]) });
                self.stored.push(from);
            }
        }
    }
}

/// What stored rows may hold, each with its state: names first, then aliases.
pub fn stored(lifecycle: &Lifecycle) -> impl Iterator<Item = (&str, usize)> {
    let states = || lifecycle.states.iter().enumerate();
    let names = states().map(|(index, state)| (state.name.as_str(), index));
    let aliases =
        states().flat_map(|(index, state)| state.aliases.iter().map(move |text| (text.as_str(), index)));
    names.chain(aliases)
}

/// What `text`, a name or an alias of `state`, may be left for. An alias gives way to the name.
fn exit<'a>(lifecycle: &'a Lifecycle, text: &'a str, state: usize) -> Exit<'a> {
    let is_declared = |to: &usize| matches!(lifecycle.verdict(state, *to), Verdict::Declared(_));
    let others = (0..lifecycle.states.len()).filter(|to| *to != state && is_declared(to));
    let mut to: Vec<&str> = others.map(|to| lifecycle.states[to].name.as_str()).collect();
    let name = lifecycle.states[state].name.as_str();
    if text != name {
        to.push(name);
    }
    Exit { from: text, declared: words::exits(text, &to), to }
}

fn forbidden(lifecycle: &Lifecycle) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for pair in lifecycle.forbidden.iter().filter(|pair| pair.from != pair.to) {
        for (from, _) in stored(lifecycle).filter(|(_, state)| *state == pair.from) {
            let to = lifecycle.states[pair.to].name.as_str();
            pairs.push(Pair { from, to, reason: words::forbidden(lifecycle, pair.why.as_str()) });
        }
    }
    pairs
}

fn aliases(lifecycle: &Lifecycle) -> Vec<Alias<'_>> {
    stored(lifecycle)
        .map(|(alias, state)| (alias, lifecycle.states[state].name.as_str()))
        .filter(|(alias, name)| alias != name)
        .map(|(alias, name)| Alias { alias, name, reason: words::earlier(alias, name) })
        .collect()
}

/// The part that all names made for a column share: short enough for PostgreSQL whatever is added,
/// the same in every run, and another one for every other column.
fn stem(column: &ColumnPath, all: &[&ColumnPath]) -> String {
    let plain = |column: &ColumnPath| format!("{}_{}", column.table, column.column);
    let own = plain(column);
    let is_shared = all.iter().any(|other| **other != *column && plain(other) == own);
    let longest = LONGEST_NAME - "zz__guard_insert".len();
    if own.len() <= longest && !is_shared {
        return own;
    }
    let digest = &digest(&format!("{}\0{}", column.table, column.column))[..8];
    let mut end = own.len().min(longest - 1 - digest.len());
    while !own.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}_{digest}", &own[..end])
}

/// A tag that ends no body early: texts in bodies hold no dollar sign, but names may.
fn tag(column: &ColumnPath) -> String {
    let mut tag = "statedoc".to_owned();
    while [&column.table, &column.column].iter().any(|name| name.contains(&format!("${tag}"))) {
        tag.push('_');
    }
    tag
}

#[cfg(test)]
mod tests {
    use super::{ColumnPath, stem};

    #[test]
    fn names_are_short_and_no_two_columns_share_one() {
        let column = |path: &str| ColumnPath::parse(path).expect("a path");
        let plain = column("snapshot_run.status");
        assert_eq!(stem(&plain, &[&plain]), "snapshot_run_status");
        let (one, other) = (column("a_b.c"), column("a.b_c"));
        assert_ne!(stem(&one, &[&one, &other]), stem(&other, &[&one, &other]));
        let long = column(&format!("\"{}\".\"{}\"", "承".repeat(20), "é".repeat(30)));
        let short = stem(&long, &[&long]);
        assert!(format!("zz_{short}_guard_insert").len() <= 63, "{short}");
        assert!(short.starts_with("承承"));
    }
}
