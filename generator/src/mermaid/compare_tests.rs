//! What agrees between a diagram and rows, and what does not.

use super::{Comparison, RowArrow, Rows, compare, read};
use crate::source::{FileId, SourceFile};

fn rows<'a>(states: &[&'a str], arrows: &[(&str, &str, &'a str)]) -> Rows<'a> {
    let at = |name: &str| states.iter().position(|state| *state == name);
    let arrow = |(from, to, label): &(&str, &str, &'a str)| RowArrow {
        from: at(from),
        to: at(to),
        label: (!label.is_empty()).then_some(*label),
    };
    Rows { states: states.to_vec(), arrows: arrows.iter().map(arrow).collect() }
}

fn comparison(lines: &str, rows: &Rows) -> Comparison {
    let file = SourceFile::new(FileId(0), "a.mmd", format!("stateDiagram-v2\n{lines}\n"));
    let (diagram, found) = read(&file, file.whole());
    assert_eq!(found, [], "{lines}");
    compare(&diagram.expect("a state diagram"), rows)
}

#[track_caller]
fn agrees(lines: &str, rows: &Rows) {
    assert_eq!(comparison(lines, rows), Comparison::default(), "{lines}");
}

#[test]
fn states_agree_by_name_or_by_id() {
    let rows = rows(&["in review", "State", "done"], &[("in review", "State", ""), ("State", "done", "")]);
    agrees("state \"in  review\" as a\nstate \"State\" as b\na --> b\nb --> done", &rows);
    agrees("state \"in<br/>review\" as a\nstate \"State\" as b\na --> b\nb --> done", &rows);
    agrees("in_review --> State_\nState_ --> done\ndone : the end of it", &rows);
}

#[test]
fn what_lacks_and_what_is_too_much_is_told() {
    let rows = rows(&["a", "b", "c"], &[("a", "b", ""), ("b", "c", "")]);
    let found = comparison("a --> b\nb --> ghost\nb --> a", &rows);
    let expected = Comparison {
        missing_states: vec![2],
        missing_arrows: vec![1],
        extra_states: vec![2],
        extra_arrows: vec![1, 2],
        labels: Vec::new(),
    };
    assert_eq!(found, expected);
    assert!(found.has_extras() && !found.is_empty());
}

#[test]
fn an_unlabelled_arrow_stands_for_all_rows_of_its_pair() {
    let rows = rows(&["a", "b"], &[("a", "b", "one"), ("a", "b", "two")]);
    agrees("a --> b", &rows);
    agrees("a --> b\na --> b", &rows);
    agrees("a --> b : two\na --> b", &rows);
    agrees("a --> b : two\na --> b : one", &rows);
}

#[test]
fn a_labelled_arrow_stands_for_one_row() {
    let two = rows(&["a", "b"], &[("a", "b", "one"), ("a", "b", "two")]);
    assert_eq!(comparison("a --> b : two", &two).missing_arrows, [0]);
    assert_eq!(comparison("a --> b : two\na --> b : new", &two).labels, [(1, 0)]);
    let one = rows(&["a", "b"], &[("a", "b", "one #1: <x>")]);
    agrees("a --> b : one #35;1#58;\\n#60;x>", &one);
    assert_eq!(comparison("a --> b : One", &one).labels, [(0, 0)]);
    let found = comparison("a --> b : one #35;1#58; #60;x#62;\na --> b : more", &one);
    assert_eq!((found.extra_arrows, found.labels), (vec![1], Vec::new()));
    agrees("a --> b : whatever", &rows(&["a", "b"], &[("a", "b", "")]));
}

#[test]
fn stars_count_only_where_a_row_has_them() {
    let without = rows(&["a"], &[]);
    agrees("a\n[*] --> a : create\na --> [*]", &without);
    let with = rows(&["a"], &[("", "a", "create")]);
    agrees("[*] --> a : create\na --> [*]", &with);
    assert_eq!(comparison("a", &with).missing_arrows, [0]);
    assert_eq!(comparison("[*] --> a\n[*] --> b\na --> [*]", &with).extra_arrows, [1]);
}

#[test]
fn a_composite_state_may_only_group() {
    let rows = rows(&["a", "b", "x", "y"], &[("x", "a", ""), ("a", "b", ""), ("a", "y", ""), ("b", "y", "")]);
    agrees("state G {\n[*] --> a\na --> b\n}\nx --> G\nG --> y", &rows);
    assert_eq!(
        comparison("state G {\n[*] --> a\na --> b\n}\nx --> G\nG --> y\ny --> G", &rows).extra_arrows,
        [4]
    );
    let own = super::Rows { states: vec!["G", "a"], arrows: vec![] };
    assert_eq!(comparison("state G {\n a\n}\nG --> G", &own).extra_arrows, [0]);
}

#[test]
fn pseudo_states_are_seen_through() {
    let one = rows(&["a", "b", "c"], &[("a", "b", "go"), ("a", "c", "stay")]);
    agrees("state d <<choice>>\na --> d : go\nd --> b\nd --> c", &one);
    agrees("state d <<choice>>\na --> d\nd --> b : go\nd --> c : if not", &one);
    agrees("state d <<fork>>\nstate e <<join>>\na --> d\nd --> e\ne --> b\nd --> c", &one);
    assert_eq!(comparison("state d <<choice>>\na --> d\nd --> b\nd --> c\nd --> a", &one).extra_arrows, [3]);
    agrees("state d <<choice>>\na --> d\nd --> d\nd --> b\nd --> c", &one);
    let parallel = rows(&["a", "b"], &[("a", "b", "one"), ("a", "b", "two words")]);
    assert_eq!(comparison("state d <<choice>>\na --> d : one\nd --> b", &parallel).missing_arrows, [1]);
    agrees("state d <<choice>>\na --> d : two\nd --> b : words\na --> b : one", &parallel);
}

#[test]
fn notes_styles_and_comments_do_not_count() {
    let rows = rows(&["a", "b"], &[("a", "b", "")]);
    agrees("a --> b\nnote left of a : b --> a\nclass ghost bad\nstyle ghost fill:#f00\n%% b --> a", &rows);
}
