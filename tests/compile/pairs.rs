//! Every pair of states of every document, compiled: what is declared passes, all else is refused in the
//! document's words. This holds for any compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use lifecycles::support::{State, Transition as _, Verdict};
use serde_json::Value;

use crate::rustc;

/// What the compiler said of one line.
struct Complaint {
    line: usize,
    message: String,
    label: String,
}

#[test]
fn every_pair_compiles_or_is_refused_as_the_document_says() {
    let library = library();
    pairs::<lifecycles::bulk_run_lifecycle::State>("bulk_run_lifecycle", &library);
    pairs::<lifecycles::month_end_aging_snapshot_run::State>("month_end_aging_snapshot_run", &library);
    pairs::<lifecycles::monthly_snapshot_run::State>("monthly_snapshot_run", &library);
}

/// One function per line, in the order of the pairs.
fn pairs<S: State>(module: &str, library: &Path) {
    let all: Vec<(S, S)> = S::ALL.iter().flat_map(|from| S::ALL.iter().map(|to| (*from, *to))).collect();
    let functions = all.iter().enumerate().map(|(number, (from, to))| {
        let to = snake(&format!("{to:?}"));
        format!(
            "pub fn pair_{number}(it: Record<states::{from:?}, ()>) {{ _ = it.to_{to}(|_, ()| Err(())); }}\n"
        )
    });
    let head = format!("#![crate_type = \"lib\"] use lifecycles::{module}::typed::{{Record, states}};\n");
    let complaints = compile(module, &(head + &functions.collect::<String>()), library);
    for (number, (from, to)) in all.into_iter().enumerate() {
        let said: Vec<&Complaint> = complaints.iter().filter(|one| one.line == number + 2).collect();
        let words: Vec<String> = said.iter().map(|one| format!("{}; {}", one.message, one.label)).collect();
        let place = format!("{module}: {from} -> {to}: {words:?}");
        match from.verdict(to) {
            Verdict::Declared(_) => assert!(said.is_empty(), "{place}"),
            Verdict::Forbidden(why) => {
                assert_eq!(said.len(), 1, "{place}");
                let expected = format!("`{from}` -> `{to}` is forbidden by {}: {why}", S::DOCUMENT);
                assert_eq!(said[0].message, expected, "{place}");
            }
            Verdict::Undeclared => {
                assert_eq!(said.len(), 1, "{place}");
                assert!(
                    said[0].message.starts_with(&format!("{} has no row to `{to}`", S::DOCUMENT)),
                    "{place}"
                );
                for other in S::ALL {
                    let enters = other.outgoing().iter().any(|row| row.to() == Some(to));
                    assert!(!enters || said[0].label.contains(&format!("`{other}`")), "{place}");
                }
            }
        }
    }
}

/// `NotPlanned` as `not_planned`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// The generated crate, as far as its users need it to be checked.
fn library() -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/src/lib.rs");
    let output = Command::new(rustc())
        .args(["--edition=2024", "--crate-name=lifecycles", "--crate-type=lib", "--emit=metadata"])
        .arg("--out-dir")
        .args([folder(), source])
        .output()
        .expect("rustc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder().join("liblifecycles.rmeta")
}

/// The errors in a program.
fn compile(name: &str, program: &str, library: &Path) -> Vec<Complaint> {
    let source = folder().join(format!("{name}.rs"));
    std::fs::write(&source, program).expect("the program can be written");
    let output = Command::new(rustc())
        .args(["--edition=2024", "--emit=metadata", "--error-format=json", "--out-dir"])
        .args([folder(), source])
        .arg("--extern")
        .arg(format!("lifecycles={}", library.display()))
        .output()
        .expect("rustc starts");
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines().filter_map(|line| complaint(&serde_json::from_str(line).expect("JSON"))).collect()
}

fn complaint(said: &Value) -> Option<Complaint> {
    let spans = said["spans"].as_array()?;
    let place = spans.iter().find(|span| span["is_primary"] == true)?;
    (said["level"] == "error").then(|| Complaint {
        line: usize::try_from(place["line_start"].as_u64().expect("a line")).expect("a small number"),
        message: said["message"].as_str().unwrap_or_default().to_owned(),
        label: place["label"].as_str().unwrap_or_default().to_owned(),
    })
}
