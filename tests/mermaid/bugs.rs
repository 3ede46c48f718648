//! Public bug reports of neighbouring tools, as small inputs with the right result.

use statedoc::mermaid::{Diagram, RowArrow, Rows, compare, write};

use super::{ours, reading};

fn read(lines: &str) -> Diagram {
    let (diagram, found) = reading(&format!("stateDiagram-v2\n{lines}\n"));
    assert_eq!(found, [], "{lines}");
    diagram.expect("a state diagram")
}

/// The only finding's message, help and what its fix says.
fn refused(lines: &str) -> String {
    let (_, found) = reading(&format!("stateDiagram-v2\n{lines}\n"));
    assert_eq!(found.len(), 1, "{lines}: {found:#?}");
    let fix = found[0].fix.as_ref().map(|fix| fix.message.as_str()).unwrap_or_default();
    format!("{} | {} | {fix}", found[0].message, found[0].help)
}

fn arrows(diagram: &Diagram) -> Vec<[String; 3]> {
    ours(diagram).arrows
}

#[track_caller]
fn round_trips(states: &[&str], label: &str) {
    let arrow = RowArrow { from: Some(0), to: Some(states.len() - 1), label: Some(label) };
    let rows = Rows { states: states.to_vec(), arrows: vec![arrow] };
    let (diagram, found) = reading(&write(&rows));
    assert_eq!(found, []);
    assert!(compare(&diagram.expect("a state diagram"), &rows).is_empty(), "{states:?} {label}");
}

#[test]
fn m1_a_reserved_word_is_named() {
    for word in ["State", "note", "CLASS", "default", "Style", "scale", "click", "href"] {
        let message = refused(&format!("A --> {word}"));
        assert!(message.contains(&format!("`{word}`")), "{message}");
        round_trips(&[word], "x");
    }
    read("noted --> defaulted\nclassic --> end\nfork --> join\nas --> direction");
}

#[test]
fn m2_a_name_with_a_space_or_a_hyphen_is_no_id() {
    assert!(refused("In Progress --> Done").contains("state \"In Progress\" as In_Progress"));
    assert!(refused("in-review --> x").contains("state \"in-review\" as in_review"));
    round_trips(&["In Progress", "in-review", "Ready for testing"], "go");
}

#[test]
fn m3_a_label_may_hold_single_colons() {
    assert_eq!(arrows(&read("created --> quoted : POST /:id/quote"))[0][2], "POST /:id/quote");
    assert!(refused("a --> b : a::b").contains("#58;"));
    assert!(refused("a --> b : a:::b").contains("#58;"));
    round_trips(&["a"], "POST /:id a::b :::");
}

#[test]
fn m5_a_note_ends_at_its_own_line_only() {
    let diagram = read("Open --> Done\nnote right of Open\n  please send note\nend note\nDone --> Open");
    assert_eq!(arrows(&diagram).len(), 2);
}

#[test]
fn m7_a_composite_state_has_one_word() {
    assert!(refused("state a b c {\n d\n}").contains("single word"));
}

#[test]
fn m8_as_is_a_word_of_its_own_only() {
    assert_eq!(arrows(&read("state assemble\nassemble --> done"))[0][0], "assemble");
}

#[test]
fn m9_regions_are_kept() {
    let diagram = read("state P {\n[*] --> a\n--\n[*] --> b\nb --> x\n}\nx --> Q");
    let ids: Vec<&str> = diagram.states.iter().map(|state| state.id.as_str()).collect();
    assert_eq!((ids, diagram.arrows.len()), (vec!["P", "a", "b", "x", "Q"], 4));
}

#[test]
fn m11_every_description_is_kept() {
    let diagram = read("state \"Big\" as b\nb : one\nb : two");
    assert_eq!((diagram.states[0].name.as_str(), diagram.states[0].descriptions.len()), ("Big", 3));
}

#[test]
fn m13_entities_are_decoded_once() {
    assert_eq!(arrows(&read("a --> b : x < 3 and \"y\" & z"))[0][2], "x < 3 and \"y\" & z");
    assert_eq!(arrows(&read("a --> b : issue #quot; 12"))[0][2], "issue \" 12");
    assert_eq!(arrows(&read("a --> b : #35;quot#59;"))[0][2], "#quot;");
    round_trips(&["a<b>&amp;"], "x < 3 and \"y\" & z #quot;");
}

#[test]
fn m14_names_of_javascript_are_names() {
    assert_eq!(
        arrows(&read("__proto__ --> constructor : toString"))[0],
        ["__proto__", "constructor", "toString"]
    );
    round_trips(&["__proto__", "constructor", "toString"], "hasOwnProperty");
}

#[test]
fn m15_an_arrow_without_a_label_is_an_arrow() {
    let rows = Rows {
        states: vec!["A", "B"],
        arrows: vec![RowArrow { from: Some(0), to: Some(1), label: Some("go") }],
    };
    assert!(compare(&read("A --> B"), &rows).is_empty());
    assert!(refused("A --> B :").contains("remove the colon"));
    let unlabelled = Rows { arrows: vec![RowArrow { label: None, ..rows.arrows[0] }], ..rows };
    assert!(write(&unlabelled).ends_with("s0 --> s1\n"));
}

#[test]
fn m16_direction_in_a_label_swallows_nothing() {
    assert!(refused("A --> B : set direction LR now").contains("#32;"));
    round_trips(&["direction TB", "LR"], "set direction LR now");
}

#[test]
fn m17_any_text_may_be_a_label() {
    assert!(refused("A --> B : Foo; baz").contains("#59;"));
    round_trips(&["Foo: bar; baz"], "Foo: bar; baz");
}

#[test]
fn m19_a_block_without_a_diagram_is_told() {
    let (diagram, found) = reading("\n");
    assert!(diagram.is_none());
    assert_eq!(found[0].message, "this mermaid block has no diagram");
}

#[test]
fn m21_a_literal_line_break_is_a_space() {
    let rows = Rows {
        states: vec!["Active", "Inactive"],
        arrows: vec![RowArrow { from: Some(0), to: Some(1), label: Some("bought\nor deleted") }],
    };
    assert!(compare(&read("Active --> Inactive : bought\\nor deleted"), &rows).is_empty());
    assert!(compare(&read("Active --> Inactive : bought<br/>or deleted"), &rows).is_empty());
    assert!(write(&rows).contains("bought<br/>or deleted"));
}

#[test]
fn m23_an_arrow_from_a_composite_state_to_itself_is_kept() {
    assert_eq!(arrows(&read("state B {\nC --> D\n}\nB --> B : again")), [["B", "B", "again"]]);
}

#[test]
fn m24_the_label_of_a_first_arrow_is_kept() {
    assert_eq!(arrows(&read("[*] --> Draft : create")), [["root_start", "Draft", "create"]]);
}
