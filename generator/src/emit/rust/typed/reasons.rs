//! What refuses to compile, and what is said of it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::words::{SHOWN, Words, code, document, either, id, named};
use crate::emit::rust::visible;
use crate::lifecycle::Lifecycle;
use crate::lifecycle::methods::{Methods, REMOVE};

/// A state, and the one that a row from it would lead to; `None` is `[*]`.
type Pair = (usize, Option<usize>);

/// A method that refuses to compile.
pub(super) struct Refusing {
    /// The state that its records are in; none where it is said to all that have no row to the target.
    pub(super) from: Option<usize>,
    /// What it would lead to.
    pub(super) to: Option<usize>,
    /// What it is called.
    pub(super) method: String,
    /// The trait of its bound.
    pub(super) bound: String,
    /// What that trait says.
    pub(super) words: Words,
}

/// Every method that refuses to compile.
pub(super) fn all(lifecycle: &Lifecycle, methods: &Methods) -> Vec<Refusing> {
    let mut all = forbidden(lifecycle, methods);
    all.extend(taken_by_name(lifecycle, methods));
    all.extend(undeclared(lifecycle, methods));
    let mut names = HashSet::from(["Begins".to_owned()]);
    for refusing in &mut all {
        let mut bound = bound(lifecycle, refusing);
        while !names.insert(bound.clone()) {
            bound.push('_');
        }
        refusing.bound = bound;
    }
    all
}

/// What the trait is called if no other is: `FailedToSucceeded`, or `ToSucceeded`.
fn bound(lifecycle: &Lifecycle, refusing: &Refusing) -> String {
    let variant = |state: usize| lifecycle.states[state].variant.as_str();
    let target = refusing.to.map_or_else(|| "Remove".to_owned(), |to| format!("To{}", variant(to)));
    format!("{}{target}", refusing.from.map_or("", variant))
}

/// The forbidden pairs, each with its `why`.
fn forbidden(lifecycle: &Lifecycle, methods: &Methods) -> Vec<Refusing> {
    let mut seen: HashSet<Pair> = declared(lifecycle).into_keys().collect();
    let pairs = lifecycle.forbidden.iter().filter(|pair| seen.insert((pair.from, Some(pair.to))));
    let refusing = pairs.map(|pair| {
        let (from, to) = (named(lifecycle, Some(pair.from)), named(lifecycle, Some(pair.to)));
        let (id, why) = (id(lifecycle), visible(pair.why.as_str()));
        let words = Words {
            message: format!("{from} -> {to} is forbidden by {id}: {why}"),
            label: exits(lifecycle, methods, pair.from),
            notes: vec![document(lifecycle)],
        };
        let method = methods.entries[pair.to].clone();
        Refusing { from: Some(pair.from), to: Some(pair.to), method, bound: String::new(), words }
    });
    refusing.collect()
}

/// The declared pairs whose rows have names of their own.
fn taken_by_name(lifecycle: &Lifecycle, methods: &Methods) -> Vec<Refusing> {
    let mut found = Vec::new();
    for ((from, to), rows) in declared(lifecycle) {
        let method = to.map_or(REMOVE, |to| methods.entries[to].as_str());
        if rows.iter().any(|row| methods.rows[*row] == method) {
            continue;
        }
        let (id, arrow) =
            (id(lifecycle), format!("{} -> {}", named(lifecycle, Some(from)), named(lifecycle, to)));
        let choice: Vec<String> = rows.iter().map(|row| code(&methods.rows[*row])).collect();
        let words = Words {
            message: match rows.len() {
                1 => format!("the row {arrow} of {id} has a name of its own"),
                count => format!("{id} has {count} rows {arrow}, and each has a name"),
            },
            label: format!("call {}", either(&choice)),
            notes: vec![document(lifecycle)],
        };
        let method = method.to_owned();
        found.push(Refusing { from: Some(from), to, method, bound: String::new(), words });
    }
    found
}

/// Per state, and for `[*]` where records can be removed at all, what is said to all other states.
fn undeclared(lifecycle: &Lifecycle, methods: &Methods) -> Vec<Refusing> {
    let removal = lifecycle.rows.iter().any(|row| row.to.is_none()).then_some(None);
    let notes = [ways(lifecycle, methods), document(lifecycle)];
    let refusing = (0..lifecycle.states.len()).map(Some).chain(removal).map(|to| {
        let target = named(lifecycle, to);
        let sources = sources(lifecycle, to).into_iter().map(|state| named(lifecycle, Some(state)));
        let sources: Vec<String> = sources.collect();
        let words = Words {
            message: format!("{} has no row to {target} from this state", id(lifecycle)),
            label: match (sources.as_slice(), to) {
                ([], _) => format!("no row enters {target}"),
                (sources, Some(_)) => format!("only {} may enter {target}", either(sources)),
                (sources, None) => format!("only a record in {} may be removed", either(sources)),
            },
            notes: notes.to_vec(),
        };
        let method = to.map_or(REMOVE, |to| methods.entries[to].as_str()).to_owned();
        Refusing { from: None, to, method, bound: String::new(), words }
    });
    refusing.collect()
}

/// The states whose rows lead to `to`.
pub(super) fn sources(lifecycle: &Lifecycle, to: Option<usize>) -> BTreeSet<usize> {
    lifecycle.rows.iter().filter(|row| row.to == to).filter_map(|row| row.from).collect()
}

/// What may be called instead.
pub(super) fn exits(lifecycle: &Lifecycle, methods: &Methods, from: usize) -> String {
    let names = calls(lifecycle, methods, from);
    let from = named(lifecycle, Some(from));
    if names.is_empty() {
        format!("no row leaves {from}")
    } else {
        format!("from {from}, call {}", either(&names))
    }
}

/// What may be called from where; of a document with many states, only where nothing can be.
fn ways(lifecycle: &Lifecycle, methods: &Methods) -> String {
    let states = 0..lifecycle.states.len();
    if states.len() <= SHOWN {
        return states.map(|from| exits(lifecycle, methods, from)).collect::<Vec<_>>().join("\n");
    }
    let ends = states.filter(|state| calls(lifecycle, methods, *state).is_empty());
    let ends: Vec<String> = ends.map(|state| named(lifecycle, Some(state))).collect();
    if ends.is_empty() {
        "every state has a row that leaves it".to_owned()
    } else {
        format!("no row leaves {}", either(&ends))
    }
}

/// The methods of the records in a state.
fn calls(lifecycle: &Lifecycle, methods: &Methods, from: usize) -> Vec<String> {
    let rows = lifecycle.rows.iter().zip(&methods.rows);
    rows.filter(|(row, _)| row.from == Some(from)).map(|(_, name)| code(name)).collect()
}

/// The pairs that rows lead along, with those rows.
fn declared(lifecycle: &Lifecycle) -> BTreeMap<Pair, Vec<usize>> {
    let mut pairs: BTreeMap<Pair, Vec<usize>> = BTreeMap::new();
    for (index, row) in lifecycle.rows.iter().enumerate() {
        if let Some(from) = row.from {
            pairs.entry((from, row.to)).or_default().push(index);
        }
    }
    pairs
}
