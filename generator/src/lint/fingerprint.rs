//! What tells one finding from all others, whatever its position and our wording.

use crate::diagnostic::Diagnostic;
use crate::digest::digest;
use crate::source::{Sources, Span};

/// The fingerprint of a finding in the document called `document`: 16 hexadecimal digits.
///
/// It is made of the rule, the document, the text under the caret, what the message quotes, and the texts
/// of the related places. Lines that move, and messages of ours that are worded anew, leave it as it is.
#[must_use]
pub fn fingerprint(finding: &Diagnostic, document: &str, sources: &Sources) -> String {
    let text = |span: Span| first_line(sources.get(span.file).slice(span));
    let mut related: Vec<String> = finding.related.iter().map(|other| text(other.span)).collect();
    related.sort();
    let quoted: Vec<&str> = finding.message.split('`').skip(1).step_by(2).collect();
    let meaning = serde_json::json!([finding.rule, document, text(finding.span), quoted, related]);
    digest(&meaning.to_string())[..16].to_owned()
}

/// What a finding is gathered of, sorted: the texts that its message quotes and those of its related places. A finding
/// about several rows or states has fewer parts as soon as some of them are mended.
#[must_use]
pub fn parts(finding: &Diagnostic, sources: &Sources) -> Vec<String> {
    let related = finding.related.iter().map(|it| first_line(sources.get(it.span.file).slice(it.span)));
    let quoted = finding.message.split('`').skip(1).step_by(2).map(str::to_owned);
    let mut parts: Vec<String> = related.chain(quoted).collect();
    parts.sort();
    parts
}

/// The first line of a text, its white space evened out: the rest of an entry may change freely.
fn first_line(text: &str) -> String {
    text.trim().lines().next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}
