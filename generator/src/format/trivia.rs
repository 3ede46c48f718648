//! Comments and blank lines: which value they belong to.

use std::ops::Range;

/// The column that a line's text begins at.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Where the comments end that belong to what stands before `range`: those further in than `column`. The
/// rest belongs to what follows.
pub(super) fn split(lines: &[String], range: Range<usize>, column: usize) -> usize {
    let deeper = |line: &String| !line.trim().is_empty() && indent(line) > column;
    let last = lines[range.clone()].iter().rposition(deeper);
    last.map_or(range.start, |last| range.start + last + 1)
}

/// Comments and blank lines at `column`; an error where a line is neither.
pub(super) fn shifted(lines: &[String], column: usize) -> Result<Vec<String>, String> {
    let line = |line: &String| match line.trim() {
        "" => Ok(String::new()),
        text if text.starts_with('#') => Ok(format!("{:column$}{text}", "")),
        text => Err(format!("the line `{text}` is neither a key nor a comment")),
    };
    lines.iter().map(line).collect()
}

/// How many lines at the start stay there whatever the order of keys: all up to the last blank one, and
/// the mark that begins a YAML document.
pub(super) fn header(lines: &[String]) -> usize {
    let stays = |line: &String| line.trim().is_empty() || line.starts_with("---");
    lines.iter().rposition(stays).map_or(0, |last| last + 1)
}
