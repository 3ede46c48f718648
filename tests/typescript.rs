//! Modules from the TypeScript example: checked by the compiler, and run, they say what the documents say.

use std::fs;

use serde_json::{Value, json};

use crate::nasty::batch::{Batch, seed};
use crate::peers;
use crate::sandbox::{Sandbox, repository};

/// Only TypeScript, so that what is tried is what is written.
const CONFIG: &str = "[rust]\nenabled = false\n\n[tests]\nenabled = false\n\n[[template]]\n\
                      from = \"templates/typescript.ts.j2\"\nto = \"web/{module}.ts\"\n";

/// Makes the modules of a project.
fn generate(project: &Sandbox) {
    let template = fs::read_to_string(repository().join("templates/examples/typescript.ts.j2"));
    project.write("templates/typescript.ts.j2", template.expect("the example"));
    project.write("statedoc.toml", CONFIG);
    let output = project.statedoc(&["generate"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// What the modules of these documents say, checked and run; `None` without the compiler.
fn said(test: &str, project: &Sandbox, documents: &[Value]) -> Option<Vec<Value>> {
    let path = |document: &Value| {
        project.path(&format!("web/{}.ts", document["rust_module"].as_str().expect("a module")))
    };
    let paths: Vec<_> = documents.iter().map(path).collect();
    let aliases: Vec<Vec<&Value>> = documents.iter().map(|document| aliases(document).0).collect();
    let question = json!({ "modules": paths, "aliases": aliases });
    let answer = peers::typescript(test, &question)?;
    assert_eq!(answer["complaints"], json!([]), "{test}");
    Some(answer["modules"].as_array().expect("modules").clone())
}

/// Every alias of a document, and the state that it means.
fn aliases(document: &Value) -> (Vec<&Value>, Vec<&Value>) {
    let states = document["states"].as_array().expect("states").iter();
    let pairs = states.flat_map(|state| {
        let aliases = state["aliases"].as_array().expect("aliases").iter();
        aliases.map(|alias| (alias, &state["name"]))
    });
    pairs.unzip()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no list"))
}

/// Holds what a module says to the model of its document.
fn compare(said: &Value, document: &Value) {
    let id = document["id"].as_str().expect("an id");
    assert_eq!(said["DOCUMENT"], document["id"]);
    let states: Vec<&Value> = list(document, "states").iter().map(|state| &state["name"]).collect();
    assert_eq!(list(said, "STATES").iter().collect::<Vec<_>>(), states, "{id}");
    for (key, mark) in [("INITIAL", "initial"), ("TERMINAL", "terminal")] {
        let marked = list(document, "states").iter().filter(|state| state[mark] == json!(true));
        let names: Vec<&Value> = marked.map(|state| &state["name"]).collect();
        assert_eq!(list(said, key).iter().collect::<Vec<_>>(), names, "{id}: {key}");
    }
    let trigger = |trigger: &Value| json!([trigger["variant"], trigger["text"]]);
    let triggers: Vec<Value> = list(document, "triggers").iter().map(trigger).collect();
    assert_eq!(list(said, "triggers"), &triggers, "{id}");
    let row = |row: &Value| {
        json!({ "name": row["variant"], "from": row["from"], "to": row["to"], "trigger": row["trigger_variant"],
                "guard": row["guard"], "sideEffects": row["side_effects"], "actor": row["actor"] })
    };
    let rows: Vec<Value> = list(document, "rows").iter().map(row).collect();
    assert_eq!(list(said, "TRANSITIONS"), &rows, "{id}");
    assert_eq!(list(said, "aliases").iter().collect::<Vec<_>>(), aliases(document).1, "{id}: aliases");
    for (from, line) in list(said, "pairs").iter().enumerate() {
        for (to, pair) in line.as_array().expect("a line").iter().enumerate() {
            let cell = &document["matrix"][from][to];
            let verdict = verdict(document, cell, &rows);
            assert_eq!(pair["verdict"], verdict, "{id}: {} -> {}", states[from], states[to]);
            let why = verdict["why"].as_str();
            let refusal = pair["refusal"].as_str();
            assert_eq!(refusal.is_none(), verdict["kind"] == "declared", "{id}: {refusal:?}");
            assert!(
                why.is_none_or(|why| refusal.is_some_and(|refusal| refusal.ends_with(why))),
                "{refusal:?}"
            );
        }
    }
}

/// What the document says of a pair, in the module's shape.
fn verdict(document: &Value, cell: &Value, rows: &[Value]) -> Value {
    let index = |number: &Value| number.as_u64().expect("a number") as usize - 1;
    match cell["verdict"].as_str() {
        Some("declared") => {
            let rows: Vec<&Value> = list(cell, "rows").iter().map(|number| &rows[index(number)]).collect();
            json!({ "kind": "declared", "transitions": rows })
        }
        Some("forbidden") => {
            let why = &document["forbidden"][index(&cell["forbidden"])]["why"];
            json!({ "kind": "forbidden", "why": why })
        }
        _ => json!({ "kind": "undeclared" }),
    }
}

fn shown(project: &Sandbox, path: &str) -> Value {
    let output = project.statedoc(&["show", path, "--format", "json"]);
    serde_json::from_slice(&output.stdout).expect("the model")
}

#[test]
fn the_three_documents_in_typescript_answer_as_written() {
    let project = Sandbox::with_documents("received");
    fs::remove_file(project.path("specs/expected.txt")).expect("no document");
    generate(&project);
    let ids = ["STATE-ACC-TRX-013", "STATE-PFM-ELG-004", "STATE-PFM-QRY-014"];
    let documents = ids.map(|id| shown(&project, id));
    let Some(said) = said("the_three_documents_in_typescript_answer_as_written", &project, &documents) else {
        return;
    };
    assert_eq!(said.len(), 3);
    for (said, document) in said.iter().zip(&documents) {
        assert!(!list(document, "forbidden").is_empty());
        compare(said, document);
    }
}

#[test]
fn any_text_stays_text_in_typescript() {
    let batch = Batch::new(seed(5));
    generate(&batch.project);
    let documents: Vec<Value> = batch.documents.iter().map(|it| shown(&batch.project, &it.path)).collect();
    let Some(said) = said("any_text_stays_text_in_typescript", &batch.project, &documents) else { return };
    assert_eq!(said.len(), documents.len());
    for (said, document) in said.iter().zip(&documents) {
        compare(said, document);
    }
}
