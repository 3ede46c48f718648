//! A file of findings that a project knows and lives with for now, so that only new ones are reported.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::config;
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::lint::{fingerprint, parts};
use crate::project::Project;

/// The name of the file, at the project's root.
pub const FILE: &str = "statedoc.baseline.jsonl";

/// What tells a known finding from all others, in the order of the file: document, rule, fingerprint.
type Key = (String, String, String);

/// Known findings. One is a line of the file, so that two branches that change it merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<Key, Known>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    message: String,
    count: usize,
    line: usize,
    /// What the finding is gathered of; empty in a file that an earlier version wrote.
    parts: Vec<String>,
}

impl Known {
    /// Whether `now` is what is left of this finding: some of its parts, and no other.
    fn holds(&self, now: &[String]) -> bool {
        let mut rest = self.parts.iter();
        !now.is_empty() && now.len() < self.parts.len() && now.iter().all(|part| rest.any(|own| own == part))
    }
}

/// Findings held against a baseline.
#[derive(Debug)]
pub struct Compared {
    /// Those that it does not know.
    pub new: Vec<Diagnostic>,
    /// How many it knows.
    pub known: usize,
}

impl Baseline {
    /// Reads the file's text. Where a merge kept a line of both sides, the greater count holds.
    ///
    /// # Errors
    ///
    /// A line that is not as this tool writes it, with its number.
    pub fn read(text: &str, path: &str) -> Result<Self, Failure> {
        let (baseline, wrong) = Self::salvage(text);
        let Some(line) = wrong.first() else { return Ok(baseline) };
        let what = if is_marker(text.lines().nth(line - 1).unwrap_or_default()) {
            "a merge left its conflict here"
        } else {
            "this is no line of a baseline"
        };
        let way = "`statedoc lint --update-baseline` writes the file anew from all lines that can be read";
        Err(Failure { message: format!("{path}:{line}: {what}; {way}") })
    }

    /// What can be read of the file's text, and the numbers of the lines that cannot. Of a conflict both sides
    /// count, and what they had in common before does not.
    #[must_use]
    pub fn salvage(text: &str) -> (Self, Vec<usize>) {
        let mut entries: BTreeMap<Key, Known> = BTreeMap::new();
        let (mut wrong, mut before) = (Vec::new(), false);
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            if is_marker(line) {
                before = line.starts_with("|||||||");
                wrong.push(index + 1);
            } else if !before && !is_header(line) {
                let Some((key, known)) = entry(line, index + 1) else {
                    wrong.push(index + 1);
                    continue;
                };
                let entry = entries.entry(key).or_insert_with(|| known.clone());
                entry.count = entry.count.max(known.count);
            }
        }
        (Self { entries }, wrong)
    }

    /// All of these findings but those of the configuration, which is never known to be wrong.
    #[must_use]
    pub fn of(findings: &[Diagnostic], project: &Project) -> Self {
        let mut entries: BTreeMap<Key, Known> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| is_of_a_document(finding, project)) {
            let message = finding.message.clone();
            let known = Known { message, count: 0, line: 0, parts: parts(finding, &project.sources) };
            entries.entry(key(finding, project)).or_insert(known).count += 1;
        }
        Self { entries }
    }

    /// The file's text: a line that says what it is, then the findings, sorted.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![json!({"baseline": 1})];
        for ((document, rule, fingerprint), known) in &self.entries {
            let (message, count) = (&known.message, known.count);
            lines.push(json!({
                "document": document, "rule": rule, "fingerprint": fingerprint, "count": count, "message": message,
                "parts": known.parts
            }));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Parts findings into those that are known and those that are not. Of several that are alike, the first
    /// ones are known. What is left of a known finding, some of whose parts are mended, is known too.
    #[must_use]
    pub fn compare(&self, findings: Vec<Diagnostic>, project: &Project) -> Compared {
        let known = self.shrunk(&Self::of(&findings, project));
        let mut left: BTreeMap<&Key, usize> = known.entries.iter().map(|(key, it)| (key, it.count)).collect();
        let mut compared = Compared { new: Vec::new(), known: 0 };
        for finding in findings {
            let key = key(&finding, project);
            match left.get_mut(&key).filter(|_| is_of_a_document(&finding, project)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    compared.known += 1;
                }
                _ => compared.new.push(finding),
            }
        }
        compared
    }

    /// This baseline as it reads `now`: where a finding is gone and another one is what is left of it, that one
    /// takes its place.
    fn shrunk(&self, now: &Self) -> Self {
        let mut entries = self.entries.clone();
        let is_new = |key: &Key, count: usize| self.entries.get(key).is_none_or(|known| known.count < count);
        for (key, found) in now.entries.iter().filter(|(key, found)| is_new(key, found.count)) {
            let spare = |(other, known): &(&Key, &Known)| {
                let gone = now.entries.get(*other).is_none_or(|now| now.count < known.count);
                gone && (&other.0, &other.1) == (&key.0, &key.1) && known.holds(&found.parts)
            };
            let Some((other, line)) =
                entries.iter().find(spare).map(|(key, known)| (key.clone(), known.line))
            else {
                continue;
            };
            match entries.get_mut(&other) {
                Some(known) if known.count > 1 => known.count -= 1,
                _ => _ = entries.remove(&other),
            }
            let left = entries.entry(key.clone()).or_insert(Known { count: 0, line, ..found.clone() });
            left.count += 1;
        }
        Self { entries }
    }

    /// The lines of findings of the documents that `covers` names that `now` has no more, or fewer of.
    #[must_use]
    pub fn gone(&self, now: &Self, covers: &dyn Fn(&str) -> bool) -> Vec<usize> {
        let fewer = |(key, known): &(&Key, &Known)| {
            covers(&key.0) && now.entries.get(*key).is_none_or(|now| now.count < known.count)
        };
        let known = self.shrunk(now);
        let mut lines: Vec<usize> = known.entries.iter().filter(fewer).map(|(_, known)| known.line).collect();
        lines.sort_unstable();
        lines
    }

    /// This baseline without what is gone; with what is new too, where `all` says so. Documents that
    /// `covers` does not name keep what they have.
    #[must_use]
    pub fn updated(&self, now: &Self, all: bool, covers: &dyn Fn(&str) -> bool) -> Self {
        let known = self.shrunk(now);
        let mut entries = BTreeMap::new();
        for (key, known) in self.entries.iter().filter(|(key, _)| !covers(&key.0)) {
            entries.insert(key.clone(), known.clone());
        }
        for (key, found) in now.entries.iter().filter(|(key, _)| covers(&key.0)) {
            let before = known.entries.get(key).map_or(0, |known| known.count);
            let count = if all { found.count } else { found.count.min(before) };
            if count > 0 {
                entries.insert(key.clone(), Known { count, ..found.clone() });
            }
        }
        Self { entries }
    }

    /// How many findings it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.values().map(|known| known.count).sum()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Whether a line is one that git puts around the sides of a conflict.
fn is_marker(line: &str) -> bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|marker| {
        line.strip_prefix(marker).is_some_and(|rest| rest.trim_end().is_empty() || rest.starts_with(' '))
    })
}

/// Whether a line says what the file is.
fn is_header(line: &str) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|value| value["baseline"] == 1)
}

/// The finding of a line.
fn entry(line: &str, number: usize) -> Option<(Key, Known)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let count = value["count"].as_u64().and_then(|count| usize::try_from(count).ok());
    let count = count.filter(|count| *count > 0)?;
    let key = (text("document")?, text("rule")?, text("fingerprint")?);
    let parts = value["parts"].as_array().map(Vec::as_slice).unwrap_or_default().iter();
    let parts = parts.filter_map(|part| part.as_str().map(str::to_owned)).collect();
    Some((key, Known { message: text("message")?, count, line: number, parts }))
}

fn is_of_a_document(finding: &Diagnostic, project: &Project) -> bool {
    project.sources.get(finding.span.file).path != config::FILE
}

fn key(finding: &Diagnostic, project: &Project) -> Key {
    let document = project.name(finding.span.file);
    let fingerprint = fingerprint(finding, &document, &project.sources);
    (document, finding.rule.to_owned(), fingerprint)
}
