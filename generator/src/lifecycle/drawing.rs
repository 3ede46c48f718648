//! A lifecycle as a diagram shows it.

use super::Lifecycle;
use crate::mermaid::{RowArrow, Rows};

impl Lifecycle {
    /// The states by name, and an arrow with its trigger for every row.
    #[must_use]
    pub fn drawing(&self) -> Rows<'_> {
        let arrows = self.rows.iter().map(|row| RowArrow {
            from: row.from,
            to: row.to,
            label: row.trigger_text.as_ref().map(|text| text.as_str()),
        });
        Rows {
            states: self.states.iter().map(|state| state.name.as_str()).collect(),
            arrows: arrows.collect(),
        }
    }
}
