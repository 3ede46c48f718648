//! The methods that never compile: each asks for a bound that nothing meets, and that bound's trait
//! says in the document's words what is wrong.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proc_macro2::TokenStream;
use quote::quote;

use super::words::{SHOWN, Words, code, document, either, named};
use crate::emit::rust::{docs, ident, line, visible};
use crate::lifecycle::methods::{Methods, REMOVE};
use crate::lifecycle::{Lifecycle, Row};

/// A state, and the one that a row from it would lead to; `None` is `[*]`.
type Pair = (usize, Option<usize>);

/// A method that refuses to compile.
struct Refusing {
    /// What it is called.
    method: String,
    /// What it would lead to.
    to: Option<usize>,
    /// The trait of its bound.
    bound: String,
    /// What that trait says.
    words: Words,
}

/// Everything that refuses to compile.
pub(super) fn refused(lifecycle: &Lifecycle, methods: &Methods) -> TokenStream {
    let mut names = HashSet::from(["Begins".to_owned()]);
    let undeclared = undeclared(lifecycle, methods, &mut names);
    let mut pairs = forbidden(lifecycle, methods, &mut names);
    pairs.extend(taken_by_name(lifecycle, methods, &mut names));
    let begins = begins_trait(lifecycle);
    let traits = pairs.iter().map(|(_, refusing)| refusing).chain(&undeclared).map(bound);
    let of_pairs = pairs.iter().map(|(from, refusing)| of_pair(lifecycle, *from, refusing));
    let of_rest = undeclared.iter().map(|refusing| of_rest(lifecycle, refusing));
    quote! {
        #(#of_pairs)*

        /// What no row declares of a record: its methods say so, and never compile.
        #[doc(hidden)]
        pub struct Undeclared<S, T>(PhantomData<(S, T)>);

        impl<S, T> ::core::ops::Deref for Record<S, T> {
            type Target = Undeclared<S, T>;

            fn deref(&self) -> &Undeclared<S, T> {
                &Undeclared(PhantomData)
            }
        }

        impl<S, T> Undeclared<S, T> {
            #(#of_rest)*
        }

        mod why {
            #begins
            #(#traits)*
        }
    }
}

/// The forbidden pairs, each with its `why`.
fn forbidden(
    lifecycle: &Lifecycle,
    methods: &Methods,
    names: &mut HashSet<String>,
) -> Vec<(usize, Refusing)> {
    let id = visible(lifecycle.facts.id.as_str());
    let mut seen: HashSet<Pair> = declared(lifecycle).into_keys().collect();
    let pairs = lifecycle.forbidden.iter().filter(|pair| seen.insert((pair.from, Some(pair.to))));
    let pairs: Vec<_> = pairs.collect();
    let refusing = pairs.into_iter().map(|pair| {
        let (from, to) = (named(lifecycle, Some(pair.from)), named(lifecycle, Some(pair.to)));
        let words = Words {
            message: format!("{from} -> {to} is forbidden by {id}: {}", visible(pair.why.as_str())),
            label: exits(lifecycle, methods, pair.from),
            notes: vec![document(lifecycle)],
        };
        let method = methods.entries[pair.to].clone();
        (pair.from, refusing(lifecycle, (Some(pair.from), Some(pair.to)), method, words, names))
    });
    refusing.collect()
}

/// The declared pairs whose rows have names of their own.
fn taken_by_name(
    lifecycle: &Lifecycle,
    methods: &Methods,
    names: &mut HashSet<String>,
) -> Vec<(usize, Refusing)> {
    let mut found = Vec::new();
    for ((from, to), rows) in declared(lifecycle) {
        let method = to.map_or(REMOVE, |to| methods.entries[to].as_str());
        if rows.iter().any(|row| methods.rows[*row] == method) {
            continue;
        }
        let arrow = format!("{} -> {}", named(lifecycle, Some(from)), named(lifecycle, to));
        let id = visible(lifecycle.facts.id.as_str());
        let choice: Vec<String> = rows.iter().map(|row| code(&methods.rows[*row])).collect();
        let words = Words {
            message: match rows.len() {
                1 => format!("the row {arrow} of {id} has a name of its own"),
                count => format!("{id} has {count} rows {arrow}, and each has a name"),
            },
            label: format!("call {}", either(&choice)),
            notes: vec![document(lifecycle)],
        };
        found.push((from, refusing(lifecycle, (Some(from), to), method.to_owned(), words, names)));
    }
    found
}

/// Per state, and for `[*]` where records can be removed at all, what is said to all other states.
fn undeclared(lifecycle: &Lifecycle, methods: &Methods, names: &mut HashSet<String>) -> Vec<Refusing> {
    let removal = lifecycle.rows.iter().any(|row| row.to.is_none()).then_some(None);
    let notes = [ways(lifecycle, methods), document(lifecycle)];
    let targets = (0..lifecycle.states.len()).map(Some).chain(removal);
    let refusing = targets.map(|to| {
        let id = visible(lifecycle.facts.id.as_str());
        let target = named(lifecycle, to);
        let sources = sources(lifecycle, to);
        let words = Words {
            message: format!("{id} has no row to {target} from this state"),
            label: match (sources.as_slice(), to) {
                ([], _) => format!("no row enters {target}"),
                (sources, Some(_)) => format!("only {} may enter {target}", either(sources)),
                (sources, None) => format!("only a record in {} may be removed", either(sources)),
            },
            notes: notes.to_vec(),
        };
        let method = to.map_or(REMOVE, |to| methods.entries[to].as_str()).to_owned();
        refusing(lifecycle, (None, to), method, words, names)
    });
    refusing.collect()
}

/// The names of the states whose rows lead to `to`.
fn sources(lifecycle: &Lifecycle, to: Option<usize>) -> Vec<String> {
    let from: BTreeSet<usize> =
        lifecycle.rows.iter().filter(|row| row.to == to).filter_map(|row| row.from).collect();
    from.into_iter().map(|state| named(lifecycle, Some(state))).collect()
}

/// What may be called instead.
fn exits(lifecycle: &Lifecycle, methods: &Methods, from: usize) -> String {
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

fn refusing(
    lifecycle: &Lifecycle,
    (from, to): (Option<usize>, Option<usize>),
    method: String,
    words: Words,
    names: &mut HashSet<String>,
) -> Refusing {
    let variant = |state: usize| lifecycle.states[state].variant.as_str();
    let target = to.map_or_else(|| "Remove".to_owned(), |to| format!("To{}", variant(to)));
    let mut bound = format!("{}{target}", from.map_or("", variant));
    while !names.insert(bound.clone()) {
        bound.push('_');
    }
    Refusing { method, to, bound, words }
}

/// The trait that nothing of a record's implements. It has an implementation, lest the compiler say that
/// one should be written.
fn bound(refusing: &Refusing) -> TokenStream {
    let (name, attribute) = (ident(&refusing.bound), refusing.words.attribute());
    quote! {
        #attribute
        pub trait #name {}
        #[diagnostic::do_not_recommend]
        impl #name for ::core::convert::Infallible {}
    }
}

fn of_pair(lifecycle: &Lifecycle, from: usize, refusing: &Refusing) -> TokenStream {
    let from = ident(&lifecycle.states[from].variant);
    let bound = ident(&refusing.bound);
    // The lifetime keeps the bound from being looked at before somebody calls the method.
    let method = method(
        lifecycle,
        refusing,
        &quote!(self),
        &quote!(Self),
        &quote!(for<'a> &'a states::#from: why::#bound),
    );
    quote!(impl<T> Record<states::#from, T> { #method })
}

fn of_rest(lifecycle: &Lifecycle, refusing: &Refusing) -> TokenStream {
    let bound = ident(&refusing.bound);
    method(lifecycle, refusing, &quote!(&self), &quote!(Record<S, T>), &quote!(S: why::#bound))
}

/// A method as it would be if there were a row, so that no second error follows the first.
fn method(
    lifecycle: &Lifecycle,
    refusing: &Refusing,
    receiver: &TokenStream,
    before: &TokenStream,
    bound: &TokenStream,
) -> TokenStream {
    let about = format!("Does not compile: {}", refusing.words.message);
    let (docs, name) = (docs(&[line(&about)]), ident(&refusing.method));
    let after = refusing.to.map_or_else(
        || quote!(T),
        |to| {
            let to = ident(&lifecycle.states[to].variant);
            quote!(Record<states::#to, T>)
        },
    );
    quote! {
        #docs
        pub fn #name<E>(
            #receiver,
            _guard: impl FnOnce(Transition, &T) -> Result<(), E>,
        ) -> Moved<#before, #after, E>
        where
            #bound,
        {
            unreachable!("nothing meets the bound")
        }
    }
}

/// The states that a record begins in without a row that says how.
pub(super) fn begins(lifecycle: &Lifecycle) -> Vec<usize> {
    let created =
        |state: usize| lifecycle.rows.iter().any(|row: &Row| row.from.is_none() && row.to == Some(state));
    lifecycle.initial().filter(|state| !created(*state)).collect()
}

/// The bound of the way to begin without a row.
fn begins_trait(lifecycle: &Lifecycle) -> Option<TokenStream> {
    let states = begins(lifecycle);
    let names: Vec<String> = states.iter().map(|state| named(lifecycle, Some(*state))).collect();
    let id = visible(lifecycle.facts.id.as_str());
    let words = Words {
        message: format!("no record begins in this state, says {id}"),
        label: format!("records begin in {}", either(&names)),
        notes: vec![document(lifecycle)],
    };
    let attribute = words.attribute();
    let states = states.iter().map(|state| ident(&lifecycle.states[*state].variant));
    (!names.is_empty()).then(|| {
        quote! {
            #attribute
            pub trait Begins {}
            #(impl Begins for super::states::#states {})*
        }
    })
}
