//! A `source` of which a part leads nowhere.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Edit};
use crate::document::{Document, SourcePart, SourceRef, Text, parse_source};
use crate::lint::{Check, Level, Rule, Subject};
use crate::source::{SourceFile, Span};

/// The rule `malformed-source`.
pub(super) const RULE: Rule = Rule {
    id: "malformed-source",
    level: Level::Warn,
    summary: "a `source` that is not of the form `repo:path`, `repo:path:symbol` or `repo:path#anchor`",
    docs: include_str!("malformed_source.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    for text in subject.document.transitions.iter().filter_map(|row| row.source.as_ref()) {
        let source = Source { file: subject.file, text, pinned: pinned(subject.document) };
        findings.extend(parse_source(text.as_str()).iter().filter_map(|part| source.judge(part)));
    }
}

fn pinned(document: &Document) -> Vec<&str> {
    document.source_sha.iter().flatten().map(|pin| pin.repository.as_str()).collect()
}

/// A source's text, and the repositories that its document pins.
struct Source<'a> {
    file: &'a SourceFile,
    text: &'a Text,
    pinned: Vec<&'a str>,
}

impl Source<'_> {
    fn judge(&self, part: &SourcePart) -> Option<Diagnostic> {
        match part {
            SourcePart::Url(_) => None,
            SourcePart::Prose(range) => self.prose(range.clone()),
            SourcePart::Reference(reference) => match &reference.stray {
                Some(stray) => Some(self.stray(reference, stray.clone())),
                None => self.unfinished(reference),
            },
        }
    }

    fn words(&self, range: Range<usize>) -> &str {
        &self.text.value[range]
    }

    fn place(&self, range: Range<usize>) -> Span {
        self.text.part(self.file, range)
    }

    fn finding(&self, range: Range<usize>, message: String) -> Diagnostic {
        Diagnostic::new(RULE.id, self.place(range), message)
    }

    /// From the end of one range to the start of another, line breaks included.
    fn gap(&self, before: Range<usize>, after: Range<usize>) -> Span {
        let (before, after) = (self.place(before), self.place(after));
        self.file.span(before.end..after.start.max(before.end))
    }

    /// What follows a path or symbol after a space.
    fn stray(&self, reference: &SourceRef, stray: Range<usize>) -> Diagnostic {
        let words = self.words(stray.clone());
        let locator = reference.symbol.clone().unwrap_or(reference.path.clone());
        if self.words(locator.clone()).ends_with([',', ';']) {
            return self.unseparated(reference, locator.end - 1..locator.end, stray);
        }
        let message = format!("`{words}` follows the path after a space, and fits no form of `source`");
        let finding = self.finding(stray.clone(), message);
        let gap = self.gap(locator, stray.clone());
        let one_word = !words.contains(char::is_whitespace);
        let file = self.words(reference.path.clone()).rsplit('/').next().unwrap_or_default();
        let bare = words.strip_prefix('(').and_then(|words| words.strip_suffix(')')).unwrap_or(words);
        let (mark, bare) = match (&reference.symbol, &reference.anchor) {
            (None, None) if one_word => (":", bare),
            (None, None) => ("#", words),
            _ => {
                return finding
                    .help("a symbol has no space; join references with `;`, and explain them in `evidence`");
            }
        };
        let mut edits = vec![Edit { span: gap, text: mark.to_owned() }];
        if bare.len() < words.len() {
            edits[0].span.end = self.place(stray.start..stray.start + 1).end;
            edits.push(Edit { span: self.place(stray.end - 1..stray.end), text: String::new() });
        }
        finding.suggest_all(format!("write `{file}{mark}{bare}`"), edits)
    }

    /// A `,` or `;` after which no `repo:` comes.
    fn unseparated(&self, reference: &SourceRef, mark: Range<usize>, stray: Range<usize>) -> Diagnostic {
        let words = self.words(stray.clone()).to_owned();
        let repository = self.words(reference.repository.clone());
        let is_reference = matches!(parse_source(&words)[..], [SourcePart::Reference(_)]);
        let message = if is_reference {
            "references are joined by `;`".to_owned()
        } else {
            format!("`{words}` lacks its repository: each reference is `repo:path` in full")
        };
        let place = if is_reference { mark.clone() } else { stray.clone() };
        let joined = if is_reference { "; ".to_owned() } else { format!("; {repository}:") };
        let gap = self.place(mark.clone()).to(self.gap(mark, stray));
        self.finding(place, message).suggest(format!("write `{joined}{words}`"), gap, joined)
    }

    /// A reference that ends in one of its own marks, or has no path.
    fn unfinished(&self, reference: &SourceRef) -> Option<Diagnostic> {
        let whole = self.words(reference.range.clone());
        if reference.path.is_empty() {
            let message = format!("no path follows `{}:`", self.words(reference.repository.clone()));
            return Some(self.finding(reference.range.clone(), message).help("write `repo:path`"));
        }
        let empty_anchor = reference.anchor.as_ref().is_some_and(Range::is_empty);
        if !empty_anchor && (reference.anchor.is_some() || !whole.ends_with([':', ';', ','])) {
            return None;
        }
        let mark = reference.range.end - 1..reference.range.end;
        let message = format!("nothing follows this `{}`", self.words(mark.clone()));
        let finding = self.finding(mark.clone(), message);
        Some(finding.suggest("remove it", self.place(mark), ""))
    }

    /// Text that is no reference: a fault where it was meant to be one.
    fn prose(&self, range: Range<usize>) -> Option<Diagnostic> {
        let words = self.words(range.clone());
        let after =
            |name: &&&str| words.strip_prefix(**name).filter(|rest| rest.starts_with([' ', ':', '/']));
        if let Some(name) = self.pinned.iter().find(|name| after(name).is_some()) {
            let rest = &words[name.len()..];
            let path = rest.trim_start_matches([' ', ':', '/']);
            let message = format!("`{name}` is not followed by `:` and a path");
            let finding = self.finding(range.clone(), message);
            let gap = range.start + name.len()..range.start + words.len() - path.len();
            let gap = self.gap(range.start..gap.start, gap.end..range.end);
            let is_path = !path.is_empty() && !path.contains(char::is_whitespace);
            return Some(if is_path {
                finding.suggest(format!("write `{name}:{path}`"), gap, ":")
            } else {
                finding.help("write `repo:path`")
            });
        }
        if self.pinned.is_empty() || words.contains(char::is_whitespace) || !words.contains('/') {
            return None;
        }
        let finding = self
            .finding(range.clone(), format!("`{words}` lacks its repository: a reference is `repo:path`"));
        let start = self.place(range).at_start();
        Some(match self.pinned[..] {
            [only] => finding.suggest(format!("write `{only}:{words}`"), start, format!("{only}:")),
            _ => finding.help("write the name that `source_sha` pins, and `:`, before it"),
        })
    }
}
