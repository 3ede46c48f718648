//! What each part of a run costs, on thirty documents: `cargo bench`, or `cargo bench -- parse` for some.

mod corpus;

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use statedoc::document::parse;
use statedoc::emit::{EMITTERS, Input, Kept, Subject};
use statedoc::lifecycle::lower;
use statedoc::project::Project;
use statedoc::sync::{self, Lock};
use statedoc::{Survey, survey};
use tempfile::TempDir;

/// As many documents as a large product has.
const DOCUMENTS: usize = 30;

/// A project with these documents and with every emitter on.
fn project_of(files: &[corpus::File]) -> (TempDir, Project) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("specs")).expect("the folder can be made");
    let mut config =
        "[rust]\ntyped = true\n\n[kit]\nout = \"generated/tests/kit\"\n\n[sql.table]\n".to_owned();
    for (name, text) in files {
        fs::write(folder.path().join("specs").join(name), text).expect("the document can be written");
        config += &format!("\"{}\" = \"record.status\"\n", name.trim_end_matches(".md"));
    }
    fs::write(folder.path().join("statedoc.toml"), config).expect("the configuration can be written");
    let project = open(folder.path());
    (folder, project)
}

fn open(folder: &Path) -> Project {
    Project::open(folder).expect("the project can be read")
}

fn surveyed(project: &Project) -> Survey {
    let survey = survey(project, &|_| false).expect("the outputs can be read");
    assert!(survey.plan.is_some(), "the documents have no errors: {:?}", survey.findings);
    survey
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
            documents
                .iter()
                .map(|(source, document)| black_box(lower(source, document)).rows.len())
                .sum::<usize>()
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
        let subject = |entry| subject(&project, entry);
        let subjects: Vec<Subject> = project.documents.iter().map(subject).collect();
        let input =
            Input { config: &project.config, subjects: &subjects, templates: &[], kept: Kept::default() };
        // The layer changes what is made in Rust alone.
        for emitter in EMITTERS.iter().filter(|emitter| !typed || ["rust", "tests"].contains(&emitter.name)) {
            group.bench_function(format!("{}{layer}", emitter.name), |bencher| {
                bencher.iter(|| (emitter.emit)(black_box(&input)));
            });
        }
    }
}

fn subject<'a>(project: &'a Project, entry: &'a statedoc::project::Entry) -> Subject<'a> {
    let file = project.sources.get(entry.file);
    Subject { file, document: &entry.document, lifecycle: &entry.lifecycle, take_rows: false }
}

fn planning(criterion: &mut Criterion) {
    let (folder, project) = project_of(&corpus::varied(DOCUMENTS, 1));
    let Survey { artifacts, plan, .. } = surveyed(&project);
    let folders = ["generated"];
    let files = project.files();
    let plan_of = || {
        let searched = sync::Searched { folders: &folders, elsewhere: &files };
        sync::plan(&project.root, &artifacts, searched, &project.sources).expect("the outputs can be read")
    };
    let mut group = criterion.benchmark_group("write");
    group.bench_function("plan, nothing there", |bencher| bencher.iter(plan_of));
    let lock = Lock::of(&project.root, &|| ());
    sync::apply(&project.root, &plan.expect("a plan"), &lock).expect("the outputs can be written");
    assert!(plan_of().is_current(), "nothing has changed");
    group.bench_function("plan, all as it was", |bencher| bencher.iter(plan_of));
    group.bench_function("the whole of check", |bencher| {
        bencher.iter(|| surveyed(&open(folder.path())).plan.expect("a plan").is_current());
    });
}

criterion_group!(parts, reading, emitters, planning);
criterion_main!(parts);
