//! The module that all lifecycles share, on its own: lookup tables, and the nearest name.

use crate::under_test::support::{Dense, Sparse, UnknownState, find, targets};

#[test]
fn dense_and_sparse_tables_number_cells_alike() {
    static DENSE: Dense<4, 5> = Dense::new([&[1, 3], &[], &[0], &[0, 1, 2, 4]]);
    static SPARSE: Sparse<4> = Sparse::new([&[1, 3], &[], &[0], &[0, 1, 2, 4]]);
    let numbers = [[0, 1, 0, 2, 0], [0; 5], [3, 0, 0, 0, 0], [4, 5, 6, 0, 7]];
    for (row, numbers) in numbers.iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            assert_eq!(DENSE.at(row, column), *number, "row {row}, column {column} of the dense table");
            assert_eq!(SPARSE.at(row, column), *number, "row {row}, column {column} of the sparse table");
        }
    }
}

#[test]
fn targets_stand_in_their_cells() {
    static TARGETS: [[Option<char>; 3]; 2] = targets(&[(0, 2, 'a'), (1, 0, 'b')]);
    assert_eq!(TARGETS, [[None, None, Some('a')], [Some('b'), None, None]]);
}

#[test]
fn words_are_found_by_length_and_bytes() {
    let words = [("on", 1), ("off", 2), ("open", 3), ("shut", 4)];
    for (word, value) in words {
        assert_eq!(find(&words, word), Some(value), "{word:?}");
    }
    for text in ["", "of", "On", "opens", "shux", "承認待ち"] {
        assert_eq!(find(&words, text), None, "{text:?}");
    }
}

#[test]
fn the_nearest_name_is_the_one_with_the_fewest_slips() {
    let long = "a name that is longer than what is compared of it";
    let words =
        ["a", "ab", "xabc", "bc", "cba", "queued", "QUEUE", "xqueued", "running", "unning", "承認", long];
    for text in words {
        for pair in words.iter().flat_map(|one| words.iter().map(|other| [*one, *other])) {
            let [one, other] = pair;
            let nearest = if slips(text, one) <= slips(text, other) { one } else { other };
            let unknown = UnknownState::new(text, "STATE", [Box::leak(Box::new(pair)), &[]]);
            assert_eq!(unknown.nearest(), Some(nearest), "{text:?} among {pair:?}");
        }
    }
    assert_eq!(UnknownState::new("a", "STATE", [&[], &[]]).nearest(), None);
}

/// The number of slips between the first 40 characters of two texts, by the textbook.
fn slips(left: &str, right: &str) -> usize {
    let of = |text: &str| -> Vec<char> { text.to_ascii_lowercase().chars().take(40).collect() };
    let (left, right) = (of(left), of(right));
    let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            table[i][j] = match (i, j) {
                (0, slips) | (slips, 0) => slips,
                _ => {
                    let replaced = table[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
                    replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
                }
            };
        }
    }
    table[left.len()][right.len()]
}

#[test]
fn an_unknown_text_without_its_borrow_keeps_its_start() {
    let long = "承".repeat(20);
    let unknown = UnknownState::new(&long, "STATE", [&["queued"], &[]]);
    assert_eq!(unknown.text(), long);
    assert_eq!(unknown.into_static().text(), "承".repeat(13));
    assert!(unknown.to_string().contains(&format!("`{}`", "承".repeat(13))), "{unknown}");
}
