//! Other programs that the tests ask for a second opinion; each test goes without where they are absent.

pub(crate) mod postgres;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::{Value, json};

/// The variable that makes an absent peer a failure.
const REQUIRE: &str = "STATEDOC_REQUIRE_PEERS";

/// Says that `test` goes without its peer, or fails where peers are required.
fn skipped(test: &str, why: &str) {
    assert!(std::env::var_os(REQUIRE).is_none(), "{test}: {why}, and {REQUIRE} is set");
    // Not a macro: what a macro prints, the test harness keeps to itself.
    let _ = writeln!(std::io::stderr(), "skipped {test}: {why}");
}

/// The first program of these names in PATH.
fn program(names: &[&str]) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let mut files =
        std::env::split_paths(&paths).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    files.find(|file| file.is_file())
}

/// Asks Mermaid about every (version, input); the answers come in the same order.
///
/// None where node or Mermaid is absent, which is said.
pub(crate) fn mermaid(test: &str, questions: &[(&str, String)]) -> Option<Vec<Value>> {
    let question = |(version, input): &(&str, String)| json!({ "version": version, "input": input });
    ask(test, "mermaid", "parse.mjs", &questions.iter().map(question).collect::<Vec<_>>())
}

/// Has every {renderer, markdown} rendered; the answers {html, lines} come in the same order.
///
/// None where node or the renderers are absent, which is said.
pub(crate) fn markdown(test: &str, questions: &[Value]) -> Option<Vec<Value>> {
    ask(test, "markdown", "render.mjs", questions)
}

/// Has {modules, aliases} checked by TypeScript and run; {complaints, modules}.
///
/// None where node or the compiler is absent, which is said.
pub(crate) fn typescript(test: &str, question: &Value) -> Option<Value> {
    ask(test, "typescript", "say.mjs", std::slice::from_ref(question)).map(|mut answers| answers.remove(0))
}

/// The browser; none where it is absent, which is said.
pub(crate) fn chromium(test: &str) -> Option<PathBuf> {
    let browser = program(&["chromium", "chromium-browser", "google-chrome"]);
    if browser.is_none() {
        skipped(test, "there is no chromium in PATH");
    }
    browser
}

/// Mermaid for browsers; none where it is absent, which is said.
pub(crate) fn mermaid_script(test: &str) -> Option<String> {
    let path = folder("mermaid").join("node_modules/mermaid-11/dist/mermaid.min.js");
    let script = std::fs::read_to_string(path).ok();
    if script.is_none() {
        skipped(test, "tests/peers/mermaid has no node_modules (run `npm ci` there)");
    }
    script
}

/// The scripts that the benchmark compares with, by their names; none where one cannot run, which is said.
pub(crate) fn scripts(test: &str) -> Option<Vec<(&'static str, Vec<PathBuf>)>> {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("generator/benches/whole/peers");
    let python = peers.join("python/.venv/bin/python");
    let node = program(&["node", "node.exe"]).filter(|_| peers.join("node/node_modules").is_dir());
    let Some(node) = node.filter(|_| python.is_file()) else {
        skipped(test, "the scripts have not what they need (run generator/benches/whole/peers/install)");
        return None;
    };
    Some(vec![
        ("Python", vec![python, peers.join("python/lifecycles.py")]),
        ("Node", vec![node, peers.join("node/lifecycles.mjs")]),
    ])
}

/// What the validator of SARIF says of each log; none where it is absent, which is said.
pub(crate) fn sarif(test: &str, logs: &[String]) -> Option<Vec<String>> {
    let tool = folder("sarif").join("node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool");
    if !tool.is_file() {
        skipped(test, "tests/peers/sarif has no node_modules for this system (run `npm ci` there)");
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&tool, mode).expect("the validator can be made a program");
    }
    let place = tempfile::tempdir().expect("a folder");
    let validate = |(number, log): (usize, &String)| {
        let file = place.path().join(format!("{number}.sarif"));
        std::fs::write(&file, log).expect("the log can be written");
        let mut command = Command::new(&tool);
        command.arg("validate").arg(&file).args(["--rule-kind", "Sarif;Ghas"]).current_dir(place.path());
        let output = command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("Analysis completed successfully."), "{test}: {said}");
        said
    };
    Some(logs.iter().enumerate().map(validate).collect())
}

fn folder(peer: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers").join(peer)
}

fn ask(test: &str, peer: &str, script: &str, questions: &[Value]) -> Option<Vec<Value>> {
    let folder = folder(peer);
    let Some(node) = program(&["node", "node.exe"]) else {
        skipped(test, "there is no node in PATH");
        return None;
    };
    if !folder.join("node_modules").is_dir() {
        skipped(test, &format!("tests/peers/{peer} has no node_modules (run `npm ci` there)"));
        return None;
    }
    let lines: Vec<String> = questions.iter().map(Value::to_string).collect();
    let answers = run(&node, &folder, script, lines.join("\n"));
    assert_eq!(answers.len(), questions.len(), "{test}: one answer for each question");
    Some(answers)
}

fn run(node: &Path, folder: &Path, script: &str, input: String) -> Vec<Value> {
    let mut command = Command::new(node);
    command.arg(script).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
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
