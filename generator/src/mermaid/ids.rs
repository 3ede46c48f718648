//! The ids of the rows' states in a diagram, also of those that it lacks.

use std::collections::HashSet;

use super::Diagram;
use super::compare::Rows;
use super::pairing::Pairing;
use super::text::decode;
use super::writer::{bare_id, safe_id};

/// Gives each state of the rows its id; a new one in the pattern that the diagram uses.
pub(super) struct Ids<'a> {
    rows: &'a Rows<'a>,
    /// For each state of the rows: its id, and whether that needs an alias' declaration.
    known: Vec<Option<(String, bool)>>,
    used: HashSet<String>,
    pattern: Pattern,
}

/// How a diagram names its states.
enum Pattern {
    /// `s0`, `s1` and so on, and the next number.
    Numbered(String, u64),
    /// By an id made of the name, always with an alias.
    Named,
    /// By the name itself where that can be.
    Bare,
}

impl<'a> Ids<'a> {
    pub(super) fn new(diagram: &Diagram, rows: &'a Rows<'a>, pairing: &Pairing) -> Self {
        let known = |state: &Option<usize>| state.map(|state| (diagram.states[state].id.clone(), false));
        Self {
            rows,
            known: pairing.states.iter().map(known).collect(),
            used: diagram.states.iter().map(|state| decode(&state.id)).collect(),
            pattern: pattern(diagram),
        }
    }

    /// The id of the rows' state `row`.
    pub(super) fn of(&mut self, row: usize) -> String {
        if let Some((id, _)) = &self.known[row] {
            return id.clone();
        }
        let (id, alias) = self.fresh(self.rows.states[row]);
        self.used.insert(id.clone());
        self.known[row] = Some((id.clone(), alias));
        id
    }

    /// Whether the state's id is new and not its name.
    pub(super) fn needs_alias(&self, row: usize) -> bool {
        self.known[row].as_ref().is_some_and(|(_, alias)| *alias)
    }

    fn fresh(&mut self, name: &str) -> (String, bool) {
        match &mut self.pattern {
            Pattern::Numbered(prefix, next) => loop {
                let id = format!("{prefix}{next}");
                *next += 1;
                if !self.used.contains(&id) {
                    return (id, true);
                }
            },
            Pattern::Bare if bare_id(name).is_some_and(|id| !self.used.contains(id)) => {
                (name.to_owned(), false)
            }
            Pattern::Bare | Pattern::Named => (self.unused(safe_id(name)), true),
        }
    }

    fn unused(&self, id: String) -> String {
        if !self.used.contains(&id) {
            return id;
        }
        let numbered = (2_u64..).map(|number| format!("{id}_{number}"));
        numbered.into_iter().find(|id| !self.used.contains(id)).unwrap_or(id)
    }
}

fn pattern(diagram: &Diagram) -> Pattern {
    if !diagram.style.aliases {
        return Pattern::Bare;
    }
    let aliased = || diagram.states.iter().filter(|state| state.aliased);
    let Some((prefix, _)) = aliased().rev().find_map(|state| numbered(&state.id)) else {
        return if aliased().next().is_some() {
            Pattern::Named
        } else {
            Pattern::Numbered("s".to_owned(), 0)
        };
    };
    let numbers = diagram.states.iter().filter_map(|state| numbered(&state.id));
    let last = numbers.filter(|(of, _)| *of == prefix).map(|(_, number)| number).max();
    Pattern::Numbered(prefix.to_owned(), last.map_or(0, |last| last.saturating_add(1)))
}

/// The prefix and the number of an id such as `s7`.
fn numbered(id: &str) -> Option<(&str, u64)> {
    let prefix = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = id[prefix.len()..].parse().ok()?;
    (!prefix.is_empty() && number < u64::MAX / 2).then_some((prefix, number))
}
