//! Every text of a document with its key, for rules that look at text of any kind.

use super::{Document, Text};

/// What a text is for, which decides how it is usually written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, an id or a word of a vocabulary: usually short, often with a remark behind it.
    Word,
    /// Sentences.
    Prose,
}

impl Document {
    /// Every text of the front matter but for the team's own keys, in no particular order.
    pub fn texts(&self) -> impl Iterator<Item = (Kind, &Text)> {
        let words = [
            &self.id,
            &self.name,
            &self.object,
            &self.product_area,
            &self.module,
            &self.revision,
            &self.status,
            &self.design_intent,
            &self.implementation_evidence,
        ];
        let prose = [&self.title, &self.origin, &self.concurrency];
        let words = words.into_iter().flatten().chain(&self.invariants).chain(self.pins()).chain(self.ends());
        let prose = prose.into_iter().flatten().chain(&self.evidence).chain(self.sentences());
        words.map(|text| (Kind::Word, text)).chain(prose.map(|text| (Kind::Prose, text)))
    }

    fn pins(&self) -> impl Iterator<Item = &Text> {
        self.source_sha.iter().flatten().flat_map(|pin| [&pin.repository, &pin.commit])
    }

    /// The names of states, where they are listed and where rows use them.
    fn ends(&self) -> impl Iterator<Item = &Text> {
        let states = self
            .states
            .iter()
            .flat_map(|state| state.name.iter().chain(&state.variant).chain(&state.aliases));
        let rows = self.transitions.iter();
        let rows =
            rows.flat_map(|row| row.from.iter().chain(&row.to).chain(&row.name).chain(&row.provenance));
        let pairs = self.invalid.iter().flat_map(|pair| pair.from.iter().chain(&pair.to));
        states.chain(rows).chain(pairs)
    }

    fn sentences(&self) -> impl Iterator<Item = &Text> {
        let meanings = self.states.iter().filter_map(|state| state.meaning.as_ref());
        let rows = self.transitions.iter().flat_map(|row| {
            row.trigger.iter().chain(&row.guard).chain(&row.side_effects).chain(&row.who).chain(&row.source)
        });
        let reasons = self.invalid.iter().filter_map(|pair| pair.why.as_ref());
        meanings.chain(rows).chain(reasons)
    }
}
