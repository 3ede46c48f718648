//! Where the front matter of a Markdown file begins and ends.

use std::ops::Range;

use crate::source::{SourceFile, Span};

/// What stands at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrontMatter {
    /// Front matter, and the body after its closing line.
    Found {
        /// The YAML between the two lines.
        yaml: Range<usize>,
        /// Everything after the closing line.
        body: Range<usize>,
    },
    /// An opening line without a closing one.
    Unclosed {
        /// The opening `---`.
        opening: Span,
        /// Everything after it.
        rest: Range<usize>,
    },
    /// The file does not begin with `---`.
    Absent,
}

/// Finds the front matter: from a first line `---` to the next line that is `---` or `...`.
///
/// A byte order mark before it, CRLF, and white space after the dashes are fine. A file whose
/// name ends in `.yaml` or `.yml` is front matter as a whole.
#[must_use]
pub fn split(file: &SourceFile) -> FrontMatter {
    let bom = if file.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    if is_yaml(&file.path) {
        let end = file.text.len();
        return FrontMatter::Found { yaml: bom..end, body: end..end };
    }
    let line = |index: usize| file.text[file.line_range(index)].trim_end();
    if line(0).trim_start_matches('\u{feff}') != "---" {
        return FrontMatter::Absent;
    }
    let after =
        |index: usize| if index < file.line_count() { file.line_range(index).start } else { file.text.len() };
    let closing = (1..file.line_count()).find(|index| matches!(line(*index), "---" | "..."));
    match closing {
        Some(closing) => FrontMatter::Found {
            yaml: after(1)..file.line_range(closing).start,
            body: after(closing + 1)..file.text.len(),
        },
        None => FrontMatter::Unclosed { opening: file.span(bom..bom + 3), rest: after(1)..file.text.len() },
    }
}

/// Whether the path's ending says YAML.
#[must_use]
pub fn is_yaml(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.eq_ignore_ascii_case("yaml") || ending.eq_ignore_ascii_case("yml")
}

/// Whether a file of the documents' folder is meant as a state document: its front matter has a
/// key `states` or `transitions`, or it has lines of both though no front matter where it belongs.
#[must_use]
pub fn is_meant(file: &SourceFile) -> bool {
    match split(file) {
        FrontMatter::Found { yaml, .. } => has_key(&file.text[yaml]),
        FrontMatter::Unclosed { rest, .. } => has_key(&file.text[rest]),
        FrontMatter::Absent => has_stray_keys(&file.text),
    }
}

/// Whether a line that is indented like the first one begins with `states` or `transitions`.
fn has_key(yaml: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_written = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let mut lines = yaml.lines().filter(is_written);
    if yaml.trim_start().starts_with('{') {
        return yaml
            .split(['{', ',', '\n'])
            .any(|part| is_key(part, "states") || is_key(part, "transitions"));
    }
    let outermost = lines.clone().next().map_or(0, indent);
    lines.any(|line| indent(line) == outermost && (is_key(line, "states") || is_key(line, "transitions")))
}

/// Whether lines outside code fences begin with both keys: front matter that lost its place.
fn has_stray_keys(text: &str) -> bool {
    let (mut fenced, mut states, mut transitions) = (false, false, false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        } else if !fenced {
            states |= is_key(line, "states");
            transitions |= is_key(line, "transitions");
        }
    }
    states && transitions
}

fn is_key(line: &str, key: &str) -> bool {
    let line = line.trim_start().trim_start_matches(['{', '"', '\'']);
    let rest = line.strip_prefix(key).map(|rest| rest.trim_start_matches(['"', '\'']).trim_start());
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// The first line that is `---` but for white space before it: where misplaced front matter begins.
#[must_use]
pub fn stray_opening(file: &SourceFile) -> Option<Span> {
    let lines = (0..file.line_count()).map(|index| file.line_range(index));
    let opening =
        |line: &Range<usize>| file.text[line.clone()].trim_start_matches('\u{feff}').trim() == "---";
    lines.into_iter().find(opening).map(|line| file.span(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn found(text: &str) -> Option<(String, String)> {
        let file = SourceFile::new(FileId(0), "a.md", text);
        match split(&file) {
            FrontMatter::Found { yaml, body } => {
                Some((file.text[yaml].to_owned(), file.text[body].to_owned()))
            }
            _ => None,
        }
    }

    #[test]
    fn the_closing_line_may_be_the_last_and_lack_its_end() {
        assert_eq!(found("---\na: 1\n---"), Some(("a: 1\n".into(), String::new())));
        assert_eq!(found("\u{feff}---\r\na: 1\r\n---\r\nx"), Some(("a: 1\r\n".into(), "x".into())));
        assert_eq!(found("---\na: |\n  ---\n...\nx"), Some(("a: |\n  ---\n".into(), "x".into())));
        assert_eq!(found("# a\n---\n"), None);
        assert_eq!(found("---"), None);
    }

    #[test]
    fn a_document_is_known_by_its_keys_wherever_they_are() {
        let meant = |text: &str| is_meant(&SourceFile::new(FileId(0), "a.md", text));
        assert!(meant("---\nstates: []\n---\n"));
        assert!(meant("---\n  id: A\n  states: []\n---\n"));
        assert!(meant("---\n{id: A, \"states\": []}\n---\n"));
        assert!(meant("<<<<<<< HEAD\n---\nstates: []\ntransitions: []\n"));
        assert!(meant("\n---\nstates: []\ntransitions: []\n---\n"));
        assert!(meant("id: A\nstates: []\ntransitions: []\n---\n"));
        assert!(!meant("---\ntitle: A page\nof:\n  states: 4\n---\n"));
        assert!(!meant("# How to\n\n```yaml\nstates: []\ntransitions: []\n```\n"));
        assert!(!meant("# A page\n\n---\n\nstates: many\n"));
    }
}
