//! Parser events to a tree.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{
    ErrorKind, Event, Options, Parser, ScalarStyle, ScanError, Span as YamlSpan, StructureStyle,
};

use super::explain::{Slip, Stop};
use super::{Node, Style, Text, Value, limits};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// The rule of everything that keeps a document from being read at all.
const SYNTAX: &str = "syntax";

/// The tree of the YAML in `range` of `file`, or the finding that says why there is none.
///
/// Empty input gives an empty text. Every finding is of rule `syntax`.
///
/// # Errors
///
/// Invalid YAML, more than one YAML document, a key that is not text, an undefined alias, and
/// input that exceeds the limits (16 MB, 64 levels, 10,000 nodes copied by aliases).
pub fn read(file: &SourceFile, range: Range<usize>) -> Result<Node, Box<Diagnostic>> {
    if range.len() > limits::BYTES {
        let message = format!("the document is larger than {} MB", limits::BYTES / 1024 / 1024);
        return Err(Box::new(Diagnostic::new(SYNTAX, file.span(range.start..range.start), message)));
    }
    let text = &file.text[range.clone()];
    let mut tree = Tree::new(file, range.clone());
    for event in Parser::new_from_str_with_options(text, options()) {
        let (event, span) = event.map_err(|error| Box::new(explain(file, range.clone(), &error)))?;
        tree.event(event, &span)?;
    }
    Ok(tree.root.unwrap_or_else(|| empty(file.span(range.start..range.start))))
}

fn options() -> Options {
    granit_parser::options! {
        strict_indentation: true,
        emit_comments: false,
        emit_unresolved_aliases: true,
        block_nesting_limit: limits::DEPTH,
        flow_nesting_limit: limits::DEPTH,
    }
}

/// A text of YAML, keys included, or the beginning or the end of a list or map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it stands in the YAML.
    pub range: Range<usize>,
    /// The text; `None` of a beginning or an end.
    pub text: Option<String>,
    /// How the text is written.
    pub style: Style,
}

/// The pieces of YAML in their order, up to the first place where it cannot be read.
#[must_use]
pub fn pieces(yaml: &str) -> Vec<Piece> {
    let events = Parser::new_from_str_with_options(yaml, options()).map_while(Result::ok);
    let piece = |(event, span): (Event, YamlSpan)| {
        let range = span.byte_range().unwrap_or(0..0);
        match event {
            Event::Scalar(text, style, ..) => {
                let length = yaml[range.clone()].trim_end().len();
                let range = range.start..range.start + length;
                Some(Piece { range, text: Some(text.into_owned()), style: style_of(style) })
            }
            Event::SequenceStart(..) | Event::MappingStart(..) | Event::SequenceEnd | Event::MappingEnd => {
                Some(Piece { range, text: None, style: Style::Plain })
            }
            _ => None,
        }
    };
    events.filter_map(piece).collect()
}

fn empty(span: Span) -> Node {
    Node { span, value: Value::Text(String::new(), Style::Plain) }
}

/// A collection whose end has not come yet.
struct Open {
    start: usize,
    anchor: usize,
    flow: bool,
    key: Option<Text>,
    value: Value,
}

struct Tree<'a> {
    file: &'a SourceFile,
    base: usize,
    end: usize,
    open: Vec<Open>,
    root: Option<Node>,
    anchors: HashMap<usize, Node>,
    copied: usize,
}

impl<'a> Tree<'a> {
    fn new(file: &'a SourceFile, range: Range<usize>) -> Self {
        let Range { start: base, end } = range;
        Self { file, base, end, open: Vec::new(), root: None, anchors: HashMap::new(), copied: 0 }
    }

    fn event(&mut self, event: Event, span: &YamlSpan) -> Result<(), Box<Diagnostic>> {
        let place = self.place(span);
        match event {
            Event::Scalar(_, _, _, Some(tag)) if tag.handle() == "!" => {
                Err(Box::new(self.stop(place).explain(Slip::Tag(tag.suffix().to_owned()))))
            }
            Event::Scalar(text, style, anchor, _) => {
                let span = trim(self.file, place);
                let absent = text == "~" && self.file.slice(span).is_empty();
                let text = if absent { String::new() } else { text.into_owned() };
                let style = style_of(style);
                let span = if style.is_block() { self.with_mark(span) } else { span };
                self.close(Node { span, value: Value::Text(text, style) }, anchor)
            }
            Event::SequenceStart(style, anchor, _) => {
                self.begin(place, anchor, style, Value::List(Vec::new()))
            }
            Event::MappingStart(style, anchor, _) => self.begin(place, anchor, style, Value::Map(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => self.end(place),
            Event::Alias(id) => self.alias(id, place),
            Event::UnresolvedAlias(name) => {
                let message = format!("`*{name}` is an alias, and no anchor `&{name}` stands before it");
                let mut finding = self.refuse(place, message);
                finding.help = "put text that begins with `*` in quotes".to_owned();
                Err(finding)
            }
            Event::DocumentStart(..) if self.root.is_some() => {
                let message = "a second YAML document begins here; a state document is one";
                Err(self.refuse(place, message.to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn stop(&self, place: Span) -> Stop<'a> {
        Stop { file: self.file, range: self.base..self.end, at: place.start }
    }

    fn refuse(&self, span: Span, message: String) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(SYNTAX, trim(self.file, span), message))
    }

    fn place(&self, span: &YamlSpan) -> Span {
        let range = span.byte_range().unwrap_or(0..0);
        self.file.span(self.base + range.start..self.base + range.end)
    }

    /// A block scalar's span from its mark (`>-`) on; the parser begins it at its first text.
    fn with_mark(&self, span: Span) -> Span {
        let before = self.file.text[self.base..span.start].trim_end();
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let header = before[line..].split(" #").next().unwrap_or_default();
        let mark = header.rfind(['|', '>']).map(|at| self.base + line + at);
        mark.map_or(span, |start| self.file.span(start..span.end))
    }

    fn begin(
        &mut self,
        place: Span,
        anchor: usize,
        style: StructureStyle,
        value: Value,
    ) -> Result<(), Box<Diagnostic>> {
        let flow = style == StructureStyle::Flow;
        self.open.push(Open { start: place.start, anchor, flow, key: None, value });
        Ok(())
    }

    fn end(&mut self, place: Span) -> Result<(), Box<Diagnostic>> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let last = match &open.value {
            Value::List(items) => items.last().map(|item| item.span.end),
            Value::Map(pairs) => pairs.last().map(|(key, value)| value.span.end.max(key.span.end)),
            Value::Text(..) => None,
        };
        let end = if open.flow { place.end } else { last.unwrap_or(open.start) };
        let span = self.file.span(open.start..end.max(open.start));
        self.close(Node { span, value: open.value }, open.anchor)
    }

    /// Puts a finished node where it belongs.
    fn close(&mut self, node: Node, anchor: usize) -> Result<(), Box<Diagnostic>> {
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match (&mut open.value, open.key.take()) {
            (Value::Map(pairs), Some(key)) => pairs.push((key, node)),
            (Value::Map(_), None) => open.key = Some(key(self.file, node)?),
            (Value::List(items), _) => items.push(node),
            (Value::Text(..), _) => {}
        }
        Ok(())
    }

    fn alias(&mut self, id: usize, place: Span) -> Result<(), Box<Diagnostic>> {
        let Some(node) = self.anchors.get(&id) else {
            return Err(self.refuse(place, "this alias stands inside what it names".to_owned()));
        };
        let allowed = limits::COPIED_NODES - self.copied;
        let size = count(node, allowed + 1);
        if size > allowed {
            let message = format!("aliases copy more than {} values", limits::COPIED_NODES);
            return Err(self.refuse(place, message));
        }
        self.copied += size;
        let node = node.clone();
        self.close(node, 0)
    }
}

fn key(file: &SourceFile, node: Node) -> Result<Text, Box<Diagnostic>> {
    let refuse = |span, message| Err(Box::new(Diagnostic::new(SYNTAX, trim(file, span), message)));
    match node.value {
        Value::Text(value, Style::Plain) if value == "<<" => {
            refuse(node.span, "merge keys are not read; write the keys out".to_owned())
        }
        Value::Text(value, style) => Ok(Text { value, span: node.span, style }),
        other => refuse(node.span, format!("a key must be text, and this is {}", other.kind())),
    }
}

/// Without the white space that the parser counts in at the end.
fn trim(file: &SourceFile, span: Span) -> Span {
    let length = file.slice(span).trim_end().len();
    Span { end: span.start + length, ..span }
}

/// How many nodes a tree has; stops counting at `limit`.
fn count(node: &Node, limit: usize) -> usize {
    let mut total = 1;
    let children: Box<dyn Iterator<Item = &Node>> = match &node.value {
        Value::Text(..) => return total,
        Value::List(items) => Box::new(items.iter()),
        Value::Map(pairs) => Box::new(pairs.iter().map(|(_, value)| value)),
    };
    for child in children {
        if total >= limit {
            break;
        }
        total += count(child, limit - total);
    }
    total
}

fn style_of(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::SingleQuoted,
        ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
        ScalarStyle::Literal => Style::Literal,
        ScalarStyle::Folded => Style::Folded,
    }
}

/// The library's error in our words, at the place a person would look.
fn explain(file: &SourceFile, range: Range<usize>, error: &ScanError) -> Diagnostic {
    let offset = error.marker().byte_offset().unwrap_or(0);
    let at = file.text.floor_char_boundary((range.start + offset).min(range.end));
    Stop { file, range, at }.explain(slip(error.kind()))
}

fn slip(kind: &ErrorKind) -> Slip {
    use ErrorKind as E;
    match kind {
        E::UnclosedQuotedScalar | E::DocumentIndicatorInQuotedScalar | E::InvalidQuotedScalarIndent => {
            Slip::OpenQuote
        }
        E::InvalidTrailingSingleQuotedScalar | E::InvalidTrailingDoubleQuotedScalar => Slip::AfterQuote,
        E::UnknownQuotedScalarEscape => Slip::Escape,
        E::MappingValueNotAllowed => Slip::Colon,
        E::InvalidSimpleKey | E::SimpleKeyExpected => Slip::NoColon,
        E::ExpectedBlockMappingKey
        | E::InvalidIndentation
        | E::ExpectedBlockSequenceEntry
        | E::BlockSequenceEntryNotAllowed => Slip::Indentation,
        E::UnclosedFlowCollection { .. }
        | E::UnexpectedEofFlowSequence
        | E::UnexpectedEofFlowMapping
        | E::UnexpectedEofImplicitFlowMapping
        | E::ExpectedFlowMappingSeparator
        | E::ExpectedFlowSequenceSeparator
        | E::InvalidFlowScalarIndent => Slip::Bracket,
        E::MissingAnchorOrAliasName => Slip::Anchor,
        E::UnexpectedCharacter { .. } | E::InvalidBlockScalarHeader => Slip::Character,
        E::RecursionLimitExceeded => Slip::TooDeep,
        other => Slip::Other(other.to_string()),
    }
}
