//! One finding has the same rule and the same place in every format.

use serde_json::Value;

use super::{every_rule, printed};
use crate::sandbox::{Sandbox, repository};

/// Rule, severity, path, and the place as printed: line, column, line, column.
type Told = (String, String, String, [u64; 4]);

fn json(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Told> {
    let report: Value = serde_json::from_str(&printed(sandbox, arguments)).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let number = |value: &Value| value.as_u64().expect("a number");
    let told = |finding: &Value| {
        let (start, end) = (&finding["start"], &finding["end"]);
        let place = [&start["line"], &start["column"], &end["line"], &end["column"]].map(number);
        (text(&finding["rule"]), text(&finding["severity"]), text(&finding["file"]), place)
    };
    report["diagnostics"].as_array().expect("findings").iter().map(told).collect()
}

/// The path that a URI names.
fn decoded(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().expect("a digit"), rest.next().expect("a digit")];
            let digits = std::str::from_utf8(&digits).expect("digits").to_owned();
            bytes.push(u8::from_str_radix(&digits, 16).expect("hexadecimal digits"));
        } else {
            assert!(byte.is_ascii_graphic(), "{uri}");
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).expect("text")
}

fn sarif(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Told> {
    let log: Value = serde_json::from_str(&printed(sandbox, arguments)).expect("JSON");
    let run = &log["runs"][0];
    let told = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        let rule = result["ruleId"].as_str().expect("a rule").to_owned();
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("an index");
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], rule.as_str());
        assert_eq!(place["artifactLocation"]["uriBaseId"], "ROOT");
        let path = decoded(place["artifactLocation"]["uri"].as_str().expect("a URI"));
        let region = ["startLine", "startColumn", "endLine", "endColumn"]
            .map(|key| place["region"][key].as_u64().expect("a number"));
        (rule, result["level"].as_str().expect("a level").to_owned(), path, region)
    };
    run["results"].as_array().expect("results").iter().map(told).collect()
}

/// A workflow command: its name, its properties, its message.
pub(super) type WorkflowCommand = (String, Vec<(String, String)>, String);

/// Reads a workflow command as GitHub's runner does.
pub(super) fn command(line: &str) -> Option<WorkflowCommand> {
    let (head, message) = line.trim_start().strip_prefix("::")?.split_once("::")?;
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    let whole = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n");
    let property = |pair: &str| {
        let (key, value) = pair.split_once('=').expect("a property");
        let value = whole(value).replace("%3A", ":").replace("%2C", ",").replace("%25", "%");
        (key.to_owned(), value)
    };
    let properties = properties.split(',').map(property).collect();
    Some((name.to_owned(), properties, whole(message).replace("%25", "%")))
}

fn github(sandbox: &Sandbox, arguments: &[&str]) -> Vec<Told> {
    let told = |line: &str| {
        let (name, properties, _) = command(line)?;
        let value = |key: &str| properties.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        let number = |key: &str| value(key).map_or(0, |value| value.parse().expect("a number"));
        let rule = value("title").and_then(|title| title.strip_prefix("statedoc ")).expect("a rule");
        let severity = if name == "notice" { "note".to_owned() } else { name };
        let place = ["line", "col", "endLine", "endColumn"].map(number);
        Some((rule.to_owned(), severity, value("file").expect("a file").clone(), place))
    };
    printed(sandbox, arguments).lines().filter_map(told).collect()
}

#[test]
fn every_format_tells_the_same_findings_at_the_same_places() {
    let odd = Sandbox::with_documents("received");
    let text = odd.read("specs/STATE-PFM-QRY-014.md");
    odd.write("specs/50% off, 100%25: a b#c?é&[d].md", text.replace("014", "015"));
    let sandboxes = [every_rule(), odd, Sandbox::with_documents("received")];
    for (sandbox, least) in sandboxes.iter().zip([60, 6, 4]) {
        let expected = json(sandbox, &["lint", "--format", "json"]);
        assert!(expected.len() >= least, "{} findings", expected.len());
        assert_eq!(sarif(sandbox, &["lint", "--format", "sarif"]), expected);
        let mut annotated = expected.clone();
        for (_, _, _, place) in annotated.iter_mut().filter(|(.., place)| place[0] != place[2]) {
            (place[1], place[3]) = (0, 0);
        }
        assert_eq!(github(sandbox, &["lint", "--format", "github"]), annotated);
    }
}

#[test]
fn outputs_that_disagree_are_told_at_the_first_line_that_differs() {
    let sandbox = Sandbox::with_documents("received");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    sandbox.replace("specs/STATE-PFM-ELG-004.md", "  running --> running\n", "");
    let page = "generated/docs/month_end_aging_snapshot_run.md";
    std::fs::remove_file(sandbox.path(page)).expect("it is there");
    let diagram = "generated/diagrams/monthly_snapshot_run.mmd";
    sandbox.write(diagram, sandbox.read(diagram) + "%% ours\n");
    let drift = |told: Vec<Told>| -> Vec<(String, String, u64)> {
        let drift = told.into_iter().filter(|(rule, ..)| rule.starts_with("output-"));
        drift.map(|(rule, _, path, place)| (rule, path, place[0])).collect()
    };
    let lines = |text: String| text.lines().count() as u64;
    let expected = [
        ("output-hand-edited", diagram, lines(sandbox.read(diagram))),
        ("output-missing", page, 1),
        ("output-stale", "specs/STATE-PFM-ELG-004.md", 177),
    ]
    .map(|(rule, path, line)| (rule.to_owned(), path.to_owned(), line));
    assert_eq!(drift(github(&sandbox, &["check", "--format", "github"])), expected);
    let log: Value = serde_json::from_str(&printed(&sandbox, &["check", "--format", "sarif"])).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let told = results.iter().filter(|it| it["ruleId"].as_str().is_some_and(|it| it.starts_with("output-")));
    let told = told.map(|result| {
        let place = &result["locations"][0]["physicalLocation"];
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let line = place["region"]["startLine"].as_u64().expect("a line");
        (text(&result["ruleId"]), decoded(&text(&place["artifactLocation"]["uri"])), line)
    });
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn annotations_of_a_project_in_a_subfolder_name_the_paths_of_the_checkout() {
    let sandbox = Sandbox::new();
    crate::sandbox::copy(&repository().join("tests/documents/received"), &sandbox.path("shop/specs"));
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_statedoc"))
        .args(["-C", "shop", "lint", "--format", "github"])
        .current_dir(sandbox.root())
        .env("GITHUB_WORKSPACE", sandbox.root())
        .output()
        .expect("statedoc starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("::warning file=shop/specs/STATE-PFM-QRY-014.md,line=28,"), "{text}");
}
