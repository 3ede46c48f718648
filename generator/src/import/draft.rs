//! What a page says of one lifecycle, before it is written as a document.

use super::names::Names;
use crate::source::Span;

/// Something that a page may say of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Fact {
    /// The page does not speak of it.
    #[default]
    Unknown,
    /// The page says that there is none.
    None,
    /// What it says.
    Text(String),
}

impl Fact {
    /// What a cell says: a dash or nothing is none.
    pub(super) fn of_cell(text: &str) -> Self {
        let bare = text.trim_matches(|c: char| matches!(c, '(' | ')' | '_') || c.is_whitespace());
        let none = ["", "-", "–", "—", "--", "n/a", "none", "/", "∅", "nil"];
        if none.contains(&bare.to_lowercase().as_str()) { Self::None } else { Self::Text(text.to_owned()) }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Takes what `other` says where this one says nothing.
    pub(super) fn or(&mut self, other: &Self) {
        if self.text().is_none()
            && *other != Self::Unknown
            && (other.text().is_some() || *self == Self::Unknown)
        {
            self.clone_from(other);
        }
    }
}

/// One transition as a page states it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The state it leaves; none where a record begins.
    pub(super) from: Option<usize>,
    /// The state it enters; none where the record is removed.
    pub(super) to: Option<usize>,
    pub(super) trigger: Fact,
    pub(super) guard: Fact,
    pub(super) effects: Vec<String>,
    pub(super) who: Fact,
    pub(super) notes: Vec<String>,
    pub(super) span: Span,
    /// Pins the row's Rust name, where nothing else tells it apart.
    pub(super) name: Option<String>,
}

impl Row {
    pub(super) fn new(from: Option<usize>, to: Option<usize>, span: Span) -> Self {
        let (trigger, guard, who) = (Fact::Unknown, Fact::Unknown, Fact::Unknown);
        let (effects, notes) = (Vec::new(), Vec::new());
        Self { from, to, trigger, guard, effects, who, notes, span, name: None }
    }

    pub(super) fn pair(&self) -> (Option<usize>, Option<usize>) {
        (self.from, self.to)
    }

    /// Takes from `other`, the same row said elsewhere, what this one does not say.
    pub(super) fn complete(&mut self, other: &Self) {
        self.trigger.or(&other.trigger);
        self.guard.or(&other.guard);
        self.who.or(&other.who);
        if self.effects.is_empty() {
            self.effects.clone_from(&other.effects);
        }
        let new = other.notes.iter().filter(|note| !self.notes.contains(note)).cloned();
        self.notes.extend(new.collect::<Vec<_>>());
    }
}

/// A pair that the page forbids.
#[derive(Clone, Debug)]
pub(super) struct Forbidden {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) why: Option<String>,
    /// Whether the page says `any`, so that what it declares elsewhere is an exception.
    pub(super) broad: bool,
    pub(super) span: Span,
}

/// What is said of a state beside its name.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    pub(super) meaning: Vec<String>,
    pub(super) initial: bool,
    pub(super) terminal: bool,
    /// It is terminal only because something leads from it to no state, so `any` includes it.
    pub(super) ended: bool,
    /// Pins the Rust variant, where two names would share one.
    pub(super) variant: Option<String>,
}

/// A lifecycle in the making.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) title: String,
    pub(super) names: Names,
    /// What is said of each state, as far as anything is.
    pub(super) about: Vec<About>,
    /// The rows of tables and lists.
    pub(super) stated: Vec<Row>,
    /// The arrows of diagrams.
    pub(super) drawn: Vec<Row>,
    pub(super) forbidden: Vec<Forbidden>,
    /// What the page says beside rows, as sentences.
    pub(super) remarks: Vec<String>,
    pub(super) concurrency: Vec<String>,
}

impl Draft {
    /// What is said of the state.
    pub(super) fn about(&mut self, state: usize) -> &mut About {
        if self.about.len() <= state {
            self.about.resize(state + 1, About::default());
        }
        &mut self.about[state]
    }

    /// Adds to the meaning, unless it says so already.
    pub(super) fn mean(&mut self, state: usize, meaning: &str) {
        let about = self.about(state);
        let blank = meaning.trim().is_empty() || meaning == "-" || meaning == "—";
        if !blank && !about.meaning.iter().any(|known| known == meaning) {
            about.meaning.push(meaning.to_owned());
        }
    }

    /// The name of a row's end.
    pub(super) fn name(&self, end: Option<usize>) -> &str {
        end.map_or("[*]", |state| self.names.list[state].text.as_str())
    }

    /// `a -> b`.
    pub(super) fn arrow(&self, row: &Row) -> String {
        format!("{} -> {}", self.name(row.from), self.name(row.to))
    }
}
