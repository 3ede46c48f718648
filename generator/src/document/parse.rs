//! A file's text to a [`Document`].

use std::ops::Range;

use super::decode::Fields;
use super::front_matter::stray_opening;
use super::keys::{DOCUMENT, INVALID, ROW, STATE};
use super::pin;
use super::{
    Decoder, DiagramBlock, Document, FrontMatter, InvalidEntry, Pin, RowEntry, StateEntry, Text, split,
};
use crate::diagnostic::{Diagnostic, Severity, conflict};
use crate::markdown::outline;
use crate::mermaid::{self, Diagram, Fence};
use crate::source::{SourceFile, Span};
use crate::yaml::{self, Node, Style, Value};

/// Reads a document: always a value, and every finding of the parser's own rules
/// (`syntax`, `unknown-key`, `missing-key`, `wrong-type`, `duplicate-key`, `diagram-unreadable`).
#[must_use]
pub fn parse(file: &SourceFile) -> (Document, Vec<Diagnostic>) {
    if let Some(finding) = conflict(file) {
        return failed(finding);
    }
    let (yaml, body) = match split(file) {
        FrontMatter::Found { yaml, body } => (yaml, body),
        FrontMatter::Unclosed { opening, rest } => return failed(unclosed(file, opening, rest)),
        FrontMatter::Absent => return failed(absent(file)),
    };
    let (mut document, mut diagnostics) = match yaml::read(file, yaml.clone()) {
        Ok(node) => read_front_matter(node),
        Err(diagnostic) => failed(*diagnostic),
    };
    document.front = Some(file.span(yaml));
    read_body(file, body, &mut document, &mut diagnostics);
    document.incomplete |= diagnostics.iter().any(|finding| finding.severity == Severity::Error);
    (document, diagnostics)
}

/// The closing line belongs before the heading, where there is one.
fn unclosed(file: &SourceFile, opening: Span, rest: Range<usize>) -> Diagnostic {
    let message = "the front matter that begins here is never closed";
    let finding = Diagnostic::new("syntax", opening, message);
    match file.text[rest.clone()].find("\n# ") {
        Some(heading) => {
            let place = file.span(rest.start + heading + 1..rest.start + heading + 1);
            let line_end = file.line_end();
            finding.suggest("close it before the heading", place, format!("---{line_end}{line_end}"))
        }
        None => finding.help("add a line `---` after its last line"),
    }
}

/// No front matter at the start: perhaps it stands further down.
fn absent(file: &SourceFile) -> Diagnostic {
    let message = "a state document begins with front matter between two lines `---`";
    let begin = file.text.len() - file.text.trim_start_matches('\u{feff}').len();
    match stray_opening(file) {
        Some(opening) if file.text[begin..opening.start.max(begin)].trim().is_empty() => {
            let line = file.span(begin..opening.end);
            Diagnostic::new("syntax", opening, message)
                .suggest("make it the file's very first line", line, "---")
                .safe(true)
        }
        Some(opening) => Diagnostic::new("syntax", opening, message)
            .help("move the front matter to the very start of the file"),
        None => Diagnostic::new("syntax", file.span(0..0), message)
            .help("put the keys between a first line `---` and another one after them"),
    }
}

fn failed(diagnostic: Diagnostic) -> (Document, Vec<Diagnostic>) {
    (Document { incomplete: true, ..Document::default() }, vec![diagnostic])
}

fn read_front_matter(node: Node) -> (Document, Vec<Diagnostic>) {
    let mut decoder = Decoder::default();
    let mut document = decode(&mut decoder, node);
    document.blanks = decoder.blanks;
    (document, decoder.diagnostics)
}

fn decode(decoder: &mut Decoder, node: Node) -> Document {
    let Some(mut fields) = decoder.map(node, "a state document", DOCUMENT) else {
        return Document::default();
    };
    let mut document = facts(decoder, &mut fields);
    document.states = entries(decoder, &mut fields, "states", true, state);
    document.transitions = entries(decoder, &mut fields, "transitions", true, row);
    document.invalid = entries(decoder, &mut fields, "invalid", false, invalid);
    document.extensions = decoder.finish(fields);
    check_values(decoder, &document);
    document
}

fn facts(decoder: &mut Decoder, fields: &mut Fields) -> Document {
    Document {
        id: decoder.required(fields, "id"),
        title: decoder.required(fields, "title"),
        name: decoder.text(fields, "name"),
        object: decoder.text(fields, "object"),
        product_area: decoder.text(fields, "product_area"),
        module: decoder.text(fields, "module"),
        revision: decoder.text(fields, "revision"),
        status: decoder.text(fields, "status"),
        design_intent: decoder.text(fields, "design_intent"),
        origin: decoder.text(fields, "origin"),
        implementation_evidence: decoder.text(fields, "implementation_evidence"),
        source_sha: pins(decoder, fields),
        concurrency: decoder.text(fields, "concurrency"),
        invariants: decoder.texts(fields, "invariants"),
        evidence: decoder.texts(fields, "evidence"),
        ..Document::default()
    }
}

fn pins(decoder: &mut Decoder, fields: &mut Fields) -> Option<Vec<Pin>> {
    let map = decoder.submap(fields, "source_sha", "`source_sha`")?;
    let pairs = decoder.free(map);
    Some(pairs.into_iter().map(|(repository, commit)| Pin { repository, commit }).collect())
}

fn entries<T>(
    decoder: &mut Decoder,
    fields: &mut Fields,
    key: &'static str,
    needed: bool,
    entry: fn(&mut Decoder, Node) -> Option<T>,
) -> Vec<T> {
    let (place, before, blanks) = (fields.place(key), decoder.diagnostics.len(), decoder.blanks.len());
    let items = decoder.list(fields, key);
    let readable = decoder.diagnostics.len() == before;
    match &items {
        None if needed && readable => decoder.missing(fields, key),
        Some(items) if needed && readable && items.is_empty() => {
            let message = format!("`{key}` lists nothing; a lifecycle needs at least one entry");
            decoder.report(Diagnostic::new("missing-key", place, message).help("begin each entry with `- `"));
            decoder.blanks.truncate(blanks);
        }
        _ => {}
    }
    items.unwrap_or_default().into_iter().filter_map(|item| entry(decoder, item)).collect()
}

/// A state that is written as text alone has that text as its name, so that what refers to it is
/// not reported as well.
fn bare_state(decoder: &mut Decoder, name: Text) -> StateEntry {
    let name = match name.value.strip_prefix("name:") {
        Some(rest) if name.style == Style::Plain && rest.starts_with(char::is_alphanumeric) => {
            let colon = Span { end: name.span.start + "name:".len(), ..name.span };
            let finding = Diagnostic::new("wrong-type", colon, "a space is missing behind this `:`");
            decoder.report(finding.suggest("write it", colon.at_end(), " "));
            Text { value: rest.to_owned(), span: Span { start: colon.end, ..name.span }, ..name }
        }
        _ => {
            let message = format!("a state must be a map, and this is its bare name, `{}`", name.value);
            let finding = Diagnostic::new("wrong-type", name.span, message);
            decoder.report(finding.suggest("write its key too", name.span.at_start(), "name: "));
            name
        }
    };
    StateEntry {
        span: name.span,
        name: Some(name),
        meaning: None,
        variant: None,
        initial: false,
        terminal: false,
        aliases: Vec::new(),
        extensions: Vec::new(),
    }
}

fn state(decoder: &mut Decoder, node: Node) -> Option<StateEntry> {
    if let Value::Text(value, style) = &node.value
        && !value.trim().is_empty()
    {
        return Some(bare_state(decoder, Text { value: value.clone(), span: node.span, style: *style }));
    }
    let mut fields = decoder.map(node, "a state", STATE)?;
    let entry = StateEntry {
        span: fields.span,
        name: decoder.required_even_blank(&mut fields, "name"),
        meaning: decoder.text(&mut fields, "meaning"),
        variant: decoder.text(&mut fields, "variant"),
        initial: decoder.flag(&mut fields, "initial").unwrap_or(false),
        terminal: decoder.flag(&mut fields, "terminal").unwrap_or(false),
        aliases: decoder.texts(&mut fields, "aliases"),
        extensions: Vec::new(),
    };
    Some(StateEntry { extensions: decoder.finish(fields), ..entry })
}

fn row(decoder: &mut Decoder, node: Node) -> Option<RowEntry> {
    let mut fields = decoder.map(node, "a transition", ROW)?;
    let entry = RowEntry {
        span: fields.span,
        from: decoder.required(&mut fields, "from"),
        to: decoder.required(&mut fields, "to"),
        name: decoder.text(&mut fields, "name"),
        trigger: decoder.text(&mut fields, "trigger"),
        guard: decoder.text(&mut fields, "guard"),
        side_effects: decoder.texts(&mut fields, "side_effects"),
        who: decoder.text(&mut fields, "who"),
        provenance: decoder.text(&mut fields, "provenance"),
        source: decoder.text(&mut fields, "source"),
        extensions: Vec::new(),
    };
    Some(RowEntry { extensions: decoder.finish(fields), ..entry })
}

fn invalid(decoder: &mut Decoder, node: Node) -> Option<InvalidEntry> {
    let mut fields = decoder.map(node, "an invalid transition", INVALID)?;
    let entry = InvalidEntry {
        span: fields.span,
        from: decoder.required(&mut fields, "from"),
        to: decoder.required(&mut fields, "to"),
        why: decoder.required(&mut fields, "why"),
        extensions: Vec::new(),
    };
    Some(InvalidEntry { extensions: decoder.finish(fields), ..entry })
}

/// What a value must look like beyond being text.
fn check_values(decoder: &mut Decoder, document: &Document) {
    if let Some(revision) = &document.revision
        && !is_revision(&revision.value)
    {
        let message = format!("`revision` must be a whole number from 1, and this is `{}`", revision.value);
        let finding = Diagnostic::new("wrong-type", revision.span, message);
        decoder.report(finding.help("begin with 1, and add 1 with each change"));
    }
    pin::check(decoder, document);
}

fn is_revision(text: &str) -> bool {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    digits && text.parse::<u64>().is_ok()
}

fn read_body(
    file: &SourceFile,
    body: Range<usize>,
    document: &mut Document,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let outline = outline(file, body.clone());
    document.heading = outline.title.map(|(title, span)| Text::plain(title, span));
    let is_shown = |fence: &Fence| !outline.html.iter().any(|html| html.contains(&fence.span.start));
    for fence in mermaid::fences(file, body).into_iter().filter(is_shown) {
        let (diagram, mut findings) = read_block(file, &fence);
        if diagram.is_some() || !findings.is_empty() {
            document.diagrams.push(DiagramBlock { fence, diagram });
        }
        diagnostics.append(&mut findings);
    }
}

/// A block without its end holds the rest of the page: one finding says so, not one per line.
fn read_block(file: &SourceFile, fence: &Fence) -> (Option<Diagram>, Vec<Diagnostic>) {
    let (diagram, findings) = mermaid::read(file, fence.content);
    if fence.closed || (diagram.is_none() && findings.is_empty()) {
        return (diagram, findings);
    }
    let opening = file.line_range(file.line_index(fence.span.start));
    let message = "the diagram's block is never closed, so everything below is taken for a part of it";
    let finding = Diagnostic::new(mermaid::DIAGRAM_UNREADABLE, file.span(opening), message);
    (None, vec![finding.help("add a line of backticks, as many as open it, after the diagram's last line")])
}
