//! A page about a lifecycle, or a diagram, made a state document: what the page says is filled in,
//! the rest is marked `TODO`.
//!
//! The way of a page: `page` reads its Markdown, `sources` finds the diagrams and tables that are
//! about one lifecycle, `diagrams`, `tables` and `matrix` take them into a `Draft`, `merge` makes
//! one list of rows of it, `settle` gives Rust names where they would meet, and `write` writes.

mod cells;
mod columns;
mod corner;
mod diagrams;
mod draft;
mod findings;
mod kinds;
mod labels;
mod lists;
mod marks;
mod matrix;
mod merge;
mod names;
mod pairs;
mod phrases;
mod picture;
mod settle;
mod shorthand;
mod sources;
mod state_tables;
mod tables;
mod write;

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::document::{self, FrontMatter};
use crate::failure::Failure;
use crate::markdown::{self, Page};
use crate::mermaid::{self, Fence};
use crate::source::SourceFile;
use draft::Draft;
use findings::{NOTHING, mild};
use sources::Source;

/// No more tables and lists than this are named where nothing is found.
const MOST_NAMED: usize = 8;

/// What is wanted of a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// The heading of the part that is wanted; the whole page where `None`.
    pub section: Option<&'a str>,
    /// The page's path as the document should name it; none where it is not known.
    pub source: Option<&'a str>,
}

/// What came of a page.
#[derive(Debug)]
pub struct Imported {
    /// The document; `None` where an error stands.
    pub document: Option<String>,
    /// What there is to say about the page, with places in it.
    pub findings: Vec<Diagnostic>,
    /// How many states and rows the document has.
    pub size: (usize, usize),
}

/// Makes a document of `file`: a Mermaid diagram, or a Markdown page.
///
/// # Errors
///
/// A section that the page does not have.
pub fn import(file: &SourceFile, request: Request) -> Result<Imported, Failure> {
    if document::is_meant(file) {
        let message = "this is a state document already";
        let finding = Diagnostic::new(NOTHING, file.span(0..3), message);
        return Ok(refused(vec![finding.help("`statedoc lint` reports what it lacks")]));
    }
    let body = match document::split(file) {
        FrontMatter::Found { body, .. } if !is_diagram_file(file) && !document::is_yaml(&file.path) => body,
        _ => 0..file.text.len(),
    };
    let mut page = if is_diagram_file(file) { Page::default() } else { markdown::read(file, body.clone()) };
    let range = section(file, &page, body, request.section)?;
    let remarks = shorthand::resolve(file, &mut page);
    Ok(of_range(file, &page, range, request, remarks))
}

fn refused(findings: Vec<Diagnostic>) -> Imported {
    Imported { document: None, findings, size: (0, 0) }
}

fn is_diagram_file(file: &SourceFile) -> bool {
    let ending = file.path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("mmd") || ending.eq_ignore_ascii_case("mermaid")
}

/// The part of the page that is wanted.
fn section(
    file: &SourceFile,
    page: &Page,
    body: Range<usize>,
    wanted: Option<&str>,
) -> Result<Range<usize>, Failure> {
    let Some(wanted) = wanted else { return Ok(body) };
    let named = |text: &str| names::key(text) == names::key(wanted);
    let Some(at) = page.headings.iter().position(|heading| named(&heading.words.text)) else {
        let near = crate::diagnostic::nearest(
            wanted,
            page.headings.iter().map(|heading| heading.words.text.as_str()),
        );
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(Failure { message: format!("{} has no heading `{wanted}`{hint}", file.path) });
    };
    let heading = &page.headings[at];
    let next = page.headings[at + 1..].iter().find(|next| next.level <= heading.level);
    Ok(heading.words.span.start..next.map_or(body.end, |next| next.words.span.start))
}

fn of_range(
    file: &SourceFile,
    page: &Page,
    range: Range<usize>,
    request: Request,
    footnotes: Vec<shorthand::Remark>,
) -> Imported {
    let mut found = Vec::new();
    let fences = fences(file, range.clone());
    let mut pictures = Vec::new();
    for fence in &fences {
        let (diagram, mut unreadable) = mermaid::read(file, fence.content);
        unreadable
            .iter_mut()
            .for_each(|finding| finding.severity = finding.own_severity.unwrap_or(finding.severity));
        found.append(&mut unreadable);
        pictures.extend(diagram.map(|diagram| (fence, diagram)));
    }
    let known = sources::tables(page, &range);
    found.extend(known.iter().filter_map(sources::targetless));
    let all = sources::all(file, &pictures, &known);
    let chosen = match sources::choose(file, page, all, &mut found) {
        Ok(chosen) => chosen,
        Err(finding) => {
            found.push(*finding);
            Vec::new()
        }
    };
    let has_error = |found: &[Diagnostic]| found.iter().any(|finding| finding.severity == Severity::Error);
    if has_error(&found) {
        return refused(found);
    }
    let title = title(file, page, &range, request);
    let mut draft = Draft { title, ..Draft::default() };
    sources::take(file, page, &range, &chosen, &mut draft, &mut found);
    if draft.names.list.is_empty() {
        found.push(nothing(file, &fences, page, &range, &known));
        return refused(found);
    }
    let read = |span: &crate::source::Span| {
        let inside = chosen.iter().any(|source| source.span.range().contains(&span.start));
        inside || chosen.is_empty() && range.contains(&span.start)
    };
    draft.remarks.extend(footnotes.into_iter().filter(|(span, _)| read(span)).map(|(_, text)| text));
    found.extend(merge::spellings(&draft));
    let mut rows = merge::rows(&mut draft, &mut found);
    let forbidden = merge::forbidden(&mut draft, &rows, &mut found);
    let main = chosen.iter().filter_map(Source::picture).max_by_key(|(_, diagram)| diagram.arrows.len());
    let text = settle::settle(file, &mut draft, &mut rows, &forbidden, main, request.source);
    if rows.is_empty() {
        let message = "no transition was found; a lifecycle needs at least one".to_owned();
        found.push(mild(NOTHING, Severity::Error, draft.names.list[0].span, message));
        return refused(found);
    }
    Imported { document: Some(text), findings: found, size: (draft.names.list.len(), rows.len()) }
}

/// The Mermaid blocks; of a file that is a diagram, all of it.
fn fences(file: &SourceFile, range: Range<usize>) -> Vec<Fence> {
    let whole = || {
        let span = file.span(range.clone());
        vec![Fence { span, content: span, indent: String::new(), closed: true }]
    };
    if is_diagram_file(file) {
        return whole();
    }
    let found = mermaid::fences(file, range.clone());
    let bare = found.is_empty() && file.text.contains("stateDiagram");
    if bare && mermaid::read(file, file.span(range.clone())).0.is_some() { whole() } else { found }
}

/// The section's heading, the page's first, the diagram's title, else the file's name in words.
fn title(file: &SourceFile, page: &Page, range: &Range<usize>, request: Request) -> String {
    let inside = || page.headings.iter().filter(|heading| range.contains(&heading.words.span.start));
    let first =
        inside().find(|heading| heading.level == 1 || request.section.is_some()).or_else(|| inside().next());
    let heading = first.map(|heading| heading.words.text.replace('\n', " ")).filter(|text| !text.is_empty());
    heading.or_else(|| picture::title(&file.text[range.clone()])).unwrap_or_else(|| {
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = if request.source.is_none() { "" } else { stem };
        let words = markdown::tidy(&stem.replace(['-', '_', '.'], " "));
        let mut letters = words.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        if words.is_empty() { "Lifecycle".to_owned() } else { first + letters.as_str() }
    })
}

/// Why there is nothing: the Mermaid blocks, tables and lists that were passed over are named.
fn nothing(
    file: &SourceFile,
    fences: &[Fence],
    page: &Page,
    range: &Range<usize>,
    known: &[kinds::Known],
) -> Diagnostic {
    let help = "import reads Mermaid state diagrams (`stateDiagram-v2`), tables with columns such as From and To, \
                and lists of `A → B`";
    let word =
        |fence: &Fence| file.slice(fence.content).split_whitespace().next().unwrap_or("empty").to_owned();
    let (span, message) = match fences.first() {
        Some(fence) => {
            let start = fence.content.start;
            let message = format!(
                "this Mermaid block is no state diagram but `{}`, and no table of transitions is here",
                word(fence)
            );
            (file.span(start..start + word(fence).len()), message)
        }
        None => (
            file.span(range.start..range.start),
            "no state diagram and no table of transitions was found".to_owned(),
        ),
    };
    let tables = known.iter().filter_map(|known| Some((known.table.head.first()?, known)));
    let tables = tables.map(|(first, known)| {
        let span = known.table.head.iter().fold(first.span, |span, words| span.to(words.span));
        (span, kinds::why_not(known))
    });
    let mut lists: Vec<&markdown::Item> = Vec::new();
    for item in page.items.iter().filter(|item| range.contains(&item.words.span.start)) {
        let line = |item: &markdown::Item| file.line_index(item.words.span.start);
        if lists.last().is_none_or(|last| last.lead != item.lead || line(last) + 1 < line(item)) {
            lists.push(item);
        }
    }
    let line = |span: crate::source::Span| file.span(file.line_range(file.line_index(span.start)));
    let lists = lists.into_iter().map(|item| (line(item.words.span), "no list of `A → B`".to_owned()));
    let passed: Vec<_> = tables.chain(lists).take(MOST_NAMED).collect();
    let finding = Diagnostic::new(NOTHING, span, message);
    passed.into_iter().fold(finding, |finding, (span, why)| finding.related(span, why)).help(help)
}
