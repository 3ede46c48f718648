//! Questions about the graph of states and rows.

use super::{Lifecycle, Row, Verdict};

impl Lifecycle {
    /// What the document says of going from one state to another.
    #[must_use]
    pub fn verdict(&self, from: usize, to: usize) -> Verdict {
        let leads = |row: &Row| row.from == Some(from) && row.to == Some(to);
        let rows: Vec<usize> = (0..self.rows.len()).filter(|index| leads(&self.rows[*index])).collect();
        if !rows.is_empty() {
            return Verdict::Declared(rows);
        }
        let forbidden = self.forbidden.iter().position(|pair| (pair.from, pair.to) == (from, to));
        forbidden.map_or(Verdict::Undeclared, Verdict::Forbidden)
    }

    /// Per state, the rows that leave it, in the order written.
    #[must_use]
    pub fn outgoing(&self) -> Vec<Vec<usize>> {
        let mut outgoing = vec![Vec::new(); self.states.len()];
        for (index, row) in self.rows.iter().enumerate() {
            if let Some(from) = row.from {
                outgoing[from].push(index);
            }
        }
        outgoing
    }

    /// Per state, whether a record can get there from an initial state.
    #[must_use]
    pub fn reachable(&self) -> Vec<bool> {
        let outgoing = self.outgoing();
        let mut reached: Vec<bool> = self.states.iter().map(|state| state.initial).collect();
        let mut open: Vec<usize> = (0..reached.len()).filter(|state| reached[*state]).collect();
        while let Some(state) = open.pop() {
            for to in outgoing[state].iter().filter_map(|row| self.rows[*row].to) {
                if !std::mem::replace(&mut reached[to], true) {
                    open.push(to);
                }
            }
        }
        reached
    }

    /// Per state, whether no row enters or leaves it but its own.
    #[must_use]
    pub fn isolated(&self) -> Vec<bool> {
        let mut isolated = vec![true; self.states.len()];
        for row in self.rows.iter().filter(|row| row.from != row.to) {
            for state in [row.from, row.to].into_iter().flatten() {
                isolated[state] = false;
            }
        }
        isolated
    }

    /// The states that a record may begin in.
    pub fn initial(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|state| self.states[*state].initial)
    }

    /// The states that a record ends in.
    pub fn terminal(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|state| self.states[*state].terminal)
    }
}
