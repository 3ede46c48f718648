//! The shared module on its own: tables and the nearest name.

use super::support::{Dense, Sparse, UnknownState, find};

#[test]
fn dense_and_sparse_tables_number_cells_alike() {
    static DENSE: Dense<3, 4> = Dense::new([&[1, 3], &[], &[0]]);
    static SPARSE: Sparse<3> = Sparse::new([&[1, 3], &[], &[0]]);
    let numbers = [[0, 1, 0, 2], [0; 4], [3, 0, 0, 0]];
    for (row, numbers) in numbers.iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            assert_eq!(DENSE.at(row, column), *number);
            assert_eq!(SPARSE.at(row, column), *number);
        }
    }
}

#[test]
fn words_are_found_by_length_and_bytes() {
    let words = [("on", 1), ("off", 2), ("open", 3), ("shut", 4)];
    for (word, value) in words {
        assert_eq!(find(&words, word), Some(value));
    }
    for text in ["", "of", "On", "opens", "shux", "承認待ち"] {
        assert_eq!(find(&words, text), None);
    }
}

#[test]
fn the_nearest_name_is_the_one_with_the_fewest_slips() {
    static STATES: [&str; 3] = ["queued", "running", "承認待ち"];
    let nearest = |text| UnknownState::new(text, "STATE-A", &STATES).nearest();
    assert_eq!(nearest("runing"), Some("running"));
    assert_eq!(nearest("QUEUED"), Some("queued"));
    assert_eq!(nearest("承認待"), Some("承認待ち"));
    assert_eq!(UnknownState::new("a", "STATE-A", &[]).nearest(), None);
}

#[test]
fn an_unknown_text_without_its_borrow_keeps_its_start() {
    let long = "承".repeat(20);
    let unknown = UnknownState::new(&long, "STATE-A", &["queued"]);
    assert_eq!(unknown.text(), long);
    assert_eq!(unknown.into_static().text(), "承".repeat(13));
    let shown = UnknownState::new("q\"\n", "STATE-A", &["queued"]).to_string();
    assert_eq!(shown, r#"STATE-A has no state "q\"\n"; the nearest is "queued""#);
}
