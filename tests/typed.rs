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
        let project = Sandbox::with_documents("shapes");
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
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        said.filter_map(|one: Value| {
            let place = one["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?.clone();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let line = usize::try_from(place["line_start"].as_u64()?).ok()?;
            Some((line - 1, text(&one["message"]), text(&place["label"])))
        })
        .collect()
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
    assert_eq!(said[1].2, "only `Ok` may enter `Some`");
}
