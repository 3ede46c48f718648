//! Findings as people and tools read them.

mod changes;
mod changes_json;
mod changes_markdown;
mod drift;
mod github;
mod item;
mod json;
mod place;
mod sarif;
mod sarif_rules;
mod text;

use crate::source::SourceFile;

pub use changes::{Comparison, Tally, change, heading, tally};
pub use changes_json::{Against, changes_json};
pub use changes_markdown::{LIMIT, changes_markdown};
pub use drift::drift;
pub use github::{github, github_failure};
pub use item::{Item, changes as changed, findings as found};
pub use json::{ArtifactStatus, failure, json};
pub use place::Place;
pub use sarif::{sarif, sarif_failure};
pub use sarif_rules::Descriptor;
pub use text::{Look, Titled, text, titled};

/// The order in which findings are printed: by file, place, then rule and message.
pub fn sort(findings: &mut Vec<crate::diagnostic::Diagnostic>, sources: &crate::source::Sources) {
    let path = |finding: &crate::diagnostic::Diagnostic| sources.get(finding.span.file).path.as_str();
    findings.sort_by(|a, b| {
        let key =
            |finding: &crate::diagnostic::Diagnostic| (finding.span.start, finding.span.end, finding.rule);
        (path(a), key(a), &a.message).cmp(&(path(b), key(b), &b.message))
    });
    findings.dedup();
}

/// `path:line:column`.
#[must_use]
pub fn place_of(path: &str, at: crate::source::Position) -> String {
    format!("{path}:{}:{}", at.line, at.column)
}

/// `path:line:column` of a byte of a file.
#[must_use]
pub fn place(file: &SourceFile, offset: usize) -> String {
    place_of(&file.path, file.position(offset))
}
