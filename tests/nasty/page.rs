//! What a page must show, leaf by leaf: the template once more, in terms of what a reader sees.

use serde_json::{Value, json};
use statedoc::visible::visible;

use super::documents::list;

/// The lines of a page, as `tests/peers/markdown/render.mjs` gives them.
struct Lines(Vec<Value>);

impl Lines {
    fn line(&mut self, kind: &str, text: impl Into<String>) {
        self.0.push(json!([kind, text.into()]));
    }

    /// A table with its rows, each of as many cells as the first.
    fn table(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        self.0.push(json!(["table"]));
        let head = head.iter().map(|cell| (*cell).to_owned()).collect();
        for cells in [vec![head], rows].concat() {
            self.0.push([vec!["tr".to_owned()], cells].concat().into());
        }
    }
}

/// What a text shows: white space as one space, blank lines as line breaks, what is hidden by its code.
fn shown(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let words = |text: &str| visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let paragraphs: Vec<String> = text.split("\n\n").map(words).filter(|text| !text.is_empty()).collect();
    let escaped = |text: &String| text.replace('&', "&amp;").replace('<', "&lt;");
    paragraphs.iter().map(escaped).collect::<Vec<_>>().join("<br>")
}

/// The same of a value; nothing where it is absent.
fn value(value: &Value) -> String {
    shown(value.as_str().unwrap_or_default())
}

/// The page of a model, below its header. The document lies in `specs/`.
pub(super) fn page(model: &Value, diagram: &str) -> Vec<Value> {
    let mut lines = Lines(Vec::new());
    lines.line("h1", value(&model["title"]));
    lines.table(&["", ""], facts(model));
    lines.line("h2", "Diagram");
    lines.0.push(json!(["pre", "code class=\"language-mermaid\"", diagram]));
    lines.line("h2", "States");
    lines.table(&["State", "Meaning", "", "In code"], list(&model["states"]).iter().map(state).collect());
    lines.line("h2", "Transitions");
    lines.table(&["#", "From", "To", "Trigger", "Actor"], list(&model["rows"]).iter().map(brief).collect());
    list(&model["rows"]).iter().for_each(|one| row(&mut lines, one));
    matrix(&mut lines, model);
    cannot_happen(&mut lines, model);
    if !model["concurrency"].is_null() {
        lines.line("h2", "Concurrency");
        lines.line("p", value(&model["concurrency"]));
    }
    for (key, title) in [("invariants", "Invariants"), ("evidence", "Evidence")] {
        let entries = list(&model[key]);
        entries.first().into_iter().for_each(|_| lines.line("h2", title));
        entries.iter().for_each(|entry| lines.line("ul", value(entry)));
    }
    lines.0
}

/// The index over these models, below its header; documents come by their ids.
pub(super) fn index(mut models: Vec<Value>) -> Vec<Value> {
    models.sort_by(|a, b| a["id"].as_str().cmp(&b["id"].as_str()));
    let row = |model: &Value| {
        let (path, module) = (model["path"].as_str(), model["rust_module"].as_str());
        let (path, module) = (path.expect("a path"), module.expect("a module"));
        let count = |key: &str| list(&model[key]).len().to_string();
        let document = format!("<a href=\"../../{path}\">{}</a>", value(&model["id"]));
        let title = format!("<a href=\"{module}.md\">{}</a>", value(&model["title"]));
        vec![document, title, count("states"), count("rows"), count("forbidden"), value(&model["status"])]
    };
    let mut lines = Lines(Vec::new());
    lines.line("h1", "Lifecycles");
    let head = ["Document", "Title", "States", "Transitions", "Forbidden", "Status"];
    lines.table(&head, models.iter().map(row).collect());
    lines.0
}

fn facts(model: &Value) -> Vec<Vec<String>> {
    let path = model["path"].as_str().expect("a path");
    let link = format!("<a href=\"../../{path}\">{}</a>", value(&model["id"]));
    let mut rows = vec![vec!["Document".to_owned(), link]];
    let facts = [
        ("Object", "object"),
        ("Product area", "product_area"),
        ("Module", "module"),
        ("Status", "status"),
        ("Design intent", "design_intent"),
        ("Origin", "origin"),
        ("Implementation evidence", "implementation_evidence"),
    ];
    let given = facts.iter().filter(|(_, key)| !model[*key].is_null());
    rows.extend(given.map(|(title, key)| vec![(*title).to_owned(), value(&model[*key])]));
    let pin = |pin: &Value| format!("{} at {}", value(&pin["repository"]), value(&pin["commit"]));
    rows.extend(list(&model["source_sha"]).iter().map(|one| vec!["Pinned".to_owned(), pin(one)]));
    rows
}

fn state(state: &Value) -> Vec<String> {
    let mut name = format!("<strong>{}</strong>", value(&state["name"]));
    let aliases: Vec<String> = list(&state["aliases"]).iter().map(value).collect();
    if !aliases.is_empty() {
        name.push_str(&format!("<br>also stored as {}", aliases.join(", ")));
    }
    let marks: Vec<&str> = ["initial", "terminal"].into_iter().filter(|key| state[*key] == true).collect();
    vec![name, value(&state["meaning"]), marks.join(", "), code(&state["variant"])]
}

fn code(name: &Value) -> String {
    format!("<code>{}</code>", name.as_str().expect("a name"))
}

fn link(kind: &str, number: &Value) -> String {
    format!("<a href=\"#{kind}-{number}\">{number}</a>")
}

/// A row in the table of all.
fn brief(row: &Value) -> Vec<String> {
    let end = |key: &str, absent: &str| {
        if row[key].is_null() { format!("<em>{absent}</em>") } else { value(&row[key]) }
    };
    let ends = [link("row", &row["number"]), end("from", "created"), end("to", "removed")];
    [ends.as_slice(), &[value(&row["trigger"]), value(&row["actor"])]].concat()
}

/// A row of its own.
fn row(lines: &mut Lines, row: &Value) {
    let end = |key: &str, absent: &str| if row[key].is_null() { absent.to_owned() } else { value(&row[key]) };
    let number = &row["number"];
    lines.line("p", format!("<a id=\"row-{number}\"></a>"));
    let (from, to) = (end("from", "created"), end("to", "removed"));
    lines.line("p", format!("<strong>{number}. {from} → {to}</strong>"));
    let fact = |lines: &mut Lines, title: &str, key: &str| {
        if !row[key].is_null() {
            lines.line("ul", format!("{title}: {}", value(&row[key])));
        }
    };
    fact(lines, "Trigger", "trigger");
    fact(lines, "Guard", "guard");
    let effects = list(&row["side_effects"]);
    effects.first().into_iter().for_each(|_| lines.line("ul", "Side effects:"));
    effects.iter().for_each(|effect| lines.line("ol", value(effect)));
    for (title, key) in [("Actor", "actor"), ("Provenance", "provenance"), ("Source", "source")] {
        fact(lines, title, key);
    }
    lines.line("ul", format!("In code: {}", code(&row["variant"])));
}

fn matrix(lines: &mut Lines, model: &Value) {
    lines.line("h2", "From state to state");
    lines.line(
        "p",
        "From the state on the left to the state above: the number of the row that declares it, ✗ with the \
         number of the <a href=\"#what-cannot-happen\">reason</a> that forbids it, or · where the document does \
         not mention it.",
    );
    let cell = |cell: &Value| match cell["verdict"].as_str() {
        Some("declared") => {
            list(&cell["rows"]).iter().map(|row| link("row", row)).collect::<Vec<_>>().join(", ")
        }
        Some("forbidden") => format!("✗ {}", link("forbidden", &cell["forbidden"])),
        _ => "·".to_owned(),
    };
    let states: Vec<String> = list(&model["states"]).iter().map(|state| value(&state["name"])).collect();
    let head: Vec<&str> = [""].into_iter().chain(states.iter().map(String::as_str)).collect();
    let rows = states.iter().zip(list(&model["matrix"]));
    let rows = rows.map(|(name, cells)| {
        let name = format!("<strong>{name}</strong>");
        [name].into_iter().chain(list(cells).iter().map(cell)).collect()
    });
    lines.table(&head, rows.collect());
}

fn cannot_happen(lines: &mut Lines, model: &Value) {
    lines.line("h2", "What cannot happen");
    let row = |pair: &Value| {
        let number = &pair["number"];
        let anchor = format!("<a id=\"forbidden-{number}\"></a>{number}");
        vec![anchor, value(&pair["from"]), value(&pair["to"]), value(&pair["why"])]
    };
    match list(&model["forbidden"]) {
        [] => lines.line(
            "p",
            "The document forbids no pair by name. What it does not declare is refused all the same.",
        ),
        pairs => lines.table(&["#", "From", "To", "Why"], pairs.iter().map(row).collect()),
    }
}
