//! A pinned repository that nothing cites.

use super::unpinned_repository::is_meant;
use crate::diagnostic::Diagnostic;
use crate::document::Pin;
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::{SourceFile, Span};

/// The rule `uncited-repository`.
pub(super) const RULE: Rule = Rule {
    id: "uncited-repository",
    level: Level::Warn,
    summary: "a repository that `source_sha` pins and nothing cites",
    docs: include_str!("uncited_repository.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let pins = subject.document.source_sha.iter().flatten();
    for pin in pins {
        let name = pin.repository.as_str();
        if is_cited(subject.file, name, pin.repository.span) || is_meant(subject, name) {
            continue;
        }
        let message =
            format!("`{}` is pinned, and nothing in this document cites it", pin.repository.as_str());
        let finding = Diagnostic::new(RULE.id, pin.repository.span, message)
            .help("cite what was read there in a `source` or in `evidence`, or remove the pin");
        findings.push(match line(subject.file, pin) {
            Some(line) => finding.suggest("remove the pin", line, ""),
            None => finding,
        });
    }
}

/// Whether `name` stands as a word of its own anywhere but at `own`.
fn is_cited(file: &SourceFile, name: &str, own: Span) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let bounded = |at: usize| {
        let after = &file.text[at + name.len()..];
        !file.text[..at].ends_with(part_of_word) && !after.starts_with(part_of_word)
    };
    file.text.match_indices(name).any(|(at, _)| !own.range().contains(&at) && bounded(at))
}

/// The line of a pin, where it has one of its own.
fn line(file: &SourceFile, pin: &Pin) -> Option<Span> {
    let index = file.line_index(pin.repository.span.start);
    let (line, pair) = (file.line_range(index), pin.repository.span.to(pin.commit.span));
    let own = file.text[line.clone()].trim() == file.slice(pair) && index + 1 < file.line_count();
    own.then(|| file.span(line.start..file.line_range(index + 1).start))
}
