//! What every call must come to, worked out from the document alone.

use std::collections::HashMap;

use super::oracle::Oracle;
use super::subject::{Call, Move, Reason, Verdict};

/// A document, ready for questions.
pub struct Model<'a> {
    /// The document.
    pub oracle: &'a Oracle,
    ends: Vec<(Option<usize>, Option<usize>)>,
    pairs: HashMap<(usize, usize), Verdict>,
    outgoing: Vec<Vec<usize>>,
}

/// What a call must come to, and the row whose guard it must ask.
#[derive(Debug, PartialEq)]
pub struct Expected {
    /// The answer.
    pub answer: Result<Move, Reason>,
    /// The row whose guard is asked, once.
    pub asked: Option<usize>,
}

impl<'a> Model<'a> {
    /// The model of a document.
    pub fn new(oracle: &'a Oracle) -> Self {
        let index: HashMap<_, _> =
            oracle.states.iter().enumerate().map(|(at, state)| (state.name, at)).collect();
        let state = |name: &str| match index.get(name) {
            Some(state) => *state,
            None => panic!("{}: the oracle has no state {name:?}", oracle.document),
        };
        let end = |name: Option<&str>| name.map(state);
        let ends: Vec<_> = oracle.rows.iter().map(|row| (end(row.from), end(row.to))).collect();
        let mut pairs = HashMap::new();
        for pair in oracle.forbidden {
            let why = Verdict::Forbidden(pair.why.to_owned());
            pairs.entry((state(pair.from), state(pair.to))).or_insert(why);
        }
        let mut declared: HashMap<_, Vec<usize>> = HashMap::new();
        let mut outgoing = vec![Vec::new(); oracle.states.len()];
        for (row, (from, to)) in ends.iter().enumerate() {
            if let (Some(from), Some(to)) = (*from, *to) {
                declared.entry((from, to)).or_default().push(row);
            }
            if let Some(from) = *from {
                outgoing[from].push(row);
            }
        }
        pairs.extend(declared.into_iter().map(|(pair, rows)| (pair, Verdict::Declared(rows))));
        Self { oracle, ends, pairs, outgoing }
    }

    /// The states that a row leaves and enters.
    pub fn ends(&self, row: usize) -> (Option<usize>, Option<usize>) {
        self.ends[row]
    }

    /// The rows that leave a state.
    pub fn outgoing(&self, state: usize) -> &[usize] {
        &self.outgoing[state]
    }

    /// The rows that begin a record.
    pub fn creations(&self) -> Vec<usize> {
        (0..self.ends.len()).filter(|row| self.ends[*row].0.is_none()).collect()
    }

    /// What the document says of a pair.
    pub fn verdict(&self, from: usize, to: usize) -> Verdict {
        self.pairs.get(&(from, to)).cloned().unwrap_or(Verdict::Undeclared)
    }

    /// What `call` must come to where the guard gives `denied`.
    pub fn expected(&self, call: Call, denied: Option<u32>) -> Expected {
        match call {
            Call::Attempt(state, row) => match self.ends[row] {
                (Some(from), _) if from == state => self.taken(row, denied),
                (Some(_), Some(to)) => refused(match self.verdict(state, to) {
                    Verdict::Forbidden(why) => Reason::Forbidden(state, to, why),
                    Verdict::Undeclared => Reason::Undeclared(state, to),
                    Verdict::Declared(_) => Reason::WrongState(Some(state), row),
                }),
                _ => refused(Reason::WrongState(Some(state), row)),
            },
            Call::AttemptTo(state, target) => match self.verdict(state, target) {
                Verdict::Declared(rows) if rows.len() == 1 => self.taken(rows[0], denied),
                Verdict::Declared(rows) => refused(Reason::Ambiguous(rows)),
                Verdict::Forbidden(why) => refused(Reason::Forbidden(state, target, why)),
                Verdict::Undeclared => refused(Reason::Undeclared(state, target)),
            },
            Call::Create(row) if self.ends[row].0.is_none() => self.taken(row, denied),
            Call::Create(row) => refused(Reason::WrongState(None, row)),
        }
    }

    fn taken(&self, row: usize, denied: Option<u32>) -> Expected {
        let (from, to) = self.ends[row];
        let side_effects = self.oracle.rows[row].side_effects.iter().map(|effect| (*effect).to_owned());
        let answer = match denied {
            None => Ok(Move { from, to, row, side_effects: side_effects.collect() }),
            Some(number) => Err(Reason::Guard(row, number)),
        };
        Expected { answer, asked: Some(row) }
    }

    /// A call in the document's words.
    pub fn words(&self, call: Call, denied: Option<u32>) -> String {
        let oracle = self.oracle;
        let what = match call {
            Call::Attempt(state, row) => {
                format!("row {} from {}", oracle.row_words(row), oracle.state_words(Some(state)))
            }
            Call::AttemptTo(from, to) => format!("attempt_to {}", oracle.pair_words(from, to)),
            Call::Create(row) => format!("creation by row {}", oracle.row_words(row)),
        };
        format!("{what}{}", if denied.is_some() { ", its guard refusing" } else { "" })
    }

    /// An answer in the document's words.
    pub fn answer_words(&self, answer: &Result<Move, Reason>) -> String {
        let oracle = self.oracle;
        match answer {
            Ok(step) => {
                let (row, from, to) = (oracle.row_words(step.row), step.from, step.to);
                let (from, to) = (oracle.state_words(from), oracle.state_words(to));
                format!("a step by row {row} from {from} to {to} with effects {:?}", step.side_effects)
            }
            Err(Reason::Forbidden(from, to, why)) => {
                format!("refused, {} is forbidden: {why:?}", oracle.pair_words(*from, *to))
            }
            Err(Reason::Undeclared(from, to)) => {
                format!("refused, {} is undeclared", oracle.pair_words(*from, *to))
            }
            Err(Reason::WrongState(state, row)) => {
                let (row, state) = (oracle.row_words(*row), oracle.state_words(*state));
                format!("refused, {state} is the wrong state for row {row}")
            }
            Err(Reason::Ambiguous(rows)) => {
                let rows: Vec<_> = rows.iter().map(|row| oracle.row_words(*row)).collect();
                format!("refused, ambiguous between {}", rows.join(" and "))
            }
            Err(Reason::Guard(row, number)) => {
                format!("refused by the guard of row {} with error {number}", oracle.row_words(*row))
            }
            Err(Reason::Other) => "refused for a reason that the suite does not know".to_owned(),
        }
    }
}

fn refused(reason: Reason) -> Expected {
    Expected { answer: Err(reason), asked: None }
}
