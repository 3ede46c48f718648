//! The tables that answer questions by index. Cells are numbered, so that a table holds each answer once.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{ident, number};
use crate::lifecycle::Lifecycle;

/// Up to so many cells a table is an array of all of them; above, a search among the filled ones.
const DENSE_CELLS: usize = 4096;

/// Up to so many words one `match` tells them apart; above, a search among the sorted words.
const MATCHED_WORDS: usize = 64;

/// From text to state, names before aliases, sorted by length and bytes: the table of a search, if there
/// are too many words to match.
pub(super) fn words(lifecycle: &Lifecycle) -> TokenStream {
    let words = sorted_words(lifecycle);
    if words.len() <= MATCHED_WORDS {
        return TokenStream::new();
    }
    let count = number(words.len());
    let words = words.iter().map(|(word, state)| quote!((#word, State::#state)));
    quote! {
        static WORDS: [(&str, State); #count] = [#(#words),*];
    }
}

/// The body of `parse`.
pub(super) fn parse(lifecycle: &Lifecycle) -> TokenStream {
    let words = sorted_words(lifecycle);
    let unknown = quote!(UnknownState::new(text, DOCUMENT, [&NAMES, ALIASES]));
    if words.len() > MATCHED_WORDS {
        return quote!(support::find(&WORDS, text).ok_or_else(|| #unknown));
    }
    let arms = words.iter().map(|(word, state)| quote!(#word => State::#state));
    quote! {
        Ok(match text {
            #(#arms,)*
            _ => return Err(#unknown),
        })
    }
}

fn sorted_words(lifecycle: &Lifecycle) -> Vec<(&str, Ident)> {
    let mut words = BTreeMap::new();
    let names = lifecycle.states.iter().map(|state| (&state.name, state));
    let aliases =
        lifecycle.states.iter().flat_map(|state| state.aliases.iter().map(move |alias| (alias, state)));
    for (word, state) in names.chain(aliases) {
        words.entry((word.as_str().len(), word.as_str())).or_insert(&state.variant);
    }
    words.into_iter().map(|((_, word), state)| (word, ident(state))).collect()
}

/// Per state, the rows that leave it.
pub(super) fn outgoing(lifecycle: &Lifecycle) -> TokenStream {
    let count = number(lifecycle.states.len());
    let outgoing = lifecycle.outgoing();
    let rows = outgoing.iter().map(|rows| row_list(lifecycle, rows));
    quote! {
        static OUTGOING: [&[Transition]; #count] = [#(#rows),*];
    }
}

/// Per pair of states, what the document says; the first verdict is that of all other pairs.
pub(super) fn verdicts(lifecycle: &Lifecycle) -> TokenStream {
    let mut cells: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, row) in lifecycle.rows.iter().enumerate() {
        if let (Some(from), Some(to)) = (row.from, row.to) {
            cells.entry((from, to)).or_default().push(index);
        }
    }
    let declared = cells.into_iter().map(|(pair, rows)| {
        let rows = row_list(lifecycle, &rows);
        (pair, quote!(Verdict::Declared(#rows)))
    });
    let mut verdicts: BTreeMap<(usize, usize), TokenStream> = declared.collect();
    for pair in &lifecycle.forbidden {
        let why = pair.why.as_str();
        verdicts.entry((pair.from, pair.to)).or_insert_with(|| quote!(Verdict::Forbidden(#why)));
    }
    let states = lifecycle.states.len();
    let cells = cells_of(&quote!(VERDICT_CELLS), states, states, verdicts.keys());
    let (count, verdicts) = (number(verdicts.len() + 1), verdicts.values());
    quote! {
        static VERDICTS: [Verdict; #count] = [Verdict::Undeclared, #(#verdicts),*];
        #cells
    }
}

/// Per state and trigger, the rows that leave on it; the first list is that of all other pairs.
pub(super) fn on(lifecycle: &Lifecycle) -> TokenStream {
    let candidates = candidates(lifecycle);
    let (states, triggers) = (lifecycle.states.len(), lifecycle.triggers.len());
    let cells = cells_of(&quote!(ON_CELLS), states, triggers, candidates.keys());
    let count = number(candidates.len() + 1);
    let lists = candidates.values().map(|rows| row_list(lifecycle, rows));
    quote! {
        static ON: [&[Transition]; #count] = [&[], #(#lists),*];
        #cells
    }
}

/// The body of `next`.
pub(super) fn next(lifecycle: &Lifecycle) -> TokenStream {
    if is_dense(lifecycle.states.len(), lifecycle.triggers.len()) {
        return quote!(NEXT[self.index()][trigger.index()]);
    }
    quote! {
        match self.on(trigger) {
            [row] => row.to(),
            _ => None,
        }
    }
}

/// Per state and trigger, the state that the one row enters, if the table is not too large.
pub(super) fn targets(lifecycle: &Lifecycle) -> TokenStream {
    let (states, triggers) = (lifecycle.states.len(), lifecycle.triggers.len());
    if !is_dense(states, triggers) {
        return TokenStream::new();
    }
    let candidates = candidates(lifecycle);
    let cells = candidates.iter().filter_map(|((state, trigger), rows)| {
        let [row] = rows[..] else { return None };
        let target = ident(&lifecycle.states[lifecycle.rows[row].to?].variant);
        let (state, trigger) = (number(*state), number(*trigger));
        Some(quote!((#state, #trigger, State::#target)))
    });
    let (states, triggers) = (number(states), number(triggers));
    quote! {
        static NEXT: [[Option<State>; #triggers]; #states] = support::targets(&[#(#cells),*]);
    }
}

/// The rows that leave a state on a trigger.
fn candidates(lifecycle: &Lifecycle) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut candidates: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, row) in lifecycle.rows.iter().enumerate() {
        if let (Some(from), Some(trigger)) = (row.from, row.trigger) {
            candidates.entry((from, trigger)).or_default().push(index);
        }
    }
    candidates
}

fn is_dense(rows: usize, columns: usize) -> bool {
    rows * columns <= DENSE_CELLS
}

/// The numbers of the filled cells, which come sorted.
fn cells_of<'a>(
    name: &TokenStream,
    rows: usize,
    columns: usize,
    filled: impl Iterator<Item = &'a (usize, usize)>,
) -> TokenStream {
    let mut lines = vec![Vec::new(); rows];
    for (row, column) in filled {
        lines[*row].push(number(*column));
    }
    let (row_count, column_count) = (number(rows), number(columns));
    let table = if is_dense(rows, columns) {
        quote!(support::Dense<#row_count, #column_count>)
    } else {
        quote!(support::Sparse<#row_count>)
    };
    let kind = if is_dense(rows, columns) { quote!(Dense) } else { quote!(Sparse) };
    quote! {
        static #name: #table = support::#kind::new([#(&[#(#lines),*]),*]);
    }
}

fn row_list(lifecycle: &Lifecycle, rows: &[usize]) -> TokenStream {
    let rows = rows.iter().map(|row| -> Ident { ident(&lifecycle.rows[*row].variant) });
    quote!(&[#(Transition::#rows),*])
}
