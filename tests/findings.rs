//! What is found in documents that are given as text, as it is printed.

use statedoc::diagnostic::Diagnostic;
use statedoc::project::{Project, between};
use statedoc::report::{Look, text};
use statedoc::review::review;
use statedoc::source::Sources;

use crate::sandbox::Sandbox;

/// A file of a test's project: its path, and its text.
pub(crate) type Given<'a> = (&'a str, &'a str);

/// The findings of a project of these files, and all of them as printed, a blank line between two. Files
/// in `old/` are the old revision of those in `specs/`: then the findings are those of `diff`.
pub(crate) fn of(files: &[Given]) -> (Vec<Diagnostic>, String) {
    let sandbox = Sandbox::new();
    files.iter().for_each(|(path, text)| sandbox.write(path, text));
    findings(&sandbox)
}

/// Every finding that has a fix, and the project's files after that fix alone.
pub(crate) fn fixes(files: &[Given]) -> Vec<(Diagnostic, Vec<(String, String)>)> {
    let sandbox = Sandbox::new();
    files.iter().for_each(|(path, text)| sandbox.write(path, text));
    let (found, sources) = judged(&sandbox);
    let fixed = found.into_iter().filter_map(|finding| {
        let edits = finding.fix.as_ref()?.edits.clone();
        let mut texts: Vec<(String, String)> =
            sources.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
        for edit in edits.iter().rev() {
            let path = &sources.get(edit.span.file).path;
            let (_, text) = texts.iter_mut().find(|(other, _)| other == path).expect("the edited file");
            text.replace_range(edit.span.range(), &edit.text);
        }
        Some((finding, texts))
    });
    fixed.collect()
}

/// The findings of the project in a sandbox.
pub(crate) fn findings(sandbox: &Sandbox) -> (Vec<Diagnostic>, String) {
    let (findings, sources) = judged(sandbox);
    let printed: Vec<String> = findings.iter().map(|finding| text(finding, &sources, Look::Plain)).collect();
    (findings, printed.join("\n"))
}

fn judged(sandbox: &Sandbox) -> (Vec<Diagnostic>, Sources) {
    if sandbox.path("old").is_dir() {
        let revisions = between(sandbox.root(), &sandbox.path("old"), &sandbox.path("specs"));
        let revisions = revisions.expect("two revisions that can be read");
        let findings = review(&revisions).findings;
        return (findings, revisions.project.sources);
    }
    let project = Project::open(sandbox.root()).expect("a project that can be read");
    assert!(!project.documents.is_empty(), "the project has no document");
    (project.lint(), project.sources)
}
