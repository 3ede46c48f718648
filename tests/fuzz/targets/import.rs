//! Any page ends in findings, or in a document without an error whose diagram agrees with its rows.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statedoc::diagnostic::Severity;
use statedoc::document::parse;
use statedoc::import::{Request, import};
use statedoc::lifecycle::lower;
use statedoc::lint::{Policy, Subject, run};
use statedoc::source::{SourceFile, Sources};

/// What of a document must not stand: errors, and a diagram that disagrees.
fn left(file: &SourceFile, sources: &Sources) -> Vec<String> {
    let (document, findings) = parse(file);
    let lifecycle = lower(file, &document);
    let subject = Subject { file, document: &document, lifecycle: &lifecycle };
    let findings = run(&[subject], findings, &Policy::default(), sources);
    let wrong = findings.iter().filter(|it| it.severity == Severity::Error || it.rule == "diagram-disagrees");
    wrong.map(|finding| format!("{}: {}", finding.rule, finding.message)).collect()
}

fuzz_target!(|page: (bool, &str)| {
    let (is_diagram, text) = page;
    let mut sources = Sources::default();
    let page = sources.add(if is_diagram { "docs/a.mmd" } else { "docs/a.md" }, text);
    let request = Request { section: None, source: Some("docs/a.md") };
    let Ok(imported) = import(sources.get(page), request) else { return };
    let Some(document) = imported.document else { return };
    let written = sources.add("specs/a.md", document);
    let left = left(sources.get(written), &sources);
    assert!(left.is_empty(), "{left:?}\n{}", sources.get(written).text);
});
