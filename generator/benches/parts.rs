//! What each part of a run costs, on thirty documents: `cargo bench`, or `cargo bench -- parse` for some.

mod corpus;

use std::fs;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use statedoc::document::parse;
use statedoc::emit::{self, Artifact, EMITTERS, Input, Subject};
use statedoc::lifecycle::{Summary, lower};
use statedoc::project::{Entry, Project};
use statedoc::sync::{self, Lock, Plan, Purpose, Searched, Stage};
use statedoc::{Request, Survey, survey};
use tempfile::TempDir;

/// As many documents as a large product has.
const DOCUMENTS: usize = 30;

/// A project with these documents and with every emitter on.
fn project_of(files: &[corpus::File]) -> (TempDir, Project) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("specs")).expect("the folder can be made");
    let mut config =
        "[rust]\ntyped = true\n\n[kit]\nout = \"generated/tests/kit\"\n\n[sql.table]\n".to_owned();
    for (at, (name, text)) in files.iter().enumerate() {
        fs::write(folder.path().join("specs").join(name), text).expect("the document can be written");
        config += &format!("\"{}\" = \"record_{at}.status\"\n", name.trim_end_matches(".md"));
    }
    fs::write(folder.path().join("statedoc.toml"), config).expect("the configuration can be written");
    let project = Project::open(folder.path()).expect("the project can be read");
    (folder, project)
}

fn subject<'a>(project: &'a Project, entry: &'a Entry) -> Subject<'a> {
    let file = project.sources.get(entry.file);
    Subject { file, document: &entry.document, lifecycle: &entry.lifecycle, take_rows: false }
}

fn reading(criterion: &mut Criterion) {
    let files = corpus::varied(DOCUMENTS, 1);
    let sources: Vec<_> = files.iter().map(|(name, text)| corpus::source(name, text)).collect();
    let documents: Vec<_> = sources.iter().map(|source| (source, parse(source).0)).collect();
    let (_folder, project) = project_of(&files);
    let mut group = criterion.benchmark_group("read");
    group.bench_function("parse", |bencher| {
        bencher.iter(|| sources.iter().map(|source| black_box(parse(source)).1.len()).sum::<usize>());
    });
    group.bench_function("lower", |bencher| {
        bencher.iter(|| {
            let lowered = documents.iter().map(|(source, document)| black_box(lower(source, document)));
            lowered.map(|lifecycle| lifecycle.rows.len()).sum::<usize>()
        });
    });
    group.bench_function("lint", |bencher| bencher.iter(|| project.lint()));
    let (name, text) = corpus::large(1000, 1000);
    let large = corpus::source(&name, &text);
    group.bench_function("parse and lower, one document of 1,000 rows", |bencher| {
        bencher.iter(|| lower(&large, &parse(&large).0));
    });
}

fn emitters(criterion: &mut Criterion) {
    let (_folder, mut project) = project_of(&corpus::varied(DOCUMENTS, 1));
    let mut group = criterion.benchmark_group("emit");
    for (layer, typed) in [("", false), (", typed", true)] {
        project.config.layers.typed = typed;
        let inputs = project.documents.iter().map(|entry| subject(&project, entry));
        let inputs: Vec<Input> = inputs.map(|subject| Input::new(&project.config, subject)).collect();
        let lifecycles = project.documents.iter().map(|entry| &entry.lifecycle);
        let summaries: Vec<Summary> = lifecycles.map(Summary::of).collect();
        // The layer changes what is made in Rust alone.
        for emitter in EMITTERS.iter().filter(|emitter| !typed || ["rust", "tests"].contains(&emitter.name)) {
            group.bench_function(format!("{}{layer}", emitter.name), |bencher| {
                bencher.iter(|| {
                    inputs.iter().map(|input| (emitter.of_document)(black_box(input)).len()).sum::<usize>()
                        + (emitter.of_project)(&project.config, black_box(&summaries)).len()
                });
            });
        }
    }
}

/// Every output with the text of its document, as plans are made from them.
fn outputs(project: &Project) -> Vec<(Artifact, &str)> {
    let of_entry = |entry| {
        let input = Input::new(&project.config, subject(project, entry));
        let text = input.subject.file.text.as_str();
        emit::of_document(&input).into_iter().map(move |artifact| (artifact, text))
    };
    let summaries: Vec<Summary> =
        project.documents.iter().map(|entry| Summary::of(&entry.lifecycle)).collect();
    let once = emit::of_project(&project.config, &summaries).into_iter().map(|artifact| (artifact, ""));
    project.documents.iter().flat_map(of_entry).chain(once).collect()
}

fn planned(project: &Project, outputs: &[(Artifact, &str)]) -> Plan {
    let changes = outputs.iter().map(|(artifact, text)| {
        sync::compare(&project.root, artifact, text, Purpose::Look).expect("the output can be read")
    });
    let mut plan = Plan::of(changes.collect());
    let searched = Searched { folders: &["generated"], elsewhere: &project.files() };
    sync::find_orphans(&project.root, searched, &mut plan).expect("the folders can be read");
    plan
}

/// `generate` or `check` in one thread, so that what is measured is the work and not how it is shared.
fn surveyed(folder: &Path, purpose: Purpose) -> Survey {
    let project = Project::configured(folder).expect("the configuration can be read");
    let request = Request { threads: NonZeroUsize::MIN, ..Request::new(purpose) };
    survey(project, &request).expect("the project can be read")
}

fn planning(criterion: &mut Criterion) {
    let (folder, project) = project_of(&corpus::varied(DOCUMENTS, 1));
    let outputs = outputs(&project);
    let mut group = criterion.benchmark_group("write");
    group.bench_function("plan, nothing there", |bencher| bencher.iter(|| planned(&project, &outputs)));
    let stage = Stage::new(&|_| false);
    let mut written = surveyed(folder.path(), Purpose::Write(&stage));
    let plan = written.plan.as_mut().expect("the documents have no errors");
    sync::apply(&project.root, plan, &Lock::of(&project.root, &|| ())).expect("all can be written");
    assert!(planned(&project, &outputs).is_current(), "nothing has changed");
    group.bench_function("plan, all as it was", |bencher| bencher.iter(|| planned(&project, &outputs)));
    group.bench_function("the whole of check", |bencher| {
        bencher.iter(|| surveyed(folder.path(), Purpose::Show).plan.expect("a plan").is_current());
    });
}

criterion_group!(parts, reading, emitters, planning);
criterion_main!(parts);
