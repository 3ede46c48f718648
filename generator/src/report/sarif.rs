//! Findings as SARIF 2.1.0, which code scanning and editors read.

use serde_json::{Map, Value, json};

use super::item::Item;
use super::place::{Place, in_checkout};
use super::sarif_rules::Descriptor;
use crate::diagnostic::{Edit, Fix, Severity};
use crate::source::{Position, Sources};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What paths are relative to: the root of the checkout, wherever that is on a machine.
const ROOT: &str = "ROOT";

/// What paths of the revision are relative to that is compared with.
const OLD: &str = "OLD";

/// One run of `command` with all that it found. `rules` describes at least the rules of `items`; `folder` is
/// where the project lies in the checkout, with a `/` at its end, empty for the checkout itself.
#[must_use]
pub fn sarif(command: &str, items: &[Item], rules: &[Descriptor], sources: &Sources, folder: &str) -> Value {
    let log = Log { rules, sources, folder };
    let results: Vec<Value> = items.iter().map(|item| log.result(item)).collect();
    let mut bases = json!({ROOT: {"description": {"text": "The root of the checkout."}}});
    if items.iter().any(|item| item.place.old || item.related.iter().any(|(place, _)| place.old)) {
        bases[OLD] =
            json!({"description": {"text": "The root of the checkout in the revision compared with."}});
    }
    let mut run = run(command, json!({"executionSuccessful": true}));
    run["tool"]["driver"]["rules"] = rules.iter().map(Descriptor::json).collect();
    run["originalUriBaseIds"] = bases;
    run["results"] = results.into();
    whole(run)
}

/// The log of a run that could not do its work.
#[must_use]
pub fn sarif_failure(command: &str, message: &str) -> Value {
    let notification = json!({"level": "error", "message": {"text": plain(message)}});
    whole(run(command, json!({"executionSuccessful": false, "toolExecutionNotifications": [notification]})))
}

fn whole(run: Value) -> Value {
    json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
}

fn run(command: &str, invocation: Value) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    json!({
        "tool": {"driver": {"name": "statedoc", "version": version, "semanticVersion": version}},
        "automationDetails": {"id": format!("statedoc/{command}/")},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [],
    })
}

/// The word that SARIF has for a severity.
pub(super) fn level(severity: Severity) -> &'static str {
    severity.as_str()
}

/// What every result of a run needs.
struct Log<'a> {
    rules: &'a [Descriptor],
    sources: &'a Sources,
    folder: &'a str,
}

impl Log<'_> {
    fn result(&self, item: &Item) -> Value {
        let mut message = item.message.clone();
        if !item.help.is_empty() {
            message.push_str("\nhelp: ");
            message.push_str(&item.help);
        }
        let mut result = json!({
            "ruleId": item.rule,
            "level": level(item.severity),
            "message": {"text": plain(&message)},
            "locations": [{"physicalLocation": self.location(&item.place)}],
            "partialFingerprints": {"statedoc/v1": item.fingerprint},
        });
        if let Some(index) = self.rules.iter().position(|rule| rule.id == item.rule) {
            result["ruleIndex"] = index.into();
        }
        if !item.related.is_empty() {
            result["relatedLocations"] = item.related.iter().map(|it| self.related(it)).collect();
        }
        if let Some(fix) = item.fix {
            result["fixes"] = json!([self.remedy(fix)]);
        }
        if let Some(waived) = item.waived {
            let justification = format!("until {}: {}", waived.expires, waived.reason);
            result["suppressions"] = json!([{"kind": "external", "justification": justification}]);
        }
        result
    }

    fn related(&self, (place, message): &(Place, &str)) -> Value {
        let mut related = json!({"physicalLocation": self.location(place)});
        if !message.is_empty() {
            related["message"] = json!({"text": plain(message)});
        }
        related
    }

    fn location(&self, place: &Place) -> Value {
        let mut location = json!({"artifactLocation": self.artifact(place.path, place.old)});
        location["region"] = match place.end {
            Some(end) => region(place.start, end),
            None => json!({"startLine": place.start.line}),
        };
        location
    }

    /// The edits of a fix, grouped by the files that they change.
    fn remedy(&self, fix: &Fix) -> Value {
        let mut files: Map<String, Value> = Map::new();
        for edit in &fix.edits {
            let path = &self.sources.get(edit.span.file).path;
            let change = files.entry(path.clone()).or_insert_with(
                || json!({"artifactLocation": self.artifact(path, false), "replacements": []}),
            );
            if let Some(replacements) = change["replacements"].as_array_mut() {
                replacements.push(replacement(edit, self.sources));
            }
        }
        let changes: Vec<Value> = files.into_iter().map(|(_, change)| change).collect();
        json!({"description": {"text": plain(&fix.message)}, "artifactChanges": changes})
    }

    fn artifact(&self, path: &str, old: bool) -> Value {
        let path = in_checkout(self.folder, path);
        match path.strip_prefix('/') {
            Some(absolute) => json!({"uri": format!("file:///{}", encoded(absolute))}),
            None => json!({"uri": encoded(&path), "uriBaseId": if old { OLD } else { ROOT }}),
        }
    }
}

fn region(start: Position, end: Position) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn replacement(edit: &Edit, sources: &Sources) -> Value {
    let place = Place::of(edit.span, sources);
    let end = place.end.unwrap_or(place.start);
    json!({"deletedRegion": region(place.start, end), "insertedContent": {"text": edit.text}})
}

/// A path as the path of a URI.
fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// A text in which nothing is taken for an embedded link.
fn plain(text: &str) -> String {
    if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text.to_owned() }
}
