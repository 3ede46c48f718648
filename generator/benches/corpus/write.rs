//! A document written as people write the originals: plain, quoted or folded texts, columns of 80.

use statedoc::mermaid::{bare_id, description, label};

use super::draft::{Draft, Row};

const WIDTH: usize = 80;

/// The document's text.
pub fn write(draft: &Draft) -> String {
    let mut text = String::from("---\n");
    key(&mut text, "", "id", &draft.id);
    key(&mut text, "", "title", &draft.title);
    for (name, value) in &draft.facts {
        key(&mut text, "", name, value);
    }
    text += "source_sha:\n";
    draft.pins.iter().for_each(|(repository, commit)| key(&mut text, "  ", repository, commit));
    text += "states:\n";
    for (name, meaning) in &draft.states {
        key(&mut text, "  - ", "name", name);
        key(&mut text, "    ", "meaning", meaning);
    }
    text += "transitions:\n";
    draft.rows.iter().for_each(|each| row(&mut text, each));
    text += "invalid:\n";
    for (from, to, why) in &draft.invalid {
        key(&mut text, "  - ", "from", from);
        key(&mut text, "    ", "to", to);
        key(&mut text, "    ", "why", why);
    }
    key(&mut text, "", "concurrency", &draft.concurrency);
    list(&mut text, "", "invariants", &draft.invariants);
    list(&mut text, "", "evidence", &draft.evidence);
    text + "---\n\n# " + &draft.title + "\n\n" + &draft.body.0 + &diagram(draft) + &draft.body.1
}

fn row(text: &mut String, row: &Row) {
    key(text, "  - ", "from", &row.from);
    key(text, "    ", "to", &row.to);
    key(text, "    ", "trigger", &row.trigger);
    key(text, "    ", "guard", &row.guard);
    list(text, "    ", "side_effects", &row.side_effects);
    key(text, "    ", "who", &row.who);
    key(text, "    ", "provenance", &row.provenance);
    key(text, "    ", "source", &row.source);
}

fn list(text: &mut String, indent: &str, name: &str, entries: &[String]) {
    if entries.is_empty() {
        *text += &format!("{indent}{name}: []\n");
        return;
    }
    *text += &format!("{indent}{name}:\n");
    for entry in entries {
        scalar(text, &format!("{indent}  - "), entry);
    }
}

fn key(text: &mut String, indent: &str, name: &str, value: &str) {
    scalar(text, &format!("{indent}{name}: "), value);
}

fn scalar(text: &mut String, before: &str, value: &str) {
    if before.len() + value.len() > WIDTH {
        let indent = " ".repeat(before.len() - before.trim_start().len() + 2);
        *text += &format!("{before}>-\n");
        fold(text, &indent, value);
    } else if value.contains([',', ':', '#', '\'', '"', '`', '[', '{']) {
        *text += &format!("{before}'{}'\n", value.replace('\'', "''"));
    } else {
        *text += &format!("{before}{value}\n");
    }
}

fn fold(text: &mut String, indent: &str, value: &str) {
    let mut line = String::new();
    for word in value.split(' ') {
        if !line.is_empty() && indent.len() + line.len() + 1 + word.len() > WIDTH {
            *text += &format!("{indent}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    *text += &format!("{indent}{line}\n");
}

fn diagram(draft: &Draft) -> String {
    let mut text = String::from("```mermaid\nstateDiagram-v2\n");
    let labelled = draft.labelled || draft.states.iter().any(|(name, _)| bare_id(name).is_none());
    if labelled {
        let states = draft.states.iter().enumerate();
        states.for_each(|(at, (name, _))| text += &format!("  state \"{}\" as s{at}\n", description(name)));
    }
    let id = |name: &str| match draft.states.iter().position(|(known, _)| known == name) {
        Some(at) if labelled => format!("s{at}"),
        _ => name.to_owned(),
    };
    for row in &draft.rows {
        let trigger = if labelled { format!(" : {}", label(&row.trigger)) } else { String::new() };
        text += &format!("  {} --> {}{trigger}\n", id(&row.from), id(&row.to));
    }
    text + "```\n"
}
