//! The rule table, and running it over the documents of a project.

mod edits;
mod fingerprint;
mod heading;
mod rules;
mod run;
mod waiver;
mod words;

use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Document;
use crate::lifecycle::Lifecycle;
use crate::source::{SourceFile, Sources};

pub use fingerprint::{fingerprint, parts};
pub use heading::Heading;
pub use rules::RULES;
pub use run::{Allow, Found, Policy, of_document, of_project, run, settle};
pub use waiver::{CONFIGURED as WAIVERS, WAIVERS_KEY, Waiver, is_day, read_waivers};

/// One lint rule, named for the defect it finds.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name: `unreachable-state`.
    pub id: &'static str,
    /// How much a finding matters unless the project says otherwise.
    pub level: Level,
    /// What it finds, in one line.
    pub summary: &'static str,
    /// The page that `statedoc explain` prints; its examples are the rule's tests.
    pub docs: &'static str,
    /// How it is found.
    pub check: Check,
}

/// Who finds a rule's defects.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// The parser, while it reads.
    Parser,
    /// A function of one document.
    Document(fn(&Subject, &mut Vec<Diagnostic>)),
    /// A function of what all documents of the project say at their top.
    Project(fn(&[Heading], &Sources, &mut Vec<Diagnostic>)),
    /// A function of one document, and one of the tops of all.
    Both(fn(&Subject, &mut Vec<Diagnostic>), fn(&[Heading], &Sources, &mut Vec<Diagnostic>)),
    /// The comparison of two revisions: `statedoc diff`.
    Revisions,
}

/// One document as rules see it: as text, as written and as meant.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The text.
    pub file: &'a SourceFile,
    /// As written.
    pub document: &'a Document,
    /// As meant.
    pub lifecycle: &'a Lifecycle,
}

/// How much a rule's findings matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Errors that no project can lower: nothing right could be generated while they stand.
    Fixed,
    /// Errors: nothing is generated.
    Deny,
    /// Warnings.
    Warn,
    /// Notes.
    Note,
    /// Not reported.
    Allow,
}

impl Level {
    /// The levels that a project can set, by the words that statedoc.toml uses.
    pub const ALL: [(&'static str, Self); 4] =
        [("deny", Self::Deny), ("warn", Self::Warn), ("note", Self::Note), ("allow", Self::Allow)];

    /// The severity of a finding at this level; `None` where it is not reported.
    #[must_use]
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Fixed | Self::Deny => Some(Severity::Error),
            Self::Warn => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Allow => None,
        }
    }

    /// The level's word; `deny` for one that cannot be lowered.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(_, level)| *level == self).map_or("deny", |(word, _)| word)
    }
}

/// The rule of this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id)
}
