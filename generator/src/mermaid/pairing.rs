//! Which state of a diagram is which state of the rows.

use std::collections::HashMap;

use super::compare::Rows;
use super::text::{decode, normal};
use super::writer::safe_id;
use super::{Diagram, StateKind};

/// The states of a diagram and of rows, matched one to one.
pub(super) struct Pairing {
    /// For each state of the rows the diagram's.
    pub(super) states: Vec<Option<usize>>,
    /// For each state of the diagram the rows'.
    pub(super) rows: Vec<Option<usize>>,
}

impl Pairing {
    /// The states of the rows that the diagram lacks.
    pub(super) fn missing(&self) -> Vec<usize> {
        let missing = self.states.iter().enumerate().filter(|(_, state)| state.is_none());
        missing.map(|(row, _)| row).collect()
    }

    /// The states that only the diagram has; a composite state of its own only groups.
    pub(super) fn extra(&self, diagram: &Diagram) -> Vec<usize> {
        (0..self.rows.len()).filter(|state| self.is_extra(diagram, *state)).collect()
    }

    /// Whether the rows lack this state of the diagram, and it is a state.
    pub(super) fn is_extra(&self, diagram: &Diagram, state: usize) -> bool {
        self.rows[state].is_none() && diagram.states[state].kind == StateKind::Normal
    }
}

/// Matches by shown name, else by an id that is the name, else by the id the writer would choose.
pub(super) fn pair(diagram: &Diagram, rows: &Rows) -> Pairing {
    let mut pairing =
        Pairing { states: vec![None; rows.states.len()], rows: vec![None; diagram.states.len()] };
    let names: Vec<String> = diagram.states.iter().map(|state| normal(&state.name)).collect();
    let ids: Vec<String> = diagram.states.iter().map(|state| normal(&decode(&state.id))).collect();
    pass(&mut pairing, diagram, &names, rows, normal);
    pass(&mut pairing, diagram, &ids, rows, normal);
    pass(&mut pairing, diagram, &ids, rows, safe_id);
    pairing
}

fn pass(
    pairing: &mut Pairing,
    diagram: &Diagram,
    keys: &[String],
    rows: &Rows,
    key: impl Fn(&str) -> String,
) {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (state, text) in keys.iter().enumerate().rev() {
        if pairing.rows[state].is_none() && !diagram.states[state].kind.is_pseudo() {
            known.insert(text, state);
        }
    }
    for (row, name) in rows.states.iter().enumerate() {
        if pairing.states[row].is_some() {
            continue;
        }
        if let Some(state) = known.remove(key(name).as_str()) {
            pairing.states[row] = Some(state);
            pairing.rows[state] = Some(row);
        }
    }
}
