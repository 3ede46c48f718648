//! Texts of documents that would be commands to GitHub's runner if they were printed as they are.

use super::printed;
use super::same::command;
use crate::nasty::documents::{document, yaml};
use crate::random::Random;
use crate::sandbox::Sandbox;

const TEXTS: &[&str] = &[
    "\\n::set-env name=X::y",
    "\\r\\n::error::z",
    "a::b::c",
    "%0A::add-mask::x",
    "%25,file=/etc/passwd",
    "##[error]x",
    ",line=1::",
    "\\u2028::stop-commands::x",
    "\\u001b[31m::group::",
];

#[test]
fn no_text_begins_or_ends_a_command() {
    let sandbox = Sandbox::new();
    for (number, text) in TEXTS.iter().enumerate() {
        sandbox.write(
            &format!("specs/{number}, ::b%0A.yaml"),
            format!(
                "id: \"{text}\"\ntitle: \"{text}\"\nstates:\n  - name: \"{text}\"\n  - name: \"{text}\"\n\
                 transitions:\n  - {{from: \"{text} x\", to: \"{text}\"}}\n\"{text}\": 1\n"
            ),
        );
    }
    let mut random = Random::new(11);
    for number in 0..20 {
        let broken = yaml(&document(&mut random, number)).replace("transitions:", "transitons:");
        sandbox.write(&format!("specs/random {number}.yaml"), broken);
    }
    for arguments in [["lint", "--format", "github"], ["check", "--format", "github"]] {
        let text = printed(&sandbox, &arguments);
        let (last, lines) = text
            .trim_end()
            .split('\n')
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, lines)| {
                (last.to_string(), lines.iter().map(|line| line.to_string()).collect::<Vec<_>>())
            })
            .expect("lines");
        assert!(lines.len() > 40, "{text}");
        assert!(command(&last).is_none() && last.starts_with("29 documents"), "{last}");
        for line in &lines {
            let (name, properties, message) = command(line).unwrap_or_else(|| panic!("{line:?}"));
            assert!(["error", "warning", "notice"].contains(&name.as_str()), "{line:?}");
            let keys: Vec<&str> = properties.iter().map(|(key, _)| key.as_str()).collect();
            let narrow = ["file", "line", "col", "endLine", "endColumn", "title"];
            assert!(keys == narrow || keys == ["file", "line", "endLine", "title"], "{line:?}");
            assert!(properties[0].1.starts_with("specs/") && !message.is_empty(), "{line:?}");
            assert!(
                !line.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')),
                "{line:?}"
            );
        }
    }
}

#[test]
fn why_a_run_failed_is_an_annotation_too() {
    let text = printed(&Sandbox::new(), &["check", "--format", "github"]);
    let (name, _, message) = command(&text).expect("a command");
    assert_eq!(name, "error");
    assert!(message.starts_with("no state document found in "), "{message}");
}

/// Whether GitHub's runner would take a line of a log for a command.
fn is_obeyed(line: &str) -> bool {
    let begins = line.trim_start().strip_prefix("::").is_some_and(|rest| rest.contains("::"));
    begins && !line.trim_start().starts_with(":::") || line.contains("##[")
}

#[test]
fn no_line_for_people_is_a_command() {
    let sandbox = Sandbox::new();
    let (id, path) = ("::error::id", "specs/::error::a.md");
    let text = format!(
        "---\nid: '{id}'\ntitle: '##[error]title'\nstates:\n  - name: '::error::open'\n  - name: closed\n    \
         meaning: '##[group]m'\ntransitions:\n  - from: '::error::open'\n    to: closed\n    trigger: '##[error]t'\n\
         ---\n\n::error::above\n##[error]above\n\n```mermaid\nstateDiagram-v2\n  direction LR\n\
         ```\n::error::below\nx\u{202e}\r::error::hidden\n  ##[error]below\n"
    );
    sandbox.write(path, &text);
    sandbox.write("old/a.md", text.replace("closed", "shut"));
    sandbox.write("specs/b.yaml", "::error::x\n##[error]: '::error::y\n");
    let commands: [&[&str]; 12] = [
        &["check"],
        &["lint"],
        &["list"],
        &["show", id],
        &["show", id, "--format", "json"],
        &["fmt", "--check"],
        &["diff", "old/a.md", path],
        &["diff", "old/a.md", path, "--format", "json"],
        &["diff", "old/a.md", path, "--format", "sarif"],
        &["diff", "old/a.md", path, "--format", "markdown"],
        &["lint", "::error::none.md"],
        &["migrate", "old/a.md", path, "--dialect", "sqlite", "--table", "a.b", "--move", "::error::x=y"],
    ];
    let mut told = 0;
    for arguments in commands {
        let output = sandbox.statedoc(arguments);
        for stream in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(stream).into_owned();
            let obeyed: Vec<&str> = text.split(['\n', '\r']).filter(|line| is_obeyed(line)).collect();
            assert!(obeyed.is_empty(), "{arguments:?}: {obeyed:?}");
            told += text.matches("error").count();
        }
    }
    assert!(told > 30, "the texts are shown, only {told} times");
    std::fs::remove_file(sandbox.path("specs/b.yaml")).expect("it is there");
    let text = printed(&sandbox, &["check"]);
    assert!(text.contains("\n \\u{3a}:error::below\n") && text.contains("\n+  "), "a diff shows it: {text}");
    assert!(text.contains("\n x\\u{202e}"), "what turns the direction round is spelled out: {text}");
    let generated = printed(&sandbox, &["generate"]);
    assert!(!generated.split(['\n', '\r']).any(is_obeyed), "{generated}");
}
