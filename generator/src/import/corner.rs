//! Which way a matrix is to be read, by the words in its corner.

use crate::markdown::{Table, Words};

/// Whether the corner says that the lines are the targets: `To \\ From`, `↓ Target`.
pub(super) fn targets_go_down(table: &Table) -> bool {
    table.head.first().is_some_and(|corner| is_turned(&corner.text))
}

fn is_turned(corner: &str) -> bool {
    const TARGETS: &[&str] = &["to", "target", "targets", "next", "destination", "new", "into", "after"];
    const SOURCES: &[&str] = &["from", "source", "sources", "current", "origin", "old", "before", "previous"];
    const DOWN: &[char] = &['↓', '⬇', '⇩', '▼', '▾'];
    const ACROSS: &[char] = &['→', '➡', '⇒', '▶', '►'];
    let lower = corner.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let place = |list: &[&str]| words.iter().position(|word| list.contains(word));
    let pieces: Vec<&str> =
        lower.split(['/', '\\', '|', '\n', ',']).filter(|piece| !piece.trim().is_empty()).collect();
    let says = |piece: &str, list: &[&str]| {
        piece.split(|c: char| !c.is_alphanumeric()).any(|word| list.contains(&word))
    };
    // Arrows tell which way a piece's states go, whatever the order of the pieces.
    if pieces.len() > 1 && lower.contains(DOWN) {
        return pieces.iter().any(|piece| piece.contains(DOWN) && says(piece, TARGETS));
    }
    if pieces.len() > 1 && pieces.iter().any(|piece| piece.contains(ACROSS) && says(piece, SOURCES)) {
        return true;
    }
    if pieces.len() > 1 && pieces.iter().any(|piece| piece.contains(ACROSS) && says(piece, TARGETS)) {
        return false;
    }
    match (place(TARGETS), place(SOURCES)) {
        (Some(to), Some(from)) => to < from,
        (Some(_), None) => words.len() <= 2,
        _ => false,
    }
}

/// The table with its lines as columns.
pub(super) fn turned(table: &Table) -> Table {
    let blank = |like: &Words| Words {
        text: String::new(),
        codes: Vec::new(),
        around: String::new(),
        span: like.span,
    };
    let all: Vec<&Vec<Words>> = std::iter::once(&table.head).chain(&table.rows).collect();
    let cell = |line: &&Vec<Words>, at: usize| {
        line.get(at).or(line.first()).map(|words| if line.len() > at { words.clone() } else { blank(words) })
    };
    let column = |at: usize| all.iter().filter_map(|line| cell(line, at)).collect::<Vec<_>>();
    let head = column(0);
    let rows = (1..table.head.len()).map(column).collect();
    Table { span: table.span, head, rows, lead: table.lead.clone() }
}

#[cfg(test)]
mod tests {
    use super::is_turned;

    #[test]
    fn the_corner_tells_which_way_a_matrix_goes() {
        let turned = [
            "To \\ From",
            "To / From",
            "Target \\ Source",
            "to|from",
            "To ↓ / From →",
            "From → / To ↓",
            "Next state",
        ];
        let plain =
            ["From \\ To", "From / To", "", "State", "To → / From ↓", "From → To", "Current / Next", "From"];
        assert_eq!(turned.map(is_turned), [true; 7]);
        assert_eq!(plain.map(is_turned), [false; 8]);
    }
}
