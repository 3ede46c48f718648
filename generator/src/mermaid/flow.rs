//! What the arrows of a diagram state once choices, forks, joins and groups are seen through.

use super::compare::Rows;
use super::pairing::Pairing;
use super::text::normal;
use super::{Diagram, Endpoint, StateKind};

/// No more pairs than this are made of ways through pseudo states and groups.
const LIMIT: usize = 100_000;
/// No more pseudo states than this lie on one way.
const DEEPEST: usize = 16;
/// No more composite states than this lie around a state.
const OUTERMOST: usize = 64;

/// One arrow, or a way of arrows through pseudo states, and the pairs of row states it connects.
pub(super) struct Flow {
    /// The diagram's arrows that it is made of.
    pub(super) arrows: Vec<usize>,
    /// The pairs that it may stand for; none where a state is only the diagram's.
    pub(super) pairs: Vec<(Option<usize>, Option<usize>)>,
    /// What may be its label, normalised: each label on the way, and all joined.
    pub(super) labels: Vec<String>,
    grouped: bool,
}

impl Flow {
    /// Whether it is one arrow between two states.
    pub(super) fn is_plain(&self) -> bool {
        self.arrows.len() == 1 && !self.grouped
    }
}

struct Tracer<'a> {
    diagram: &'a Diagram,
    pairing: &'a Pairing,
    creates: bool,
    removes: bool,
    /// The arrows that leave each pseudo state.
    leaving: Vec<Vec<usize>>,
    /// The states of the rows inside each composite state.
    members: Vec<Vec<usize>>,
    /// Those of them that an arrow from the inner `[*]` enters.
    entered: Vec<Vec<usize>>,
    budget: usize,
    flows: Vec<Flow>,
}

/// Every way of the diagram that counts for `rows`.
pub(super) fn flows(diagram: &Diagram, rows: &Rows, pairing: &Pairing) -> Vec<Flow> {
    let empty = || vec![Vec::new(); diagram.states.len()];
    let mut tracer = Tracer {
        diagram,
        pairing,
        creates: rows.arrows.iter().any(|arrow| arrow.from.is_none()),
        removes: rows.arrows.iter().any(|arrow| arrow.to.is_none()),
        leaving: empty(),
        members: empty(),
        entered: empty(),
        budget: LIMIT,
        flows: Vec::new(),
    };
    tracer.index();
    for arrow in 0..diagram.arrows.len() {
        if !tracer.is_pseudo(diagram.arrows[arrow].from) {
            tracer.follow(&mut vec![arrow]);
        }
    }
    tracer.only_of_the_diagram();
    tracer.flows
}

impl Tracer<'_> {
    fn is_pseudo(&self, end: Endpoint) -> bool {
        matches!(end, Endpoint::State(state) if self.diagram.states[state].kind.is_pseudo())
    }

    fn index(&mut self) {
        for (at, arrow) in self.diagram.arrows.iter().enumerate() {
            if let Endpoint::State(from) = arrow.from
                && self.diagram.states[from].kind.is_pseudo()
            {
                self.leaving[from].push(at);
            }
        }
        for (state, row) in self.pairing.rows.iter().enumerate() {
            let Some(row) = row else { continue };
            let scope = |state: &usize| self.diagram.states[*state].scope;
            for group in std::iter::successors(scope(&state), scope).take(OUTERMOST) {
                self.members[group].push(*row);
            }
        }
        for arrow in &self.diagram.arrows {
            if let (Endpoint::Star, Endpoint::State(to), Some(scope)) = (arrow.from, arrow.to, arrow.scope)
                && let Some(row) = self.pairing.rows[to]
            {
                self.entered[scope].push(row);
            }
        }
    }

    /// Follows the way on through pseudo states, and notes each that ends.
    fn follow(&mut self, way: &mut Vec<usize>) {
        let Some(last) = way.last().map(|last| &self.diagram.arrows[*last]) else { return };
        let Endpoint::State(to) = last.to else { return self.ends(way) };
        if !self.diagram.states[to].kind.is_pseudo() {
            return self.ends(way);
        }
        for at in 0..self.leaving[to].len() {
            let next = self.leaving[to][at];
            if self.budget > 0 && way.len() <= DEEPEST && !way.contains(&next) {
                self.budget -= 1;
                way.push(next);
                self.follow(way);
                way.pop();
            }
        }
    }

    fn ends(&mut self, way: &[usize]) {
        let (first, last) = (&self.diagram.arrows[way[0]], &self.diagram.arrows[way[way.len() - 1]]);
        let begins = first.from == Endpoint::Star;
        let ends = last.to == Endpoint::Star;
        let inner = (begins && first.scope.is_some()) || (ends && last.scope.is_some());
        if inner || (begins && !self.creates) || (ends && !self.removes) {
            return;
        }
        let from = self.rows_of(first.from, &self.members);
        let to = self.rows_of(last.to, if self.enters(last.to) { &self.entered } else { &self.members });
        let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to)));
        let pairs: Vec<_> = pairs.take(self.budget.max(1)).collect();
        self.budget = self.budget.saturating_sub(pairs.len().saturating_sub(1));
        let grouped = self.is_group(first.from) || self.is_group(last.to);
        self.flows.push(Flow { arrows: way.to_vec(), pairs, labels: self.labels(way), grouped });
    }

    fn is_group(&self, end: Endpoint) -> bool {
        let Endpoint::State(state) = end else { return false };
        self.diagram.states[state].kind == StateKind::Composite && self.pairing.rows[state].is_none()
    }

    /// Whether the end is a group whose inner `[*]` says where it is entered.
    fn enters(&self, end: Endpoint) -> bool {
        matches!(end, Endpoint::State(state) if !self.entered[state].is_empty())
    }

    /// The states of the rows that the end stands for.
    fn rows_of(&self, end: Endpoint, of_group: &[Vec<usize>]) -> Vec<Option<usize>> {
        match end {
            Endpoint::Star => vec![None],
            Endpoint::State(state) if self.is_group(end) => {
                of_group[state].iter().copied().map(Some).collect()
            }
            Endpoint::State(state) => self.pairing.rows[state].map(Some).into_iter().collect(),
        }
    }

    fn labels(&self, way: &[usize]) -> Vec<String> {
        let labels = way.iter().filter_map(|arrow| self.diagram.arrows[*arrow].label.as_deref());
        let mut labels: Vec<String> = labels.map(normal).collect();
        if labels.len() > 1 {
            labels.push(labels.join(" "));
        }
        labels
    }

    /// An arrow at a state that only the diagram has is the diagram's alone, whatever else holds.
    fn only_of_the_diagram(&mut self) {
        for (at, arrow) in self.diagram.arrows.iter().enumerate() {
            let only = |end: Endpoint| matches!(end, Endpoint::State(state) if self.pairing.is_extra(self.diagram, state));
            if only(arrow.from) || only(arrow.to) {
                let (pairs, labels) = (Vec::new(), Vec::new());
                self.flows.push(Flow { arrows: vec![at], pairs, labels, grouped: false });
            }
        }
    }
}
