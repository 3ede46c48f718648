//! The typed layer of documents with rows of every shape and any prose: what compiles, and what is said of
//! the rest. (The three documents are in `tests/compile`.)

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::sandbox::Sandbox;

/// The generated modules of the shapes, compiled as far as their users need it to be checked.
struct Library {
    project: Sandbox,
    metadata: PathBuf,
}

/// A compiler that is asked nothing but what it thinks.
fn rustc(project: &Sandbox) -> Command {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.current_dir(project.root()).args(["--edition=2024", "--emit=metadata", "--crate-type=lib"]);
    command
}

impl Library {
    fn new() -> Self {
        Self::of(Sandbox::with_documents("shapes"))
    }

    /// The module of a document of these states and rows.
    fn with(states: &[&str], rows: &[(&str, &str)]) -> Self {
        let project = Sandbox::new();
        let states: String = states.iter().map(|state| format!("\n  - {{{state}}}")).collect();
        let rows: String =
            rows.iter().map(|(from, to)| format!("\n  - {{from: {from}, to: {to}}}")).collect();
        let document = format!("id: STATE-TST-TYP-001\ntitle: Case\nstates:{states}\ntransitions:{rows}");
        project.write("specs/case.md", format!("---\n{document}\n---\n"));
        Self::of(project)
    }

    fn of(project: Sandbox) -> Self {
        project.write("statedoc.toml", "[rust]\ntyped = true\n");
        let output = project.statedoc(&["generate"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = rustc(&project).args(["--crate-name=lifecycles", "generated/src/lib.rs"]).output();
        let output = output.expect("rustc starts");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata = project.path("liblifecycles.rmeta");
        Self { project, metadata }
    }

    /// What the compiler says of functions of one line each: of each error its line, message and label.
    fn errors(&self, module: &str, lines: &[&str]) -> Vec<(usize, String, String)> {
        let said = self.said(module, lines);
        let said = said.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        said.filter_map(|one: Value| {
            let place = one["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?.clone();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let line = usize::try_from(place["line_start"].as_u64()?).ok()?;
            Some((line - 1, text(&one["message"]), text(&place["label"])))
        })
        .collect()
    }

    /// The compiler's own words, as JSON.
    fn said(&self, module: &str, lines: &[&str]) -> String {
        let head = format!(
            "use lifecycles::{module}::{{Transition, typed::{{Record, states}}}}; \
             fn ok<T>(_: Transition, _: &T) -> Result<(), ()> {{ Ok(()) }}\n"
        );
        self.project.write("program.rs", head + &lines.join("\n"));
        let output = rustc(&self.project)
            .args(["-Aunused", "--error-format=json", "program.rs", "--extern"])
            .arg(format!("lifecycles={}", self.metadata.display()))
            .output()
            .expect("rustc starts");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

fn refused(line: usize, message: &str, label: &str) -> (usize, String, String) {
    (line, message.to_owned(), label.to_owned())
}

#[test]
fn rows_of_every_shape_have_their_method() {
    let library = Library::new();
    let parcel = [
        "pub fn begin() -> Record<states::Draft, u8> { Record::create_draft(1, ok).unwrap().written() }",
        "pub fn go(it: Record<states::Draft, u8>) -> Record<states::InTransit, u8> { it.to_in_transit(ok).unwrap().written() }",
        "pub fn scan(it: Record<states::InTransit, u8>) -> Record<states::InTransit, u8> { it.to_in_transit(ok).unwrap().written() }",
        "pub fn one(it: Record<states::InTransit, u8>) -> Record<states::Delivered, u8> { it.to_delivered_on_deliver(ok).unwrap().written() }",
        "pub fn end(it: Record<states::Delivered, u8>) -> u8 { it.remove(ok).unwrap().written() }",
        "pub fn two(it: Record<states::InTransit, u8>) { _ = it.to_delivered(ok); }",
        "pub fn lost(it: Record<states::Lost, u8>) { _ = it.remove(ok); }",
        "pub fn back(it: Record<states::Lost, u8>) { _ = it.to_delivered(ok); }",
        "pub fn out(it: Record<states::Draft, u8>) { _ = it.to_delivered(ok); }",
        "pub fn new(it: Record<states::Lost, u8>) { _ = it.to_draft(ok); }",
    ];
    let id = "STATE-TST-PCL-001";
    assert_eq!(
        library.errors("parcel", &parcel),
        [
            refused(
                6,
                "STATE-TST-PCL-001 has 2 rows `in transit` -> `delivered`, and each has a name",
                "call `to_delivered_on_deliver` or `to_delivered_on_leave_with_a_neighbour`",
            ),
            refused(
                7,
                &format!("{id} has no row to [*] from this state"),
                "only a record in `delivered` may be removed"
            ),
            refused(
                8,
                "`lost` -> `delivered` is forbidden by STATE-TST-PCL-001: A lost parcel must be found before it is delivered.",
                "from `lost`, call `to_in_transit`",
            ),
            refused(
                9,
                &format!("{id} has no row to `delivered` from this state"),
                "only `in transit` may enter `delivered`"
            ),
            refused(10, &format!("{id} has no row to `draft` from this state"), "no row enters `draft`"),
        ]
    );
}

#[test]
fn any_prose_is_shown_as_it_is_and_steers_nothing() {
    let library = Library::new();
    let lines = [
        "pub fn pair(it: Record<states::Ok, u8>) { _ = it.to_self(ok); }",
        "pub fn rest(it: Record<states::Odd, u8>) { _ = it.to_some(ok); }",
        "pub fn good(it: Record<states::Ok, u8>) -> Record<states::Some, u8> { it.to_some(ok).unwrap().written() }",
    ];
    let said = library.errors("hostile", &lines);
    assert_eq!(said.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [1, 2], "{said:?}");
    let why = "`Ok` -> `Self` is forbidden by STATE-TST-HST-001: ! */ \"# {{ {% </script> <!-- --> | ``` [x] [y](z)";
    assert!(said[0].1.starts_with(why), "{}", said[0].1);
    assert!(said[0].1.contains(r"\u{202e}\u{200b}\u{0}") && said[0].1.contains("**b** {0} code nr 133"));
    assert!(said[1].2.starts_with("no row leaves `9) */ \"# {{ {% </script>"), "{}", said[1].2);
}

#[test]
fn a_record_that_a_row_creates_is_said_to_begin_by_that_row() {
    let states = ["name: open", "name: closed, initial: true", "name: done", "name: S"];
    let library = Library::with(&states, &[("'[*]'", "open"), ("open", "done"), ("closed", "done")]);
    let lines = [
        "pub fn open() { _ = Record::<states::Open, _>::begin(1); }",
        "pub fn closed() -> Record<states::Closed, u8> { Record::begin(1) }",
        "pub fn done() { _ = Record::<states::Done, _>::begin(1); }",
        "pub fn by_row() -> Record<states::Open, u8> { Record::create_open(1, ok).unwrap().written() }",
    ];
    let id = "STATE-TST-TYP-001";
    assert_eq!(
        library.errors("case", &lines),
        [
            refused(1, &format!("a record begins in `open` by a row, says {id}"), "call `create_open`"),
            refused(
                3,
                &format!("no record begins in this state, says {id}"),
                "records begin in `closed`, and by `create_open`"
            ),
        ]
    );
}

#[test]
fn in_a_document_of_many_states_it_is_said_where_one_is_and_what_may_be_called() {
    let names: Vec<String> = (0..20).map(|number| format!("name: s{number}")).collect();
    let odd = ["name: S", "name: T", "name: To", "name: Row", "name: Target", "name: Sources"];
    let names: Vec<&str> = names.iter().map(String::as_str).chain(odd).collect();
    let mut rows = vec![("s0", "s1"), ("s0", "s2"), ("s1", "s3"), ("s2", "s3")];
    rows.extend(["s4", "s5", "s6", "s7", "s8"].map(|from| (from, "s9")));
    let library = Library::with(&names, &rows);
    let lines = [
        "pub fn far(it: Record<states::S0, u8>) { _ = it.to_s3(ok); }",
        "pub fn end(it: Record<states::S3, u8>) { _ = it.to_s9(ok); }",
        "pub fn any<S>(it: Record<S, u8>) { _ = it.to_s0(ok); }",
        "pub fn near(it: Record<states::S0, u8>) -> Record<states::S1, u8> { it.to_s1(ok).unwrap().written() }",
    ];
    let id = "STATE-TST-TYP-001";
    assert_eq!(
        library.errors("case", &lines),
        [
            refused(
                1,
                &format!("{id} has no row from `s0` to `lifecycles::case::typed::states::S3`"),
                "from `s0`, call `to_s1` or `to_s2`",
            ),
            refused(
                2,
                &format!("{id} has no row from `s3` to `lifecycles::case::typed::states::S9`"),
                "no row leaves `s3`",
            ),
            refused(
                3,
                &format!("{id} has no row to this state from every other"),
                "match on the record first: its state is not known here",
            ),
        ]
    );
    let said = library.said("case", &lines);
    assert!(said.contains("what may enter that state: `("), "{said}");
    assert!(said.contains("states::S1, lifecycles::case::typed::states::S2)`"), "{said}");
}

#[test]
fn records_are_compared_and_copied_where_their_data_are() {
    let library = Library::new();
    let lines = [
        "pub fn same(a: Record<states::Lost, u8>) -> bool { let b = a.clone(); a == b }",
        "pub fn any(a: lifecycles::parcel::typed::Any<u8>) -> bool { let b = a.clone(); a == b }",
        "pub fn total<T: Clone + Eq>() { fn is<T: Clone + Eq>() {} is::<Record<states::Lost, T>>(); }",
        "pub struct Single; pub fn other(a: Record<states::Lost, Single>) -> bool { a == a }",
    ];
    let said = library.errors("parcel", &lines);
    assert_eq!(said.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [4], "{said:?}");
}
