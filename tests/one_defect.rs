//! One defect gives one finding, by the most telling rule; and the project has the last word on levels.

use statedoc::diagnostic::Severity;

use crate::findings::of;

const HEAD: &str = "id: STATE-A\ntitle: Order\n";

/// The rules of what is found in one YAML document, in the order printed.
fn rules(body: &str) -> Vec<&'static str> {
    let (findings, _) = of(&[("specs/a.yaml", &format!("{HEAD}{body}"))]);
    findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn what_follows_from_a_defect_is_not_reported() {
    let cases = [
        ("states: [{name: a}, {name: b}, {name: b}]\ntransitions: [{from: a, to: b}]", "duplicate-state"),
        ("states: [{nmae: a}, {name: b}]\ntransitions: [{from: a, to: b}]", "unknown-key"),
        ("sates: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b}]", "unknown-key"),
        ("states: [a, {name: b}]\ntransitions: [{from: a, to: b}]", "wrong-type"),
        ("states: x\ntransitions: [{from: a, to: b}]", "wrong-type"),
        ("states: [{name: a}, {name: b}, {name: ''}]\ntransitions: [{from: a, to: b}]", "empty-name"),
        ("states: [{name: a}, {name: b}]\ntransitions: [{from: a, to: c}]", "undeclared-state"),
        ("states: [{name: a}, {name: b}]\ntransitions: [{from: a}]", "missing-key"),
        (
            "states: [{name: a}, {name: b}]\n\
             transitions: [{from: a, to: b, trigger: go, guard: x}, {from: a, to: b, trigger: go, guard: y}]",
            "duplicate-transition",
        ),
        (
            "states: [{name: a}, {name: b c}, {name: b-c}]\ntransitions: [{from: a, to: b c}, {from: a, to: b-c}]",
            "identifier-collision",
        ),
        (
            "states: [{name: a}, {name: b}, {name: c}, {name: d}]\n\
             transitions: [{from: a, to: b}, {from: c, to: d}, {from: d, to: c}]",
            "unreachable-state",
        ),
        (
            "states: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b}]\n\
             invalid: [{from: '[*]', to: b, why: w}, {from: b, to: '[*]'}]",
            "undeclared-state undeclared-state missing-key",
        ),
    ];
    for (body, expected) in cases {
        let mut found = rules(body);
        let mut expected: Vec<&str> = expected.split(' ').collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn what_is_no_defect_is_not_reported() {
    let cases = [
        "states: [{name: only}]\ntransitions: [{from: only, to: only}]",
        "states: [{name: a}, {name: b, initial: true}]\ntransitions: [{from: '[*]', to: a}]",
        "states: [{name: a}, {name: b}]\ntransitions: [{from: '[*]', to: a}, {from: '[*]', to: b, trigger: x}]",
        "states: [{name: a}, {name: b}, {name: c}]\n\
         transitions: [{from: a, to: b, trigger: go, guard: x}, {from: a, to: c, trigger: go}]",
        "states: [{name: a}, {name: b}]\n\
         transitions: [{from: a, to: b, trigger: go}, {from: a, to: b, trigger: go, name: Again}]",
        "states: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b, source: 'RFC 9293; section 3, a/b'}]",
        "states: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b, source: src/a.rs}]",
        "source_sha: {shop: f47cb26}\nstates: [{name: a}, {name: b}]\n\
         transitions: [{from: a, to: b, source: 'https://a.b/c:d; agreed on 2026-05-30'}]\nevidence: [shop]",
        "object: DOM-1\nstates: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b}]\n\
         invariants: [INV-DOM-1-01, BR-17, INV-12, INV-DOM-2-x]",
        "implementation_evidence: observed\nstates: [{name: a}, {name: b}]\ntransitions: [{from: a, to: b}]",
    ];
    for body in cases {
        assert_eq!(rules(body), Vec::<&str>::new(), "{body}");
    }
}

#[test]
fn a_copied_document_is_one_finding() {
    let text = format!("{HEAD}states: [{{name: a}}, {{name: b}}]\ntransitions: [{{from: a, to: b}}]");
    let (findings, _) = of(&[("specs/a.yaml", &text), ("specs/b.yaml", &text), ("specs/c.yaml", &text)]);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!((findings[0].rule, findings[0].related.len()), ("duplicate-id", 2));
}

#[test]
fn a_level_of_the_project_counts_for_every_finding_of_its_rule() {
    let diagram = |arrows: &str| {
        format!(
            "---\n{HEAD}states: [{{name: a}}, {{name: b}}]\ntransitions: [{{from: a, to: b}}]\n---\n\
             # Order\n\n```mermaid\nstateDiagram-v2\n{arrows}```\n"
        )
    };
    let severity = |arrows: &str, level: &str| {
        let config = format!("[rules]\n{level}");
        let (findings, _) = of(&[("specs/a.md", &diagram(arrows)), ("statedoc.toml", &config)]);
        findings.iter().map(|finding| finding.severity).collect::<Vec<_>>()
    };
    let (lacks, extra) = ("  a\n  b\n", "  a --> b\n  b --> a\n");
    assert_eq!(severity(lacks, ""), [Severity::Warning]);
    assert_eq!(severity(extra, ""), [Severity::Error]);
    for (level, expected) in [("deny", Severity::Error), ("note", Severity::Note)] {
        let line = format!("diagram-disagrees = \"{level}\"\n");
        assert_eq!(severity(lacks, &line), [expected]);
        assert_eq!(severity(extra, &line), [expected]);
    }
    assert_eq!(severity(extra, "diagram-disagrees = \"allow\"\n"), []);
}

#[test]
fn a_report_shows_no_more_places_than_a_person_reads() {
    let row = "  - {from: a, to: c}\n";
    let body = format!("states: [{{name: a}}, {{name: b}}]\ntransitions:\n{}", row.repeat(40));
    let (findings, printed) = of(&[("specs/a.yaml", &format!("{HEAD}{body}"))]);
    assert_eq!((findings.len(), findings[0].related.len()), (1, 39));
    assert_eq!(printed.matches("also here").count(), 24);
    assert!(printed.contains("15 more places are not shown here"), "{printed}");
    assert!(printed.contains("(the first 24 of 40 edits)"), "{printed}");
}
