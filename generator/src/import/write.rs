//! Writes a document: front matter through the YAML library, and a body with the usual sections.

use std::collections::BTreeMap;

use super::draft::{About, Draft, Fact, Forbidden, Row};
use crate::emit::inline;

/// The text that stands where a person must write: lint finds it.
pub(super) const TODO: &str = "TODO";

/// What a document is written from.
pub(super) struct Parts<'a> {
    pub(super) draft: &'a Draft,
    pub(super) rows: &'a [Row],
    pub(super) forbidden: &'a [Forbidden],
    /// The page's path, where it is known.
    pub(super) source: Option<&'a str>,
    /// The diagram's source, without fences.
    pub(super) diagram: &'a str,
}

/// The whole document.
pub(super) fn document(parts: &Parts) -> String {
    format!("---\n{}---\n\n{}", front_matter(parts), body(parts))
}

/// `key: text` on a line, or as a block; further lines indented by `indent`.
fn pair(key: &str, text: &str, indent: usize) -> String {
    let map = BTreeMap::from([(key, text)]);
    let written =
        serde_yaml::to_string(&map).unwrap_or_else(|_| format!("{key}: {}\n", crate::yaml::quote(text)));
    indented(&written, indent)
}

/// `- text` as an entry of a list.
fn entry(text: &str, indent: usize) -> String {
    let written =
        serde_yaml::to_string(&[text]).unwrap_or_else(|_| format!("- {}\n", crate::yaml::quote(text)));
    indented(&written, indent)
}

fn indented(text: &str, indent: usize) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{:indent$}{line}\n", "") };
    text.lines().map(line).collect()
}

/// The lines of a map as an entry of a list: the first gets the dash.
fn listed(lines: &str) -> String {
    let shifted = indented(lines, 4);
    format!("  - {}", shifted.get(4..).unwrap_or_default())
}

fn front_matter(parts: &Parts) -> String {
    let draft = parts.draft;
    let mut yaml = pair("id", &format!("{TODO}-{}", slug(&draft.title)), 0);
    yaml += &pair("title", &draft.title, 0);
    yaml += "revision: 1\n";
    yaml += &pair("status", "draft", 0);
    if let Some(source) = parts.source {
        yaml += &pair("origin", source, 0);
        yaml += &pair("implementation_evidence", "documented", 0);
    }
    yaml += "states:\n";
    for (at, name) in draft.names.list.iter().enumerate() {
        yaml += &listed(&state(&name.text, draft.about.get(at)));
    }
    yaml += if parts.rows.is_empty() { "transitions: []\n" } else { "transitions:\n" };
    parts.rows.iter().for_each(|given| yaml += &listed(&row(given, parts)));
    if !parts.forbidden.is_empty() {
        yaml += "invalid:\n";
        parts.forbidden.iter().for_each(|given| yaml += &listed(&forbidden(given, draft)));
    }
    if !draft.concurrency.is_empty() {
        yaml += &pair("concurrency", &draft.concurrency.join("\n\n"), 0);
    }
    yaml
}

/// Words of the title, so that several imported documents have ids of their own.
fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_uppercase).take(8).collect();
    if words.is_empty() { "ID".to_owned() } else { words.join("-") }
}

fn state(name: &str, about: Option<&About>) -> String {
    let none = About::default();
    let about = about.unwrap_or(&none);
    let meaning = if about.meaning.is_empty() { TODO.to_owned() } else { about.meaning.join("\n") };
    let mut yaml = pair("name", name, 0) + &pair("meaning", &meaning, 0);
    yaml += &about.variant.as_ref().map(|variant| pair("variant", variant, 0)).unwrap_or_default();
    yaml += if about.initial { "initial: true\n" } else { "" };
    yaml += if about.terminal { "terminal: true\n" } else { "" };
    yaml
}

fn row(row: &Row, parts: &Parts) -> String {
    let mut yaml = pair("from", parts.draft.name(row.from), 0) + &pair("to", parts.draft.name(row.to), 0);
    yaml += &row.name.as_ref().map(|name| pair("name", name, 0)).unwrap_or_default();
    yaml += &fact("trigger", &row.trigger);
    yaml += &fact("guard", &row.guard);
    if !row.effects.is_empty() {
        yaml += "side_effects:\n";
        row.effects.iter().for_each(|effect| yaml += &entry(effect, 2));
    }
    yaml += &fact("who", &row.who);
    if let Some(source) = parts.source {
        yaml += &pair("provenance", "documented", 0);
        yaml += &pair("source", source, 0);
    }
    yaml
}

fn fact(key: &str, fact: &Fact) -> String {
    match fact {
        Fact::Unknown => pair(key, TODO, 0),
        Fact::None => String::new(),
        Fact::Text(text) => pair(key, text, 0),
    }
}

fn forbidden(given: &Forbidden, draft: &Draft) -> String {
    let ends = pair("from", draft.name(Some(given.from)), 0) + &pair("to", draft.name(Some(given.to)), 0);
    ends + &pair("why", given.why.as_deref().unwrap_or(TODO), 0)
}

fn body(parts: &Parts) -> String {
    let draft = parts.draft;
    let fence = "`".repeat(longest_run(parts.diagram).max(2) + 1);
    let mut body = format!("# {}\n\n## The Lifecycle\n\n", inline(&draft.title));
    body += &format!("{fence}mermaid\n{}\n{fence}\n", parts.diagram.trim_end());
    let notes =
        parts.rows.iter().flat_map(|row| row.notes.iter().map(|note| (shown(row.pair(), draft), note)));
    let notes = notes.map(|(arrow, note)| format!("{arrow}: {}", inline(note)));
    let remarks = draft.remarks.iter().map(|remark| inline(remark));
    body += &section("Transitions Explained", &notes.chain(remarks).collect::<Vec<_>>());
    let never = parts.forbidden.iter().filter_map(|pair| {
        let arrow = shown((Some(pair.from), Some(pair.to)), draft);
        pair.why.as_ref().map(|why| format!("{arrow}: {}", inline(why)))
    });
    body += &section("What Cannot Happen", &never.collect::<Vec<_>>());
    let paragraphs: Vec<String> = draft.concurrency.iter().map(|text| inline(text)).collect();
    if !paragraphs.is_empty() {
        body += &format!("\n## Concurrency and Timing\n\n{}\n", paragraphs.join("\n\n"));
    }
    body
}

/// `a → b` as Markdown.
fn shown(pair: (Option<usize>, Option<usize>), draft: &Draft) -> String {
    format!("{} → {}", inline(draft.name(pair.0)), inline(draft.name(pair.1)))
}

fn section(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let items: String = lines.iter().map(|line| format!("- {line}\n")).collect();
    format!("\n## {title}\n\n{items}")
}

/// The longest run of backticks, which the fence must exceed.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{entry, listed, pair};
    use crate::source::{FileId, SourceFile};
    use crate::yaml::{Value, read};

    /// Pieces that YAML could take for something else.
    const PIECES: &[&str] = &[
        "no",
        "on",
        "~",
        "null",
        "1.10",
        "0017",
        "1e3",
        "2026-05-30",
        "10:30",
        ": ",
        " #",
        "#",
        "- ",
        "-",
        "?",
        "'",
        "\"",
        "\\",
        "\n",
        "\n\n",
        "\n  ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a",
        "*a",
        "!x",
        "|",
        ">",
        "%",
        "@",
        "`",
        "📦",
        "é",
        "承認",
        "\u{85}",
        "\u{2028}",
        "\u{a0}",
        "\u{202e}",
        "\u{1}",
        "\u{7f}",
        "\u{feff}",
        "---",
        "...",
        "<<",
        "=",
        "a b",
        "TODO",
        " ",
        "é\u{301}",
    ];

    fn read_back(yaml: &str) -> Value {
        let file = SourceFile::new(FileId(0), "a.yaml", yaml);
        read(&file, 0..yaml.len()).unwrap_or_else(|error| panic!("{}\n{yaml}", error.message)).value
    }

    fn text(value: &Value) -> &str {
        match value {
            Value::Text(text, _) => text,
            other => panic!("{}", other.kind()),
        }
    }

    #[test]
    fn what_is_written_reads_back_as_the_same_text() {
        let pieces = prop::collection::vec(prop::sample::select(PIECES), 1..12);
        let config = ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() };
        let mut runner = proptest::test_runner::TestRunner::new_with_rng(
            config,
            proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
        );
        runner
            .run(&pieces, |pieces| {
                let given = crate::markdown::tidy(&pieces.concat());
                let lines = listed(&(pair("key", &given, 0) + "side_effects:\n" + &entry(&given, 2)));
                let yaml = format!("list:\n{lines}after: x\n");
                let Value::Map(pairs) = read_back(&yaml) else { panic!("{yaml}") };
                prop_assert_eq!(pairs.len(), 2, "{}", yaml);
                let Value::List(items) = &pairs[0].1.value else { panic!("{yaml}") };
                let Value::Map(fields) = &items[0].value else { panic!("{yaml}") };
                prop_assert_eq!(text(&fields[0].1.value), given.as_str(), "{}", yaml);
                let Value::List(effects) = &fields[1].1.value else { panic!("{yaml}") };
                prop_assert_eq!(text(&effects[0].value), given.as_str(), "{}", yaml);
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    }
}
