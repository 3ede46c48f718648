//! A `source` of which a part leads nowhere.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Edit};
use crate::document::{SourcePart, SourceRef, Text, parse_source};
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
    let pins = subject.document.source_sha.iter().flatten();
    let pinned: Vec<&str> = pins.map(|pin| pin.repository.as_str()).collect();
    for text in subject.document.transitions.iter().filter_map(|row| row.source.as_ref()) {
        let source = Source { file: subject.file, text, pinned: &pinned };
        findings.extend(parse_source(text.as_str()).iter().filter_map(|part| source.judge(part)).take(MOST));
    }
}

/// The most findings about one source: who has mended these will see the next ones.
const MOST: usize = 20;

/// A source's text, and the repositories that its document pins.
struct Source<'a> {
    file: &'a SourceFile,
    text: &'a Text,
    pinned: &'a [&'a str],
}

impl Source<'_> {
    fn judge(&self, part: &SourcePart) -> Option<Diagnostic> {
        match part {
            SourcePart::Url(_) => None,
            SourcePart::Prose(range) => {
                self.beside_a_pin(range).or_else(|| self.explained(range)).or_else(|| self.bare_path(range))
            }
            SourcePart::Reference(reference) => match reference.stray.clone() {
                Some(stray) => Some(self.stray(reference, stray)),
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

    /// What follows a path or a symbol after a space.
    fn stray(&self, reference: &SourceRef, stray: Range<usize>) -> Diagnostic {
        let locator = reference.symbol.clone().unwrap_or(reference.path.clone());
        if self.words(locator.clone()).ends_with([',', ';']) {
            return self.unseparated(reference, locator.end - 1..locator.end, stray);
        }
        let words = self.words(stray.clone());
        let message = format!("`{words}` follows the path after a space, and fits no form of `source`");
        let finding = self.finding(stray.clone(), message);
        if reference.symbol.is_some() || reference.anchor.is_some() {
            return finding.help("remove it, or say it in `evidence`; references are joined by `;`");
        }
        self.attached(finding, reference.path.clone(), stray)
    }

    /// One word was meant as a symbol, several as an anchor.
    fn attached(&self, finding: Diagnostic, path: Range<usize>, stray: Range<usize>) -> Diagnostic {
        let words = self.words(stray.clone());
        let mark = if words.contains(char::is_whitespace) { "#" } else { ":" };
        let mut edits = vec![Edit { span: self.gap(path.clone(), stray.clone()), text: mark.to_owned() }];
        let bare = words.strip_prefix('(').and_then(|words| words.strip_suffix(')'));
        let bare = bare.filter(|bare| mark == ":" && !bare.is_empty());
        if bare.is_some() {
            edits[0].span.end = self.place(stray.start..stray.start + 1).end;
            edits.push(Edit { span: self.place(stray.end - 1..stray.end), text: String::new() });
        }
        let file = self.words(path).rsplit('/').next().unwrap_or_default();
        finding.suggest_all(format!("write `{file}{mark}{}`", bare.unwrap_or(words)), edits)
    }

    /// A `,` or `;` after which no `repo:` comes.
    fn unseparated(&self, reference: &SourceRef, mark: Range<usize>, stray: Range<usize>) -> Diagnostic {
        let words = self.words(stray.clone());
        let gap = self.place(mark.clone()).to(self.gap(mark.clone(), stray.clone()));
        if matches!(parse_source(words)[..], [SourcePart::Reference(_)]) {
            let finding = self.finding(mark, "references are joined by `;`".to_owned());
            return finding.suggest("write `;`", gap, "; ");
        }
        let message = format!("`{words}` lacks its repository: each reference is `repo:path` in full");
        let joined = format!("; {}:", self.words(reference.repository.clone()));
        self.finding(stray, message).suggest(format!("write `{joined}{words}`"), gap, joined)
    }

    /// A reference that ends in one of its own marks, or has no path.
    fn unfinished(&self, reference: &SourceRef) -> Option<Diagnostic> {
        if reference.path.is_empty() {
            let message = format!("no path follows `{}:`", self.words(reference.repository.clone()));
            return Some(self.finding(reference.range.clone(), message).help("write `repo:path`"));
        }
        let whole = self.words(reference.range.clone());
        let open = match &reference.anchor {
            Some(anchor) => anchor.is_empty(),
            None => whole.ends_with([':', ';', ',']),
        };
        open.then(|| {
            let mark = reference.range.end - 1..reference.range.end;
            let message = format!("nothing follows this `{}`", self.words(mark.clone()));
            self.finding(mark.clone(), message).suggest("remove it", self.place(mark), "")
        })
    }

    /// Words that begin with the name of a pinned repository, and not with `repo:path`.
    fn beside_a_pin(&self, range: &Range<usize>) -> Option<Diagnostic> {
        let words = self.words(range.clone());
        let begins =
            |name: &&&str| words.strip_prefix(**name).is_some_and(|rest| rest.starts_with([' ', ':', '/']));
        let name = self.pinned.iter().find(begins)?;
        let path = words[name.len()..].trim_start_matches([' ', ':', '/']);
        let message = format!("`{name}` is not followed by `:` and a path");
        let finding = self.finding(range.clone(), message);
        if path.is_empty() || path.contains(char::is_whitespace) {
            return Some(finding.help("write `repo:path`, and words about it after `#`"));
        }
        let gap = self.gap(range.start..range.start + name.len(), range.end - path.len()..range.end);
        Some(finding.suggest(format!("write `{name}:{path}`"), gap, ":"))
    }

    /// Words before a reference to a pinned repository.
    fn explained(&self, range: &Range<usize>) -> Option<Diagnostic> {
        let words = self.words(range.clone());
        let reference = |name: &&str| words.find(&format!(" {name}:")).map(|at| at + 1);
        let at = self.pinned.iter().find_map(reference)?;
        let before = range.start..range.start + words[..at].trim_end().len();
        let message = format!(
            "a reference begins with its repository, and `{}` stands before it",
            self.words(before.clone())
        );
        let span = self.place(before.clone()).to(self.gap(before.clone(), range.start + at..range.end));
        Some(self.finding(before, message).suggest("remove it", span, ""))
    }

    /// A path alone, in a document that pins repositories.
    fn bare_path(&self, range: &Range<usize>) -> Option<Diagnostic> {
        let words = self.words(range.clone());
        if self.pinned.is_empty() || words.contains(char::is_whitespace) || !words.contains('/') {
            return None;
        }
        let message = format!("`{words}` lacks its repository: a reference is `repo:path`");
        let finding = self.finding(range.clone(), message);
        let start = self.place(range.clone()).at_start();
        Some(match self.pinned {
            [only] => finding.suggest(format!("write `{only}:{words}`"), start, format!("{only}:")),
            _ => finding.help("write the name that `source_sha` pins, and `:`, before it"),
        })
    }
}
