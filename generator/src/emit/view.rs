//! A lifecycle as templates and other programs see it: the documented model of `show --format json`.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::digest::digest;
use crate::document::{Extension, Text};
use crate::lifecycle::{Lifecycle, Row, Verdict};
use crate::yaml;

/// The most states for which the model and the pages have a matrix.
pub const MATRIX_LIMIT: usize = 40;

/// The model, version 1. Absent values are `null`, absent lists are empty; text is as typed.
#[derive(Debug, Serialize)]
pub struct View<'a> {
    /// The version of this model: 1.
    pub version: u32,
    /// The document's id.
    pub id: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its path, relative to the project's root, with `/`.
    pub path: &'a str,
    /// The Rust module's name.
    pub rust_module: &'a str,
    /// The domain object whose life this is.
    pub object: Option<&'a str>,
    /// The product area.
    pub product_area: Option<&'a str>,
    /// The team's word for where it belongs.
    pub module: Option<&'a str>,
    /// The revision, from 1.
    pub revision: Option<u64>,
    /// The document's status.
    pub status: Option<&'a str>,
    /// Whether the design is meant.
    pub design_intent: Option<&'a str>,
    /// Where the design comes from.
    pub origin: Option<&'a str>,
    /// What of it was seen in code.
    pub implementation_evidence: Option<&'a str>,
    /// The commits that sources are pinned to.
    pub source_sha: Vec<PinView<'a>>,
    /// The states, in the order written.
    pub states: Vec<StateView<'a>>,
    /// The rows, in the order written.
    pub rows: Vec<RowView<'a>>,
    /// The distinct triggers, in the order of their first row.
    pub triggers: Vec<TriggerView<'a>>,
    /// The pairs that must never happen, in the order written.
    pub forbidden: Vec<ForbiddenView<'a>>,
    /// One line per state, one cell per state; `null` above 40 states.
    pub matrix: Option<Vec<Vec<Cell>>>,
    /// How attempts at the same record meet.
    pub concurrency: Option<&'a str>,
    /// Ids of invariants.
    pub invariants: Vec<&'a str>,
    /// What was read to write the document.
    pub evidence: Vec<&'a str>,
    /// The team's own keys.
    pub extensions: Map<String, Json>,
}

/// One line of `source_sha`.
#[derive(Debug, Serialize)]
pub struct PinView<'a> {
    /// The repository.
    pub repository: &'a str,
    /// The commit.
    pub commit: &'a str,
}

/// One state.
#[derive(Debug, Serialize)]
pub struct StateView<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its Rust variant.
    pub variant: &'a str,
    /// What it means.
    pub meaning: Option<&'a str>,
    /// Whether a record may begin here.
    pub initial: bool,
    /// Whether a record ends here.
    pub terminal: bool,
    /// What stored rows may still call it.
    pub aliases: Vec<&'a str>,
    /// The team's own keys.
    pub extensions: Map<String, Json>,
}

/// One row.
#[derive(Debug, Serialize)]
pub struct RowView<'a> {
    /// Its place in the table, from 1.
    pub number: usize,
    /// Its Rust variant.
    pub variant: &'a str,
    /// The state it leaves; `null` for creation.
    pub from: Option<&'a str>,
    /// The state it enters; `null` for removal.
    pub to: Option<&'a str>,
    /// What sets it off.
    pub trigger: Option<&'a str>,
    /// The Rust variant of the trigger.
    pub trigger_variant: Option<&'a str>,
    /// What must hold.
    pub guard: Option<&'a str>,
    /// What to carry out, in order.
    pub side_effects: Vec<&'a str>,
    /// Who does it.
    pub actor: Option<&'a str>,
    /// observed, documented, …
    pub provenance: Option<&'a str>,
    /// Where it is written.
    pub source: Option<&'a str>,
    /// The team's own keys.
    pub extensions: Map<String, Json>,
}

/// One distinct trigger.
#[derive(Debug, Serialize)]
pub struct TriggerView<'a> {
    /// The text of its first row.
    pub text: &'a str,
    /// Its Rust variant.
    pub variant: &'a str,
}

/// A pair that must never happen.
#[derive(Debug, Serialize)]
pub struct ForbiddenView<'a> {
    /// Its place in the list, from 1.
    pub number: usize,
    /// The state it would leave.
    pub from: &'a str,
    /// The state it would enter.
    pub to: &'a str,
    /// The reason.
    pub why: &'a str,
    /// The team's own keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Map<String, Json>>,
}

/// What the document says of one pair of states.
#[derive(Debug, Serialize)]
pub struct Cell {
    /// `declared`, `forbidden` or `undeclared`.
    pub verdict: &'static str,
    /// The numbers of the rows that declare it.
    pub rows: Vec<usize>,
    /// The number of the entry that forbids it.
    pub forbidden: Option<usize>,
}

impl<'a> View<'a> {
    /// The model of a lifecycle.
    #[must_use]
    pub fn new(lifecycle: &'a Lifecycle) -> Self {
        let facts = &lifecycle.facts;
        Self {
            version: 1,
            id: facts.id.as_str(),
            title: facts.title.as_str(),
            path: &lifecycle.path,
            rust_module: &lifecycle.rust_module,
            object: text(facts.object.as_ref()),
            product_area: text(facts.product_area.as_ref()),
            module: text(facts.module.as_ref()),
            revision: facts.revision,
            status: text(facts.status.as_ref()),
            design_intent: text(facts.design_intent.as_ref()),
            origin: text(facts.origin.as_ref()),
            implementation_evidence: text(facts.implementation_evidence.as_ref()),
            source_sha: pins(lifecycle),
            states: states(lifecycle),
            rows: lifecycle
                .rows
                .iter()
                .enumerate()
                .map(|(index, row)| row_view(lifecycle, index, row))
                .collect(),
            triggers: triggers(lifecycle),
            forbidden: forbidden(lifecycle),
            matrix: (lifecycle.states.len() <= MATRIX_LIMIT).then(|| matrix(lifecycle)),
            concurrency: text(lifecycle.concurrency.as_ref()),
            invariants: texts(&lifecycle.invariants),
            evidence: texts(&lifecycle.evidence),
            extensions: extensions(&lifecycle.extensions),
        }
    }
}

fn text(text: Option<&Text>) -> Option<&str> {
    text.map(Text::as_str)
}

fn texts(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(Text::as_str).collect()
}

fn pins(lifecycle: &Lifecycle) -> Vec<PinView<'_>> {
    let pins = lifecycle.facts.source_sha.iter();
    pins.map(|pin| PinView { repository: pin.repository.as_str(), commit: pin.commit.as_str() }).collect()
}

fn states(lifecycle: &Lifecycle) -> Vec<StateView<'_>> {
    let states = lifecycle.states.iter();
    states
        .map(|state| StateView {
            name: state.name.as_str(),
            variant: &state.variant,
            meaning: text(state.meaning.as_ref()),
            initial: state.initial,
            terminal: state.terminal,
            aliases: texts(&state.aliases),
            extensions: extensions(&state.extensions),
        })
        .collect()
}

fn row_view<'a>(lifecycle: &'a Lifecycle, index: usize, row: &'a Row) -> RowView<'a> {
    let name = |state: usize| lifecycle.states[state].name.as_str();
    RowView {
        number: index + 1,
        variant: &row.variant,
        from: row.from.map(name),
        to: row.to.map(name),
        trigger: text(row.trigger_text.as_ref()),
        trigger_variant: row.trigger.map(|trigger| lifecycle.triggers[trigger].variant.as_str()),
        guard: text(row.guard.as_ref()),
        side_effects: texts(&row.side_effects),
        actor: text(row.actor.as_ref()),
        provenance: text(row.provenance.as_ref()),
        source: text(row.source.as_ref()),
        extensions: extensions(&row.extensions),
    }
}

fn triggers(lifecycle: &Lifecycle) -> Vec<TriggerView<'_>> {
    let triggers = lifecycle.triggers.iter();
    triggers.map(|trigger| TriggerView { text: &trigger.text, variant: &trigger.variant }).collect()
}

fn forbidden(lifecycle: &Lifecycle) -> Vec<ForbiddenView<'_>> {
    let pairs = lifecycle.forbidden.iter().enumerate();
    pairs
        .map(|(index, pair)| ForbiddenView {
            number: index + 1,
            from: lifecycle.states[pair.from].name.as_str(),
            to: lifecycle.states[pair.to].name.as_str(),
            why: pair.why.as_str(),
            extensions: Some(extensions(&pair.extensions)),
        })
        .collect()
}

fn matrix(lifecycle: &Lifecycle) -> Vec<Vec<Cell>> {
    let count = lifecycle.states.len();
    let line = |from| (0..count).map(|to| cell(&lifecycle.verdict(from, to))).collect();
    (0..count).map(line).collect()
}

fn cell(verdict: &Verdict) -> Cell {
    match verdict {
        Verdict::Declared(rows) => {
            Cell { verdict: "declared", rows: rows.iter().map(|row| row + 1).collect(), forbidden: None }
        }
        Verdict::Forbidden(pair) => {
            Cell { verdict: "forbidden", rows: Vec::new(), forbidden: Some(pair + 1) }
        }
        Verdict::Undeclared => Cell { verdict: "undeclared", rows: Vec::new(), forbidden: None },
    }
}

fn extensions(own: &[Extension]) -> Map<String, Json> {
    own.iter().map(|extension| (extension.key.value.clone(), json(&extension.value.value))).collect()
}

/// A value of a key of the team's own, as the model has it.
#[must_use]
pub fn json(value: &yaml::Value) -> Json {
    match value {
        yaml::Value::Text(text, _) => Json::String(text.clone()),
        yaml::Value::List(items) => items.iter().map(|item| json(&item.value)).collect(),
        yaml::Value::Map(pairs) => {
            Json::Object(pairs.iter().map(|(key, node)| (key.value.clone(), json(&node.value))).collect())
        }
    }
}

/// The digest of everything a lifecycle means.
///
/// # Panics
///
/// Never: the model always serialises.
#[must_use]
pub fn meaning(lifecycle: &Lifecycle) -> String {
    let mut view = View::new(lifecycle);
    for pair in &mut view.forbidden {
        // Digests of documents without such keys are those that earlier versions wrote.
        pair.extensions = pair.extensions.take().filter(|own| !own.is_empty());
    }
    let model = serde_json::to_string(&view).expect("the model serialises");
    digest(&model)
}
