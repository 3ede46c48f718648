//! `--fix`: only what is safe, until none is left, whole or not at all.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use statedoc::diagnostic::Diagnostic;
use statedoc::mend::{Step, mend as mend_project};
use statedoc::project::Project;

use super::{every_rule, printed};
use crate::nasty::documents::{document, yaml};
use crate::random::Random;
use crate::sandbox::Sandbox;

fn findings(sandbox: &Sandbox) -> Vec<Value> {
    let report: Value = serde_json::from_str(&printed(sandbox, &["lint", "--format", "json"])).expect("JSON");
    report["diagnostics"].as_array().expect("findings").clone()
}

/// The meaning of every document that can be read, by its path.
fn meanings(sandbox: &Sandbox) -> BTreeMap<String, String> {
    let project = statedoc::project::Project::open(sandbox.root()).expect("a project");
    let readable = project.documents.iter().filter(|entry| !entry.document.incomplete);
    readable
        .map(|entry| (entry.lifecycle.path.clone(), statedoc::emit::view::meaning(&entry.lifecycle)))
        .collect()
}

fn texts(sandbox: &Sandbox) -> BTreeMap<String, String> {
    let project = statedoc::project::Project::open(sandbox.root()).expect("a project");
    project.sources.iter().map(|file| (file.path.clone(), file.text.clone())).collect()
}

/// Mends the project, and holds that nothing but what is safe happened.
fn mend(sandbox: &Sandbox) -> usize {
    let (before, old, errors) = (meanings(sandbox), texts(sandbox), errors(sandbox));
    sandbox.statedoc(&["lint", "--fix"]);
    let (after, new) = (meanings(sandbox), texts(sandbox));
    for (path, meaning) in &before {
        assert_eq!(after.get(path), Some(meaning), "{path} means something else");
    }
    for (path, count) in self::errors(sandbox) {
        let unreadable = !before.contains_key(&path);
        assert!(unreadable || Some(&count) <= errors.get(&path), "{path} has {count} errors\n{}", new[&path]);
    }
    old.iter().filter(|(path, text)| new[*path] != **text).count()
}

fn errors(sandbox: &Sandbox) -> BTreeMap<String, usize> {
    let mut errors = BTreeMap::new();
    for finding in findings(sandbox).iter().filter(|finding| finding["severity"] == "error") {
        *errors.entry(finding["file"].as_str().expect("a path").to_owned()).or_insert(0) += 1;
    }
    errors
}

#[test]
fn meanings_stay_and_no_safe_fix_is_left() {
    let sandbox = every_rule();
    assert!(mend(&sandbox) > 2);
    let left: Vec<Value> = findings(&sandbox).into_iter().filter(|it| it["fix"]["safe"] == true).collect();
    assert!(left.is_empty(), "{left:#?}");
    let once = texts(&sandbox);
    sandbox.statedoc(&["lint", "--fix"]);
    assert_eq!(texts(&sandbox), once);
}

#[test]
fn documents_at_random_are_drawn_as_their_rows_say() {
    let mut random = Random::new(5);
    let sandbox = Sandbox::new();
    for number in 0..40 {
        let document = yaml(&document(&mut random, number));
        let text = format!("---\n{document}---\n\n```mermaid\nstateDiagram-v2\n```\n");
        let text = if number % 3 == 0 { text.replace('\n', "\r\n") } else { text };
        sandbox.write(&format!("specs/{number}.md"), text);
    }
    assert!(mend(&sandbox) > 20);
    for (path, text) in texts(&sandbox) {
        let all_crlf = text.matches('\n').count() == text.matches("\r\n").count();
        assert_eq!(all_crlf, text.starts_with("---\r\n"), "{path}");
    }
}

#[test]
fn a_project_that_is_mended_as_a_whole_passes() {
    let sandbox = Sandbox::with_documents("received");
    assert_eq!(mend(&sandbox), 1);
    assert!(sandbox.read("specs/STATE-PFM-ELG-004.md").contains("running --> running\n  running --> succ"));
}

#[test]
fn what_cannot_be_written_leaves_everything_as_it_was() {
    let sandbox = Sandbox::with_documents("received");
    let path = "specs/STATE-PFM-ELG-004.md";
    sandbox.write("specs/copy.md", sandbox.read(path).replace("004", "005"));
    let before = texts(&sandbox);
    let folder = sandbox.path("specs");
    let mut mode = fs::metadata(&folder).expect("a folder").permissions();
    let old = mode.clone();
    mode.set_readonly(true);
    fs::set_permissions(&folder, mode).expect("a mode");
    let probe = fs::write(folder.join("probe"), "");
    let output = sandbox.statedoc(&["lint", "--fix"]);
    fs::set_permissions(&folder, old).expect("a mode");
    if probe.is_ok() {
        return; // this user may write everywhere
    }
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(texts(&sandbox), before);
}

#[cfg(unix)]
#[test]
fn modes_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let sandbox = Sandbox::with_documents("received");
    let (path, real) = (sandbox.path("specs/STATE-PFM-ELG-004.md"), sandbox.path("real.md"));
    fs::rename(&path, &real).expect("it can be moved");
    symlink("../real.md", &path).expect("a link");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
    sandbox.statedoc(&["lint", "--fix"]);
    assert!(sandbox.read("real.md").contains("running --> running"));
    assert!(fs::symlink_metadata(&path).expect("it is there").is_symlink());
    assert_eq!(fs::metadata(&real).expect("it is there").permissions().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn all_names_of_a_file_go_on_naming_it() {
    let sandbox = Sandbox::with_documents("received");
    let path = "specs/STATE-PFM-ELG-004.md";
    fs::hard_link(sandbox.path(path), sandbox.path("other.md")).expect("a second name");
    let long = sandbox.read(path);
    sandbox.statedoc(&["lint", "--fix"]);
    assert!(sandbox.read("other.md").contains("running --> running"));
    sandbox.statedoc(&["fmt"]);
    assert_eq!(sandbox.read("other.md"), sandbox.read(path));
    sandbox.write("other.md", long.replace("running --> running", "x"));
    assert_eq!(sandbox.read("other.md"), sandbox.read(path), "they are one file still");
    let left: Vec<_> = fs::read_dir(sandbox.path("specs")).expect("a folder").flatten().collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn only_what_is_surely_one_text_is_quoted() {
    let sandbox = Sandbox::new();
    let yaml = "id: A\ntitle: A\nstates:\n  - name: a\n  - name: b\ntransitions:\n  - from: a\n    to: b\n";
    sandbox.write("specs/a.yaml", format!("{yaml}    guard: %x\n    who: `me\n"));
    let text = printed(&sandbox, &["lint", "--fix"]);
    assert!(sandbox.read("specs/a.yaml").ends_with("guard: '%x'\n    who: '`me'\n"), "{text}");
    assert!(text.contains("2 fixes applied in 1 file"), "{text}");
    for unsure in ["@me # or you", "@a\n      and more", "@a: b", "%x\n      : y", "!a b", ">a", "[a] b"] {
        sandbox.write("specs/a.yaml", format!("{yaml}    guard: {unsure}\n"));
        let before = texts(&sandbox);
        let text = printed(&sandbox, &["lint", "--fix"]);
        assert!(text.contains("error[syntax]"), "{unsure}: {text}");
        assert_eq!(texts(&sandbox), before, "{unsure}: {text}");
    }
}

#[test]
fn a_text_inside_brackets_ends_at_its_comma() {
    let sandbox = Sandbox::new();
    let head = "id: A\ntitle: A\nstates: [{name: a}, {name: '@b'}]\n";
    for (before, after) in [
        (
            "transitions:\n  - {from: a, to: @b, guard: %x y, who: `me }\n",
            "transitions:\n  - {from: a, to: '@b', guard: '%x y', who: '`me' }\n",
        ),
        (
            "transitions: [\n  {from: a, to: @b,\n   side_effects: [@x, %y z]},\n  ]\n",
            "transitions: [\n  {from: a, to: '@b',\n   side_effects: ['@x', '%y z']},\n  ]\n",
        ),
        (
            "transitions:\n  - from: a\n    to: '@b'\n    side_effects: [\n      one, # remark\n\n      # @\n      @x, y\n      ]\n",
            "transitions:\n  - from: a\n    to: '@b'\n    side_effects: [\n      one, # remark\n\n      # @\n      '@x', y\n      ]\n",
        ),
    ] {
        sandbox.write("specs/a.yaml", format!("{head}{before}"));
        let text = printed(&sandbox, &["lint", "--fix"]);
        assert_eq!(sandbox.read("specs/a.yaml"), format!("{head}{after}"), "{text}");
        assert!(!text.contains("error"), "{text}");
    }
    let prose = "transitions:\n  - from: a\n    to: '@b'\n    guard: |\n      [ is never closed\n    who: @me, or you\n";
    sandbox.write("specs/a.yaml", format!("{head}{prose}"));
    printed(&sandbox, &["lint", "--fix"]);
    assert!(sandbox.read("specs/a.yaml").ends_with("    who: '@me, or you'\n"), "no bracket is around it");
    for unsure in ["guard: @a, or b", "guard: @a: b", "guard: @it's", "guard: @a {b}", "guard: @a # x"] {
        sandbox.write("specs/a.yaml", format!("{head}transitions:\n  - {{from: a, to: '@b', {unsure}}}\n"));
        let before = texts(&sandbox);
        let text = printed(&sandbox, &["lint", "--fix"]);
        assert!(text.contains("error[syntax]"), "{unsure}: {text}");
        assert_eq!(texts(&sandbox), before, "{unsure}: {text}");
    }
}

/// A safe fix, as a rule could offer it, that writes `new` for the first `old` of a document.
fn fix(project: &Project, old: &str, new: &str) -> Diagnostic {
    let file = project.sources.get(project.documents[0].file);
    let start = file.text.find(old).expect("the text");
    let span = file.span(start..start + old.len());
    let message = format!("`{old}`");
    Diagnostic::new("hidden-character", span, &message).suggest(&message, span, new).safe(true)
}

#[test]
fn a_fix_that_does_harm_is_left_and_the_others_are_applied() {
    let sandbox = Sandbox::with_documents("received");
    std::fs::remove_file(sandbox.path("specs/STATE-ACC-TRX-013.md")).expect("it is there");
    let mut project = Project::open(sandbox.root()).expect("a project");
    let harm =
        [fix(&project, "name: queued", "name: waiting"), fix(&project, "title: Bulk run", "titel: Bulk")];
    let good = fix(&project, "The run cursor", "A run cursor");
    project.findings.extend(harm.into_iter().chain([good]));
    let mended = mend_project(project, &|_, _| true);
    let words = |steps: &[Step]| steps.iter().map(|step| step.message.clone()).collect::<Vec<_>>();
    assert_eq!(words(&mended.refused), ["`title: Bulk run`", "`name: queued`"]);
    let text = &mended.project.sources.get(mended.project.documents[0].file).text;
    assert!(text.contains("running --> running") && text.contains("title: Bulk run lifecycle"), "{text}");
    assert!(text.contains("name: queued"), "{text}");
}

#[test]
fn of_fixes_that_overlap_the_one_printed_first_is_applied() {
    let sandbox = Sandbox::with_documents("received");
    let mut texts = Vec::new();
    for turn in [false, true] {
        let mut project = Project::open(sandbox.root()).expect("a project");
        let mut both = vec![fix(&project, "Month-end aging", "M"), fix(&project, "aging snapshot run", "A")];
        if turn {
            both.reverse();
        }
        project.findings.extend(both);
        let mended = mend_project(project, &|_, _| true);
        texts.push(mended.project.sources.get(mended.project.documents[0].file).text.clone());
    }
    assert!(texts[0].contains("title: M snapshot run"), "{}", texts[0]);
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn a_star_is_quoted_where_it_is_a_whole_value_and_nowhere_else() {
    let sandbox = Sandbox::new();
    let yaml = |star: &str| {
        format!(
            "id: A # of [*] too\ntitle: A\nstates:\n  - name: a\n  - name: b\ntransitions:\n  - from: a\n    \
             to: {star}\n    guard: Applies to [*] rows only\n    side_effects: [ {star}, Tell [*] rows ]\n    \
             who: \"the [*] team\"\n  - {{from: {star}, to: a, guard: 'for [*] it''s', who: {star} }} # [*]\n  \
             - from: {star} # [*]\n    to: b\n    who: 'the [*] team'\n    x-note: |\n      to: [*]\n"
        )
    };
    for (bare, quoted) in [(yaml("[*]"), yaml("'[*]'")), (crlf("[*]", &yaml), crlf("'[*]'", &yaml))] {
        // In brackets a text may hold no bracket unquoted.
        let in_brackets = |text: String| text.replace("Tell [*] rows", "\"Tell [*] rows\"");
        let (bare, quoted) = (in_brackets(bare), in_brackets(quoted));
        sandbox.write("specs/a.yaml", bare);
        let text = printed(&sandbox, &["lint", "--fix"]);
        assert_eq!(sandbox.read("specs/a.yaml"), quoted, "{text}");
        assert!(!text.contains("error[syntax]"), "{text}");
    }
    for part in ["[*] rows", "a\n    guard: [*] rows\n    who: [*]", "[*]\n      rows"] {
        sandbox.write("specs/a.yaml", yaml("[*]").replace("to: [*]", &format!("to: {part}")));
        let before = sandbox.read("specs/a.yaml");
        let text = printed(&sandbox, &["lint", "--fix"]);
        let after = sandbox.read("specs/a.yaml");
        assert_eq!(after.replace("'[*]'", "[*]"), before, "{part}: {text}");
        assert!(!after.contains("'[*]' rows") && !after.contains("the '[*]' team"), "{part}: {after}");
    }
}

fn crlf(star: &str, yaml: &dyn Fn(&str) -> String) -> String {
    yaml(star).replace('\n', "\r\n")
}

#[test]
fn a_fix_that_would_change_other_texts_is_left_and_said() {
    let sandbox = Sandbox::new();
    let head = "id: A\ntitle: A\nstates: [{name: a}, {name: b}]\ntransitions:\n  - from: a\n    to: b\n";
    for (text, edits) in [
        ("    x-note: the [*] rows\n    who: @me\n", vec![("@me", "'@me'"), ("[*]", "'[*]'")]),
        ("    who: @me # @you\n", vec![("@me", "'@me'"), ("@you", "'@you'")]),
        ("    x-note: |\n      one\n      two\n", vec![("|", ">")]),
    ] {
        sandbox.write("specs/a.yaml", format!("{head}{text}"));
        let mut project = Project::open(sandbox.root()).expect("a project");
        let mut harm = fix(&project, edits[0].0, edits[0].1);
        let others = edits[1..].iter().map(|(old, new)| fix(&project, old, new).fix.expect("a fix").edits);
        let others: Vec<_> = others.flatten().collect();
        harm.fix.as_mut().expect("a fix").edits.extend(others);
        for finding in &mut project.findings {
            finding.fix = None;
        }
        project.findings.push(harm);
        let mended = mend_project(project, &|_, _| true);
        assert_eq!(mended.refused.len(), 1, "{text}: {:?}", mended.done);
        let left = &mended.project.sources.get(mended.project.documents[0].file).text;
        assert_eq!(left, &format!("{head}{text}"));
    }
}

#[test]
fn front_matter_moves_up_past_a_byte_order_mark() {
    let sandbox = Sandbox::new();
    let yaml =
        "---\nid: A\ntitle: A\nstates: [{name: a}, {name: b}]\ntransitions:\n  - {from: a, to: b}\n---\n";
    sandbox.write("specs/a.md", format!("\u{feff}\n\n{yaml}"));
    let text = printed(&sandbox, &["lint", "--fix"]);
    assert_eq!(sandbox.read("specs/a.md"), format!("\u{feff}{yaml}"), "{text}");
}
