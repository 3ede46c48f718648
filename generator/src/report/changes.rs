//! Changes for people: rustc's look, with both positions.

use super::text::{Look, Titled, titled};
use crate::diagnostic::Severity;
use crate::diff::{Change, Impact, Place};
use crate::lint::Subject;
use crate::source::Sources;

/// One document in two revisions, and what changed.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The old revision; `None` for a document that is new.
    pub old: Option<Subject<'a>>,
    /// The new revision; `None` for a document that is gone.
    pub new: Option<Subject<'a>>,
    /// What changed, sorted.
    pub changes: Vec<Change>,
}

impl<'a> Comparison<'a> {
    /// The revision that the document is named after: the new one, else the old one.
    ///
    /// # Panics
    ///
    /// Where there is neither, of which no comparison can be made.
    #[must_use]
    pub fn shown(&self) -> Subject<'a> {
        self.new.or(self.old).expect("one of the revisions")
    }

    /// Whether nothing but words for readers changed.
    #[must_use]
    pub fn is_prose(&self) -> bool {
        let mut matters = self.changes.iter().filter(|change| !change.is_account()).peekable();
        matters.peek().is_some() && matters.all(|change| change.kind.prose)
    }
}

/// How many changes there are of each impact, and how many are waived (and counted there alone).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Breaking ones.
    pub breaking: usize,
    /// Notable ones.
    pub notable: usize,
    /// Harmless ones.
    pub harmless: usize,
    /// Waived ones of any impact.
    pub waived: usize,
}

impl Tally {
    /// `1 breaking, 2 notable` or `no changes`.
    #[must_use]
    pub fn words(self) -> String {
        let counts = [
            (self.breaking, "breaking"),
            (self.notable, "notable"),
            (self.harmless, "harmless"),
            (self.waived, "waived"),
        ];
        let words: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        if words.is_empty() { "no changes".to_owned() } else { words.join(", ") }
    }
}

/// Counts changes.
#[must_use]
pub fn tally<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Tally {
    let mut tally = Tally::default();
    for change in changes {
        match change.impact {
            _ if change.waived.is_some() => tally.waived += 1,
            Impact::Breaking => tally.breaking += 1,
            Impact::Notable => tally.notable += 1,
            Impact::Harmless => tally.harmless += 1,
        }
    }
    tally
}

/// `ORDER-1 Order (specs/order.md): 1 breaking, 2 notable`.
#[must_use]
pub fn heading(comparison: &Comparison) -> String {
    let facts = &comparison.shown().lifecycle.facts;
    let path = &comparison.shown().lifecycle.path;
    let prose = if comparison.is_prose() { "; prose only" } else { "" };
    let name = [facts.id.as_str(), facts.title.as_str()].join(" ");
    format!("{} ({path}): {}{prose}", name.trim(), tally(&comparison.changes).words()).trim_start().to_owned()
}

/// One change as text, ending in a newline.
#[must_use]
pub fn change(change: &Change, sources: &Sources, look: Look) -> String {
    let severity = match change.impact {
        _ if change.waived.is_some() => Severity::Note,
        Impact::Breaking => Severity::Error,
        Impact::Notable => Severity::Warning,
        Impact::Harmless => Severity::Note,
    };
    let mut places = Vec::new();
    let (old, new) = (change.old.as_ref(), change.new.as_ref());
    let is_text = |place: Option<&Place>| place.is_some_and(|place| !place.text.is_empty());
    let (was, is) = (is_text(old), is_text(new));
    let before = if is && !was { "before, without it" } else { "before" };
    let now = if was && !is { "now, without it" } else { "now" };
    places.extend(old.map(|old| (old.span, before, new.is_none())));
    places.extend(new.map(|new| (new.span, now, true)));
    let audience: Vec<&str> = change.kind.audience.iter().map(|audience| audience.as_str()).collect();
    let matters = format!("matters to {}; fingerprint {}", audience.join(", "), change.fingerprint);
    let waived =
        change.waived.as_ref().map(|waived| format!("waived until {}: {}", waived.expires, waived.reason));
    let mut remarks = vec![("note", matters.as_str())];
    remarks.extend(waived.as_deref().map(|waived| ("note", waived)));
    if !change.help.is_empty() {
        remarks.push(("help", &change.help));
    }
    let title = change.message.to_string();
    let word = change.impact.as_str();
    titled(
        &Titled { severity, word, id: change.kind.id, title: &title, places: &places, remarks: &remarks },
        sources,
        look,
    )
}
