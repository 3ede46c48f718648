//! What the reader makes of diagrams, and what it says where it cannot.

use super::{Diagram, Endpoint, StateKind, read};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile};

fn reading(text: &str) -> (SourceFile, Option<Diagram>, Vec<Diagnostic>) {
    let file = SourceFile::new(FileId(0), "a.mmd", text);
    let (diagram, found) = read(&file, file.whole());
    (file, diagram, found)
}

fn diagram(text: &str) -> Diagram {
    let (_, diagram, found) = reading(text);
    assert_eq!(found, [], "{text}");
    diagram.expect("a state diagram")
}

/// Each arrow as `A > B : label`.
fn arrows(diagram: &Diagram) -> Vec<String> {
    let name = |end: Endpoint| match end {
        Endpoint::Star => "[*]",
        Endpoint::State(state) => diagram.states[state].name.as_str(),
    };
    let arrow = |arrow: &super::Arrow| {
        let label = arrow.label.as_ref().map(|label| format!(" : {label}")).unwrap_or_default();
        format!("{} > {}{label}", name(arrow.from), name(arrow.to))
    };
    diagram.arrows.iter().map(arrow).collect()
}

fn names(diagram: &Diagram) -> Vec<&str> {
    diagram.states.iter().map(|state| state.name.as_str()).collect()
}

/// The findings as what they point at and what they say.
fn findings(text: &str) -> Vec<(String, String)> {
    let (file, _, found) = reading(text);
    found.into_iter().map(|found| (file.slice(found.span).to_owned(), found.message)).collect()
}

/// The text after the only finding's fix.
fn fixed(text: &str) -> String {
    let (file, _, mut found) = reading(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let fix = found.remove(0).fix.expect("a fix");
    super::splice::applied(&file, &fix.edits)
}

#[test]
fn everything_that_a_diagram_may_hold_is_read() {
    let text = "\u{feff}---\r\ntitle: A\r\n---\r\n%%{init: {\"theme\": \"dark\"}}%%\r\nstateDiagram-v2\r\n  direction LR\r\n\
        accTitle: T\r\n  accDescr { several\r\n lines }\r\n  hide empty description\r\n  scale 350 width\r\n\
        %% a comment with direction TB\r\n  [*] --> s0 : create\r\n  state \"in  #quot;work#quot;\" as s0\r\n\
        s0 : second\r\n  s0-->done:::bad : 3#58;4<br>now\\nhere\r\n  classDef bad fill:#f00;\r\n  class s0,done bad\r\n\
        style done fill:#f00\r\n  note right of done : n: \r\n  note left of s0\r\n   s0 --> ghost\r\n  end note\r\n\
        note \"free\" as N\r\n  click done \"http://x\" \"tip\"\r\n  done --> [*]\r\n";
    let text = text.replace("n: \r", "n\r");
    let diagram = diagram(&text);
    assert_eq!(names(&diagram), ["in  \"work\"", "done"]);
    assert_eq!(diagram.states[0].descriptions, ["in  \"work\"", "second"]);
    let expected = ["[*] > in  \"work\" : create", "in  \"work\" > done : 3:4\nnow\nhere", "done > [*]"];
    assert_eq!(arrows(&diagram), expected);
    assert_eq!(diagram.style.direction.as_deref(), Some("LR"));
    assert_eq!((diagram.style.indent.as_str(), diagram.style.line_end), ("  ", "\r\n"));
}

#[test]
fn composites_regions_and_pseudo_states_are_read() {
    let text = "stateDiagram\nstate \"Big one\" as P {\n direction TB\n [*] --> a\n --\n [*] --> b\n state Q {\n c\n }\n}\n\
                state f <<fork>>\nstate j [[join]]\nstate c2<<choice>>\nP --> f\nf --> c2 : x\nP --> P : again\n";
    let diagram = diagram(text);
    assert_eq!(names(&diagram), ["Big one", "a", "b", "Q", "c", "f", "j", "c2"]);
    let kinds: Vec<StateKind> = diagram.states.iter().map(|state| state.kind).collect();
    use StateKind::{Choice, Composite, Fork, Join, Normal};
    assert_eq!(kinds, [Composite, Normal, Normal, Composite, Normal, Fork, Join, Choice]);
    let scopes: Vec<Option<usize>> = diagram.states.iter().map(|state| state.scope).collect();
    assert_eq!(scopes, [None, Some(0), Some(0), Some(0), Some(3), None, None, None]);
    assert_eq!(arrows(&diagram)[2..], ["Big one > f", "f > c2 : x", "Big one > Big one : again"]);
}

#[test]
fn another_diagram_is_none_and_no_problem() {
    for text in [
        "flowchart LR\n A --> B",
        "sequenceDiagram\n A->>B: x",
        "%% c\ngraph TD",
        "---\ntitle: x\n---\npie\n",
    ] {
        let (_, diagram, found) = reading(text);
        assert_eq!((diagram, found), (None, Vec::new()), "{text}");
    }
}

#[test]
fn an_empty_block_and_a_misspelt_header_are_findings() {
    assert_eq!(findings(" \n%% x\n")[0].1, "this mermaid block has no diagram");
    assert_eq!(fixed("statediagram-v2\n A --> B\n"), "stateDiagram-v2\n A --> B\n");
    assert_eq!(fixed("stateDiagramV2\n A --> B\n"), "stateDiagram-v2\n A --> B\n");
}

#[test]
fn a_refusal_points_at_its_cause() {
    let cause = |line: &str| {
        let found = findings(&format!("stateDiagram-v2\n  A --> B\n  {line}\n  B --> C\n"));
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        found.into_iter().next().map(|(text, _)| text).unwrap_or_default()
    };
    assert_eq!(cause("A --> State"), "State");
    assert_eq!(cause("note --> B"), "note");
    assert_eq!(cause("in-progress --> B"), "in-progress");
    assert_eq!(cause("A --> in-progress : x"), "in-progress");
    assert_eq!(cause("A ---> B"), "--->");
    assert_eq!(cause("A -.-> B"), "-.->");
    assert_eq!(cause("A --> B --> C"), "-->");
    assert_eq!(cause("A --> B : a::b"), ":");
    assert_eq!(cause("A --> B :"), ":");
    assert_eq!(cause("A --> B : a:"), ":");
    assert_eq!(cause("note over A : x"), "note");
    assert_eq!(cause("state a b c {\n  }"), "a b c");
    assert_eq!(cause("--"), "--");
    assert_eq!(cause("classDef default fill:#f00"), "classDef");
    assert_eq!(cause("stateDiagram-v2\n"), "stateDiagram-v2");
}

#[test]
fn reading_goes_on_after_a_refusal() {
    let (_, diagram, found) = reading("stateDiagram-v2\nA --> in-progress\nB ---> C\nC --> D : x\n");
    assert_eq!(found.len(), 2);
    assert_eq!(arrows(&diagram.expect("a diagram")).last().map(String::as_str), Some("C > D : x"));
}

#[test]
fn what_surely_is_not_meant_is_a_finding_with_a_way_out() {
    let line = |line: &str| format!("stateDiagram-v2\n  {line}\n");
    assert_eq!(fixed(&line("A -->|go on| B")), line("A --> B : go on"));
    assert_eq!(fixed(&line("A --> B : set direction LR now")), line("A --> B : set direction#32;LR now"));
    assert_eq!(fixed(&line("A --> B : save; notify")), line("A --> B : save#59; notify"));
    assert_eq!(fixed(&line("A --> B;")), line("A --> B"));
    assert_eq!(fixed(&line("state A : text")), line("A : text"));
    assert_eq!(fixed(&line("A --> B : a::b")), line("A --> B : a#58;:b"));
    assert_eq!(fixed(&line("A --> B : a C4Container")), line("A --> B : a C4#67;ontainer"));
    let (_, _, found) = reading(&line("In Progress --> Done"));
    assert_eq!(
        found[0].help,
        "declare the name once, `state \"In Progress\" as In_Progress`, and write `In_Progress` in the arrows"
    );
    for odd in ["A B", "state In Progress", "state \"x\" as In Progress", "a}", "A --> B more"] {
        assert_eq!(findings(&line(odd)).len(), 1, "{odd}");
    }
}

#[test]
fn an_unclosed_block_is_a_finding() {
    assert_eq!(findings("stateDiagram-v2\nstate P {\n a --> b\n")[0].0, "P");
    assert_eq!(
        findings("stateDiagram-v2\nA --> B\nnote right of A\n text\n")[0].1,
        "this note is not closed"
    );
}

#[test]
fn a_cr_only_block_is_read() {
    let diagram = diagram("stateDiagram-v2\r  [*] --> A\r  A --> B : go\r");
    assert_eq!(arrows(&diagram), ["[*] > A", "A > B : go"]);
    assert_eq!(diagram.style.line_end, "\r");
}

#[test]
fn the_time_grows_with_the_length_only() {
    let long = [
        "A --> B : go\n".repeat(20_000),
        "A ".repeat(50_000),
        "state x ".repeat(30_000),
        "\"".repeat(100_000),
        "<a ".repeat(50_000),
        "%%{ ".repeat(50_000),
        "note left of A\n".repeat(20_000),
        "direction ".repeat(30_000),
        "end note ".repeat(30_000),
        "state P {\n".repeat(20_000),
        "state c <<choice>>\nc --> c\n".repeat(5_000),
        "a-".repeat(50_000),
        "#1".repeat(50_000),
        "- ```mermaid\n".repeat(20_000),
    ];
    let start = std::time::Instant::now();
    for text in long {
        let text = format!("stateDiagram-v2\n{text}");
        let (file, diagram, _) = reading(&text);
        let _ = super::fences(&file, 0..file.text.len());
        if let Some(diagram) = diagram {
            let _ = super::compare(&diagram, &super::Rows::default());
        }
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn what_would_swallow_the_rest_is_told() {
    for text in ["stateDiagram-v2\n a --> b\n state\n", "stateDiagram-v2\n a --> b\n state  \n\n"] {
        let found = findings(text);
        assert_eq!((found.len(), found[0].0.as_str()), (1, "state"), "{found:?}");
    }
    let found = findings("stateDiagram-v2\n a --> b\n accDescr {\n c --> d\n");
    assert_eq!((found.len(), found[0].0.as_str()), (1, "accDescr"), "{found:?}");
}

#[test]
fn a_composite_state_has_one_name() {
    let found = findings("stateDiagram-v2\n state \"Group\" as G {\n a --> b\n }\n G : second text\n");
    assert_eq!((found.len(), found[0].0.as_str()), (1, "G"), "{found:?}");
}
