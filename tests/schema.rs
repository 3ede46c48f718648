//! `statedoc schema`: the schemas and the decoder say the same, in the opinion of a real validator.

use std::fs;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use statedoc::diagnostic::Diagnostic;
use statedoc::document::{FrontMatter, split};
use statedoc::source::{FileId, SourceFile};
use toml::de::{DeTable, DeValue};

use crate::rules::page::sections;
use crate::sandbox::{Sandbox, expect_file, repository};

const KEYS: [&str; 4] = ["unknown-key", "missing-key", "wrong-type", "syntax"];

fn printed(of: &str) -> Value {
    let output = Sandbox::new().statedoc(&["schema", of]);
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).expect("the schema is JSON")
}

fn validator(schema: &Value) -> Validator {
    assert!(jsonschema::meta::is_valid(schema), "the schema is none");
    jsonschema::draft7::new(schema).expect("a schema of draft-07")
}

/// The rules of the decoder that a document, or a configuration, breaks.
fn broken(path: &str, text: &str) -> Vec<&'static str> {
    let file = SourceFile::new(FileId(0), path, text);
    let config = path.ends_with(".toml");
    let findings: Vec<Diagnostic> =
        if config { statedoc::config::read(&file).1 } else { statedoc::document::parse(&file).1 };
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule).collect();
    rules.retain(|rule| KEYS.contains(rule));
    rules
}

/// The front matter as other programs read it; `None` where they cannot.
fn front_matter(path: &str, text: &str) -> Option<Value> {
    let file = SourceFile::new(FileId(0), path, text);
    match split(&file) {
        FrontMatter::Found { yaml, .. } => serde_yaml::from_str(&file.text[yaml]).ok(),
        _ => None,
    }
}

fn toml_value(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => text.to_string().into(),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Array(items) => items.iter().map(|item| toml_value(item.get_ref())).collect(),
        DeValue::Table(table) => toml_map(table),
        DeValue::Integer(number) => json!(number.as_str().parse::<i64>().unwrap_or_default()),
        other => json!({"a number or date": format!("{other:?}")}),
    }
}

fn toml_map(table: &DeTable) -> Value {
    let pair = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue>)| {
        let name: &std::borrow::Cow<str> = key.get_ref();
        (name.to_string(), toml_value(value.get_ref()))
    };
    Value::Object(table.iter().map(pair).collect())
}

fn configuration(text: &str) -> Option<Value> {
    DeTable::parse(text).ok().map(|table| toml_map(table.get_ref()))
}

/// Every file of the repository with this ending, but for what was built.
fn written(ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![repository()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() && !["target", "node_modules", ".git", "fuzz"].contains(&name.as_str()) {
                open.push(path);
            } else if name.ends_with(ending) {
                let shown = path.strip_prefix(repository()).expect("below").to_string_lossy().into_owned();
                found.extend(fs::read_to_string(&path).ok().map(|text| (shown, text)));
            }
        }
    }
    found.sort();
    found
}

/// The examples on the pages of the rules in one language.
fn examples(language: &str, name: &str) -> Vec<(String, String)> {
    let pages = written(".md").into_iter().filter(|(path, _)| path.contains("lint/rules/"));
    let blocks = pages.flat_map(|(path, page)| {
        let sections = sections(&page);
        let blocks = sections.iter().flat_map(|section| &section.blocks);
        let wanted = blocks.filter(|block| block.language == language);
        wanted.map(|block| (format!("{path}/{name}"), block.text.to_owned())).collect::<Vec<_>>()
    });
    blocks.collect()
}

#[test]
fn documents_are_valid_if_the_decoder_finds_nothing() {
    let validator = validator(&printed("document"));
    let (mut good, mut bad) = (0, 0);
    for (path, text) in written(".md").into_iter().chain(written(".yaml")).chain(examples("yaml", "a.yaml")) {
        if !statedoc::document::is_meant(&SourceFile::new(FileId(0), path.as_str(), text.as_str())) {
            continue;
        }
        let Some(value) = front_matter(&path, &text) else { continue };
        let rules = broken(&path, &text);
        if rules.is_empty() {
            good += 1;
            let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{path}: {errors:?}");
        } else if rules.iter().any(|rule| *rule == "unknown-key" || *rule == "missing-key") {
            bad += 1;
            assert!(!validator.is_valid(&value), "{path} breaks {rules:?}, and is valid");
        }
    }
    assert!(good > 50 && bad > 5, "only {good} good and {bad} bad documents were found");
}

#[test]
fn configurations_are_valid_if_the_decoder_finds_nothing() {
    let validator = validator(&printed("config"));
    let (mut good, mut bad) = (0, 0);
    for (path, text) in written("statedoc.toml").into_iter().chain(examples("toml", "statedoc.toml")) {
        let Some(value) = configuration(&text) else { continue };
        let rules = broken(&path, &text);
        if rules.is_empty() {
            good += 1;
            let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{path}: {errors:?}");
        } else if rules.contains(&"unknown-key") {
            bad += 1;
            assert!(!validator.is_valid(&value), "{path} breaks {rules:?}, and is valid");
        }
    }
    assert!(good > 10 && bad > 0, "only {good} good and {bad} bad configurations were found");
}

/// A value that a schema allows, with every key that it knows.
fn sample(schema: &Value, key: &str) -> Value {
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).expect("a type");
    match (kind, key) {
        ("object", _) => {
            let empty = Map::new();
            let known = schema["properties"].as_object().unwrap_or(&empty);
            let mut map: Map<String, Value> =
                known.iter().map(|(key, schema)| (key.clone(), sample(schema, key))).collect();
            if map.is_empty() {
                map.insert("key".to_owned(), "a.b".into());
            } else if schema["patternProperties"].is_object() {
                map.insert("x-own".to_owned(), json!(["anything"]));
            }
            Value::Object(map)
        }
        ("array", _) => json!([sample(&schema["items"], key)]),
        ("boolean", _) => true.into(),
        ("integer", _) => 1.into(),
        (_, "required-version") => "0.1".into(),
        (_, "expires") => "2999-01-31".into(),
        (_, "out") => "made/src".into(),
        (_, "documents") => "specs/*.md".into(),
        (_, "variant") => "Pinned".into(),
        (_, "name") if schema["description"].as_str().is_some_and(|text| text.contains("as stored")) => {
            "a state".into()
        }
        (_, "name") if schema["description"].as_str().is_some_and(|text| text.contains("variant")) => {
            "Pinned".into()
        }
        (_, "name") => "pinned".into(),
        (_, "from" | "to") => "a state".into(),
        _ => "text".into(),
    }
}

/// Every place of a value where a map is, as JSON pointers.
fn maps(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.push(at.to_owned());
            map.iter().for_each(|(key, value)| maps(value, &format!("{at}/{key}"), found));
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at_index, item)| maps(item, &format!("{at}/{at_index}"), found)),
        _ => {}
    }
}

/// What the decoder has against a whole value.
fn decoded(of: &str, value: &Value) -> Vec<&'static str> {
    if of == "config" {
        return broken("statedoc.toml", &toml_text(value));
    }
    broken("a.yaml", &value.to_string()) // JSON is YAML
}

/// A configuration as TOML, with tables in their inline form.
fn toml_text(value: &Value) -> String {
    fn inline(value: &Value) -> String {
        match value {
            Value::Object(map) => {
                let pairs: Vec<String> =
                    map.iter().map(|(key, value)| format!("{key:?} = {}", inline(value))).collect();
                format!("{{ {} }}", pairs.join(", "))
            }
            Value::Array(items) => {
                format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", "))
            }
            other => other.to_string(),
        }
    }
    let pairs = value.as_object().expect("a map").iter();
    pairs.map(|(key, value)| format!("{key:?} = {}\n", inline(value))).collect()
}

#[test]
fn every_key_of_a_schema_is_one_of_the_decoder_and_misspelt_ones_are_of_neither() {
    for of in ["document", "config"] {
        let schema = printed(of);
        let validator = validator(&schema);
        let whole = sample(&schema, "");
        let errors: Vec<String> = validator.iter_errors(&whole).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{of}: {errors:?}");
        assert_eq!(decoded(of, &whole), [""; 0], "{of}: {}", toml_text(&whole));
        let mut places = Vec::new();
        maps(&whole, "", &mut places);
        assert!(places.len() >= 4, "{places:?}");
        for place in places {
            let keys: Vec<String> =
                whole.pointer(&place).and_then(Value::as_object).expect("a map").keys().cloned().collect();
            let free =
                place.ends_with("/source_sha") || place.ends_with("/rules") || place.ends_with("/sql/table");
            for key in keys.iter().filter(|key| !key.starts_with("x-") && !free) {
                let changed = |change: &dyn Fn(&mut Map<String, Value>)| {
                    let mut other = whole.clone();
                    change(other.pointer_mut(&place).and_then(Value::as_object_mut).expect("a map"));
                    (validator.is_valid(&other), decoded(of, &other))
                };
                let (valid, rules) = changed(&|map| {
                    let value = map.remove(key).expect("the key");
                    map.insert(format!("zzzz{key}"), value);
                });
                assert!(!valid && rules.contains(&"unknown-key"), "{of} {place}/{key} misspelt: {rules:?}");
                let (valid, rules) = changed(&|map| drop(map.remove(key)));
                let missing = rules.contains(&"missing-key");
                assert_eq!(!valid, missing, "{of} {place}/{key} left out: {rules:?}");
                let (valid, rules) = changed(&|map| drop(map.insert(key.clone(), json!([{"a": ["b"]}]))));
                assert!(!valid && !rules.is_empty(), "{of} {place}/{key} of another kind: {rules:?}");
            }
        }
    }
}

#[test]
fn values_that_are_none_are_found_by_both() {
    let document = validator(&printed("document"));
    let row = |revision: &str| {
        format!(
            "id: A\ntitle: B\nrevision: {revision}\nstates: [{{name: a}}]\ntransitions: [{{from: a, to: a}}]\n"
        )
    };
    for (revision, good) in [("1", true), ("\"12\"", true), ("0", false), ("-1", false), ("one", false)] {
        let text = row(revision);
        assert_eq!(document.is_valid(&front_matter("a.yaml", &text).expect("YAML")), good, "{text}");
        assert_eq!(broken("a.yaml", &text).is_empty(), good, "{text}");
    }
    let config = validator(&printed("config"));
    for (text, good) in [
        ("[rules]\nisolated-state = \"deny\"", true),
        ("[rules]\nisolated-state = \"error\"", false),
        ("[rules]\nsyntax = \"warn\"", false),
        ("[rules]\nno-such-rule = \"warn\"", false),
        ("documents = []", false),
        ("documents = [\"*.md\"]\nx-ours = 1", true),
        ("[[allow]]\nrule = \"isolated-state\"\ndocument = \"A\"\nreason = \"b\"\nexpires = \"soon\"", false),
        ("[[allow]]\nrule = \"syntax\"\ndocument = \"A\"\nreason = \"b\"", false),
        ("[docs]\nenabled = 3", false),
    ] {
        assert_eq!(config.is_valid(&configuration(text).expect("TOML")), good, "{text}");
        assert_eq!(broken("statedoc.toml", text).is_empty(), good, "{text}");
    }
}

#[test]
fn every_key_says_what_it_is_for() {
    fn check(schema: &Value, at: &str) {
        for (key, schema) in schema["properties"].as_object().into_iter().flatten() {
            let about = schema["description"].as_str().unwrap_or_default();
            assert!(about.len() > 10, "{at}/{key} says nothing");
            check(schema, &format!("{at}/{key}"));
            check(&schema["items"], &format!("{at}/{key}"));
        }
    }
    for of in ["document", "config"] {
        let schema = printed(of);
        check(&schema, of);
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).expect("JSON"));
        expect_file(&repository().join(format!("tests/documents/schemas/{of}.json")), &text);
    }
}

/// The keys that README's table names.
#[test]
fn readme_names_every_key() {
    let readme = fs::read_to_string(repository().join("README.md")).expect("README.md");
    let schema = printed("document");
    let items = ["states", "transitions", "invalid"].map(|list| &schema["properties"][list]["items"]);
    for map in items.into_iter().chain([&schema]) {
        for key in map["properties"].as_object().expect("keys").keys() {
            assert!(
                readme.contains(&format!("`{key}`")) || readme.contains(&format!("`{key}: true`")),
                "{key}"
            );
        }
    }
}
