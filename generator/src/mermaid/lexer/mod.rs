//! The tokens of a state diagram, by the rules of Mermaid's own lexer and in their order.
//!
//! Mermaid's lexer is greedy in odd ways: `direction LR` anywhere swallows its line, `#` starts a
//! comment, an id runs to the next space, colon, hyphen or brace. A reader that is kinder than that
//! would read diagrams that nobody can see.

mod declaration;
mod rules;

use std::ops::Range;

use super::StateKind;
use super::chars::{is_line_break, is_space, span_of, starts_with_word, word_and_space};
use rules::{aside, directions, floating_note, note_ends, text_after_colon};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `stateDiagram-v2` or `stateDiagram`.
    Header,
    Newline,
    /// A state's id.
    Id,
    /// `[*]`.
    Star,
    /// `: text`, a label or a description.
    Text,
    /// `-->`.
    Arrow,
    /// `:::`.
    Separator,
    /// `--` between regions.
    Divider,
    Open,
    Close,
    /// The word after `state`.
    Name,
    /// The text between the quotes after `state`.
    Quoted,
    As,
    /// The id before `<<choice>>` and the like.
    Pseudo(StateKind),
    /// A note beside a state; the value is the state's id.
    Note,
    /// A statement that shows no state: a style, a title, a floating note.
    Aside,
    /// A line that holds `direction`.
    Direction,
    Click,
    Href,
    /// A string after `click`.
    Link,
    /// What no rule matches.
    Invalid,
    End,
}

/// A token: what it is, where it stands, and the part of it that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
    pub(super) value: Range<usize>,
}

/// The lexer's state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Base,
    /// After `state`.
    State,
    /// After `state "…" as`.
    Alias,
}

/// Reads tokens off a prepared text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    mode: Mode,
    /// How many composite states are open.
    depth: usize,
    /// The last line end that was looked up.
    line_end: usize,
    /// Up to here there is no `<<choice>>` or the like.
    plain: usize,
    /// The last brace that was looked up.
    brace: usize,
    /// Every `direction XX`, in order.
    directions: Vec<Range<usize>>,
    /// Every line that ends a note: from the line break before it to the end of `end note`.
    note_ends: Vec<Range<usize>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (directions, note_ends) = (directions(text), note_ends(text));
        Self {
            text,
            at: 0,
            mode: Mode::Base,
            depth: 0,
            line_end: 0,
            plain: 0,
            brace: 0,
            directions,
            note_ends,
        }
    }

    /// Goes on at the end of the line that holds byte `at`, inside `depth` composite states.
    pub(super) fn resume(&mut self, at: usize, depth: usize) {
        self.at = at + self.text[at..].find('\n').unwrap_or(self.text.len() - at);
        self.mode = Mode::Base;
        self.depth = depth;
    }

    /// The next token; [`TokenKind::End`] for ever after the last.
    pub(super) fn next(&mut self) -> Token {
        loop {
            if self.at >= self.text.len() {
                return self.token(TokenKind::End, 0);
            }
            let token = match self.mode {
                Mode::Base => self.base(),
                Mode::State => self.state(),
                Mode::Alias => Some(self.alias()),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes `len` bytes as a token.
    fn token(&mut self, kind: TokenKind, len: usize) -> Token {
        let span = self.at..self.at + len;
        self.at = span.end;
        Token { kind, value: span.clone(), span }
    }

    /// The end of the line that holds this place.
    fn line_end(&mut self) -> usize {
        if self.line_end <= self.at {
            self.line_end = self.at + span_of(self.rest(), |c| !is_line_break(c));
        }
        self.line_end
    }

    fn skip(&mut self, len: usize) -> Option<Token> {
        self.at += len;
        None
    }

    /// The bytes up to the end of the line, from `after` bytes further on.
    fn line_from(&self, after: usize) -> usize {
        after + span_of(&self.rest()[after..], |c| c != '\n')
    }

    /// Skips white space and comments; true where there were any.
    fn blank(&mut self, newlines: bool) -> bool {
        let rest = self.rest();
        let space = span_of(rest, |c| is_space(c) && (newlines || c != '\n'));
        let comment = rest.starts_with('#') || (rest.starts_with("%%") && !rest.starts_with("%%{"));
        let len = if space > 0 {
            space
        } else if comment {
            self.line_from(0)
        } else {
            0
        };
        self.at += len;
        len > 0
    }

    fn base(&mut self) -> Option<Token> {
        let rest = self.rest();
        let inside = self.depth > 0;
        if !inside && let Some(token) = self.link() {
            return Some(token);
        }
        if !inside && let Some(token) = self.direction() {
            return Some(token);
        }
        if rest.starts_with('\n') {
            let len = span_of(rest, |c| c == '\n');
            return if inside { self.skip(len) } else { Some(self.token(TokenKind::Newline, len)) };
        }
        if self.blank(!inside) {
            return None;
        }
        if let Some(whole) = aside(rest, inside) {
            let kind = if whole.is_some() { TokenKind::Aside } else { TokenKind::Invalid };
            return Some(self.token(kind, whole.unwrap_or(1)));
        }
        if let Some(len) = word_and_space(rest, "state") {
            if rest[len..].trim().is_empty() {
                return Some(self.token(TokenKind::Invalid, "state".len())); // names nothing
            }
            self.mode = Mode::State;
            return self.skip(len);
        }
        if inside && let Some(token) = self.direction() {
            return Some(token);
        }
        if let Some(len) = word_and_space(rest, "note") {
            return Some(self.note(len));
        }
        Some(self.mark(inside))
    }

    /// The tokens of `click`.
    fn link(&mut self) -> Option<Token> {
        let rest = self.rest();
        if starts_with_word(rest, "click") {
            return Some(self.token(TokenKind::Click, 5));
        }
        if starts_with_word(rest, "href") {
            return Some(self.token(TokenKind::Href, 4));
        }
        if let Some(close) = rest.strip_prefix('"').and_then(|text| text.find('"')) {
            return Some(self.token(TokenKind::Link, close + 2));
        }
        starts_with_word(rest, "default").then(|| self.token(TokenKind::Invalid, 7))
    }

    /// A line on which `direction XX` stands at or after this place.
    fn direction(&mut self) -> Option<Token> {
        let next = self.directions.partition_point(|found| found.start < self.at);
        let found = self.directions.get(next)?.clone();
        if found.start >= self.line_end() {
            return None;
        }
        let len = self.line_from(found.end - self.at);
        let mut token = self.token(TokenKind::Direction, len);
        token.value = found;
        Some(token)
    }

    /// A note, of which `len` bytes are the word.
    fn note(&mut self, len: usize) -> Token {
        let rest = self.rest();
        if rest[len..].starts_with('"') {
            let whole = floating_note(&rest[len + 1..]).map(|text| len + 1 + text);
            let kind = if whole.is_some() { TokenKind::Aside } else { TokenKind::Invalid };
            return self.token(kind, whole.unwrap_or(len));
        }
        let side = ["left of", "right of"].into_iter().find(|side| starts_with_word(&rest[len..], side));
        let Some(side) = side else { return self.token(TokenKind::Invalid, len) };
        let space = len + side.len() + span_of(&rest[len + side.len()..], is_space);
        let id = space + span_of(&rest[space..], |c| !is_space(c) && !matches!(c, ':' | '-'));
        let id = rest[space..id].find("%%").map_or(id, |at| space + at);
        let end = if id > space { self.note_end(id) } else { None };
        let Some(end) = end else { return self.token(TokenKind::Invalid, len) };
        let value = self.at + space..self.at + id;
        Token { value, ..self.token(TokenKind::Note, end) }
    }

    /// Where the note whose id ends at `id` ends.
    fn note_end(&self, id: usize) -> Option<usize> {
        let rest = self.rest();
        let colon = id + span_of(&rest[id..], is_space);
        if rest[colon..].starts_with(':') {
            let text = span_of(&rest[colon + 1..], |c| !matches!(c, ':' | '\n' | ';'));
            if text > 0 {
                return Some(colon + 1 + text);
            }
        }
        let next = self.note_ends.partition_point(|end| end.start < self.at + id);
        self.note_ends.get(next).map(|end| end.end - self.at)
    }

    /// Ids, arrows and the other marks.
    fn mark(&mut self, inside: bool) -> Token {
        let rest = self.rest();
        for header in ["stateDiagram-v2", "stateDiagram"] {
            if !inside && let Some(len) = word_and_space(rest, header) {
                let value = self.at..self.at + header.len();
                return Token { value, ..self.token(TokenKind::Header, len) };
            }
        }
        if inside && rest.starts_with('}') {
            self.depth -= 1;
            return self.token(TokenKind::Close, 1);
        }
        if !inside && rest.starts_with('{') {
            self.depth += 1;
            return self.token(TokenKind::Open, 1);
        }
        if rest.starts_with("[*]") {
            return self.token(TokenKind::Star, 3);
        }
        let id = span_of(rest, |c| !is_space(c) && !matches!(c, ':' | '-' | '{'));
        let id = rest[..id].find("%%").unwrap_or(id);
        if id > 0 {
            return self.token(TokenKind::Id, id);
        }
        self.sign(inside)
    }

    fn sign(&mut self, inside: bool) -> Token {
        let rest = self.rest();
        if let Some(len) = text_after_colon(rest) {
            let inner = &rest[1..len];
            let value =
                self.at + 1 + span_of(inner, is_space)..self.at + 1 + inner.trim_end_matches(is_space).len();
            let value = value.start.min(value.end)..value.end;
            return Token { value, ..self.token(TokenKind::Text, len) };
        }
        if rest.starts_with("-->") {
            return self.token(TokenKind::Arrow, 3);
        }
        if inside && rest.starts_with("--") {
            return self.token(TokenKind::Divider, 2);
        }
        if rest.starts_with(":::") {
            return self.token(TokenKind::Separator, 3);
        }
        let len = rest.chars().next().map_or(0, char::len_utf8);
        self.token(TokenKind::Invalid, len)
    }
}
