//! Findings for people: rustc's look, with a caret at the place.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::source::{FileId, SourceFile, Sources, Span};
use crate::visible::visible;

/// Whether a report is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Without colour.
    Plain,
    /// With terminal colours.
    Styled,
}

/// How many related places, and how many edits of a fix, a report shows of one finding.
const SHOWN: usize = 24;

/// One finding as text, ending in a newline.
#[must_use]
pub fn text(finding: &Diagnostic, sources: &Sources, look: Look) -> String {
    let (finding, more) = &shortened(finding);
    let title = visible(&finding.message);
    let mut main = Group::with_title(level(finding.severity).primary_title(title).id(finding.rule));
    for file in files(finding) {
        main = main.element(snippet(finding, sources.get(file)));
    }
    if *more > 0 {
        let note = format!("{more} more places are not shown here; `--format json` lists them all");
        main = main.element(Level::NOTE.message(note));
    }
    if !finding.help.is_empty() {
        main = main.element(Level::HELP.message(visible(&finding.help)));
    }
    let mut groups = vec![main];
    groups.extend(finding.fix.as_ref().map(|fix| remedy(fix, sources)));
    let mut shown = renderer(look).render(&groups);
    shown.push('\n');
    shown
}

/// A report of one thing that is no finding: a title under a word of its own, places, and notes.
#[derive(Debug)]
pub struct Titled<'a> {
    /// How much it matters, which gives the colour.
    pub severity: Severity,
    /// The word in front: `breaking`.
    pub word: &'a str,
    /// The name in brackets.
    pub id: &'a str,
    /// The title.
    pub title: &'a str,
    /// Places with what is said beside them; those that are first are drawn as primary.
    pub places: &'a [(Span, &'a str, bool)],
    /// Remarks below, each with its word: `note`, `help`.
    pub remarks: &'a [(&'a str, &'a str)],
}

/// A [`Titled`] as text, ending in a newline.
#[must_use]
pub fn titled(it: &Titled, sources: &Sources, look: Look) -> String {
    let level = level(it.severity).with_name(it.word);
    let mut group = Group::with_title(level.primary_title(visible(it.title)).id(it.id));
    for (span, label, primary) in it.places {
        let file = sources.get(span.file);
        let window = Window::around(file, &[*span]);
        let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let snippet = Snippet::source(window.text).path(visible(&file.path)).line_start(window.line);
        group = group.element(snippet.annotation(kind.span(window.range(*span)).label(*label)));
    }
    for (word, remark) in it.remarks {
        group = group.element(Level::NOTE.with_name(*word).message(visible(remark)));
    }
    let mut shown = renderer(look).render(&[group]);
    shown.push('\n');
    shown
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn renderer(look: Look) -> Renderer {
    match look {
        Look::Plain => Renderer::plain(),
        Look::Styled => Renderer::styled(),
    }
}

/// The finding with as many places as a person would read, and the number of those left out.
fn shortened(finding: &Diagnostic) -> (Diagnostic, usize) {
    let mut finding = finding.clone();
    let more = finding.related.len().saturating_sub(SHOWN);
    finding.related.truncate(SHOWN);
    if let Some(fix) = finding.fix.as_mut().filter(|fix| fix.edits.len() > SHOWN) {
        fix.message = format!("{} (the first {SHOWN} of {} edits)", fix.message, fix.edits.len());
        fix.edits.truncate(SHOWN);
    }
    (finding, more)
}

/// The finding's file, then every other that a related place lies in.
fn files(finding: &Diagnostic) -> Vec<FileId> {
    let mut files = vec![finding.span.file];
    for related in &finding.related {
        if !files.contains(&related.span.file) {
            files.push(related.span.file);
        }
    }
    files
}

fn snippet<'a>(finding: &Diagnostic, file: &'a SourceFile) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let related = finding.related.iter().filter(|related| related.span.file == file.id);
    let mut spans: Vec<Span> = related.clone().map(|related| related.span).collect();
    let primary = (finding.span.file == file.id).then_some(finding.span);
    spans.extend(primary);
    let window = Window::around(file, &spans);
    let mut snippet = Snippet::source(window.text).path(visible(&file.path)).line_start(window.line);
    if let Some(span) = primary {
        let label = (!finding.label.is_empty()).then(|| visible(&finding.label));
        snippet = snippet.annotation(AnnotationKind::Primary.span(window.range(span)).label(label));
    }
    for related in related {
        let range = window.range(related.span);
        let label = Some(visible(&related.message));
        snippet = snippet.annotation(AnnotationKind::Context.span(range).label(label));
    }
    snippet
}

fn remedy<'a>(fix: &Fix, sources: &'a Sources) -> Group<'a> {
    let group = Group::with_title(Level::HELP.secondary_title(visible(&fix.message)));
    let Some(first) = fix.edits.first() else { return group };
    let file = sources.get(first.span.file);
    let spans: Vec<Span> = fix.edits.iter().map(|edit| edit.span).collect();
    let window = Window::around(file, &spans);
    let mut snippet = Snippet::source(window.text).path(visible(&file.path)).line_start(window.line);
    for edit in &fix.edits {
        snippet = snippet.patch(Patch::new(window.range(edit.span), shown(&edit.text)));
    }
    group.element(snippet)
}

/// The lines of a file that a report needs, so that a long file is not walked for one line.
struct Window<'a> {
    text: &'a str,
    start: usize,
    line: usize,
}

impl<'a> Window<'a> {
    fn around(file: &'a SourceFile, spans: &[Span]) -> Self {
        let first = spans.iter().map(|span| file.line_index(span.start)).min().unwrap_or(0);
        let last = spans.iter().map(|span| file.line_index(span.end)).max().unwrap_or(0);
        let bom = if first == 0 && file.text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = file.line_range(first).start + bom;
        let end = file.line_range(last.max(first)).end.max(start);
        Self { text: &file.text[start..end], start, line: first + 1 }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let clamp = |offset: usize| offset.saturating_sub(self.start).min(self.text.len());
        clamp(span.start)..clamp(span.end)
    }
}

/// A text of several lines, each made safe to show.
fn shown(text: &str) -> String {
    text.split('\n').map(|line| visible(line.trim_end_matches('\r'))).collect::<Vec<_>>().join("\n")
}
