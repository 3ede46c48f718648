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
/// line that begins with the key `states` or `transitions`.
#[must_use]
pub fn is_meant(file: &SourceFile) -> bool {
    let yaml = match split(file) {
        FrontMatter::Found { yaml, .. } => yaml,
        FrontMatter::Unclosed { rest, .. } => rest,
        FrontMatter::Absent => return false,
    };
    file.text[yaml].lines().any(|line| {
        let line = line.trim_start_matches(['{', '"', '\'']);
        ["states", "transitions"].iter().any(|key| {
            let rest = line.strip_prefix(key).map(|rest| rest.trim_start_matches(['"', '\'']).trim_start());
            rest.is_some_and(|rest| rest.starts_with(':'))
        })
    })
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
}
