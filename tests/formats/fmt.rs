//! `fmt`: canonical, idempotent, and nothing is lost: no meaning, no comment, no blank line.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use statedoc::document::parse;
use statedoc::emit::view::meaning;
use statedoc::format::format;
use statedoc::lifecycle::lower;
use statedoc::source::{FileId, SourceFile};

use super::printed;
use crate::nasty::documents::{document, yaml};
use crate::random::Random;
use crate::sandbox::{Sandbox, repository};

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile::new(FileId(0), path, text)
}

fn digest(file: &SourceFile) -> String {
    meaning(&lower(file, &parse(file).0))
}

/// Formats a text, and holds that what came of it is right. `None` where it was left as it is.
fn formatted(path: &str, text: &str) -> Option<String> {
    let old = file(path, text);
    let new = format(&old).ok()?;
    let new = file(path, &new);
    assert_eq!(digest(&new), digest(&old), "{path} means something else:\n{}", new.text);
    assert_eq!(format(&new).as_ref(), Ok(&new.text), "{path} is formatted further:\n{}", new.text);
    assert_eq!(body(&new.text), body(text), "{path}: the body changed");
    let ends = |text: &str| (file(path, text).line_end(), text.starts_with('\u{feff}'), text.ends_with('\n'));
    assert_eq!(ends(&new.text), ends(text), "{path}");
    Some(new.text)
}

fn body(text: &str) -> &str {
    text.match_indices("\n---").next().map_or("", |(at, _)| &text[at..])
}

/// All documents in the repository, but for those made of the tests' own pieces.
fn documents() -> Vec<(String, String)> {
    let mut open: Vec<PathBuf> =
        ["specs", "tests/cases", "tests/documents"].map(|it| repository().join(it)).to_vec();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
            if path.is_dir() {
                open.push(path);
            } else if ["md", "yaml", "yml"].contains(&ending.as_str())
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.push((shown(&path), text));
            }
        }
    }
    assert!(found.len() > 100, "{} documents", found.len());
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(repository()).expect("in the repository").to_string_lossy().replace('\\', "/")
}

#[test]
fn the_documents_as_received_are_canonical_already() {
    for (path, text) in documents().iter().filter(|(path, _)| path.starts_with("tests/documents/received/S"))
    {
        assert_eq!(formatted(path, text).as_ref(), Some(text), "{path}");
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(formatted(path, &format!("\u{feff}{crlf}")), Some(format!("\u{feff}{crlf}")), "{path}");
    }
}

#[test]
fn every_document_at_hand_keeps_its_meaning() {
    let mut count = 0;
    for (path, text) in documents() {
        count += usize::from(formatted(&path, &text).is_some());
        formatted(&path, &text.replace('\n', "\r\n"));
    }
    assert!(count > 100, "only {count} could be formatted");
}

/// A document as somebody might write it: keys in any order, any quotes, any indentation, remarks anywhere.
struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    remarks: Vec<String>,
    blank: usize,
}

const WORDS: &[&str] = &[
    "draft",
    "in review",
    "a, b",
    "it's",
    "x: y",
    "#1",
    "no",
    "1.10",
    "承認待ち",
    "- a",
    "[*]x",
    "'q'",
    "\"d\"",
    "a #b",
    "repo:path",
    "~",
    "null",
    "a]b",
    "%",
    "@a",
    "true",
    "é:",
    "::x",
    "? a",
    "| a",
    "> b",
    "&a",
    "*b",
    "!c",
    "...",
    "---",
];

impl Writer<'_> {
    fn remark(&mut self, indent: usize) {
        for _ in 0..self.random.below(3) {
            if self.random.one_in(3) {
                self.text.push('\n');
                self.blank += 1;
            } else {
                let remark = format!("# {} {}", self.remarks.len(), self.random.of(WORDS));
                let deeper = indent + self.random.below(2) * 2;
                writeln!(self.text, "{:deeper$}{remark}", "").unwrap();
                self.remarks.push(remark);
            }
        }
    }

    /// A text in some style that reads as it, after a key or dash that ends the last line.
    fn value(&mut self, text: &str, indent: usize) {
        let quoted = format!("'{}'", text.replace('\'', "''"));
        let simple = text.chars().all(|c| c.is_alphabetic() || c == ' ');
        let written = match self.random.below(5) {
            0 if simple => text.to_owned(),
            1 => serde_json::Value::from(text).to_string(),
            2 => format!(">-\n{:1$}{text}", "", indent + 1 + self.random.below(6)),
            3 => format!("|-\n{:1$}{text}", "", indent + 1 + self.random.below(6)),
            _ => quoted,
        };
        let spaces = 1 + self.random.below(3);
        let _ = write!(self.text, "{:spaces$}{written}", "");
        if !written.contains('\n') && self.random.one_in(4) {
            let remark = format!("# {} behind", self.remarks.len());
            let _ = write!(self.text, " {remark}");
            self.remarks.push(remark);
        }
        self.text.push('\n');
    }

    fn pairs(&mut self, pairs: &mut [(&str, String)], indent: usize, listed: bool) {
        for index in (1..pairs.len()).rev() {
            pairs.swap(index, self.random.below(index + 1));
        }
        for (index, (key, text)) in pairs.iter().enumerate() {
            if index > 0 || !listed {
                self.remark(indent);
                let _ = write!(self.text, "{:indent$}", "");
            }
            let _ = write!(self.text, "{key}:");
            self.value(text, indent);
        }
    }

    fn list(&mut self, key: &str, keys: &[&str], count: usize) {
        self.remark(0);
        let _ = writeln!(self.text, "{key}:");
        let (indent, gap) = (self.random.below(4), 1 + self.random.below(3));
        for number in 0..count {
            self.remark(indent);
            let _ = write!(self.text, "{:indent$}-{:gap$}", "", "");
            let text = |writer: &mut Self, key: &&str| match *key {
                "name" => format!("s{number}"),
                "from" | "to" => format!("s{}", writer.random.below(count)),
                _ => writer.random.of(WORDS).to_owned(),
            };
            let mut pairs: Vec<(&str, String)> = keys.iter().map(|key| (*key, text(self, key))).collect();
            self.pairs(&mut pairs, indent + 1 + gap, true);
        }
    }
}

#[test]
fn documents_written_in_any_layout_come_out_in_one() {
    let mut random = Random::new(3);
    let mut done = 0;
    for number in 0..250 {
        let mut writer = Writer { random: &mut random, text: String::new(), remarks: Vec::new(), blank: 0 };
        let mut sections = ["facts", "states", "transitions", "invalid"];
        sections.swap(0, writer.random.below(4));
        sections.swap(1, writer.random.below(4));
        for section in sections {
            match section {
                "facts" => {
                    let mut facts = vec![("id", format!("A{number}")), ("title", "T".to_owned())];
                    for key in ["status", "origin", "x-own", "concurrency", "x-a"] {
                        facts.push((key, writer.random.of(WORDS).to_owned()));
                    }
                    writer.pairs(&mut facts, 0, false);
                }
                "states" => writer.list("states", &["name", "meaning", "x-note"], 3),
                "transitions" => writer.list("transitions", &["from", "to", "trigger", "guard", "who"], 4),
                _ => writer.list("invalid", &["from", "to", "why"], 2),
            }
        }
        writer.remark(0);
        let (text, remarks, blank) = (writer.text, writer.remarks, writer.blank);
        let crlf = number % 3 == 0;
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let text =
            format!("---\r\n{text}---\r\n\r\n# T\r\n").replace("\r\n", if crlf { "\r\n" } else { "\n" });
        let Some(new) = formatted("specs/a.md", &text) else {
            let why = format(&file("specs/a.md", &text)).expect_err("it was left");
            panic!("{why}\n{text}");
        };
        done += 1;
        for remark in &remarks {
            let count = new.lines().filter(|line| line.ends_with(remark.as_str())).count();
            assert_eq!(count, 1, "{remark}\n{text}\n{new}");
        }
        let front = new.split("---").nth(1).unwrap_or_default().to_owned();
        if !text.contains("'---'") && !text.contains("\"---\"") && !text.contains(" ---") {
            assert_eq!(
                front.lines().skip(1).filter(|line| line.trim().is_empty()).count(),
                blank,
                "{text}\n{new}"
            );
        }
        let order: Vec<usize> = [
            "\nid:",
            "\ntitle:",
            "\nstatus:",
            "\norigin:",
            "\nstates:",
            "\ntransitions:",
            "\ninvalid:",
            "\nconcurrency:",
            "\nx-",
        ]
        .iter()
        .map(|key| new.find(key).unwrap_or_else(|| panic!("{key}\n{new}")))
        .collect();
        assert!(order.is_sorted(), "{new}");
        for entry in new.lines().filter(|line| ["- name:", "- from:"].iter().any(|key| line.contains(key))) {
            assert!(entry.starts_with("  - "), "{new}");
        }
    }
    assert_eq!(done, 250);
}

#[test]
fn documents_with_any_text_in_any_field_are_formatted_or_left() {
    let mut random = Random::new(7);
    let mut done = 0;
    for number in 0..120 {
        let text = format!("---\n{}---\n", yaml(&document(&mut random, number)));
        done += usize::from(formatted("specs/a.md", &text).is_some());
    }
    assert!(done > 100, "only {done} of 120 were formatted");
}

#[test]
fn what_cannot_be_formatted_without_risk_is_left_and_said() {
    for (text, why) in [
        ("a: &x b\nc: *x\n", "aliases"),
        ("a: b\na: c\n", "twice"),
        ("a: [\n", "cannot be read"),
        ("{a: b, states: []}\n", "brackets"),
        ("? a\n: b\n", "begin"),
        ("a:\n  -\n    b: c\n", "dash"),
        ("a:\n  - - b\n", ""),
    ] {
        let text = text.replace("a:", "source_sha:");
        let sandbox = Sandbox::new();
        let more = if text.starts_with('{') { "" } else { "states: []\n" };
        sandbox.write("specs/a.yaml", text.clone() + more);
        let before = sandbox.read("specs/a.yaml");
        let said = printed(&sandbox, &["fmt", "specs/a.yaml"]);
        assert_eq!(sandbox.read("specs/a.yaml"), before, "{said}");
        assert!(said.starts_with("left specs/a.yaml as it is: ") && said.contains(why), "{text}: {said}");
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let mut random = Random::new(9);
    let base = yaml(&document(&mut random, 1));
    for _ in 0..700 {
        let mut text: Vec<char> = base.chars().collect();
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = random.character(),
                1 => _ = text.remove(at),
                _ => text.insert(at, ['\n', ' ', '#', ':', '-', '\'', '\t', '\r', '>'][random.below(9)]),
            }
        }
        formatted("specs/a.yaml", &text.into_iter().collect::<String>());
    }
}

/// What lint says of one document, without places.
fn linted(path: &str, text: &str) -> Vec<(&'static str, String)> {
    let project = statedoc::project::Project::of_one(Path::new(path), text.as_bytes());
    let mut said: Vec<_> =
        project.lint().into_iter().map(|finding| (finding.rule, finding.message)).collect();
    said.sort();
    said
}

#[test]
fn lint_finds_the_same_before_and_after() {
    let mut changed = 0;
    for (path, text) in documents() {
        let Some(new) = formatted(&path, &text) else { continue };
        changed += usize::from(new != text);
        assert_eq!(linted(&path, &new), linted(&path, &text), "{path}\n{new}");
    }
    assert!(changed > 20, "only {changed} documents were changed");
    let mut random = Random::new(11);
    for number in 0..80 {
        let text = format!("---\n{}---\n", yaml(&document(&mut random, number)));
        if let Some(new) = formatted("specs/a.md", &text) {
            assert_eq!(linted("specs/a.md", &new), linted("specs/a.md", &text), "{text}\n{new}");
        }
    }
    let head =
        "id: A\ntitle: A\nstates:\n  - {name: a}\n  - {name: b}\ntransitions:\n  - from: a\n    to: b\n";
    for value in
        ["'Waiting' # see", "\"Waiting\" # see", "Waiting #see", "a, b # see", "'a, b'  #1", "\"no\" # x"]
    {
        let text = format!("{head}    guard: {value}\n    side_effects:\n      - {value}\n");
        let new = formatted("specs/a.yaml", &text).expect("it is formatted");
        assert_eq!(linted("specs/a.yaml", &new), linted("specs/a.yaml", &text), "{new}");
    }
}

#[test]
fn standard_input_that_cannot_be_read_is_exit_code_2() {
    let sandbox = Sandbox::new();
    let text = "id: A\nstates: [\n";
    let arguments = ["fmt", "-", "--stdin-filename", "specs/a.yaml"];
    let output = crate::sandbox::statedoc(sandbox.root(), &arguments, text.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, text.as_bytes());
}
