//! Every diagram that the tool writes or refreshes, read by every Mermaid: exactly the rows' arrows.

use serde_json::Value;

use crate::peers;
use crate::sandbox::Sandbox;

/// The text of the first Mermaid block of a page.
fn block(page: &str) -> String {
    let (_, rest) = page.split_once("```mermaid").expect("a diagram");
    rest.split_once('\n').and_then(|(_, rest)| rest.split_once("```")).expect("its end").0.to_owned()
}

/// From, to and label of every row, `[*]` where a record begins or ends.
fn rows(model: &Value) -> Vec<[String; 3]> {
    let text = |value: &Value, absent: &str| value.as_str().unwrap_or(absent).to_owned();
    let row = |row: &Value| [text(&row["from"], "[*]"), text(&row["to"], "[*]"), text(&row["trigger"], "")];
    let mut rows: Vec<[String; 3]> = model["rows"].as_array().expect("rows").iter().map(row).collect();
    rows.sort();
    rows
}

/// What Mermaid shows, by the states' descriptions; without labels where `labels` is false.
fn shown(answer: &Value, labels: bool) -> Vec<[String; 3]> {
    let states = answer["states"].as_array().expect("states");
    let name = |id: &Value| {
        if id == "root_start" || id == "root_end" {
            return "[*]".to_owned();
        }
        let state = states.iter().find(|state| state["id"] == *id).expect("a state");
        state["descriptions"][0].as_str().or(state["id"].as_str()).expect("a name").to_owned()
    };
    let label =
        |arrow: &Value| if labels { arrow[2].as_str().unwrap_or_default().to_owned() } else { String::new() };
    let relations = answer["relations"].as_array().expect("relations");
    let mut arrows: Vec<[String; 3]> =
        relations.iter().map(|arrow| [name(&arrow[0]), name(&arrow[1]), label(arrow)]).collect();
    arrows.sort();
    arrows
}

fn without_labels(rows: &[[String; 3]]) -> Vec<[String; 3]> {
    let mut rows: Vec<[String; 3]> =
        rows.iter().map(|[from, to, _]| [from.clone(), to.clone(), String::new()]).collect();
    rows.sort();
    rows
}

#[test]
fn every_mermaid_shows_the_rows_of_every_document() {
    let mut questions = Vec::new();
    let mut expected = Vec::new();
    for set in ["received", "published"] {
        let sandbox = Sandbox::with_documents(set);
        assert!(sandbox.statedoc(&["generate"]).status.success());
        for entry in std::fs::read_dir(sandbox.path("specs")).expect("the documents") {
            let file = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if !file.ends_with(".md") {
                continue;
            }
            let path = format!("specs/{file}");
            let output = sandbox.statedoc(&["show", &path, "--format", "json"]);
            let model: Value = serde_json::from_slice(&output.stdout).expect("the model");
            let module = model["rust_module"].as_str().expect("a module");
            let texts = [
                (sandbox.read(&format!("generated/diagrams/{module}.mmd")), true),
                (block(&sandbox.read(&format!("generated/docs/{module}.md"))), true),
                (block(&sandbox.read(&path)), false), // its own style, with or without labels
            ];
            for (text, labels) in texts {
                for version in ["10", "11", "12"] {
                    questions.push((version, text.clone()));
                    expected.push((format!("{path} under Mermaid {version}"), rows(&model), labels));
                }
            }
        }
    }
    assert_eq!(questions.len(), 11 * 9);
    let Some(answers) = peers::mermaid("every_mermaid_shows_the_rows_of_every_document", &questions) else {
        return;
    };
    for (answer, (place, rows, labels)) in answers.iter().zip(expected) {
        assert_eq!(answer["accept"], true, "{place}: {answer}");
        let wanted = if labels { rows } else { without_labels(&rows) };
        assert_eq!(shown(answer, labels), wanted, "{place}");
    }
}
