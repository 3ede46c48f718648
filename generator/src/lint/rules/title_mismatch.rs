//! A title that differs from the heading below it.

use crate::diagnostic::Diagnostic;
use crate::lint::words::normal;
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `title-mismatch`.
pub(super) const RULE: Rule = Rule {
    id: "title-mismatch",
    level: Level::Warn,
    summary: "a heading that differs from the document's title",
    docs: include_str!("title_mismatch.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let (Some(title), Some(heading)) = (&subject.document.title, &subject.document.heading) else { return };
    let wanted = normal(title.as_str());
    let line = subject.file.line_range(subject.file.line_index(heading.span.start));
    let written = subject.file.text[line].trim_start_matches('#');
    if normal(heading.as_str()) == wanted || normal(written) == wanted {
        return;
    }
    let message = format!("the heading is not the title, `{wanted}`");
    findings.push(Diagnostic::new(RULE.id, heading.span, message).related(title.span, "the title").suggest(
        "write the title, or change it",
        heading.span,
        wanted,
    ));
}
