//! A baseline: what is known is quiet, what is new is not, and what is gone leaves it.

use super::{every_rule, printed};
use crate::sandbox::Sandbox;

const FILE: &str = "statedoc.baseline.jsonl";

fn clean(sandbox: &Sandbox) -> bool {
    sandbox.statedoc(&["lint", "--baseline", "--deny-warnings"]).status.success()
}

#[test]
fn a_team_with_many_findings_starts_today() {
    let sandbox = every_rule();
    assert!(!clean(&sandbox));
    let text = printed(&sandbox, &["lint", "--update-baseline"]);
    assert!(text.contains("no findings; wrote "), "{text}");
    assert!(clean(&sandbox));
    let written = sandbox.read(FILE);
    assert!(written.lines().count() > 40, "{written}");
    let mut sorted: Vec<&str> = written.lines().skip(1).collect();
    sorted.sort_unstable();
    assert!(written.lines().skip(1).eq(sorted), "the lines are not sorted");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert_eq!(sandbox.read(FILE), written);
}

#[test]
fn moved_lines_and_files_stay_known_and_new_findings_do_not() {
    let sandbox = Sandbox::with_documents("received");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    for name in ["STATE-PFM-ELG-004", "STATE-PFM-QRY-014", "STATE-ACC-TRX-013"] {
        let path = format!("specs/{name}.md");
        sandbox.replace(&path, "states:\n", "\n# a remark\n\nstates:\n");
        sandbox.write(&format!("specs/moved/{name}.md"), sandbox.read(&path));
        std::fs::remove_file(sandbox.path(&path)).expect("it is there");
    }
    assert!(clean(&sandbox));
    sandbox.replace("specs/moved/STATE-PFM-ELG-004.md", "  running --> failed\n", "");
    let text = printed(&sandbox, &["lint", "--baseline"]);
    assert!(text.contains("the diagram lacks `running -> running` and `running -> failed`"), "{text}");
    assert!(text.contains("3 documents: 1 warning; 4 known; 1 of the baseline gone"), "{text}");
}

#[test]
fn as_many_are_quiet_as_are_known() {
    let sandbox = Sandbox::new();
    let rows = |count: usize| {
        let row = "  - {from: draft, to: sent, trigger: N, side_effects: ['']}\n";
        let rows: String = (0..count).map(|number| row.replace('N', &number.to_string())).collect();
        format!(
            "id: A\ntitle: A\nstates: [{{name: draft, initial: true}}, {{name: sent}}]\ntransitions:\n{rows}"
        )
    };
    let findings = |arguments: &[&str]| {
        printed(&sandbox, arguments).matches("an entry of `side_effects` is blank").count()
    };
    sandbox.write("specs/a.yaml", rows(2));
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert!(sandbox.read(FILE).contains("\"count\":2"), "{}", sandbox.read(FILE));
    sandbox.write("specs/a.yaml", rows(3));
    assert_eq!(findings(&["lint", "--baseline"]), 1);
    sandbox.write("specs/a.yaml", rows(1));
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert!(sandbox.read(FILE).contains("\"count\":1"), "what is gone is still known");
    sandbox.write("specs/a.yaml", rows(2));
    assert_eq!(findings(&["lint", "--update-baseline"]), 1, "an update took a new finding in unasked");
}

#[test]
fn both_sides_of_a_merge_are_known() {
    let sandbox = every_rule();
    sandbox.statedoc(&["lint", "--update-baseline"]);
    let text = sandbox.read(FILE);
    let mut lines: Vec<&str> = text.lines().skip(1).chain(text.lines()).collect();
    lines.reverse();
    sandbox.write(FILE, lines.join("\r\n"));
    assert!(clean(&sandbox));
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert_eq!(sandbox.read(FILE), text);
}

#[test]
fn an_update_for_one_file_leaves_the_others_alone() {
    let sandbox = Sandbox::with_documents("received");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    let before = sandbox.read(FILE);
    sandbox.replace(
        "specs/STATE-PFM-ELG-004.md",
        "running --> succeeded",
        "running --> running\n  running --> succeeded",
    );
    sandbox.replace(
        "specs/STATE-PFM-QRY-014.md",
        "  - name: skipped",
        "  - name: skipped\n    initial: true",
    );
    sandbox.statedoc(&["lint", "--update-baseline", "specs/STATE-PFM-ELG-004.md"]);
    let gone = before.lines().filter(|line| !line.contains("STATE-PFM-ELG-004"));
    assert_eq!(sandbox.read(FILE), gone.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn errors_of_the_configuration_are_never_known() {
    let sandbox = Sandbox::with_documents("received");
    sandbox.write("statedoc.toml", "nonsense = 1\n");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert!(!clean(&sandbox));
}

#[test]
fn a_file_that_is_none_is_refused_with_its_line() {
    let sandbox = Sandbox::with_documents("received");
    for (line, text) in
        [(1, "<<<<<<< ours\n"), (2, "{\"baseline\":1}\n[]\n"), (1, "{\"document\":\"A\",\"count\":-1}")]
    {
        sandbox.write(FILE, text);
        let output = sandbox.statedoc(&["lint", "--baseline"]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(&format!("{FILE}:{line}: ")), "{said}");
    }
}

#[test]
fn a_file_that_a_merge_or_an_editor_spoilt_can_be_written_anew() {
    let sandbox = Sandbox::with_documents("received");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    let good = sandbox.read(FILE);
    let lines: Vec<&str> = good.lines().collect();
    let (head, first, second) = (lines[0], lines[1], lines[2]);
    let rest = lines[3..].join("\n");
    let cut = &first[..20];
    let gone = first.replace("\"fingerprint\":\"", "\"fingerprint\":\"0");
    let spoilt = [
        format!("{head}\n<<<<<<< HEAD\n{first}\n=======\n{second}\n>>>>>>> other branch\n{rest}\n"),
        format!(
            "{head}\n<<<<<<< HEAD\n{first}\n||||||| base\n{gone}\n=======\n{second}\n>>>>>>> b\n{rest}\n"
        ),
        format!("{head}\n<<<<<<<\r\n{first}\r\n=======\r\n{second}\r\n>>>>>>>\r\n{rest}\n"),
        format!("{good}{cut}\nnot JSON\n{{}}\n"),
    ];
    for text in spoilt {
        sandbox.write(FILE, &text);
        let output = sandbox.statedoc(&["lint", "--baseline"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("`statedoc lint --update-baseline` writes the file anew"), "{said}");
        let output = sandbox.statedoc(&["lint", "--update-baseline"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("of the file left out"));
        assert_eq!(sandbox.read(FILE), good, "from {text}");
    }
    let both_removed =
        format!("{head}\n<<<<<<< a\n||||||| base\n{first}\n=======\n>>>>>>> b\n{second}\n{rest}\n");
    sandbox.write(FILE, both_removed);
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert_eq!(sandbox.read(FILE), good.replace(&format!("{first}\n"), ""), "no side has it any more");
    sandbox.write(FILE, format!("\u{feff}{good}"));
    assert!(clean(&sandbox), "a byte order mark is no line");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert_eq!(sandbox.read(FILE), good);
    sandbox.write(FILE, [good.as_bytes(), b"\xff\xfe\n"].concat());
    assert_eq!(sandbox.statedoc(&["lint", "--baseline"]).status.code(), Some(2));
    sandbox.statedoc(&["lint", "--update-baseline"]);
    assert_eq!(sandbox.read(FILE), good);
}

#[test]
fn what_is_left_of_a_known_finding_is_known_and_one_that_grew_is_not() {
    let sandbox = Sandbox::with_documents("received");
    let (rows, drawn) = ("specs/STATE-ACC-TRX-013.md", "specs/STATE-PFM-ELG-004.md");
    let arrow = "  running --> failed\n";
    sandbox.replace(drawn, arrow, "");
    sandbox.statedoc(&["lint", "--update-baseline"]);
    let before = sandbox.read(FILE);
    let text = sandbox.read(rows);
    sandbox.write(rows, text.replacen("provenance: documented", "provenance: observed", 1));
    sandbox.replace(drawn, "  running --> succeeded\n", &format!("{arrow}  running --> succeeded\n"));
    assert!(clean(&sandbox), "{}", printed(&sandbox, &["lint", "--baseline"]));
    assert!(!printed(&sandbox, &["lint", "--baseline"]).contains("gone"));
    printed(&sandbox, &["lint", "--update-baseline"]);
    assert!(clean(&sandbox));
    let after = sandbox.read(FILE);
    assert_eq!(after.lines().count(), before.lines().count());
    assert!(!after.contains("three of the seven") && after.contains("two of the seven"), "{after}");
    sandbox.write(rows, &text);
    let said = printed(&sandbox, &["lint", "--baseline"]);
    assert!(said.contains("three of the seven"), "{said}");
    sandbox.write(rows, text.replace("provenance: documented", "provenance: observed"));
    assert!(printed(&sandbox, &["lint", "--baseline"]).contains("1 of the baseline gone"));
}
