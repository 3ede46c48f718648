//! Changes as a comment on a pull request: a table of all documents, then each with its picture.

use serde::Serialize;

use super::changes::{Comparison, tally};
use super::place;
use crate::diagnostic::Diagnostic;
use crate::diff::{Change, Piece, Sentence, drawing, short};
use crate::emit;
use crate::source::Sources;

/// The most characters that a comment on GitHub may have.
pub const LIMIT: usize = 65_536;

/// The most changes of one document: more would not fit anyway, since a line has 100 characters.
const MOST: usize = 600;

/// The most findings that are told.
const FINDINGS: usize = 40;

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
pub fn changes_markdown(
    comparisons: &[Comparison],
    findings: &[Diagnostic],
    unread: usize,
    sources: &Sources,
) -> String {
    let findings_left_out = findings.len().saturating_sub(FINDINGS);
    let findings: Vec<(String, String)> =
        findings.iter().take(FINDINGS).map(|finding| told(finding, sources)).collect();
    let mut documents: Vec<Document> =
        comparisons.iter().filter(|comparison| !comparison.changes.is_empty()).map(document).collect();
    let unchanged = comparisons.len() - documents.len();
    let total = tally(comparisons.iter().flat_map(|comparison| &comparison.changes)).words();
    let mut documents_left_out = 0;
    loop {
        let page = emit::changes_page(&serde_json::json!({
            "documents": documents,
            "findings": findings,
            "findings_left_out": findings_left_out,
            "documents_left_out": documents_left_out,
            "unchanged": unchanged,
            "total": total,
            "unread": unread,
        }));
        let size = page.encode_utf16().count();
        let over = size.saturating_sub(LIMIT - ROOM);
        if over == 0 {
            return page;
        }
        if !shorten(&mut documents, over) {
            // Only the names of documents are left.
            let few = (over * documents.len() / size).max(1);
            documents_left_out += few.min(documents.len());
            documents.truncate(documents.len().saturating_sub(few));
        }
    }
}

/// Leaves pictures out, then changes, as many as have to go; whether there was anything to leave out.
fn shorten(documents: &mut [Document], over: usize) -> bool {
    let size = |document: &Document| document.diagram.as_ref().map_or(0, String::len);
    let mut order: Vec<&mut Document> = documents.iter_mut().filter(|document| size(document) > 0).collect();
    order.sort_by_key(|document| std::cmp::Reverse(size(document)));
    let (mut gone, any) = (0, !order.is_empty());
    for document in order {
        if gone < over {
            gone += size(document);
            document.diagram = None;
            document.diagram_left_out = true;
        }
    }
    if any {
        return true;
    }
    let longest = documents.iter().map(|document| document.changes.len()).max().unwrap_or(0);
    let lines: usize = documents.iter().map(|document| document.changes.len()).sum();
    // Few lines have more characters, so hardly more go than have to; the longest tables lose theirs first.
    let most = longest - (over * longest / (300 * lines.max(1))).clamp(1, longest.max(1)).min(longest);
    documents.iter_mut().for_each(|document| cut(document, most));
    longest > 0
}

fn cut(document: &mut Document, most: usize) {
    document.left_out += document.changes.len().saturating_sub(most);
    document.changes.truncate(most);
}

fn document(comparison: &Comparison) -> Document {
    let shown = comparison.shown().lifecycle;
    let both = comparison.old.zip(comparison.new);
    let mut document = Document {
        id: short(shown.facts.id.as_str()),
        title: short(shown.facts.title.as_str()),
        path: short(&shown.path),
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
        waived: change
            .waived
            .as_ref()
            .map(|waived| format!("{} (until {})", short(&waived.reason), waived.expires)),
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
    (format!("{} {}", finding.severity.as_str(), place(file, finding.span.start)), short(&finding.message))
}
