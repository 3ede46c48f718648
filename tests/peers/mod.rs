//! Other programs that the tests ask for a second opinion; each test goes without where they are absent.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

/// The variable that makes an absent peer a failure.
const REQUIRE: &str = "STATEDOC_REQUIRE_PEERS";

/// Says that `test` goes without its peer, or fails where peers are required.
fn skipped(test: &str, why: &str) {
    assert!(std::env::var_os(REQUIRE).is_none(), "{test}: {why}, and {REQUIRE} is set");
    // Not a macro: what a macro prints, the test harness keeps to itself.
    let _ = writeln!(std::io::stderr(), "skipped {test}: {why}");
}

fn node() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let names = ["node", "node.exe"];
    let files = std::env::split_paths(&paths).flat_map(|folder| names.map(|name| folder.join(name)));
    files.into_iter().find(|file| file.is_file())
}

/// Asks Mermaid about every (version, input); the answers come in the same order.
///
/// None where node or Mermaid is absent, which is said.
pub(crate) fn mermaid(test: &str, questions: &[(&str, String)]) -> Option<Vec<Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/mermaid");
    let Some(node) = node() else {
        skipped(test, "there is no node in PATH");
        return None;
    };
    if !folder.join("node_modules/mermaid-11").is_dir() {
        skipped(test, "tests/peers/mermaid has no node_modules (run `npm ci` there)");
        return None;
    }
    let lines: Vec<String> = questions
        .iter()
        .map(|(version, input)| serde_json::json!({ "version": version, "input": input }).to_string())
        .collect();
    let answers = run(&node, &folder, lines.join("\n"));
    assert_eq!(answers.len(), questions.len(), "{test}: one answer for each question");
    Some(answers)
}

fn run(node: &Path, folder: &Path, input: String) -> Vec<Value> {
    let mut command = Command::new(node);
    command.arg("parse.mjs").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("node starts");
    let mut stdin = child.stdin.take().expect("node has an input");
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("node ends");
    writer.join().expect("the writer ends").expect("node takes its input");
    assert!(output.status.success(), "node failed");
    let text = String::from_utf8(output.stdout).expect("answers are text");
    text.split('\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}
