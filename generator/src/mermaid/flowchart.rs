//! Two revisions of a lifecycle as one flowchart: what is new, gone and changed is coloured.
//!
//! State diagrams can colour states but not arrows, in no version; flowcharts can colour both.

use super::writer::{description, label};

/// What became of a state or an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It is as it was.
    Same,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// Something about it changed.
    Changed,
}

/// A state of either revision.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// What it is called; two names where it was renamed.
    pub names: Vec<&'a str>,
    /// What became of it.
    pub fate: Fate,
}

/// An arrow between states by their places; `None` is where records begin and end.
#[derive(Clone, Debug)]
pub struct Edge<'a> {
    /// Where it begins.
    pub from: Option<usize>,
    /// Where it ends.
    pub to: Option<usize>,
    /// What is said beside it.
    pub label: Option<&'a str>,
    /// What became of it.
    pub fate: Fate,
}

/// A flowchart of these states and arrows. What is the same is drawn in grey and without its words.
#[must_use]
pub fn flowchart(nodes: &[Node], edges: &[Edge]) -> String {
    let mut lines = vec!["flowchart TB".to_owned()];
    for (at, node) in nodes.iter().enumerate() {
        let names: Vec<String> = node.names.iter().map(|name| description(&cut(name))).collect();
        lines.push(format!("  s{at}([\"{}\"]):::{}", names.join(" → "), class(node.fate)));
    }
    if edges.iter().any(|edge| edge.from.is_none()) {
        lines.push("  start(( )):::same".to_owned());
    }
    if edges.iter().any(|edge| edge.to.is_none()) {
        lines.push("  finish(((\" \"))):::same".to_owned());
    }
    for edge in edges {
        let from = edge.from.map_or_else(|| "start".to_owned(), |at| format!("s{at}"));
        let to = edge.to.map_or_else(|| "finish".to_owned(), |at| format!("s{at}"));
        let arrow = if edge.fate == Fate::Removed { "-.->" } else { "-->" };
        let words = edge.label.filter(|_| edge.fate != Fate::Same).map(|text| label(&cut(text)));
        let words = words.filter(|text| !text.is_empty()).map(|text| format!("|\"{text}\"|"));
        lines.push(format!("  {from} {arrow}{} {to}", words.unwrap_or_default()));
    }
    for (fate, style) in EDGES {
        let of: Vec<String> = edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| edge.fate == *fate)
            .map(|(at, _)| at.to_string())
            .collect();
        if !of.is_empty() {
            lines.push(format!("  linkStyle {} {style}", of.join(",")));
        }
    }
    lines.extend(NODES.iter().map(|(fate, style)| format!("  classDef {} {style}", class(*fate))));
    lines.push(String::new());
    lines.join("\n")
}

/// Both for light pages and for dark ones.
const NODES: &[(Fate, &str)] = &[
    (Fate::Same, "fill:#f6f8fa,stroke:#8c959f,color:#1f2328"),
    (Fate::Added, "fill:#dafbe1,stroke:#1a7f37,stroke-width:2px,color:#1f2328"),
    (Fate::Removed, "fill:#ffebe9,stroke:#cf222e,stroke-width:2px,stroke-dasharray:5 4,color:#1f2328"),
    (Fate::Changed, "fill:#fff8c5,stroke:#9a6700,stroke-width:2px,color:#1f2328"),
];

const EDGES: &[(Fate, &str)] = &[
    (Fate::Same, "stroke:#8c959f"),
    (Fate::Added, "stroke:#1a7f37,stroke-width:2px"),
    (Fate::Removed, "stroke:#cf222e,stroke-width:2px"),
    (Fate::Changed, "stroke:#9a6700,stroke-width:2px"),
];

fn class(fate: Fate) -> &'static str {
    match fate {
        Fate::Same => "same",
        Fate::Added => "added",
        Fate::Removed => "removed",
        Fate::Changed => "changed",
    }
}

/// The most characters of a text in a diagram.
const LONGEST: usize = 60;

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
