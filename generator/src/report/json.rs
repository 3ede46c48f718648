//! Findings for tools: one JSON object, version 1.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Edit, Fix, Related};
use crate::source::{Position, Sources, Span};

/// A path that the tool writes, and what is the matter with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactStatus {
    /// The path relative to the project's root, with `/`.
    pub path: String,
    /// `current`, `missing`, `stale`, `orphaned`, `conflicted`, `hand-edited` or `foreign`; `outdated` of a
    /// baseline.
    pub status: &'static str,
    /// The first line, from 1, that is not as it should be; 1 where the whole file is meant.
    pub line: usize,
    /// That in a few words.
    pub message: String,
    /// The command that mends it; `None` where it agrees.
    pub remedy: Option<String>,
}

/// `{"version":1,"diagnostics":[…],"artifacts":[…]}` as README documents it.
///
/// Paths are root-relative with `/`; lines and columns count from 1, columns in characters; ends
/// are exclusive.
#[must_use]
pub fn json(findings: &[Diagnostic], artifacts: &[ArtifactStatus], sources: &Sources) -> Value {
    let findings: Vec<Value> = findings.iter().map(|finding| diagnostic(finding, sources)).collect();
    let artifact = |artifact: &ArtifactStatus| {
        let ArtifactStatus { path, status, message, remedy, .. } = artifact;
        json!({"path": path, "status": status, "message": message, "remedy": remedy})
    };
    let artifacts: Vec<Value> = artifacts.iter().map(artifact).collect();
    json!({"version": 1, "diagnostics": findings, "artifacts": artifacts})
}

/// The object of a run that could not do its work (exit code 2): no findings, and why as `error`.
#[must_use]
pub fn failure(message: &str) -> Value {
    json!({"version": 1, "error": message, "diagnostics": [], "artifacts": []})
}

pub(super) fn diagnostic(finding: &Diagnostic, sources: &Sources) -> Value {
    let mut value = json!({
        "rule": finding.rule,
        "severity": finding.severity.as_str(),
        "message": finding.message,
    });
    value["help"] = (!finding.help.is_empty()).then_some(finding.help.as_str()).into();
    place(&mut value, finding.span, sources);
    value["related"] = finding.related.iter().map(|other| related(other, sources)).collect();
    value["fix"] = finding.fix.as_ref().map_or(Value::Null, |remedy| fix(remedy, sources));
    value
}

fn related(other: &Related, sources: &Sources) -> Value {
    let mut value = json!({"message": other.message});
    place(&mut value, other.span, sources);
    value
}

fn fix(remedy: &Fix, sources: &Sources) -> Value {
    let edits: Vec<Value> = remedy.edits.iter().map(|change| edit(change, sources)).collect();
    json!({"message": remedy.message, "safe": remedy.safe, "edits": edits})
}

fn edit(change: &Edit, sources: &Sources) -> Value {
    let mut value = json!({});
    place(&mut value, change.span, sources);
    value["text"] = change.text.as_str().into();
    value
}

fn place(value: &mut Value, span: Span, sources: &Sources) {
    let file = sources.get(span.file);
    value["file"] = file.path.as_str().into();
    value["start"] = position(file.position(span.start));
    value["end"] = position(file.position(span.end));
}

pub(super) fn position(at: Position) -> Value {
    json!({"line": at.line, "column": at.column})
}
