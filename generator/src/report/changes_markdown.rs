//! Changes as a comment on a pull request: a table of all documents, then each with its picture.

use serde::Serialize;

use super::changes::{Comparison, tally};
use super::place;
use crate::diagnostic::Diagnostic;
use crate::diff::{Change, Piece, Sentence, drawing};
use crate::emit;
use crate::source::Sources;

/// The most characters that a comment on GitHub may have.
pub const LIMIT: usize = 65_536;

/// The most changes of one document: more would not fit anyway, since a line has 100 characters.
const MOST: usize = 600;

/// What the last note needs.
const ROOM: usize = 600;

/// What is printed of one document.
#[derive(Debug, Serialize)]
struct Document {
    id: String,
    title: String,
    path: String,
    tally: String,
    prose: bool,
    changes: Vec<Line>,
    left_out: usize,
    diagram: Option<String>,
    diagram_left_out: bool,
}

/// One change in the table.
#[derive(Debug, Serialize)]
struct Line {
    mark: &'static str,
    impact: &'static str,
    kind: &'static str,
    audience: String,
    /// Pieces as (kind of piece, text).
    message: Vec<(&'static str, String)>,
    waived: Option<String>,
}

/// A Markdown page of at most [`LIMIT`] characters. Where all of it would be more, the pictures go first,
/// then the changes that matter least, and a note says how many.
#[must_use]
pub fn changes_markdown(comparisons: &[Comparison], findings: &[Diagnostic], sources: &Sources) -> String {
    let findings: Vec<(String, String)> = findings.iter().map(|finding| told(finding, sources)).collect();
    let mut documents: Vec<Document> =
        comparisons.iter().filter(|comparison| !comparison.changes.is_empty()).map(document).collect();
    let unchanged = comparisons.len() - documents.len();
    let total = tally(comparisons.iter().flat_map(|comparison| &comparison.changes)).words();
    let (mut shown, mut findings_left_out, mut documents_left_out) = (findings, 0, 0);
    loop {
        let page = emit::changes_page(&serde_json::json!({
            "documents": documents,
            "findings": shown,
            "findings_left_out": findings_left_out,
            "documents_left_out": documents_left_out,
            "unchanged": unchanged,
            "total": total,
        }));
        let over = page.encode_utf16().count().saturating_sub(LIMIT - ROOM);
        if over == 0 {
            return page;
        }
        if shorten(&mut documents, over) {
            continue;
        }
        if shown.len() > 1 {
            findings_left_out += shown.len() - shown.len() / 2;
            shown.truncate(shown.len() / 2);
        } else {
            documents_left_out += documents.len() - documents.len() / 2;
            documents.truncate(documents.len() / 2);
        }
    }
}

/// Leaves something out; whether there was anything to leave out.
fn shorten(documents: &mut [Document], over: usize) -> bool {
    let largest = documents.iter_mut().filter(|document| document.diagram.is_some());
    if let Some(document) = largest.max_by_key(|document| document.diagram.as_ref().map(String::len)) {
        document.diagram = None;
        document.diagram_left_out = true;
        return true;
    }
    let longest = documents.iter_mut().max_by_key(|document| document.changes.len());
    let Some(document) = longest.filter(|document| !document.changes.is_empty()) else { return false };
    // Few lines have so many characters, so hardly more go than have to.
    let few = (over / 300).clamp(1, document.changes.len());
    cut(document, document.changes.len() - few);
    true
}

fn cut(document: &mut Document, most: usize) {
    document.left_out += document.changes.len().saturating_sub(most);
    document.changes.truncate(most);
}

fn document(comparison: &Comparison) -> Document {
    let shown = comparison.shown().lifecycle;
    let both = comparison.old.zip(comparison.new);
    let mut document = Document {
        id: shown.facts.id.value.clone(),
        title: shown.facts.title.value.clone(),
        path: shown.path.clone(),
        tally: tally(&comparison.changes).words(),
        prose: comparison.is_prose(),
        changes: comparison.changes.iter().map(line).collect(),
        left_out: 0,
        diagram: both.and_then(|(old, new)| drawing(old.lifecycle, new.lifecycle, &comparison.changes)),
        diagram_left_out: false,
    };
    cut(&mut document, MOST);
    document
}

fn line(change: &Change) -> Line {
    let audience: Vec<&str> = change.kind.audience.iter().map(|audience| audience.as_str()).collect();
    let mark = match change.impact {
        crate::diff::Impact::Breaking => "🔴",
        crate::diff::Impact::Notable => "🟡",
        crate::diff::Impact::Harmless => "⚪",
    };
    Line {
        mark,
        impact: change.impact.as_str(),
        kind: change.kind.id,
        audience: audience.join(", "),
        message: pieces(&change.message),
        waived: change.waived.as_ref().map(|waived| format!("{} (until {})", waived.reason, waived.expires)),
    }
}

fn pieces(sentence: &Sentence) -> Vec<(&'static str, String)> {
    let piece = |piece: &Piece| match piece {
        Piece::Words(words) => ("words", words.clone()),
        Piece::Name(name) => ("name", name.clone()),
        Piece::Quote(text) => ("quote", text.clone()),
    };
    sentence.pieces.iter().map(piece).filter(|(_, text)| !text.is_empty()).collect()
}

/// The place and the words of a finding.
fn told(finding: &Diagnostic, sources: &Sources) -> (String, String) {
    let file = sources.get(finding.span.file);
    (format!("{} {}", finding.severity.as_str(), place(file, finding.span.start)), finding.message.clone())
}
