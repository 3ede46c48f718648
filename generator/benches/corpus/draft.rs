//! A document as plain texts, to be changed and written again.

use std::ops::Range;

use statedoc::document::{Document, FrontMatter, Text, parse, split};
use statedoc::source::SourceFile;

/// What a document says.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub id: String,
    pub title: String,
    /// The lines between the title and `source_sha`, by their keys.
    pub facts: Vec<(&'static str, String)>,
    /// `source_sha`.
    pub pins: Vec<(String, String)>,
    /// Names and meanings.
    pub states: Vec<(String, String)>,
    pub rows: Vec<Row>,
    /// From, to and why.
    pub invalid: Vec<(String, String, String)>,
    pub concurrency: String,
    pub invariants: Vec<String>,
    pub evidence: Vec<String>,
    /// The body before its diagram and after it, without the heading.
    pub body: (String, String),
    /// Whether the diagram has the triggers beside its arrows.
    pub labelled: bool,
}

/// One row.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub from: String,
    pub to: String,
    pub trigger: String,
    pub guard: String,
    pub side_effects: Vec<String>,
    pub who: String,
    pub provenance: String,
    pub source: String,
}

impl Draft {
    /// What is written in a document that has every key.
    pub fn read(file: &SourceFile) -> Self {
        let (document, _) = parse(file);
        let pins = document.source_sha.iter().flatten();
        let states = document.states.iter();
        let invalid = document.invalid.iter();
        Self {
            id: word(document.id.as_ref()),
            title: word(document.title.as_ref()),
            facts: facts(&document),
            pins: pins.map(|pin| (pin.repository.value.clone(), pin.commit.value.clone())).collect(),
            states: states.map(|entry| (word(entry.name.as_ref()), word(entry.meaning.as_ref()))).collect(),
            rows: rows(&document),
            invalid: invalid
                .map(|entry| (word(entry.from.as_ref()), word(entry.to.as_ref()), word(entry.why.as_ref())))
                .collect(),
            concurrency: word(document.concurrency.as_ref()),
            invariants: document.invariants.iter().map(|text| text.value.clone()).collect(),
            evidence: document.evidence.iter().map(|text| text.value.clone()).collect(),
            body: body(file),
            labelled: file.text.contains("state \""),
        }
    }
}

fn word(text: Option<&Text>) -> String {
    text.map(|text| text.value.clone()).unwrap_or_default()
}

fn facts(document: &Document) -> Vec<(&'static str, String)> {
    let facts = [
        ("object", &document.object),
        ("product_area", &document.product_area),
        ("module", &document.module),
        ("revision", &document.revision),
        ("status", &document.status),
        ("design_intent", &document.design_intent),
        ("implementation_evidence", &document.implementation_evidence),
    ];
    facts.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?.value.clone()))).collect()
}

fn rows(document: &Document) -> Vec<Row> {
    let rows = document.transitions.iter().map(|entry| Row {
        from: word(entry.from.as_ref()),
        to: word(entry.to.as_ref()),
        trigger: word(entry.trigger.as_ref()),
        guard: word(entry.guard.as_ref()),
        side_effects: entry.side_effects.iter().map(|text| text.value.clone()).collect(),
        who: word(entry.who.as_ref()),
        provenance: word(entry.provenance.as_ref()),
        source: word(entry.source.as_ref()),
    });
    rows.collect()
}

fn body(file: &SourceFile) -> (String, String) {
    let FrontMatter::Found { body, .. } = split(file) else { panic!("{} has front matter", file.path) };
    let text = &file.text[body];
    let diagram = diagram(text);
    let heading = text.find("\n## ").expect("a section") + 1;
    (text[heading..diagram.start].to_owned(), text[diagram.end..].to_owned())
}

fn diagram(text: &str) -> Range<usize> {
    let start = text.find("```mermaid\n").expect("a diagram");
    let end = text[start + 3..].find("\n```\n").expect("the diagram's end") + start + 3 + "\n```\n".len();
    start..end
}
