//! What to say where Mermaid refuses a diagram.

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

use super::chars::{is_space, is_word, span_of, starts_with, starts_with_word};
use super::lexer::{Token, TokenKind};
use super::mapped::Mapped;
use super::writer::{is_reserved, safe_id};

/// The rule of every finding about a diagram's syntax.
pub const DIAGRAM_UNREADABLE: &str = "diagram-unreadable";

/// Where the reader stopped.
pub(super) struct Place<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) prepared: &'a Mapped,
    /// The end of the last token that was understood.
    pub(super) before: usize,
}

impl Place<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        self.file.span(self.prepared.source(start..end))
    }

    fn finding(&self, start: usize, end: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(DIAGRAM_UNREADABLE, self.span(start, end), message)
    }
}

/// A block without anything in it.
pub(super) fn empty(content: Span) -> Diagnostic {
    let finding = Diagnostic::new(DIAGRAM_UNREADABLE, content, "this mermaid block has no diagram");
    finding.help("start it with `stateDiagram-v2`")
}

/// Whether the first word of a block was meant to be a state diagram's header.
pub(super) fn is_misspelt(word: &str) -> bool {
    let plain: String = word.chars().filter(|c| c.is_ascii_alphabetic()).collect();
    plain.to_ascii_lowercase().starts_with("statediagram") || plain.eq_ignore_ascii_case("statemachine")
}

/// A header that Mermaid does not know.
pub(super) fn misspelt(span: Span, word: &str) -> Diagnostic {
    let message = format!("Mermaid knows no diagram type `{word}`");
    let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, message);
    finding.suggest("write `stateDiagram-v2`", span, "stateDiagram-v2")
}

/// A composite state without its closing brace.
pub(super) fn unclosed(span: Span, id: &str) -> Diagnostic {
    let message = format!("the composite state `{id}` is not closed");
    Diagnostic::new(DIAGRAM_UNREADABLE, span, message).help("close it with `}` on a line of its own")
}

/// A composite state with a second name, which Mermaid refuses from 11 on.
pub(super) fn several_names(span: Span, id: &str) -> Diagnostic {
    let message =
        format!("the composite state `{id}` has more than one name, which Mermaid refuses from 11 on");
    Diagnostic::new(DIAGRAM_UNREADABLE, span, message).help("keep one, and put the rest into a note")
}

/// A `%%{` without its end, behind which Mermaid sees nothing.
pub(super) fn unclosed_directive(span: Span) -> Diagnostic {
    let message = "this directive is not closed: Mermaid ignores everything after it";
    Diagnostic::new(DIAGRAM_UNREADABLE, span, message).help("close it with `}%%`")
}

/// Why Mermaid cannot go on at `token`.
pub(super) fn unreadable(place: &Place, token: &Token) -> Diagnostic {
    let text = place.prepared.text.as_str();
    let after = place.before + span_of(&text[place.before..], |c| is_space(c) && c != '\n');
    let at = token.span.start;
    reserved(place, after).or_else(|| reserved(place, at)).unwrap_or_else(|| match token.kind {
        TokenKind::Header => second_header(place, token),
        TokenKind::Invalid if starts_with(&text[at..], "accDescr") => {
            let message =
                "this description is not closed: Mermaid takes everything after it for a part of it";
            place.finding(at, at + "accDescr".len(), message).help("close it with `}`")
        }
        TokenKind::Invalid if text[at..].starts_with('-') => hyphen(place, at),
        TokenKind::Invalid if text[at..].starts_with(':') => lone_colon(place, at),
        TokenKind::Text | TokenKind::Separator => {
            let finding = place.finding(at, at + 1, "Mermaid ends the label before this colon");
            finding.suggest("write `#58;` for a colon", place.span(at, at + 1), "#58;")
        }
        TokenKind::Arrow if at > 0 => {
            let help = "write one arrow on a line: `A --> B`, then `B --> C`";
            place.finding(at, at + 3, "an arrow has one start and one end").help(help)
        }
        TokenKind::Newline | TokenKind::End => {
            place.finding(after.min(at), at, "the statement is not finished").help(FORMS)
        }
        _ => other(place, token),
    })
}

const FORMS: &str =
    "a line is an arrow `A --> B : label`, a state `state \"name\" as id`, a note, or a style";

fn other(place: &Place, token: &Token) -> Diagnostic {
    let text = place.prepared.text.as_str();
    let at = token.span.start;
    if at == 0 {
        let word = span_of(text, |c| !is_space(c));
        let span = place.span(0, word);
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, "Mermaid does not know this header");
        return finding.suggest("write `stateDiagram-v2`", span, "stateDiagram-v2");
    }
    let line = at + span_of(&text[at..], |c| c != '\n');
    if token.kind == TokenKind::Invalid && text[at..line].ends_with('{') && text[at..].starts_with(is_word) {
        let name = text[at..line - 1].trim();
        let help = format!("write `state \"{name}\" as {} {{`", safe_id(name));
        return place.finding(at, at + name.len(), "a composite state's name is a single word").help(help);
    }
    let end = at + span_of(&text[at..], |c| !is_space(c)).max(token.span.len().min(1));
    place.finding(at, end.min(line).max(at), "Mermaid cannot read this here").help(FORMS)
}

/// A word of Mermaid's own where an id should be.
fn reserved(place: &Place, at: usize) -> Option<Diagnostic> {
    let text = place.prepared.text.as_str();
    let word = &text[at..at + span_of(&text[at..], is_word)];
    if !is_reserved(word) {
        return None;
    }
    let rest = text[at + word.len()..].trim_start_matches(|c| is_space(c) && c != '\n');
    if starts_with_word(word, "note") && !rest.starts_with("--") && !rest.starts_with(['\n', ':']) {
        return Some(note(place, at, rest));
    }
    if word.eq_ignore_ascii_case("classDef") && starts_with_word(rest, "default") {
        let help = "give the class a name of its own and assign it with `class A,B name`";
        return Some(place.finding(at, at + word.len(), "state diagrams have no default class").help(help));
    }
    let id = safe_id(word);
    let message = format!("`{word}` is a word of Mermaid's own and cannot be a state's id");
    let help = format!("declare `state \"{word}\" as {id}` and write `{id}` in the arrows");
    Some(place.finding(at, at + word.len(), message).label("reserved").help(help))
}

fn note(place: &Place, at: usize, rest: &str) -> Diagnostic {
    let beside = starts_with_word(rest, "left of") || starts_with_word(rest, "right of");
    if !beside {
        let help = "write `note left of A : text` or `note right of A : text`";
        return place.finding(at, at + 4, "a note stands `left of` or `right of` a state").help(help);
    }
    let id = rest.find(" of ").map_or("", |at| rest[at + 4..].trim_start());
    let id = &id[..span_of(id, |c| !is_space(c) && c != ':')];
    if id.contains('-') {
        let help = format!("declare `state \"{id}\" as {}` and write that id", safe_id(id));
        return place.finding(at, at + 4, format!("the id `{id}` cannot hold a hyphen")).help(help);
    }
    place.finding(at, at + 4, "this note is not closed").help("close it with `end note` on a line of its own")
}

fn second_header(place: &Place, token: &Token) -> Diagnostic {
    let finding = place.finding(token.value.start, token.value.end, "a second diagram starts here");
    finding.help("one block holds one diagram: give this one a block of its own")
}

/// A hyphen that starts no arrow: a longer arrow, a divider, or a hyphen in an id.
fn hyphen(place: &Place, at: usize) -> Diagnostic {
    let text = place.prepared.text.as_str();
    let run = at + span_of(&text[at..], |c| matches!(c, '-' | '.' | '=' | '>'));
    if text[at..run].contains('>') {
        let span = place.span(at, run);
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, "the only arrow of a state diagram is `-->`");
        return finding.suggest("write `-->`", span, "-->");
    }
    if run - at > 1 {
        let help = "regions stand inside a composite state: `state P { … -- … }`";
        return place.finding(at, run, "`--` divides a composite state only").help(help);
    }
    let in_id = |c: char| !is_space(c) && c != ':';
    let start = at - text[..at].chars().rev().take_while(|c| in_id(*c)).map(char::len_utf8).sum::<usize>();
    let end = at + span_of(&text[at..], in_id);
    let end = start + text[start..end].find("--").filter(|len| *len > 0).unwrap_or(end - start);
    let (name, id) = (&text[start..end], safe_id(&text[start..end]));
    let help = format!("declare `state \"{name}\" as {id}` and write `{id}` in the arrows");
    place.finding(start, end.max(at + 1), "a state's id cannot hold a hyphen").help(help)
}

/// A colon with nothing after it, or a second one.
fn lone_colon(place: &Place, at: usize) -> Diagnostic {
    let text = place.prepared.text.as_str();
    let span = place.span(at, at + 1);
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if text[line..at].contains(" :") || text[line..at].contains(": ") {
        let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, "a label cannot end with a colon");
        return finding.suggest("write `#58;` for a colon", span, "#58;");
    }
    let finding = Diagnostic::new(DIAGRAM_UNREADABLE, span, "nothing follows the colon");
    finding.suggest("remove the colon", span, "")
}
