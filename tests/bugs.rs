//! Public bug reports of neighbouring tools about front matter, names and drift, as small inputs
//! with the right result. Those about diagrams are in `mermaid/bugs.rs`.

use serde_json::Value;

use crate::sandbox::Sandbox;

/// A small document around these states; rows lead from each to the next.
fn document(names: &[&str]) -> String {
    let list: String = names.iter().map(|name| format!("  - name: {name}\n")).collect();
    let row = |pair: &[&str]| format!("  - from: {}\n    to: {}\n", pair[0], pair[1]);
    let rows: String = names.windows(2).map(row).collect();
    format!("id: STATE-A\ntitle: Order\nstates:\n{list}transitions:\n{rows}")
}

fn model(path: &str, text: &str) -> Value {
    let sandbox = Sandbox::new();
    sandbox.write(path, text);
    let output = sandbox.statedoc(&["show", path, "--format", "json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    serde_json::from_str(&text).expect("the model")
}

/// `rule line:column message` of every finding.
fn findings(path: &str, text: &str) -> Vec<String> {
    let sandbox = Sandbox::new();
    sandbox.write(path, text);
    let output = sandbox.statedoc(&["lint", path, "--format", "json"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("findings");
    let line = |finding: &Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        let start = &finding["start"];
        format!("{} {}:{} {}", text("rule"), start["line"], start["column"], text("message"))
    };
    found["diagnostics"].as_array().expect("a list").iter().map(line).collect()
}

fn states(model: &Value, key: &str) -> Vec<String> {
    let states = model["states"].as_array().expect("states").iter();
    states.map(|state| state[key].as_str().expect("text").to_owned()).collect()
}

#[test]
fn y1_crlf_is_no_difference_and_stays() {
    let text = format!(
        "---\n{}---\n\n# Order\n\n```mermaid\nstateDiagram-v2\n  a --> b\n```\n",
        document(&["a", "b", "c"])
    );
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(model("specs/a.md", &crlf), model("specs/a.md", &text));
    let sandbox = Sandbox::new();
    sandbox.write("specs/a.md", &crlf);
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let refreshed = sandbox.read("specs/a.md");
    assert_eq!(
        refreshed,
        crlf.replace("  a --> b\r\n", "  a --> b\r\n  b --> c\r\n"),
        "one line is new, with CRLF"
    );
    assert!(sandbox.statedoc(&["check"]).status.success());
}

#[test]
fn y2_a_byte_order_mark_is_no_difference() {
    let text = format!("---\n{}---\n", document(&["a", "b"]));
    assert_eq!(model("specs/a.md", &format!("\u{feff}{text}")), model("specs/a.md", &text));
}

#[test]
fn y4_a_colon_or_a_hash_in_text_is_told() {
    let why = format!(
        "{}invalid:\n  - from: b\n    to: a\n    why: refund denied: too late\n",
        document(&["a", "b"])
    );
    let found = findings("specs/a.yaml", &why);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("syntax 12:23 "), "{found:?}");
    let meaning = document(&["a", "b"]).replace("name: b\n", "name: b\n    meaning: Update #2 (new)\n");
    let found = findings("specs/a.yaml", &meaning);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("value-cut-short 6:21 "), "{found:?}");
}

#[test]
fn y5_names_are_text_whatever_they_look_like() {
    let names =
        ["no", "on", "off", "yes", "1.10", "0017", "1e3", "null", "~", "2026-05-30", "10:30", "true", "0x1F"];
    assert_eq!(states(&model("specs/a.yaml", &document(&names)), "name"), names);
}

#[test]
fn y7_a_repeated_key_names_both_lines() {
    let text = format!("{}transitions:\n  - from: b\n    to: a\n", document(&["a", "b"]));
    let sandbox = Sandbox::new();
    sandbox.write("specs/a.yaml", text);
    let output = sandbox.statedoc(&["lint"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("error[duplicate-key]: the key `transitions` is written twice"), "{printed}");
    assert!(printed.contains("\n6 | transitions:") && printed.contains("\n9 | transitions:"), "{printed}");
}

#[test]
fn y10_nothing_depends_on_hidden_front_matter() {
    let sandbox = Sandbox::with_documents("received");
    assert!(sandbox.statedoc(&["generate"]).status.success());
    for page in ["README", "bulk_run_lifecycle", "monthly_snapshot_run"] {
        let page = sandbox.read(&format!("generated/docs/{page}.md"));
        let first = page.lines().find(|line| !line.starts_with("<!--")).unwrap_or_default();
        assert!(first.starts_with("# "), "a page begins with its heading, not with {first:?}");
    }
}

#[test]
fn c1_a_name_may_begin_with_a_digit() {
    let model = model("specs/a.yaml", &document(&["0-foo", "3ds_required", "2FA"]));
    assert_eq!(states(&model, "variant"), ["_0Foo", "_3dsRequired", "_2fa"]);
    assert_eq!(states(&model, "name"), ["0-foo", "3ds_required", "2FA"]);
}

#[test]
fn c2_a_name_may_be_a_keyword() {
    let model = model("specs/a.yaml", &document(&["in", "Self", "type", "match", "void", "crate", "super"]));
    assert_eq!(states(&model, "variant"), ["In", "Self_", "Type", "Match", "Void", "Crate", "Super"]);
}

#[test]
fn c4_a_name_may_be_punctuation_a_path_or_in_any_script() {
    let model =
        model("specs/a.yaml", &document(&["\"!!!\"", "/chat/completions", "承認待ち", "📦", "\"-1\"", "1"]));
    let variants = ["U21U21U21", "ChatCompletions", "承認待ち", "U1f4e6", "Minus1", "_1"];
    assert_eq!(states(&model, "variant"), variants);
    let found = findings("specs/a.yaml", &document(&["a", "\"\""]));
    assert!(found.iter().any(|line| line.starts_with("empty-name ")), "{found:?}");
}

#[test]
fn names_that_meet_are_one_finding_with_every_place() {
    for names in
        [["in-review", "in_review", "InReview"], ["caf\u{e9}", "cafe\u{301}", "Café"], ["mW", "MW", "Mw"]]
    {
        let found = findings("specs/a.yaml", &document(&names));
        let collisions: Vec<&String> =
            found.iter().filter(|line| line.starts_with("identifier-collision")).collect();
        assert_eq!((collisions.len(), found.len()), (1, 1), "{names:?}: {found:?}");
        for name in names {
            assert!(collisions[0].contains(name), "{found:?} does not name {name}");
        }
    }
}

#[test]
fn d2_a_state_that_the_diagram_lacks_is_named_in_every_block() {
    let block = "```mermaid\nstateDiagram-v2\n  a --> b\n```\n";
    let text =
        format!("---\n{}---\n\n# Order\n\n{block}\nThe same again:\n\n{block}", document(&["a", "b", "c"]));
    let found = findings("specs/a.md", &text);
    let named =
        |line: &String| line.starts_with("diagram-disagrees") && line.contains("lacks `c` and `b -> c`");
    assert_eq!((found.len(), found.iter().filter(|line| named(line)).count()), (2, 2), "{found:?}");
}

#[test]
fn d3_a_trigger_with_colons_is_the_same_everywhere() {
    let sandbox = Sandbox::new();
    let text = document(&["a", "b"]).replace("to: b\n", "to: b\n    trigger: 'POST /:id/quote'\n");
    sandbox.write("specs/a.yaml", text);
    assert!(sandbox.statedoc(&["generate"]).status.success());
    assert!(sandbox.read("generated/diagrams/order.mmd").contains("s0 --> s1 : POST /#58;id/quote"));
    assert!(sandbox.read("generated/docs/order.md").contains("| POST /:id/quote |"));
    assert!(sandbox.read("generated/src/order.rs").contains("\"POST /:id/quote\""));
}
