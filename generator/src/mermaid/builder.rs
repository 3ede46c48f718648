//! Gathers states and arrows while a diagram is read.

use std::collections::HashMap;
use std::ops::Range;

use crate::source::{SourceFile, Span};

use super::mapped::Mapped;
use super::prepare::{CLOSE, NAMED, NUMERIC, encode};
use super::text::{decode_prepared, normal};
use super::{Arrow, Endpoint, State, StateKind};

/// The states and arrows read so far, and the composite states that are open.
pub(super) struct Builder<'a> {
    file: &'a SourceFile,
    prepared: &'a Mapped,
    ids: HashMap<&'a str, usize>,
    pub(super) states: Vec<State>,
    pub(super) arrows: Vec<Arrow>,
    pub(super) scopes: Vec<usize>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(file: &'a SourceFile, prepared: &'a Mapped) -> Self {
        let (ids, states, arrows, scopes) = (HashMap::new(), Vec::new(), Vec::new(), Vec::new());
        Self { file, prepared, ids, states, arrows, scopes }
    }

    /// The place in the source of a range of the prepared text.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        self.file.span(self.prepared.source(range))
    }

    /// The state whose id stands at `range`, which is new where the id is.
    pub(super) fn state(&mut self, range: Range<usize>) -> usize {
        let key = &self.prepared.text[range.clone()];
        if let Some(known) = self.ids.get(key) {
            return *known;
        }
        let span = self.span(range);
        self.states.push(State {
            id: written(self.file.slice(span), key),
            name: decode_prepared(key),
            span,
            kind: StateKind::Normal,
            descriptions: Vec::new(),
            aliased: false,
            scope: self.scopes.last().copied(),
            mentions: Vec::new(),
        });
        self.ids.insert(key, self.states.len() - 1);
        self.states.len() - 1
    }

    /// Notes that the statement at `statement` shows the state.
    pub(super) fn mention(&mut self, state: usize, statement: Range<usize>) {
        let span = self.span(statement);
        self.states[state].mentions.push(span);
    }

    /// Adds the description at `range`, of which the first is the name.
    pub(super) fn describe(&mut self, state: usize, range: Range<usize>) {
        let text = decode_prepared(self.prepared.text[range].trim());
        let state = &mut self.states[state];
        if text.is_empty() {
            return;
        }
        if state.descriptions.is_empty() {
            state.name.clone_from(&text);
        }
        state.descriptions.push(text);
    }

    /// Adds an arrow with the label at `label`.
    pub(super) fn arrow(
        &mut self,
        ends: (Endpoint, Endpoint),
        statement: Range<usize>,
        label: Option<Range<usize>>,
    ) {
        let text = label.clone().map(|range| decode_prepared(&self.prepared.text[range]));
        let text = text.filter(|text| !normal(text).is_empty());
        let label_span = label.filter(|_| text.is_some()).map(|range| self.span(range));
        let span = self.span(statement);
        let scope = self.scopes.last().copied();
        self.arrows.push(Arrow { from: ends.0, to: ends.1, label: text, span, label_span, scope });
    }
}

/// The id as the source has it, unless something inside it was dropped before it was read.
fn written(source: &str, key: &str) -> String {
    if encode(source) == key {
        return source.to_owned();
    }
    key.replace(NUMERIC, "#").replace(NAMED, "#").replace(CLOSE, ";")
}
