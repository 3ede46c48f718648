//! The diagram of the document: the page's own where it can show the rows, else a new one.

use crate::mermaid::{self, Diagram, Fence, Rows};
use crate::source::{FileId, SourceFile};

use crate::markdown::tidy;

/// The diagram's source without fences: the page's as it is where it agrees with the rows, with what
/// it lacks added in its own style where it does not.
pub(super) fn draw(file: &SourceFile, own: Option<(&Fence, &Diagram)>, rows: &Rows) -> String {
    let kept = own.map(|(fence, diagram)| {
        let comparison = mermaid::compare(diagram, rows);
        let edits = mermaid::refresh(file, fence, diagram, rows, &comparison, comparison.has_extras());
        let mut text = file.slice(fence.content).to_owned();
        for edit in edits.iter().rev() {
            let range = edit.span.range();
            let shift = |at: usize| at.saturating_sub(fence.content.start).min(text.len());
            let range = shift(range.start)..shift(range.end);
            text.replace_range(range, &edit.text);
        }
        plain(&text, &fence.indent)
    });
    kept.filter(|text| shows(text, rows)).unwrap_or_else(|| mermaid::write(rows))
}

/// The text with `\n` line ends, and without the white space that its fence stood behind.
fn plain(text: &str, indent: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_start_matches('\u{feff}');
    let width = indent.chars().count();
    let line = |line: &str| {
        let space = line.chars().take(width).take_while(|c| c.is_whitespace()).map(char::len_utf8).sum();
        line[space..].trim_end().to_owned()
    };
    text.trim_end().split('\n').map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Whether the diagram shows exactly the rows.
fn shows(text: &str, rows: &Rows) -> bool {
    let file = SourceFile::new(FileId(0), "a.mmd", text);
    let (Some(diagram), found) = mermaid::read(&file, file.whole()) else { return false };
    found.is_empty() && mermaid::compare(&diagram, rows).is_empty()
}

/// The title that a diagram's own front matter gives.
pub(super) fn title(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("---\n")?;
    let (front, _) = rest.split_once("\n---")?;
    let line = front.lines().find_map(|line| line.trim().strip_prefix("title:"))?;
    Some(tidy(line.trim().trim_matches(['"', '\'']))).filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{plain, title};

    #[test]
    fn a_diagram_loses_the_space_of_its_fence() {
        assert_eq!(plain("  a\r\n    b\r\n c\n\n", "  "), "a\n  b\nc\n");
    }

    #[test]
    fn a_title_is_found_in_front_matter() {
        assert_eq!(title("---\ntitle: \"An order\"\n---\nstateDiagram-v2\n").as_deref(), Some("An order"));
        assert_eq!(title("stateDiagram-v2\n"), None);
    }
}
