//! Reads a state diagram as Mermaid 11.17 does, and says where it cannot or surely misunderstands.

use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

use super::builder::Builder;
use super::complaint::{self, Place};
use super::lexer::{Lexer, Token, TokenKind};
use super::mapped::Mapped;
use super::prepare::{prepare, unclosed_directive};
use super::style::{Seen, style};
use super::suspect::Suspect;
use super::{Diagram, Endpoint, StateKind};

/// Reads the diagram between the fences at `content`.
///
/// None where the block holds no state diagram; a diagram of another type is no problem. What is not
/// meant as Mermaid reads it (`In Progress --> Done`) is a finding too, and then the diagram holds
/// what Mermaid shows. Where there are findings, the diagram holds what could be read.
pub fn read(file: &SourceFile, content: Span) -> (Option<Diagram>, Vec<Diagnostic>) {
    let source = file.slice(content);
    let prepared = prepare(source, content.start);
    let text = prepared.text.trim_start();
    if text.starts_with("stateDiagram") {
        let (diagram, mut found) = Reader::new(file, &prepared).run(content);
        let open = unclosed_directive(source).map(|at| content.start + at);
        found.extend(open.map(|at| complaint::unclosed_directive(file.span(at..at + 3))));
        return (diagram, found);
    }
    let word = text.split_whitespace().next().unwrap_or_default();
    let found = if word.is_empty() {
        vec![complaint::empty(content)]
    } else if complaint::is_misspelt(word) {
        let at = prepared.text.len() - text.len();
        vec![complaint::misspelt(file.span(prepared.source(at..at + word.len())), word)]
    } else {
        Vec::new()
    };
    (None, found)
}

struct Reader<'a> {
    file: &'a SourceFile,
    prepared: &'a Mapped,
    lexer: Lexer<'a>,
    peeked: Option<Token>,
    /// The end of the token taken last.
    taken: usize,
    builder: Builder<'a>,
    suspect: Suspect<'a>,
    seen: Seen,
    found: Vec<Diagnostic>,
}

/// A statement could not be read on from this token.
struct Stuck(Token);

impl<'a> Reader<'a> {
    fn new(file: &'a SourceFile, prepared: &'a Mapped) -> Self {
        Self {
            file,
            prepared,
            lexer: Lexer::new(&prepared.text),
            peeked: None,
            taken: 0,
            builder: Builder::new(file, prepared),
            suspect: Suspect::new(file, prepared),
            seen: Seen::default(),
            found: Vec::new(),
        }
    }

    fn run(mut self, content: Span) -> (Option<Diagram>, Vec<Diagnostic>) {
        let token = self.next();
        let header = self.builder.span(token.value.clone());
        if token.kind != TokenKind::Header {
            self.fail(token);
        }
        self.found.extend(self.suspect.other_type());
        loop {
            let token = self.next();
            if token.kind == TokenKind::End {
                break;
            }
            let start = token.span.start;
            if let Err(Stuck(at)) = self.statement(token) {
                self.fail(at);
            } else {
                self.suspect.statement_ends(start..self.taken);
            }
        }
        self.close(content, header)
    }

    fn close(mut self, content: Span, header: Span) -> (Option<Diagram>, Vec<Diagnostic>) {
        for open in &self.builder.scopes {
            let state = &self.builder.states[*open];
            self.found.push(complaint::unclosed(state.span, &state.id));
        }
        for state in &self.builder.states {
            if state.kind == StateKind::Composite && state.descriptions.len() > 1 {
                self.found.push(complaint::several_names(state.span, &state.id));
            }
        }
        self.found.append(&mut self.suspect.found);
        self.found.sort_by_key(|found| found.span);
        let style = style(self.file, content, header, self.seen, &self.builder);
        let (states, arrows) = (self.builder.states, self.builder.arrows);
        (Some(Diagram { span: content, header, states, arrows, style }), self.found)
    }

    fn next(&mut self) -> Token {
        let token = self.peeked.take().unwrap_or_else(|| self.lexer.next());
        self.taken = token.span.end;
        token
    }

    fn peek(&mut self) -> TokenKind {
        self.peeked.get_or_insert_with(|| self.lexer.next()).kind
    }

    /// Takes the next token, which must be of this kind.
    fn expect(&mut self, kind: TokenKind) -> Result<Token, Stuck> {
        if self.peek() == kind { Ok(self.next()) } else { Err(self.stuck()) }
    }

    fn stuck(&mut self) -> Stuck {
        Stuck(self.peeked.take().unwrap_or_else(|| self.lexer.next()))
    }

    /// Reports the token and goes on with the next line.
    fn fail(&mut self, token: Token) {
        let place =
            Place { file: self.file, prepared: self.prepared, before: self.taken.min(token.span.start) };
        self.found.push(complaint::unreadable(&place, &token));
        let from =
            place.before.max(self.prepared.text[..token.span.start].rfind('\n').map_or(0, |at| at + 1));
        let start = if token.kind == TokenKind::Name { place.before.min(from) } else { token.span.start };
        let end = start + self.prepared.text[start..].find('\n').unwrap_or(0);
        self.keep_scopes(start..end);
        self.peeked = None;
        self.lexer.resume(start, self.builder.scopes.len());
        self.taken = end;
        self.suspect.line_is_reported(start);
    }

    /// Opens or closes the composite state that the end of a refused line opens or closes.
    fn keep_scopes(&mut self, line: Range<usize>) {
        let text = self.prepared.text[line.clone()].trim_end();
        if text.ends_with('}') {
            self.builder.scopes.pop();
        }
        let described = text.trim_start().to_ascii_lowercase().starts_with("accdescr");
        if let Some(name) = text.strip_suffix('{').filter(|_| !described) {
            let name = name.trim_end().len().max(1);
            let state = self.builder.state(line.start..line.start + name);
            self.builder.states[state].kind = StateKind::Composite;
            self.builder.scopes.push(state);
        }
    }

    fn statement(&mut self, token: Token) -> Result<(), Stuck> {
        self.first(&token);
        match token.kind {
            TokenKind::Newline | TokenKind::Aside | TokenKind::Divider => Ok(()),
            TokenKind::Direction => {
                self.direction(&token);
                Ok(())
            }
            TokenKind::Id | TokenKind::Star => self.id(token),
            TokenKind::Name => self.named(token),
            TokenKind::Quoted => self.alias(token),
            TokenKind::Pseudo(kind) => {
                let state = self.builder.state(token.value);
                self.builder.states[state].kind = kind;
                self.builder.mention(state, self.statement_from(token.span.start));
                Ok(())
            }
            TokenKind::Note => {
                let state = self.builder.state(token.value);
                self.builder.mention(state, token.span);
                Ok(())
            }
            TokenKind::Close if self.builder.scopes.pop().is_some() => Ok(()),
            TokenKind::Click => self.click(),
            _ => Err(Stuck(token)),
        }
    }

    fn first(&mut self, token: &Token) {
        let shows = !matches!(token.kind, TokenKind::Newline | TokenKind::Close | TokenKind::Header);
        if shows && self.seen.first.is_none() && self.builder.scopes.is_empty() {
            self.seen.first = Some(self.builder.span(self.statement_from(token.span.start)));
        }
    }

    /// The statement that started at `start`, with the word `state` before it, up to the last token.
    fn statement_from(&self, start: usize) -> Range<usize> {
        let before = self.prepared.text[..start].trim_end();
        let word = before.len().saturating_sub("state".len());
        let keyword = before.get(word..).is_some_and(|text| text.eq_ignore_ascii_case("state"));
        let alone = !before.get(..word).is_some_and(|text| text.ends_with(|c: char| c.is_alphanumeric()));
        (if keyword && alone { word } else { start })..self.taken
    }

    fn direction(&mut self, token: &Token) {
        self.suspect.direction(token);
        let way = &self.prepared.text[token.value.end - 2..token.value.end];
        if self.builder.scopes.is_empty() && self.seen.direction.is_none() {
            self.seen.direction = Some(way.to_ascii_uppercase());
        }
    }

    /// `A`, `A : text`, `A --> B` and `A --> B : text`.
    fn id(&mut self, token: Token) -> Result<(), Stuck> {
        let start = token.span.start;
        let (from, from_end) = self.endpoint(&token)?;
        if self.peek() == TokenKind::Arrow {
            self.next();
            return self.arrow(start, from, from_end);
        }
        let text = if self.peek() == TokenKind::Text { Some(self.next()) } else { None };
        let Endpoint::State(state) = from else { return Ok(()) };
        let end = text.as_ref().map_or(from_end, |text| text.value.end.max(text.span.start + 1));
        self.builder.mention(state, start..end);
        match text {
            Some(text) => self.builder.describe(state, text.value),
            None => self.suspect.bare(start..from_end),
        }
        Ok(())
    }

    fn arrow(&mut self, start: usize, from: Endpoint, from_end: usize) -> Result<(), Stuck> {
        if !matches!(self.peek(), TokenKind::Id | TokenKind::Star) {
            return Err(self.stuck());
        }
        let target = self.next();
        self.seen.arrow.get_or_insert_with(|| self.prepared.text[from_end..target.span.start].to_owned());
        let (to, mut end) = self.endpoint(&target)?;
        let label = if self.peek() == TokenKind::Text { Some(self.next()) } else { None };
        if let Some(label) = &label {
            let colon = &self.prepared.text[end..label.value.start];
            self.seen.colon.get_or_insert_with(|| colon.to_owned());
            end = label.value.end.max(label.span.start + 1);
        }
        self.builder.arrow((from, to), start..end, label.map(|label| label.value));
        Ok(())
    }

    /// The end of an arrow at `token`, with the class after it, and where that ends.
    fn endpoint(&mut self, token: &Token) -> Result<(Endpoint, usize), Stuck> {
        let mut end = token.span.end;
        let endpoint = if token.kind == TokenKind::Star {
            Endpoint::Star
        } else {
            self.suspect.id(token.value.clone());
            Endpoint::State(self.builder.state(token.value.clone()))
        };
        if self.peek() == TokenKind::Separator {
            self.next();
            end = self.expect(TokenKind::Id)?.span.end;
        }
        Ok((endpoint, end))
    }

    /// `state A`, which Mermaid ignores, and `state A {`.
    fn named(&mut self, token: Token) -> Result<(), Stuck> {
        if self.peek() == TokenKind::Open {
            self.next();
            let state = self.builder.state(token.value);
            self.open(state, token.span.start);
        } else {
            self.suspect.name(&token);
        }
        Ok(())
    }

    fn open(&mut self, state: usize, start: usize) {
        self.builder.states[state].kind = StateKind::Composite;
        self.builder.mention(state, self.statement_from(start));
        self.builder.scopes.push(state);
    }

    /// `state "text" as id`, `state "text" as id : text` and `state "text" as id {`.
    fn alias(&mut self, token: Token) -> Result<(), Stuck> {
        self.expect(TokenKind::As)?;
        let id = self.expect(TokenKind::Id)?;
        let written = &self.prepared.text[id.value.clone()];
        let len = written.find(':').unwrap_or(written.len());
        let range = id.value.start..id.value.start + written[..len].trim_end().len();
        self.suspect.alias(range.clone());
        let state = self.builder.state(range);
        self.builder.states[state].aliased = true;
        self.builder.describe(state, token.value);
        if let Some(more) = written.get(len + 1..) {
            let more_len = more.find(':').unwrap_or(more.len());
            self.builder.describe(state, id.value.start + len + 1..id.value.start + len + 1 + more_len);
        }
        if self.peek() == TokenKind::Open {
            self.next();
            self.open(state, token.span.start);
        } else {
            self.taken = id.value.end;
            self.builder.mention(state, self.statement_from(token.span.start));
        }
        Ok(())
    }

    /// `click id "address" "text"`.
    fn click(&mut self) -> Result<(), Stuck> {
        if self.peek() == TokenKind::Star {
            self.next()
        } else {
            self.expect(TokenKind::Id)?
        };
        if self.peek() == TokenKind::Separator {
            self.next();
            self.expect(TokenKind::Id)?;
        }
        if self.peek() == TokenKind::Href {
            self.next()
        } else {
            self.expect(TokenKind::Link)?
        };
        self.expect(TokenKind::Link)?;
        self.expect(TokenKind::Newline).map(|_| ())
    }
}
