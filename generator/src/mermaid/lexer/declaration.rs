//! What may follow the word `state`: a name, an alias, a pseudo state, a composite state's block.

use super::rules::second_word;
use super::{Lexer, Mode, Token, TokenKind};
use crate::mermaid::StateKind;
use crate::mermaid::chars::{find_all, is_line_break, is_space, span_of, word_and_space};

impl Lexer<'_> {
    /// What may follow `state`.
    pub(super) fn state(&mut self) -> Option<Token> {
        if self.blank(false) {
            return None;
        }
        let rest = self.rest();
        if let Some(token) = self.pseudo() {
            return Some(token);
        }
        if let Some(text) = rest.strip_prefix('"') {
            let len = text.find('"').unwrap_or(text.len());
            if len == 0 {
                return self.skip((2).min(rest.len()));
            }
            let value = self.at + 1..self.at + 1 + len;
            let whole = (len + 2).min(rest.len());
            return Some(Token { value, ..self.token(TokenKind::Quoted, whole) });
        }
        if let Some(len) = word_and_space(rest, "as") {
            self.mode = Mode::Alias;
            return Some(self.token(TokenKind::As, len));
        }
        self.name()
    }

    fn name(&mut self) -> Option<Token> {
        let rest = self.rest();
        if rest.starts_with('\n') {
            let space = span_of(rest, is_space);
            if let Some(len) = word_and_space(&rest[space..], "as") {
                self.mode = Mode::Alias;
                return Some(self.token(TokenKind::As, space + len));
            }
            self.mode = Mode::Base;
            return self.skip(1);
        }
        if rest.starts_with('{') {
            self.mode = Mode::Base;
            self.depth += 1;
            return Some(self.token(TokenKind::Open, 1));
        }
        if self.several_words() {
            return Some(self.token(TokenKind::Invalid, 1));
        }
        let len = span_of(rest, |c| !is_space(c) && c != '{');
        Some(self.token(TokenKind::Name, len))
    }

    /// Whether `a b … {` follows: a name of several words, which Mermaid refuses.
    fn several_words(&mut self) -> bool {
        let Some(second) = second_word(self.rest()).map(|at| self.at + at) else { return false };
        if self.brace < second {
            self.brace = second + self.text[second..].find('{').unwrap_or(self.text.len() - second);
        }
        if second < self.line_end() {
            return self.brace < self.line_end;
        }
        self.brace < self.text.len() && !self.text[second..self.brace].contains(is_line_break)
    }

    /// `id <<choice>>` and the like.
    fn pseudo(&mut self) -> Option<Token> {
        if self.at < self.plain {
            return None;
        }
        let line = &self.text[self.at..self.line_end()];
        let kinds = [("fork", StateKind::Fork), ("join", StateKind::Join), ("choice", StateKind::Choice)];
        let words = ["<<", "[["].into_iter().flat_map(|open| kinds.map(|(word, kind)| (open, word, kind)));
        for (open, word, kind) in words {
            let mark = format!("{open}{word}{}", if open == "<<" { ">>" } else { "]]" });
            let Some(at) = find_all(line, &mark).last() else { continue };
            self.mode = Mode::Base;
            let value = self.at..self.at + line[..at].trim_end_matches(is_space).len();
            return Some(Token { value, ..self.token(TokenKind::Pseudo(kind), at + word.len() + 4) });
        }
        self.plain = self.line_end;
        None
    }

    /// The id after `as`.
    pub(super) fn alias(&mut self) -> Token {
        self.mode = Mode::State;
        let rest = self.rest();
        let len = span_of(rest, |c| !matches!(c, '\n' | '{'));
        let len = rest[..len].find("%%").unwrap_or(len);
        let value = self.at..self.at + rest[..len].trim_end_matches(is_space).len();
        let kind = if value.is_empty() { TokenKind::Invalid } else { TokenKind::Id };
        Token { value, ..self.token(kind, len.max(usize::from(len == 0))) }
    }
}
