//! Documents at random, as the model that `show --format json` must give of them, and as YAML.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::texts::{all, name, prose};
use crate::random::Random;

/// The keys of the model that a document writes as they are.
pub(super) const FACTS: &[&str] = &[
    "object",
    "product_area",
    "module",
    "status",
    "design_intent",
    "origin",
    "implementation_evidence",
    "concurrency",
];
const ROW: &[(&str, &str)] = &[
    ("trigger", "trigger"),
    ("guard", "guard"),
    ("actor", "who"),
    ("provenance", "provenance"),
    ("source", "source"),
];

/// A document whose title and id hold `number`, so that no two of a batch meet.
pub(crate) fn document(random: &mut Random, number: usize) -> Value {
    let states: Vec<Value> = (0..2 + random.below(5)).map(|_| state(random)).collect();
    let names: Vec<&str> = states.iter().map(|state| state["name"].as_str().expect("a name")).collect();
    let rows = rows(random, &names);
    let forbidden = forbidden(random, &names, &rows);
    let mut document = json!({
        "id": numbered(random, number),
        "title": numbered(random, number),
        "source_sha": (0..random.below(3)).map(|_| json!({ "repository": prose(random), "commit": prose(random) })).collect::<Vec<_>>(),
        "rows": rows,
        "forbidden": forbidden,
        "invariants": proses(random, 3),
        "evidence": if number == 0 { all().collect() } else { proses(random, 4) },
        "extensions": extensions(random),
    });
    for key in FACTS {
        document[*key] = maybe(random, prose);
    }
    document["states"] = Value::Array(states);
    document
}

fn numbered(random: &mut Random, number: usize) -> String {
    let text = prose(random);
    if random.one_in(2) { format!("{number} {text}") } else { format!("{text} {number}") }
}

fn maybe(random: &mut Random, text: fn(&mut Random) -> String) -> Value {
    if random.one_in(4) { Value::Null } else { Value::String(text(random)) }
}

fn proses(random: &mut Random, below: usize) -> Vec<String> {
    (0..random.below(below)).map(|_| prose(random)).collect()
}

fn extensions(random: &mut Random) -> Value {
    let mut own = serde_json::Map::new();
    for _ in 0..random.below(3) {
        let value = match random.below(3) {
            0 => json!([prose(random), [prose(random)]]),
            1 => json!({ prose(random): prose(random) }),
            _ => Value::String(prose(random)),
        };
        own.insert(format!("x-{}", prose(random)), value);
    }
    Value::Object(own)
}

fn state(random: &mut Random) -> Value {
    let aliases: Vec<String> = (0..random.below(6).saturating_sub(3)).map(|_| name(random)).collect();
    json!({
        "name": name(random),
        "meaning": maybe(random, prose),
        "aliases": aliases,
        "extensions": extensions(random),
    })
}

/// Creation, removal, a row to the state itself, parallel rows and others.
fn rows(random: &mut Random, names: &[&str]) -> Vec<Value> {
    let end = |random: &mut Random| Value::String(random.of(names).to_owned());
    let mut ends = vec![(Value::Null, end(random))];
    for _ in 0..1 + random.below(6) {
        let (from, to) = (end(random), end(random));
        ends.push(match random.below(6) {
            0 => (from, Value::Null),
            1 => (from.clone(), from),
            2 => ends[ends.len() - 1].clone(),
            _ => (from, to),
        });
    }
    ends.into_iter().map(|(from, to)| row(random, from, to)).collect()
}

fn row(random: &mut Random, from: Value, to: Value) -> Value {
    let mut row = json!({
        "from": from,
        "to": to,
        "side_effects": proses(random, 4),
        "extensions": extensions(random),
    });
    for (key, _) in ROW {
        row[*key] = maybe(random, prose);
    }
    if row["trigger"].is_null() {
        row["trigger"] = Value::String(name(random)); // parallel rows must differ
    }
    row
}

/// Pairs that no row declares, each once.
fn forbidden(random: &mut Random, names: &[&str], rows: &[Value]) -> Vec<Value> {
    let mut pairs: Vec<Value> = Vec::new();
    for _ in 0..random.below(4) {
        let (from, to) = (random.of(names), random.of(names));
        let is_pair = |row: &&Value| row["from"] == from && row["to"] == to;
        if rows.iter().chain(&pairs).find(is_pair).is_none() {
            pairs.push(json!({ "from": from, "to": to, "why": prose(random) }));
        }
    }
    pairs
}

/// The document as YAML, every text as a scalar in double quotes.
pub(crate) fn yaml(document: &Value) -> String {
    let mut text = String::new();
    for key in ["id", "title"].iter().chain(FACTS) {
        scalar(&mut text, "", key, &document[*key]);
    }
    text.push_str("states:\n");
    for state in list(&document["states"]) {
        writeln!(text, "  - name: {}", flow(&state["name"])).unwrap();
        scalar(&mut text, "    ", "meaning", &state["meaning"]);
        writeln!(text, "    aliases: {}", flow(&state["aliases"])).unwrap();
        own(&mut text, "    ", &state["extensions"]);
    }
    text.push_str("transitions:\n");
    for row in list(&document["rows"]) {
        let end = |value: &Value| if value.is_null() { "\"[*]\"".to_owned() } else { flow(value) };
        writeln!(text, "  - from: {}\n    to: {}", end(&row["from"]), end(&row["to"])).unwrap();
        for (key, written) in ROW {
            scalar(&mut text, "    ", written, &row[*key]);
        }
        writeln!(text, "    side_effects: {}", flow(&row["side_effects"])).unwrap();
        own(&mut text, "    ", &row["extensions"]);
    }
    for (key, written) in [("forbidden", "invalid"), ("invariants", "invariants"), ("evidence", "evidence")] {
        writeln!(text, "{written}: {}", flow(&document[key])).unwrap();
    }
    let pins = list(&document["source_sha"]).iter();
    let pins = pins.map(|pin| format!("{}: {}", flow(&pin["repository"]), flow(&pin["commit"])));
    writeln!(text, "source_sha: {{{}}}", pins.collect::<Vec<_>>().join(", ")).unwrap();
    own(&mut text, "", &document["extensions"]);
    text
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn scalar(text: &mut String, indent: &str, key: &str, value: &Value) {
    if !value.is_null() {
        writeln!(text, "{indent}{key}: {}", flow(value)).unwrap();
    }
}

fn own(text: &mut String, indent: &str, extensions: &Value) {
    for (key, value) in extensions.as_object().into_iter().flatten() {
        writeln!(text, "{indent}{}: {}", flow(&Value::String(key.clone())), flow(value)).unwrap();
    }
}

/// JSON is YAML where what YAML calls unprintable is escaped too.
fn flow(value: &Value) -> String {
    let is_plain = |c: char| {
        !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let mut text = String::new();
    for c in value.to_string().chars() {
        match c {
            plain if is_plain(plain) => text.push(plain),
            odd => write!(text, "\\u{:04x}", u32::from(odd)).unwrap(),
        }
    }
    text
}
