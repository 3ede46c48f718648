//! One change: what it is, how much it matters, and where it stands in both revisions.

use super::kinds::{Impact, Kind, kind};
use super::sentence::{Piece, Sentence};
use crate::digest::digest;
use crate::source::Span;

/// One change.
#[derive(Clone, Debug)]
pub struct Change {
    /// What kind of change it is.
    pub kind: &'static Kind,
    /// How much it matters: at most what its kind says.
    pub impact: Impact,
    /// What of the document it concerns, in the document's words: `queued -> running`.
    pub place: String,
    /// What happened, with both sides in the document's words.
    pub message: Sentence,
    /// Where it stood; `None` for what is new.
    pub old: Option<Place>,
    /// Where it stands; `None` for what is gone.
    pub new: Option<Place>,
    /// What can be done about it, in words; empty for nothing.
    pub help: String,
    /// What tells it from all others, whatever its position and our wording: 16 hexadecimal digits.
    pub fingerprint: String,
    /// Why it is accepted, where a waiver says so.
    pub waived: Option<Waived>,
    /// What the fingerprint is made of: the part of the place that it concerns, and both sides.
    meaning: [String; 3],
}

/// Where a side of a change stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The place.
    pub span: Span,
    /// The text there that changed; empty where it is more than a text.
    pub text: String,
}

/// Why a change is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waived {
    /// The reason.
    pub reason: String,
    /// The last day on which it is.
    pub expires: String,
}

impl Change {
    /// A change of the kind `id` to what `place` names. `part`, `old` and `new` tell it from the others
    /// of its kind and place.
    ///
    /// # Panics
    ///
    /// Where the table has no such kind, which is a defect of this program.
    pub(super) fn new(id: &'static str, place: impl Into<String>, part: &str, old: &str, new: &str) -> Self {
        let kind = kind(id).unwrap_or_else(|| panic!("no kind `{id}` in the table"));
        Self {
            kind,
            impact: kind.impact,
            place: place.into(),
            message: Sentence::default(),
            old: None,
            new: None,
            help: String::new(),
            fingerprint: String::new(),
            waived: None,
            meaning: [part, old, new].map(str::to_owned),
        }
    }

    pub(super) fn say(mut self, template: &'static str, pieces: &[Piece]) -> Self {
        self.message = Sentence::of(template, pieces);
        self
    }

    pub(super) fn old_at(mut self, span: Span, text: &str) -> Self {
        self.old = Some(Place { span, text: text.to_owned() });
        self
    }

    pub(super) fn new_at(mut self, span: Span, text: &str) -> Self {
        self.new = Some(Place { span, text: text.to_owned() });
        self
    }

    /// Whether it only keeps account of other changes: of the revision, and of what is accepted.
    #[must_use]
    pub fn is_account(&self) -> bool {
        ["revision-changed", "waivers-changed"].contains(&self.kind.id)
    }

    /// Lowers the impact where this one change of its kind matters less.
    pub(super) fn only(mut self, impact: Impact) -> Self {
        self.impact = self.impact.min(impact);
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Gives it its fingerprint, as a change of the document `id`.
    pub(super) fn of(mut self, id: &str) -> Self {
        let [part, old, new] = &self.meaning;
        let meaning = serde_json::json!([id, self.kind.id, self.place, part, old, new]);
        self.fingerprint = digest(&meaning.to_string())[..16].to_owned();
        self
    }

    /// Says which of several equal changes it is, from 1; the first keeps its fingerprint.
    pub(super) fn number(&mut self, number: usize) {
        if number > 1 {
            let meaning = serde_json::json!([self.fingerprint, number]);
            self.fingerprint = digest(&meaning.to_string())[..16].to_owned();
        }
    }
}
