//! Refreshing random partial diagrams, and the styles in use.

use proptest::prelude::*;

use super::{Diagram, Fence, RowArrow, Rows, compare, fences, read, refresh, splice, write};
use crate::source::{FileId, SourceFile};

fn file(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "a.md", text)
}

fn only(file: &SourceFile) -> (Fence, Diagram) {
    let fence = fences(file, 0..file.text.len()).remove(0);
    let (diagram, found) = read(file, fence.content);
    assert_eq!(found, [], "{}", file.text);
    (fence, diagram.expect("a state diagram"))
}

fn refreshed(text: &str, rows: &Rows, take_rows: bool) -> String {
    let file = file(text);
    let (fence, diagram) = only(&file);
    let comparison = compare(&diagram, rows);
    splice::applied(&file, &refresh(&file, &fence, &diagram, rows, &comparison, take_rows))
}

fn rows<'a>(states: &[&'a str], arrows: &[(&str, &str, &'a str)]) -> Rows<'a> {
    let at = |name: &str| states.iter().position(|state| *state == name);
    let arrow = |(from, to, label): &(&str, &str, &'a str)| RowArrow {
        from: at(from),
        to: at(to),
        label: (!label.is_empty()).then_some(*label),
    };
    Rows { states: states.to_vec(), arrows: arrows.iter().map(arrow).collect() }
}

fn block(lines: &str) -> String {
    format!("# A\n\n```mermaid\n{lines}```\n\nb\n")
}

#[test]
fn a_missing_arrow_follows_the_line_of_the_row_before_it() {
    let rows = rows(
        &["queued", "running", "done"],
        &[("queued", "running", "go"), ("running", "running", "page"), ("running", "done", "end")],
    );
    let before = block("stateDiagram-v2\n  queued --> running\n  running --> done\n");
    let after = block("stateDiagram-v2\n  queued --> running\n  running --> running\n  running --> done\n");
    assert_eq!(refreshed(&before, &rows, false), after);
    assert_eq!(refreshed(&after, &rows, false), after);
    let windows = before.replace('\n', "\r\n");
    assert_eq!(refreshed(&windows, &rows, false), after.replace('\n', "\r\n"));
}

#[test]
fn every_missing_arrow_stands_by_its_nearest_row() {
    let rows = rows(
        &["a", "b", "c"],
        &[("c", "c", ""), ("a", "b", ""), ("b", "c", ""), ("b", "b", ""), ("a", "c", ""), ("c", "a", "")],
    );
    let before = block("stateDiagram-v2\n  a --> b\n  %% kept\n  b --> c\n\n  c --> a\n");
    let after =
        "stateDiagram-v2\n  c --> c\n  a --> b\n  %% kept\n  b --> c\n  b --> b\n  a --> c\n\n  c --> a\n";
    assert_eq!(refreshed(&before, &rows, false), block(after));
}

#[test]
fn a_missing_state_takes_the_next_free_alias() {
    let rows = rows(&["a b", "new", "c"], &[("a b", "c", "go: now"), ("a b", "new", "x")]);
    let before = block("stateDiagram-v2\n\tstate \"a b\" as s0\n\tstate \"c\" as s7\n\n\ts0-->s7: went\n");
    let expected = "stateDiagram-v2\n\tstate \"a b\" as s0\n\tstate \"c\" as s7\n\tstate \"new\" as s8\n\n\
                    \ts0-->s7: go#58; now\n\ts0-->s8: x\n";
    assert_eq!(refreshed(&before, &rows, false), block(expected));
}

#[test]
fn a_bare_diagram_stays_bare_where_that_is_safe() {
    let rows = rows(&["a", "b", "in-review", "alone"], &[("a", "in-review", ""), ("a", "b", "")]);
    let before = block("stateDiagram-v2\n  a --> b\n");
    let expected =
        "stateDiagram-v2\n  state \"in-review\" as in_review\n  alone\n  a --> in_review\n  a --> b\n";
    assert_eq!(refreshed(&before, &rows, false), block(expected));
}

#[test]
fn an_empty_diagram_is_filled() {
    let rows = rows(&["a", "b"], &[("", "a", "create"), ("a", "b", "go")]);
    let expected = "stateDiagram-v2\n  state \"a\" as s0\n  state \"b\" as s1\n  [*] --> s0 : create\n  s0 --> s1 : go\n";
    assert_eq!(refreshed(&block("stateDiagram-v2\n"), &rows, false), block(expected));
    assert_eq!(
        refreshed("```mermaid\nstateDiagram-v2", &rows, false),
        format!("```mermaid\n{}", expected.trim_end())
    );
}

#[test]
fn what_only_the_diagram_has_goes_on_request() {
    let rows = rows(&["a", "b"], &[("a", "a", "")]);
    let before = block(
        "stateDiagram-v2\n  a --> a\n  a --> b\n  a --> ghost\n  note left of ghost : boo\n  %% kept\n",
    );
    assert_eq!(refreshed(&before, &rows, false), before);
    assert_eq!(refreshed(&before, &rows, true), block("stateDiagram-v2\n  b\n  a --> a\n  %% kept\n"));
}

#[test]
fn an_arrow_inside_a_composite_state_is_not_moved_out_of_it() {
    let rows = rows(&["a", "b", "c"], &[("a", "b", ""), ("b", "a", ""), ("b", "c", "")]);
    let before = block("stateDiagram-v2\n  state Group {\n    a --> b\n  }\n");
    let expected = "stateDiagram-v2\n  state Group {\n    a --> b\n    b --> a\n  }\n  b --> c\n";
    assert_eq!(refreshed(&before, &rows, false), block(expected));
    let line = block("stateDiagram-v2\n  state Group { a --> b }\n");
    let expected = "stateDiagram-v2\n  state Group { a --> b }\n  b --> a\n  b --> c\n";
    assert_eq!(refreshed(&line, &rows, false), block(expected));
}

#[derive(Clone, Debug)]
struct Plan {
    names: Vec<String>,
    arrows: Vec<(Option<usize>, Option<usize>, Option<String>)>,
}

impl Plan {
    fn rows(&self) -> Rows<'_> {
        let arrows = self.arrows.iter();
        Rows {
            states: self.names.iter().map(String::as_str).collect(),
            arrows: arrows
                .map(|(from, to, label)| RowArrow { from: *from, to: *to, label: label.as_deref() })
                .collect(),
        }
    }
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "[A-Za-z][a-z -]{0,8}",
        Just("State".to_owned()),
        Just("LR".to_owned()),
        Just("end note".to_owned()),
        any::<String>(),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let end = || prop::option::weighted(0.9, 0..8_usize);
    let label = prop::option::weighted(
        0.8,
        prop_oneof!["[a-z: ;]{0,9}", any::<String>(), Just("direction TB".to_owned())],
    );
    let arrows = prop::collection::vec((end(), end(), label), 0..12);
    (prop::collection::vec(name(), 1..8), arrows).prop_map(|(mut names, arrows)| {
        let mut known = std::collections::HashSet::new();
        names.retain(|name| known.insert(super::normal(name)));
        let inside = |end: Option<usize>| end.map(|end| end % names.len());
        let arrows = arrows.into_iter().map(|(from, to, label)| (inside(from), inside(to), label));
        let arrows = arrows.filter(|(from, to, _)| from.is_some() || to.is_some()).collect();
        Plan { names, arrows }
    })
}

/// A diagram of some of the plan's rows, in one of the styles in use.
fn partial(plan: &Plan, keep: &[bool], bare: bool, labels: bool, crlf: bool) -> String {
    let kept = |at: usize| keep[at % keep.len()];
    let id = |at: usize| match super::bare_id(&plan.names[at]) {
        Some(id) if bare => id.to_owned(),
        _ => format!("s{at}"),
    };
    let mut lines = vec!["```mermaid".to_owned(), "stateDiagram-v2".to_owned()];
    let used: Vec<_> =
        plan.arrows.iter().enumerate().filter(|(at, _)| kept(*at)).map(|(_, arrow)| arrow).collect();
    for at in 0..plan.names.len() {
        let shown = used.iter().any(|(from, to, _)| *from == Some(at) || *to == Some(at)) || kept(at + 3);
        if shown && id(at) == format!("s{at}") {
            lines.push(format!("  state \"{}\" as s{at}", super::description(&plan.names[at])));
        }
    }
    for (from, to, label) in used {
        let end = |end: &Option<usize>| end.map_or("[*]".to_owned(), id);
        let text = super::label(label.as_deref().unwrap_or_default());
        let text = if labels && !text.is_empty() { format!(" : {text}") } else { String::new() };
        lines.push(format!("  {} --> {}{text}", end(from), end(to)));
    }
    lines.extend(["```".to_owned(), "end".to_owned()]);
    lines.join(if crlf { "\r\n" } else { "\n" })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(2),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_reads_back(plan in plan()) {
        let text = write(&plan.rows());
        let file = file(&text);
        let (diagram, found) = read(&file, file.whole());
        prop_assert_eq!(found, []);
        let diagram = diagram.expect("a state diagram");
        prop_assert!(compare(&diagram, &plan.rows()).is_empty());
        prop_assert_eq!(diagram.arrows.len(), plan.arrows.len());
        for (arrow, (_, _, label)) in diagram.arrows.iter().zip(&plan.arrows) {
            let shown = arrow.label.as_deref().unwrap_or_default();
            prop_assert_eq!(super::normal(shown), super::normal(label.as_deref().unwrap_or_default()));
        }
    }

    #[test]
    fn a_refreshed_diagram_shows_all_rows(
        plan in plan(),
        keep in prop::collection::vec(any::<bool>(), 1..7),
        bare: bool,
        labels: bool,
        crlf: bool,
    ) {
        let text = partial(&plan, &keep, bare, labels, crlf);
        let after = refreshed(&text, &plan.rows(), true);
        let outside = |text: &str| {
            let file = file(text);
            let fence = fences(&file, 0..text.len()).remove(0);
            (text[..fence.content.start].to_owned(), text[fence.content.end..].to_owned())
        };
        prop_assert_eq!(outside(&text), outside(&after));
        prop_assert_eq!(after.contains('\r'), crlf);
        let again = file(&after);
        let (_, diagram) = only(&again);
        let comparison = compare(&diagram, &plan.rows());
        prop_assert!(comparison.is_empty(), "{:?}\n{}\n{}", comparison, text, after);
        prop_assert_eq!(refreshed(&after, &plan.rows(), true), after);
    }

    #[test]
    fn another_diagram_becomes_this_one(one in plan(), other in plan(), bare: bool, labels: bool) {
        let text = partial(&other, &[true], bare, labels, false);
        let after = refreshed(&text, &one.rows(), true);
        let again = file(&after);
        let (_, diagram) = only(&again);
        let comparison = compare(&diagram, &one.rows());
        prop_assert!(comparison.is_empty(), "{:?}\n{}\n{}", comparison, text, after);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(text in "(state |stateDiagram-v2\n|\\[\\*\\]|-->|--|:|;|\"|\\{|\\}|#[0-9]*;|note left of |end note|\n| as |%%|%%\\{|direction LR|A|é|\\PC|<<fork>>|class |click ){0,40}") {
        let text = format!("stateDiagram-v2\n{text}");
        let file = file(&text);
        let (diagram, found) = read(&file, file.whole());
        let fence = Fence { span: file.whole(), content: file.whole(), indent: String::new(), closed: false };
        let rows = rows(&["A", "é", "in-review"], &[("A", "é", "go"), ("é", "in-review", ""), ("", "A", "")]);
        if let Some(diagram) = diagram {
            let comparison = compare(&diagram, &rows);
            let edits = refresh(&file, &fence, &diagram, &rows, &comparison, true);
            prop_assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{:?}", edits);
            let _ = splice::applied(&file, &edits);
        }
        for finding in found {
            prop_assert!(file.text.is_char_boundary(finding.span.start) && finding.span.end <= file.text.len());
        }
        let _ = fences(&file, 0..text.len());
    }
}

/// Found by a fuzzer: what is removed here was the style of the word before it, which without one
/// takes the next line for it.
#[test]
fn a_source_that_cannot_be_changed_safely_is_written_anew() {
    let text = "```mermaid\nstateDiagram-v2\n classDef bad \u{2028}fil:#f00\n A:::bad --> B:::bad : x\n```\n";
    let rows = rows(&["queued", "done"], &[("queued", "done", "go")]);
    let after = refreshed(text, &rows, true);
    let again = file(&after);
    let (_, diagram) = only(&again);
    assert!(compare(&diagram, &rows).is_empty(), "{after}");
}
