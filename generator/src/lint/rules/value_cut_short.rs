//! Text that ends where YAML sees a comment begin.

use crate::diagnostic::Diagnostic;
use crate::document::{Kind, Text};
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::{SourceFile, Span};
use crate::yaml::Style;

/// The rule `value-cut-short`.
pub(super) const RULE: Rule = Rule {
    id: "value-cut-short",
    level: Level::Warn,
    summary: "text that ends at a ` #`, where YAML begins a comment",
    docs: include_str!("value_cut_short.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    for (kind, text) in subject.document.texts().filter(|(_, text)| text.style == Style::Plain) {
        let Some(comment) = comment(subject.file, text) else { continue };
        let remark =
            subject.file.slice(comment).strip_prefix('#').is_some_and(|rest| rest.starts_with([' ', '#']));
        if kind == Kind::Word && remark {
            continue;
        }
        let whole = text.span.to(comment);
        let message =
            format!("the text ends before `{}`, which YAML takes for a comment", subject.file.slice(comment));
        let quoted = format!("'{}'", subject.file.slice(whole).replace('\'', "''"));
        findings.push(
            Diagnostic::new(RULE.id, comment, message)
                .help("if it is a comment, move it to a line of its own")
                .suggest("quote the text, if it belongs to it", whole, quoted),
        );
    }
}

/// The comment that follows a text on its last line.
fn comment(file: &SourceFile, text: &Text) -> Option<Span> {
    let line = file.line_range(file.line_index(text.span.end));
    let rest = &file.text[text.span.end..line.end.max(text.span.end)];
    let gap = rest.len() - rest.trim_start().len();
    let begins = rest[gap..].starts_with('#') && gap > 0;
    begins.then(|| file.span(text.span.end + gap..text.span.end + rest.trim_end().len()))
}
