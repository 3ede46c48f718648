//! A cited repository that `source_sha` does not pin.

use crate::diagnostic::{Diagnostic, Edit, nearest};
use crate::document::{Document, SourcePart, Text, evidence_lead, parse_source};
use crate::lint::words::grouped;
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::{SourceFile, Span};

/// The rule `unpinned-repository`.
pub(super) const RULE: Rule = Rule {
    id: "unpinned-repository",
    level: Level::Warn,
    summary: "a cited repository that `source_sha` does not pin to a commit",
    docs: include_str!("unpinned_repository.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let Some(pins) = &subject.document.source_sha else { return };
    let pinned: Vec<&str> = pins.iter().map(|pin| pin.repository.as_str()).collect();
    let cited = cited(subject.file, subject.document);
    let unpinned = cited.into_iter().filter(|(name, _)| !pinned.contains(name));
    for uses in grouped(unpinned.map(|(name, span)| (name, (name, span)))) {
        findings.push(finding(&uses, &pinned));
    }
}

/// Whether an unpinned name is most likely meant to be this pinned one, and is reported as that.
pub(super) fn is_meant(subject: &Subject, pin: &str) -> bool {
    let pins = subject.document.source_sha.iter().flatten();
    let pinned: Vec<&str> = pins.map(|pin| pin.repository.as_str()).collect();
    let cited = cited(subject.file, subject.document);
    let mut unpinned = cited.into_iter().filter(|(name, _)| !pinned.contains(name));
    unpinned.any(|(name, _)| nearest(name, pinned.iter().copied()) == Some(pin))
}

fn finding(uses: &[(&str, Span)], pinned: &[&str]) -> Diagnostic {
    let (name, span) = uses[0];
    let message = format!("`source_sha` does not pin `{name}` to a commit");
    let mut finding = Diagnostic::new(RULE.id, span, message);
    for (_, span) in &uses[1..] {
        finding = finding.related(*span, "also here");
    }
    let Some(near) = nearest(name, pinned.iter().copied()) else {
        return finding.help(format!("add `{name}: <commit>` to `source_sha`"));
    };
    let edits = uses.iter().map(|(_, span)| Edit { span: *span, text: near.to_owned() }).collect();
    finding.suggest_all(format!("write `{near}`, or pin `{name}` too"), edits)
}

/// Every repository that a source or the beginning of an evidence text names.
pub(super) fn cited<'a>(file: &SourceFile, document: &'a Document) -> Vec<(&'a str, Span)> {
    let sources = document.transitions.iter().filter_map(|row| row.source.as_ref());
    let references = sources.flat_map(|source| {
        let parts = parse_source(source.as_str()).into_iter();
        parts.filter_map(move |part| match part {
            SourcePart::Reference(reference) => Some((source, reference.repository)),
            _ => None,
        })
    });
    let leads = document.evidence.iter().filter_map(|text| Some((text, evidence_lead(text.as_str())?.0)));
    let place = |(text, range): (&'a Text, std::ops::Range<usize>)| {
        (&text.value[range.clone()], text.part(file, range))
    };
    references.chain(leads).map(place).collect()
}
