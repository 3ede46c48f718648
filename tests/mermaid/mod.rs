//! Our reading and writing of diagrams, held to what Mermaid makes of them.

mod bugs;
mod cases;
mod generated;
mod written;

use serde_json::Value;
use statedoc::diagnostic::Diagnostic;
use statedoc::mermaid::{Diagram, Endpoint, decode, normal, read};
use statedoc::source::{FileId, SourceFile};

/// What a diagram shows, in a form that both sides can give.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    /// The ids of the outermost states, sorted.
    states: Vec<String>,
    /// The outermost arrows: from, to, label.
    arrows: Vec<[String; 3]>,
}

fn reading(text: &str) -> (Option<Diagram>, Vec<Diagnostic>) {
    let file = SourceFile::new(FileId(0), "diagram.mmd", text);
    read(&file, file.whole())
}

fn ours(diagram: &Diagram) -> Shown {
    let mut states: Vec<String> =
        diagram.states.iter().filter(|state| state.scope.is_none()).map(|state| decode(&state.id)).collect();
    let id = |end: Endpoint, star: &str| match end {
        Endpoint::Star => star.to_owned(),
        Endpoint::State(state) => decode(&diagram.states[state].id),
    };
    let outer = diagram.arrows.iter().filter(|arrow| arrow.scope.is_none());
    let arrows: Vec<[String; 3]> = outer
        .map(|arrow| {
            let label = normal(arrow.label.as_deref().unwrap_or_default());
            [id(arrow.from, "root_start"), id(arrow.to, "root_end"), label]
        })
        .collect();
    states.extend(arrows.iter().flatten().filter(|id| id.starts_with("root_")).cloned());
    states.sort();
    states.dedup();
    Shown { states, arrows }
}

/// What Mermaid shows, of which `label` gives the labels as text.
fn theirs(states: &Value, relations: &Value, label: impl Fn(&str) -> String) -> Shown {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut ids: Vec<String> = list(states).iter().map(|state| text(&state["id"])).collect();
    ids.sort();
    let arrow = |arrow: &Value| [text(&arrow[0]), text(&arrow[1]), label(&text(&arrow[2]))];
    Shown { states: ids, arrows: list(relations).iter().map(arrow).collect() }
}
