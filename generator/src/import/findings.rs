//! What import has to say about a page.

use super::cells::Guess;
use crate::diagnostic::{Diagnostic, Severity};
use crate::markdown::Words;
use crate::source::Span;

/// Nothing on the page can be made a document.
pub(super) const NOTHING: &str = "nothing-to-import";
/// The page shows more than one lifecycle.
pub(super) const SEVERAL: &str = "several-lifecycles";
/// A part of the page could not be read, and is left out.
pub(super) const UNREAD: &str = "left-out";
/// The page contradicts itself.
pub(super) const CONTRADICTS: &str = "page-disagrees";
/// One state is spelled in several ways.
pub(super) const SPELLING: &str = "spelling-differs";
/// Something could be read in more than one way.
pub(super) const READ_AS: &str = "read-as";

/// A finding of less than an error.
pub(super) fn mild(rule: &'static str, severity: Severity, span: Span, message: String) -> Diagnostic {
    Diagnostic { severity, ..Diagnostic::new(rule, span, message) }
}

/// A line of a table of transitions without two ends.
pub(super) fn no_pair(span: Span) -> Diagnostic {
    let message = "this line does not say from which state to which, and is left out".to_owned();
    mild(UNREAD, Severity::Warning, span, message).help("write its ends as `from → to`")
}

/// A cell that should name a state and names none.
pub(super) fn no_state(words: &Words) -> Diagnostic {
    let message = format!("`{}` names no state, and its line is left out", shown(words));
    mild(UNREAD, Severity::Warning, words.span, message).help("write the transitions that are meant as rows")
}

/// A mark in a matrix that is known neither for yes nor for no.
pub(super) fn unknown_mark(words: &Words) -> Diagnostic {
    let message = format!("`{}` is no known mark for yes or no, and no row is made of it", shown(words));
    let help = "write ✓ where the transition may happen, and what triggers it if that is known";
    mild(UNREAD, Severity::Warning, words.span, message).help(help)
}

/// A cell of a matrix in a column that names no state.
pub(super) fn no_heading(words: &Words) -> Diagnostic {
    let message = format!("`{}` stands under a heading that names no state, and is left out", shown(words));
    mild(UNREAD, Severity::Warning, words.span, message)
}

/// A cell that looks like a list and names what is not known.
pub(super) fn guessed(words: &Words, guess: &Guess) -> Diagnostic {
    let help = "write a line of its own for each, if several are meant";
    let (message, help) = match guess {
        Guess::One(known) if known.is_empty() => {
            (format!("`{}` is read as one state; no part of it is named elsewhere", shown(words)), help)
        }
        Guess::One(known) => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            (format!("`{}` is read as one state; only {} is known", shown(words), known.join(", ")), help)
        }
        Guess::Several(count) => {
            let message = format!("`{}` is read as {count} states; none is named elsewhere", shown(words));
            (message, "make one state of them in the document, if one is meant")
        }
    };
    mild(READ_AS, Severity::Warning, words.span, message).help(help)
}

/// A line that leads to no state, of which something is left out.
pub(super) fn ends_with_words(words: &Words, state: &str, left: &[String]) -> Diagnostic {
    let to = if words.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(words)) };
    let message = format!("{to} is no state: `{state}` is marked terminal, and {} left out", left.join(", "));
    let help = "name the state that it leads to, or write `[*]` if the record is removed";
    mild(UNREAD, Severity::Warning, words.span, message).help(help)
}

/// A column of a kind that a line has only once.
pub(super) fn second_column(words: &Words) -> Diagnostic {
    let message = format!("another column says the same as `{}`, and this one is left out", shown(words));
    mild(UNREAD, Severity::Warning, words.span, message)
}

/// A cell that stands for many states.
pub(super) fn any(words: &Words) -> Diagnostic {
    let message = format!("`{}` is read as every state but those that are said to be terminal", shown(words));
    mild(READ_AS, Severity::Note, words.span, message).help("remove the rows that are not meant")
}

fn shown(words: &Words) -> String {
    words.text.replace('\n', " ")
}
