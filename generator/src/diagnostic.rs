//! A finding: what is wrong, where, what else it concerns, and how to mend it.

use crate::source::{SourceFile, Span};

/// How much a finding matters. Only [`Severity::Error`] stops the tool from writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something worth knowing.
    Note,
    /// Probably a mistake.
    Warning,
    /// Nothing is generated while it stands.
    Error,
}

impl Severity {
    /// The word that reports print: `note`, `warning` or `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Another place that a finding concerns, with what it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// What stands there, as a short phrase.
    pub message: String,
}

/// The replacement of one span by another text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// The text that takes its place.
    pub text: String,
}

/// A remedy as edits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// What the edits do, as a short phrase: ``write `queued` ``.
    pub message: String,
    /// Whether a tool may apply it unasked: it cannot change what the document means.
    pub safe: bool,
    /// The edits, in ascending order, none overlapping.
    pub edits: Vec<Edit>,
}

/// One finding of one rule at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule's id: `unreachable-state`.
    pub rule: &'static str,
    /// How much it matters, after the project's configuration.
    pub severity: Severity,
    /// How much it matters where the project does not say, if not as its rule's table line has it.
    pub own_severity: Option<Severity>,
    /// The place.
    pub span: Span,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What stands at the place, printed beside the caret; empty for none.
    pub label: String,
    /// Other places it concerns.
    pub related: Vec<Related>,
    /// The way out in words, where there is no fix to show; empty for none.
    pub help: String,
    /// The way out as edits.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding of `rule` at `span`. Its severity is set by the rule table; until then it is an error.
    #[must_use]
    pub fn new(rule: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: Severity::Error,
            own_severity: None,
            span,
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            help: String::new(),
            fix: None,
        }
    }

    /// Sets its own severity, which counts where the project gives its rule no level.
    #[must_use]
    pub fn own_severity(mut self, severity: Severity) -> Self {
        self.own_severity = Some(severity);
        self
    }

    /// Adds the words beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, message: message.into() });
        self
    }

    /// Adds the way out in words.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Adds the way out as one edit that a person must agree to.
    #[must_use]
    pub fn suggest(self, message: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.suggest_all(message, vec![Edit { span, text: text.into() }])
    }

    /// Adds the way out as edits, in ascending order, that a person must agree to.
    #[must_use]
    pub fn suggest_all(mut self, message: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { message: message.into(), safe: false, edits });
        self
    }

    /// Says whether its way out may be taken unasked: it cannot change what the document means.
    #[must_use]
    pub fn safe(mut self, safe: bool) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.safe = safe;
        }
        self
    }
}

/// The finding about a file with conflict markers in it (rule `syntax`): nothing else of it can be judged.
#[must_use]
pub fn conflict(file: &SourceFile) -> Option<Diagnostic> {
    let (begins, ends) = file.conflict()?;
    let finding = Diagnostic::new("syntax", begins, "a merge left its conflict markers here");
    let finding = finding.related(ends, "the other side ends here");
    Some(finding.help("decide for one side, and remove the lines with the marks"))
}

/// The one of `known` that `word` was most likely meant to be, if any is near enough.
///
/// Case and separators count little: `In-Review` is near `in review`, and a word of four letters or
/// more is near what begins with it. Ties go to the first.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = plain(word);
    let length = wanted.chars().count();
    let limit = (length / 3).max(1);
    let distance = |text: &str| {
        let text = plain(text);
        let begun = length >= 4 && text.starts_with(&wanted);
        if begun { limit } else { strsim::osa_distance(&text, &wanted) }
    };
    let near = known.into_iter().map(|text| (distance(text), text)).filter(|(far, _)| *far <= limit);
    near.min_by_key(|(far, _)| *far).map(|(_, text)| text)
}

/// A name without case and separators.
pub(crate) fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-', ' '], "")
}

/// How alike two names are, from 0 to 100, by the pairs of letters that they share.
pub(crate) fn alike(a: &str, b: &str) -> i64 {
    (strsim::sorensen_dice(a, b) * 100.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_found_whatever_its_case_and_separators() {
        assert_eq!(nearest("Side-Effects", ["side_effects", "states"]), Some("side_effects"));
        assert_eq!(nearest("qeued", ["planned", "queued"]), Some("queued"));
        assert_eq!(nearest("archived", ["planned", "queued"]), None);
        assert_eq!(
            nearest("unreachable", ["isolated-state", "unreachable-state"]),
            Some("unreachable-state")
        );
    }
}
