//! What a document says, as plain text, emitted apart from the code under test.

use std::fmt::Write;

/// One document.
pub struct Oracle {
    /// Its id.
    pub document: &'static str,
    /// Its states, in its order.
    pub states: &'static [State],
    /// Its distinct triggers, in the order of their first rows.
    pub triggers: &'static [&'static str],
    /// The rows of its transition table, in its order.
    pub rows: &'static [Row],
    /// The pairs that must never happen.
    pub forbidden: &'static [Forbidden],
}

/// One state.
pub struct State {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: Option<&'static str>,
    /// What else it may be called.
    pub aliases: &'static [&'static str],
    /// Whether a record may begin in it.
    pub initial: bool,
    /// Whether a record ends in it.
    pub terminal: bool,
    /// Whether a record can get there.
    pub reachable: bool,
}

/// One row; the states by their names.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// Its name in the code.
    pub name: &'static str,
    /// The state it leaves.
    pub from: Option<&'static str>,
    /// The state it enters.
    pub to: Option<&'static str>,
    /// What sets it off.
    pub trigger: Option<&'static str>,
    /// What must hold.
    pub guard: Option<&'static str>,
    /// What to carry out, in order.
    pub side_effects: &'static [&'static str],
    /// Who does it.
    pub actor: Option<&'static str>,
    /// How it is known.
    pub provenance: Option<&'static str>,
    /// Where it is written.
    pub source: Option<&'static str>,
}

/// One pair that must never happen.
pub struct Forbidden {
    /// The state it would leave.
    pub from: &'static str,
    /// The state it would enter.
    pub to: &'static str,
    /// The reason.
    pub why: &'static str,
}

impl Oracle {
    /// A row in the document's words: `"queued" -> "running" (start admitted capture)`.
    pub fn row_words(&self, row: usize) -> String {
        let Some(row) = self.rows.get(row) else { return format!("a row number {row} that is not there") };
        let end = |name: Option<&str>| name.map_or_else(|| "[*]".to_owned(), |name| format!("{name:?}"));
        let mut words = format!("{} -> {}", end(row.from), end(row.to));
        if let Some(trigger) = row.trigger {
            write!(words, " ({trigger})").unwrap();
        }
        words
    }

    /// A state in the document's words; none is no record.
    pub fn state_words(&self, state: Option<usize>) -> String {
        match state.map(|state| self.states.get(state)) {
            Some(Some(state)) => format!("{:?}", state.name),
            Some(None) => "a state that is not there".to_owned(),
            None => "no record".to_owned(),
        }
    }

    /// A pair in the document's words.
    pub fn pair_words(&self, from: usize, to: usize) -> String {
        format!("{} -> {}", self.state_words(Some(from)), self.state_words(Some(to)))
    }
}

/// A text as a refusal shows it: in backticks, what cannot be seen spelled out.
pub fn quoted(text: &str) -> String {
    let is_hidden =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| if is_hidden(c) { c.escape_unicode().to_string() } else { c.to_string() };
    format!("`{}`", text.chars().map(shown).collect::<String>())
}
