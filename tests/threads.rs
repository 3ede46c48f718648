//! Documents that threads share: the same comes of them whatever the number of threads, and nothing stays of a
//! run that comes to nothing.

use std::num::NonZeroUsize;

use statedoc::project::Project;
use statedoc::report::{Look, text};
use statedoc::sync::{Lock, Purpose, Stage, apply};
use statedoc::{Request, survey};

use crate::sandbox::{Sandbox, files, repository};

const COUNTS: [usize; 4] = [1, 2, 3, 16];

/// Thirty documents, most of them with findings, one with a diagram that is behind its rows.
fn put_documents(sandbox: &Sandbox) {
    for (name, bytes) in files(&repository().join("tests/documents/received")) {
        let text = String::from_utf8(bytes).expect("a text");
        let Some(id) = name.strip_suffix(".md").filter(|id| text.contains(&format!("id: {id}"))) else {
            continue;
        };
        let title = text.lines().find_map(|line| line.strip_prefix("title: ")).expect("a title").to_owned();
        for number in 0..10 {
            let numbered = text.replace(id, &format!("{id}-{number}"));
            let numbered = numbered.replacen(&title, &format!("{title} {number}"), 1);
            sandbox.write(&format!("specs/{number}-{name}"), numbered);
        }
    }
}

fn request(threads: usize, purpose: Purpose) -> Request {
    Request { threads: NonZeroUsize::new(threads).expect("more than none"), ..Request::new(purpose) }
}

/// Everything that a run has to say.
fn said(sandbox: &Sandbox, threads: usize) -> Vec<String> {
    let project = Project::configured(sandbox.root()).expect("a project");
    let survey = survey(project, &request(threads, Purpose::Show)).expect("all can be read");
    let findings = survey.findings.iter().map(|it| text(it, &survey.project.sources, Look::Plain));
    let plan = survey.plan.iter().flat_map(|plan| &plan.changes);
    let change = |change: &statedoc::sync::Change| {
        let diff = change.difference.as_ref().and_then(|difference| difference.diff.clone());
        format!("{} {} {diff:?}", change.status.as_str(), change.path)
    };
    findings.chain(plan.map(change)).collect()
}

#[test]
fn the_same_is_said_by_any_number_of_threads() {
    let sandbox = Sandbox::new();
    put_documents(&sandbox);
    assert!(sandbox.statedoc(&["generate"]).status.success());
    let documents: Vec<String> = files(&sandbox.path("specs")).into_keys().collect();
    for document in documents.iter().step_by(3) {
        sandbox.replace(&format!("specs/{document}"), "meaning: ", "meaning: Odd. ");
    }
    let one = said(&sandbox, 1);
    assert!(one.iter().any(|line| line.starts_with("stale ") && line.contains("Odd.")), "{one:#?}");
    sandbox.write("specs/wrong.md", "---\nid: STATE-X\nstates: []\n---\n");
    sandbox.write("specs/again.md", "---\nid: STATE-X\nstates: []\n---\n");
    let wrong = said(&sandbox, 1);
    assert!(wrong.iter().any(|line| line.contains("two documents have the id")), "{wrong:#?}");
    for threads in COUNTS {
        assert_eq!(said(&sandbox, threads), wrong, "{threads} threads");
    }
    for name in ["wrong", "again"] {
        std::fs::remove_file(sandbox.path(&format!("specs/{name}.md"))).expect("it goes");
    }
    for threads in COUNTS {
        assert_eq!(said(&sandbox, threads), one, "{threads} threads");
    }
}

#[test]
fn the_same_is_written_by_any_number_of_threads() {
    let written = COUNTS.map(|threads| {
        let sandbox = Sandbox::new();
        put_documents(&sandbox);
        let stage = Stage::new(&|_| false);
        let project = Project::configured(sandbox.root()).expect("a project");
        let survey = survey(project, &request(threads, Purpose::Write(&stage))).expect("all can be read");
        let mut plan = survey.plan.expect("no error stands");
        apply(sandbox.root(), &mut plan, &Lock::of(sandbox.root(), &|| {})).expect("it is written");
        files(sandbox.root())
    });
    assert!(written[0].len() > 120, "{} files", written[0].len());
    for other in &written[1..] {
        assert!(*other == written[0], "other bytes");
    }
}

#[test]
fn a_run_that_comes_to_nothing_leaves_nothing() {
    let sandbox = Sandbox::new();
    put_documents(&sandbox);
    sandbox.write("specs/wrong.md", "---\nid: STATE-X\nstates: []\n---\n");
    let before = files(sandbox.root());
    assert_eq!(sandbox.statedoc(&["generate"]).status.code(), Some(1));
    assert_eq!(files(sandbox.root()), before);
    assert!(!sandbox.path("generated").exists(), "a folder was left behind");
    std::fs::create_dir_all(sandbox.path("generated/src")).expect("a folder");
    assert_eq!(sandbox.statedoc(&["generate"]).status.code(), Some(1));
    assert!(sandbox.path("generated/src").exists(), "a folder of somebody else's has gone");
    assert!(!sandbox.path("generated/docs").exists(), "a folder was left behind");
}
