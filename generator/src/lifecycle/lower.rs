//! A document as written to what it means.

use std::collections::HashMap;

use super::{Facts, Forbidden, Lifecycle, Row, State, Trigger, names};
use crate::digest::digest;
use crate::document::{Document, RowEntry, STAR, StateEntry, Text};
use crate::source::SourceFile;

/// Resolves a document. Always gives a value: rows and pairs that name unknown states are left
/// out, and the result is then not `sound`. The findings about them are the rules' to report.
#[must_use]
pub fn lower(file: &SourceFile, document: &Document) -> Lifecycle {
    let named: Vec<&StateEntry> = document.states.iter().filter(|state| names_one(state)).collect();
    let (states, index) = lower_states(&named);
    let (triggers, trigger_of) = lower_triggers(&document.transitions);
    let rows: Vec<Row> =
        document.transitions.iter().filter_map(|row| lower_row(row, &index, &trigger_of)).collect();
    let forbidden: Vec<Forbidden> =
        document.invalid.iter().filter_map(|pair| lower_pair(pair, &index)).collect();
    let resolved = index.len() == document.states.len()
        && rows.len() == document.transitions.len()
        && forbidden.len() == document.invalid.len();
    let facts = lower_facts(file, document);
    let rust_module =
        document.name.as_ref().map_or_else(|| names::module(facts.title.as_str()), |name| name.value.clone());
    let mut lifecycle = Lifecycle {
        file: file.id,
        path: file.path.clone(),
        sound: resolved && !document.incomplete,
        rust_module,
        facts,
        states,
        rows,
        triggers,
        forbidden,
        concurrency: document.concurrency.clone(),
        invariants: document.invariants.clone(),
        evidence: document.evidence.clone(),
        extensions: document.extensions.clone(),
    };
    name_rows(&mut lifecycle);
    mark_ends(&mut lifecycle, &named);
    lifecycle
}

/// Whether an entry's name can stand for a state.
fn names_one(entry: &StateEntry) -> bool {
    entry.name.as_ref().is_some_and(|name| !name.is_blank() && name.as_str() != STAR)
}

fn lower_facts(file: &SourceFile, document: &Document) -> Facts {
    let nothing = || Text::plain("", document.place(file.id));
    Facts {
        id: document.id.clone().unwrap_or_else(nothing),
        title: document.title.clone().unwrap_or_else(nothing),
        object: document.object.clone(),
        product_area: document.product_area.clone(),
        module: document.module.clone(),
        revision: document.revision.as_ref().and_then(|revision| revision.value.parse().ok()),
        revision_span: document.revision.as_ref().map(|revision| revision.span),
        status: document.status.clone(),
        design_intent: document.design_intent.clone(),
        origin: document.origin.clone(),
        implementation_evidence: document.implementation_evidence.clone(),
        source_sha: document.source_sha.clone().unwrap_or_default(),
    }
}

type Index<'a> = HashMap<&'a str, usize>;

/// The states, and the first of each name. A repeated name is an error, so what it gets is moot.
fn lower_states<'a>(entries: &[&'a StateEntry]) -> (Vec<State>, Index<'a>) {
    let mut states = Vec::with_capacity(entries.len());
    let mut index = HashMap::with_capacity(entries.len());
    for entry in entries {
        let Some(name) = &entry.name else { continue };
        index.entry(name.as_str()).or_insert(states.len());
        let pin = entry.variant.as_ref().map(|variant| variant.value.clone());
        states.push(State {
            name: name.clone(),
            pinned: pin.is_some(),
            variant: pin.unwrap_or_else(|| names::variant(name.as_str())),
            meaning: entry.meaning.clone(),
            aliases: entry.aliases.clone(),
            initial: entry.initial,
            terminal: entry.terminal,
            extensions: entry.extensions.clone(),
        });
    }
    (states, index)
}

/// What makes two trigger texts one trigger: all but case, spacing and final punctuation.
#[must_use]
pub(crate) fn trigger_key(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let bare = words.trim_end_matches(['.', '!', '?', ',', ';', ':', '…', '。', ' ']);
    if bare.is_empty() { words } else { bare.to_owned() }
}

/// The distinct triggers, and which one each key is. Triggers whose words alone would give one
/// name are told apart by their punctuation, and if that fails too by their digest.
fn lower_triggers(rows: &[RowEntry]) -> (Vec<Trigger>, HashMap<String, usize>) {
    let mut index = HashMap::new();
    let mut triggers: Vec<Trigger> = Vec::new();
    for text in rows.iter().filter_map(|row| row.trigger.as_ref()) {
        index.entry(trigger_key(text.as_str())).or_insert_with(|| {
            triggers.push(Trigger { text: text.value.clone(), variant: names::variant(text.as_str()) });
            triggers.len() - 1
        });
    }
    for index in clashing(&triggers) {
        triggers[index].variant = names::identifier(names::exact(&triggers[index].text));
    }
    for length in [8, 32] {
        for index in clashing(&triggers) {
            let digest = digest(&trigger_key(&triggers[index].text));
            triggers[index].variant = format!("{}{}", triggers[index].variant, &digest[..length]);
        }
    }
    (triggers, index)
}

fn clashing(triggers: &[Trigger]) -> Vec<usize> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for trigger in triggers {
        *uses.entry(&trigger.variant).or_default() += 1;
    }
    (0..triggers.len()).filter(|index| uses[triggers[*index].variant.as_str()] > 1).collect()
}

fn lower_row(entry: &RowEntry, states: &Index, triggers: &HashMap<String, usize>) -> Option<Row> {
    let (from, to) = (entry.from.as_ref()?, entry.to.as_ref()?);
    let end = |text: &Text| match text.as_str() {
        name if states.contains_key(name) => Some(Some(states[name])),
        STAR => Some(None),
        _ => None,
    };
    let (from_state, to_state) = (end(from)?, end(to)?);
    if from_state.is_none() && to_state.is_none() {
        return None;
    }
    Some(Row {
        span: entry.span,
        variant: entry.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        pinned: entry.name.is_some(),
        from: from_state,
        to: to_state,
        from_span: from.span,
        to_span: to.span,
        trigger: entry.trigger.as_ref().map(|text| triggers[&trigger_key(text.as_str())]),
        trigger_text: entry.trigger.clone(),
        guard: entry.guard.clone(),
        side_effects: entry.side_effects.clone(),
        actor: entry.who.clone(),
        provenance: entry.provenance.clone(),
        source: entry.source.clone(),
        extensions: entry.extensions.clone(),
    })
}

fn lower_pair(entry: &crate::document::InvalidEntry, states: &Index) -> Option<Forbidden> {
    let from = *states.get(entry.from.as_ref()?.as_str())?;
    let to = *states.get(entry.to.as_ref()?.as_str())?;
    let (why, extensions) = (entry.why.clone()?, entry.extensions.clone());
    Some(Forbidden { span: entry.span, from, to, why, extensions })
}

/// `QueuedToRunning`, `CreatePlanned`, `RemoveExpired`; rows that share a pair add `On` and their trigger.
fn name_rows(lifecycle: &mut Lifecycle) {
    let states = &lifecycle.states;
    let word = |state: usize| {
        if states[state].pinned {
            states[state].variant.clone()
        } else {
            names::camel(states[state].name.as_str())
        }
    };
    let mut uses: HashMap<(Option<usize>, Option<usize>), usize> = HashMap::new();
    for row in &lifecycle.rows {
        *uses.entry((row.from, row.to)).or_default() += 1;
    }
    for row in lifecycle.rows.iter_mut().filter(|row| !row.pinned) {
        let mut name = match (row.from, row.to) {
            (Some(from), Some(to)) => format!("{}To{}", word(from), word(to)),
            (None, Some(to)) => format!("Create{}", word(to)),
            (Some(from), None) => format!("Remove{}", word(from)),
            (None, None) => String::new(),
        };
        let parallel = uses[&(row.from, row.to)] > 1;
        if let Some(trigger) = row.trigger.filter(|_| parallel) {
            name = format!("{name}On{}", lifecycle.triggers[trigger].variant.trim_start_matches('_'));
        }
        row.variant = names::identifier(name);
    }
}

/// Settles which states are initial and terminal, where the document leaves it to the arrows.
fn mark_ends(lifecycle: &mut Lifecycle, entries: &[&StateEntry]) {
    let stated =
        entries.iter().any(|entry| entry.initial) || lifecycle.rows.iter().any(|row| row.from.is_none());
    let mut entered = vec![false; lifecycle.states.len()];
    let mut left = vec![false; lifecycle.states.len()];
    let mut created = vec![false; lifecycle.states.len()];
    for row in &lifecycle.rows {
        match (row.from, row.to) {
            (Some(from), Some(to)) if from != to => {
                left[from] = true;
                entered[to] = true;
            }
            (None, Some(to)) => created[to] = true,
            _ => {}
        }
    }
    for (index, state) in lifecycle.states.iter_mut().enumerate() {
        state.initial |= if stated { created[index] } else { !entered[index] };
        state.terminal |= !left[index];
    }
}
