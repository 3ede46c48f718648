//! The generated tests are strong: each fault in the generated code fails a test that says where.

mod typed_layer;

use std::fs;

use crate::crates::{Crate, text};
use crate::sandbox::Sandbox;
use typed_layer::{IN_THE_TYPED_LAYER, WHERE_RECORDS_BEGIN};

/// One fault.
#[derive(Clone, Copy)]
struct Fault {
    /// What it is.
    what: &'static str,
    /// The file, what stands there, and what the fault puts in its place everywhere in it.
    edits: &'static [(&'static str, &'static str, &'static str)],
    /// The tests that must fail.
    fails: &'static [&'static str],
    /// What they must say.
    says: &'static str,
}

const PARCEL: &str = "src/parcel.rs";
const SUPPORT: &str = "src/support.rs";

const IN_THE_TABLE: &[Fault] = &[
    Fault {
        what: "a row's target changed",
        edits: &[(
            PARCEL,
            "name: \"DraftToInTransit\",\n        from: 0,\n        to: 1",
            "name: \"DraftToInTransit\",\n        from: 0,\n        to: 3",
        )],
        fails: &["rows_are_the_documents", "declared_rows_are_accepted", "random_walks_follow_the_document"],
        says: r#"row "draft" -> "in transit" (hand over)"#,
    },
    Fault {
        what: "a row's source state changed",
        edits: &[(
            PARCEL,
            "name: \"LostToInTransit\",\n        from: 3",
            "name: \"LostToInTransit\",\n        from: 0",
        )],
        fails: &["rows_are_the_documents", "declared_rows_are_accepted", "other_rows_are_refused"],
        says: r#"row "lost" -> "in transit""#,
    },
    Fault {
        what: "an effect dropped",
        edits: &[(PARCEL, "\"weigh it\", ", "")],
        fails: &["rows_are_the_documents", "declared_rows_are_accepted", "failed_guards_change_nothing"],
        says: "weigh it",
    },
    Fault {
        what: "effects reordered",
        edits: &[(PARCEL, "\"weigh it\", \"tell the receiver\"", "\"tell the receiver\", \"weigh it\"")],
        fails: &["rows_are_the_documents", "declared_rows_are_accepted"],
        says: r#"row "draft" -> "in transit" (hand over)"#,
    },
    Fault {
        what: "a guard's text changed",
        edits: &[(PARCEL, "\"The label is readable.\"", "\"The label is legible.\"")],
        fails: &["rows_are_the_documents", "refusals_quote_the_document"],
        says: "The label is readable.",
    },
    Fault {
        what: "a row's trigger changed",
        edits: &[(PARCEL, "trigger: 1,", "trigger: 2,")],
        fails: &["rows_are_the_documents"],
        says: r#"the trigger of row "draft" -> "in transit" (hand over)"#,
    },
    Fault {
        what: "an actor and a source exchanged",
        edits: &[
            (PARCEL, "actor: \"counter\"", "actor: \"depot:src/counter.rs:accept\""),
            (PARCEL, "source: \"depot:src/counter.rs:accept\"", "source: \"counter\""),
        ],
        fails: &["rows_are_the_documents"],
        says: r#"the actor of row "draft" -> "in transit" (hand over)"#,
    },
];

const IN_THE_LOOKUPS: &[Fault] = &[
    Fault {
        what: "a forbidden pair allowed",
        edits: &[(
            PARCEL,
            "Verdict::Forbidden(\"A lost parcel must be found before it is delivered.\")",
            "Verdict::Declared(&[Transition::InTransitToDeliveredOnDeliver])",
        )],
        fails: &[
            "verdicts_are_the_documents",
            "forbidden_pairs_are_refused_with_their_why",
            "targets_find_their_row",
        ],
        says: "A lost parcel must be found before it is delivered.",
    },
    Fault {
        what: "a reason reworded",
        edits: &[(PARCEL, "must be found before", "must be found first, then")],
        fails: &["verdicts_are_the_documents", "forbidden_pairs_are_refused_with_their_why"],
        says: r#""lost" -> "delivered""#,
    },
    Fault {
        what: "a verdict in the wrong cell",
        edits: &[(
            PARCEL,
            "<4, 4> = support::Dense::new([\n    &[1],",
            "<4, 4> = support::Dense::new([\n    &[2],",
        )],
        fails: &["verdicts_are_the_documents", "targets_find_their_row"],
        says: r#"the verdict on "draft" -> "in transit""#,
    },
    Fault {
        what: "a trigger that finds no row",
        edits: &[(
            PARCEL,
            "<4, 7> = support::Dense::new([\n    &[1],",
            "<4, 7> = support::Dense::new([\n    &[0],",
        )],
        fails: &["triggers_lead_to_their_rows"],
        says: r#"the rows that leave "draft" on "book""#,
    },
    Fault {
        what: "only the first of two parallel rows found",
        edits: &[(
            PARCEL,
            "Verdict::Declared(&[Transition::InTransitToDeliveredOnDeliver, Transition::InTransitToDeliveredOnLeaveWithANeighbour])",
            "Verdict::Declared(&[Transition::InTransitToDeliveredOnDeliver])",
        )],
        fails: &["verdicts_are_the_documents", "targets_find_their_row", "guards_run_once_or_never"],
        says: "leave with a neighbour",
    },
    Fault {
        what: "a state that no row is said to leave",
        edits: &[(PARCEL, "&[Transition::LostToInTransit],\n];", "&[],\n];")],
        fails: &["triggers_lead_to_their_rows"],
        says: r#"the rows that leave "lost""#,
    },
    Fault {
        what: "an initial state too many",
        edits: &[(
            PARCEL,
            "INITIAL: &'static [Self] = &[\n        State::Draft,",
            "INITIAL: &'static [Self] = &[\n        State::Draft, State::Lost,",
        )],
        fails: &["states_are_the_documents"],
        says: "INITIAL",
    },
    Fault {
        what: "no initial state",
        edits: &[(
            PARCEL,
            "INITIAL: &'static [Self] = &[\n        State::Draft,",
            "INITIAL: &'static [Self] = &[",
        )],
        fails: &["states_are_the_documents", "reachable_states_are_the_documents"],
        says: r#"whether a record can get to "draft""#,
    },
];

const IN_THE_TEXT: &[Fault] = &[
    Fault {
        what: "a state's text misspelt",
        edits: &[(
            PARCEL,
            "static NAMES: [&str; 4] = [\n    \"draft\"",
            "static NAMES: [&str; 4] = [\n    \"drafd\"",
        )],
        fails: &["states_are_the_documents", "refusals_quote_the_document"],
        says: r#""draft""#,
    },
    Fault {
        what: "a state's text misspelt where it is read",
        edits: &[(PARCEL, "\"lost\" => State::Lost", "\"lots\" => State::Lost")],
        fails: &["names_are_read_back"],
        says: r#"parse("lost")"#,
    },
    Fault {
        what: "an alias that names another state",
        edits: &[(PARCEL, "\"travelling\" => State::InTransit", "\"travelling\" => State::Draft")],
        fails: &["names_are_read_back"],
        says: r#"parse("travelling")"#,
    },
    Fault {
        what: "unknown text accepted",
        edits: &[(PARCEL, "_ => return None,", "_ => State::Draft,")],
        fails: &["unknown_names_are_refused"],
        says: r#"names no state, but is read as "draft""#,
    },
    Fault {
        what: "text read whatever its case",
        edits: &[(
            PARCEL,
            "match text {",
            "match NAMES.iter().find(|word| word.eq_ignore_ascii_case(text)).copied().unwrap_or(text) {",
        )],
        fails: &["unknown_names_are_refused"],
        says: "names no state, but is read as",
    },
    Fault {
        what: "the wrong state said to be nearest",
        edits: &[("src/support/text.rs", "min_by_key", "max_by_key")],
        fails: &["unknown_names_are_refused"],
        says: "is called the nearest",
    },
    Fault {
        what: "text read with white space behind it",
        edits: &[(PARCEL, "match text {", "match text.trim_end() {")],
        fails: &["unknown_names_are_refused"],
        says: "names no state, but is read as",
    },
    Fault {
        what: "the beginning of a name read as the whole",
        edits: &[(
            PARCEL,
            "match text {",
            "match NAMES.iter().find(|word| text.len() > 3 && word.starts_with(text)).copied().unwrap_or(text) {",
        )],
        fails: &["unknown_names_are_refused"],
        says: "names no state, but is read as",
    },
    Fault {
        what: "a refusal with its ends swapped",
        edits: &[(
            "src/support/refusal.rs",
            "{} -> {} is forbidden by {document}: {why}\", End(Some(from)), End(Some(to))",
            "{} -> {} is forbidden by {document}: {why}\", End(Some(to)), End(Some(from))",
        )],
        fails: &["refusals_quote_the_document"],
        says: "the refusal reads",
    },
    Fault {
        what: "a refusal that lists the wrong exits",
        edits: &[(
            "src/support/refusal.rs",
            "list(f, (0..rows.len()).filter(first)",
            "list(f, (1..rows.len()).filter(first)",
        )],
        fails: &["refusals_quote_the_document"],
        says: "the refusal reads",
    },
    Fault {
        what: "a name that is shown without its column",
        edits: &[(PARCEL, "f.pad(self.as_str())", "f.write_str(self.as_str())")],
        fails: &["states_are_the_documents"],
        says: "does not keep to its column",
    },
    Fault {
        what: "a trigger's text misspelt",
        edits: &[(PARCEL, "    \"hand over\",", "    \"hand it over\",")],
        fails: &["triggers_lead_to_their_rows", "rows_are_the_documents"],
        says: "hand over",
    },
    Fault {
        what: "a meaning lost",
        edits: &[(PARCEL, "    \"Nobody knows where it is.\",", "    \"\",")],
        fails: &["states_are_the_documents"],
        says: r#"the meaning of "lost""#,
    },
    Fault {
        what: "a refusal that does not give the reason",
        edits: &[("src/support/refusal.rs", ": {why}\"", ": {why:.0}\"")],
        fails: &["forbidden_pairs_are_refused_with_their_why", "refusals_quote_the_document"],
        says: "A parcel that has arrived is sent on as another one.",
    },
];

const IN_THE_FUNCTIONS: &[Fault] = &[
    Fault {
        what: "the guard ignored",
        edits: &[(SUPPORT, "match guard(row) {", "let _ = guard;\n    match Ok::<(), E>(()) {")],
        fails: &[
            "failed_guards_change_nothing",
            "guards_run_once_or_never",
            "declared_rows_are_accepted",
            "random_walks_follow_the_document",
        ],
        says: r#"row "draft" -> "in transit" (hand over) from "draft", its guard refusing"#,
    },
    Fault {
        what: "the guard run twice",
        edits: &[
            (SUPPORT, "FnOnce", "FnMut"),
            (PARCEL, "FnOnce", "FnMut"),
            (
                SUPPORT,
                "match guard(row) {",
                "let mut guard = guard;\n    let _ = guard(row);\n    match guard(row) {",
            ),
        ],
        fails: &["guards_run_once_or_never", "declared_rows_are_accepted"],
        says: "expected its guard to run: ",
    },
    Fault {
        what: "the guard run where the row does not leave the state",
        edits: &[
            (SUPPORT, "FnOnce", "FnMut"),
            (PARCEL, "FnOnce", "FnMut"),
            (SUPPORT, "match guard(row) {", "let mut guard = guard;\n    match guard(row) {"),
            (
                SUPPORT,
                "match (row.from(), row.to()) {",
                "let mut guard = guard;\n    if row.from() != Some(state) {\n        let _ = guard(row);\n    }\n    match (row.from(), row.to()) {",
            ),
        ],
        fails: &["guards_run_once_or_never", "other_rows_are_refused", "random_walks_follow_the_document"],
        says: "expected its guard to run: never",
    },
    Fault {
        what: "the state ignored",
        edits: &[(SUPPORT, "(Some(from), _) if from == state =>", "(Some(_), _) =>")],
        fails: &["other_rows_are_refused", "random_walks_follow_the_document"],
        says: r#"row "in transit" -> "in transit" (scan) from "draft""#,
    },
    Fault {
        what: "the first of several rows taken",
        edits: &[(
            SUPPORT,
            "Verdict::Declared(rows) => Err(Refusal::Ambiguous(rows))",
            "Verdict::Declared(rows) => step(rows[0], guard)",
        )],
        fails: &["targets_find_their_row", "guards_run_once_or_never"],
        says: r#"attempt_to "in transit" -> "delivered""#,
    },
    Fault {
        what: "any row begins a record",
        edits: &[(
            SUPPORT,
            "Some(_) => Err(Refusal::WrongState { state: None, row })",
            "Some(_) => step(row, guard)",
        )],
        fails: &["only_creation_rows_begin_a_record"],
        says: r#"creation by row "draft" -> "in transit" (hand over)"#,
    },
    Fault {
        what: "a removal that keeps the record",
        edits: &[(SUPPORT, "to: row.to(),", "to: row.to().or(row.from()),")],
        fails: &["declared_rows_are_accepted"],
        says: r#"row "delivered" -> [*] (forget)"#,
    },
    Fault {
        what: "undeclared pairs said to be the wrong state",
        edits: &[(
            SUPPORT,
            "Verdict::Undeclared => Refusal::Undeclared { from: state, to },",
            "Verdict::Undeclared => Refusal::WrongState { state: Some(state), row },",
        )],
        fails: &["other_rows_are_refused"],
        says: "is undeclared",
    },
    Fault {
        what: "the module's own function not what the shared one is",
        edits: &[(
            PARCEL,
            "support::attempt_to(self, target, guard)",
            "support::attempt_to(target, self, guard)",
        )],
        fails: &["targets_find_their_row"],
        says: "attempt_to",
    },
    Fault {
        what: "a row's actor, to code that works with any lifecycle",
        edits: &[(SUPPORT, "said(Self::ROWS[self.index()].actor)", "said(Self::ROWS[self.index()].source)")],
        fails: &["code_for_any_lifecycle_sees_the_same"],
        says: "the actor of row",
    },
    Fault {
        what: "the target ignored by code that works with any lifecycle",
        edits: &[(SUPPORT, "attempt_to(self, target, guard)", "attempt_to(target, target, guard)")],
        fails: &["code_for_any_lifecycle_sees_the_same"],
        says: "attempt_to",
    },
];

#[test]
fn every_fault_in_generated_code_fails_a_test_that_names_it() {
    let faults = [IN_THE_TABLE, IN_THE_LOOKUPS, IN_THE_TEXT, IN_THE_FUNCTIONS].concat();
    all_are_found("strength", "", ("parcel", "STATE-TST-PCL-001"), &faults);
}

#[test]
fn every_fault_in_a_typed_layer_fails_a_test_that_names_it() {
    let typed = "[rust]\ntyped = true\n";
    all_are_found("strength_typed", typed, ("parcel", "STATE-TST-PCL-001"), IN_THE_TYPED_LAYER);
    all_are_found("strength_begins", typed, ("quiet", "STATE-TST-QUT-001"), WHERE_RECORDS_BEGIN);
}

fn all_are_found(name: &str, configuration: &str, shape: (&str, &str), faults: &[Fault]) {
    let project = Sandbox::new();
    let document = format!("{}.md", shape.0);
    let text = fs::read(crate::sandbox::repository().join("tests/documents/shapes").join(&document));
    project.write(&format!("specs/{document}"), text.expect("the document"));
    project.write("statedoc.toml", configuration);
    let generated = Crate::new(name, &project);
    generated.must(&["test", "--offline"]);
    let misses: Vec<String> = faults.iter().filter_map(|fault| miss(&generated, shape, fault)).collect();
    assert!(misses.is_empty(), "{} of {} faults:\n{}", misses.len(), faults.len(), misses.join("\n"));
}

/// What the suite misses of a fault; `None` where it fails as it must.
fn miss(generated: &Crate, (module, id): (&str, &str), fault: &Fault) -> Option<String> {
    let mut originals = Vec::new();
    for (file, old, new) in fault.edits {
        let path = generated.path(file);
        let original = fs::read_to_string(&path).expect("a generated file");
        assert!(original.contains(old), "{}: {file} does not contain {old:?}", fault.what);
        fs::write(&path, original.replace(old, new)).expect("the file can be written");
        originals.push((path, original));
    }
    let output = generated.cargo(&["test", "--offline", "--test", "lifecycles"]);
    for (path, original) in originals.into_iter().rev() {
        fs::write(path, original).expect("the file can be written");
    }
    let said = text(&output);
    let failed = |test: &&&str| said.contains(&format!("test {module}::{test} ... FAILED"));
    let passed: Vec<&&str> = fault.fails.iter().filter(|test| !failed(test)).collect();
    let tells = said.contains(&format!("{id}: ")) && said.contains(fault.says);
    let what = fault.what;
    (!passed.is_empty() || !tells)
        .then(|| format!("- {what}: these did not fail: {passed:?}; {:?} said: {tells}\n{said}", fault.says))
}
