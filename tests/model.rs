//! `docs/model.md` says all that templates see, and nothing else.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use statedoc::config::Language;

use crate::sandbox::{Sandbox, repository};

/// The tables of the page by their headings: the cells of each line.
fn tables() -> BTreeMap<String, Vec<Vec<String>>> {
    let page = fs::read_to_string(repository().join("docs/model.md")).expect("docs/model.md");
    let mut tables: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    let mut heading = String::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut heading);
        } else if let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
            let cells = cells.split(" | ").map(|cell| cell.trim_matches('`').to_owned()).collect();
            tables.entry(heading.clone()).or_default().push(cells);
        }
    }
    tables
}

#[test]
fn the_page_names_every_field_with_what_it_is() {
    let project = Sandbox::with_documents("received");
    let tables = tables();
    let places = [
        ("`document`, and each of `documents`", ""),
        ("An entry of `document.source_sha`", "/source_sha/0"),
        ("An entry of `document.states`", "/states/0"),
        ("An entry of `document.rows`", "/rows/0"),
        ("An entry of `document.triggers`", "/triggers/0"),
        ("An entry of `document.forbidden`", "/forbidden/0"),
        ("A cell of `document.matrix`", "/matrix/0/0"),
    ];
    for id in ["STATE-ACC-TRX-013", "STATE-PFM-ELG-004", "STATE-PFM-QRY-014"] {
        let shown = project.statedoc(&["show", id, "--format", "json"]);
        let model: Value = serde_json::from_slice(&shown.stdout).expect("the model");
        for (heading, pointer) in places {
            let fields = model.pointer(pointer).and_then(Value::as_object).expect("an object");
            let lines = &tables[heading][2..];
            let named: Vec<&str> = lines.iter().map(|line| line[0].as_str()).collect();
            assert_eq!(named, fields.keys().collect::<Vec<_>>(), "{heading}");
            for line in lines {
                let kind = match &fields[&line[0]] {
                    Value::Null => "null",
                    Value::String(_) => "text",
                    Value::Number(_) => "number",
                    Value::Bool(_) => "true or false",
                    Value::Array(_) => "list",
                    Value::Object(_) => "map",
                };
                let said = line[1].split(':').next().unwrap_or_default();
                assert!(said.contains(kind), "{heading}: {} is {kind}, and not {said}", line[0]);
            }
        }
    }
}

#[test]
fn the_page_names_every_language_with_its_endings() {
    let lines: Vec<(String, String)> =
        tables()["How text is printed"].iter().map(|line| (line[0].clone(), line[1].clone())).collect();
    for (_, name, endings) in Language::all() {
        assert!(lines.contains(&(name.to_owned(), endings.join(", "))), "{name}: {endings:?}");
    }
}
