//! What the benchmarks compare with is worth comparing with, and their guard speaks up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use statedoc::lifecycle::Lifecycle;
use statedoc::project::Project;

use crate::peers;
use crate::sandbox::{Sandbox, files, repository};

fn run(script: &[PathBuf], verb: &str, folder: &Path) -> Output {
    let mut command = Command::new(&script[0]);
    command.args(&script[1..]).arg(verb).current_dir(folder);
    command.env("PYTHONDONTWRITEBYTECODE", "1").output().expect("the script starts")
}

/// Text as it stands in a Rust literal, and in a cell of a page.
fn forms(text: &str) -> [String; 2] {
    let cell = text.chars().flat_map(|each| {
        let escaped = "\\`*_<>|[]".contains(each).then_some('\\');
        escaped.into_iter().chain([each])
    });
    [format!("{text:?}"), cell.collect()]
}

fn holds(name: &str, folder: &Path, lifecycle: &Lifecycle) {
    let read = |path: String| {
        let path = folder.join("generated").join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {}: {error}", path.display()))
    };
    let module = &lifecycle.rust_module;
    let (code, page) = (read(format!("src/{module}.rs")), read(format!("docs/{module}.md")));
    let diagram = read(format!("diagrams/{module}.mmd"));
    for (at, state) in lifecycle.states.iter().enumerate() {
        let [literal, cell] = forms(state.name.as_str());
        assert!(code.contains(&format!("=> {literal},")), "{name}: {module} has no {literal}");
        assert!(
            page.contains(&format!(
                "\n| {cell} | {}",
                forms(state.meaning.as_ref().expect("a meaning").as_str())[1]
            )),
            "{name}: {cell}"
        );
        assert!(diagram.contains(&format!("state \"{}\" as s{at}\n", state.name.as_str())), "{name}: {cell}");
    }
    assert_eq!(code.matches("\n    Row {").count(), lifecycle.rows.len(), "{name}: {module}");
    for row in &lifecycle.rows {
        let (from, to) = (row.from.expect("a state"), row.to.expect("a state"));
        let trigger = row.trigger_text.as_ref().expect("a trigger").as_str();
        let states = [from, to].map(|at| forms(lifecycle.states[at].name.as_str())[1].clone());
        let line = format!("\n| {} | {} | {} |", states[0], states[1], forms(trigger)[1]);
        assert!(page.contains(&line), "{name}: {module} lacks {line}");
        let arrow = format!("\n  s{from} --> s{to} : {trigger}\n");
        assert!(diagram.contains(&arrow), "{name}: {module} lacks {arrow}");
        for text in row.guard.iter().chain(&row.side_effects).chain(&row.actor) {
            let [literal, cell] = forms(text.as_str());
            assert!(code.contains(&literal), "{name}: {module} lacks {literal}");
            assert!(page.contains(&cell), "{name}: the page of {module} lacks {cell}");
        }
    }
    for pair in &lifecycle.forbidden {
        assert!(code.contains(&forms(pair.why.as_str())[0]), "{name}: {module} lacks {}", pair.why.as_str());
    }
}

#[test]
fn the_scripts_that_the_benchmark_compares_with_leave_nothing_out() {
    let Some(scripts) = peers::scripts("the_scripts_that_the_benchmark_compares_with_leave_nothing_out")
    else {
        return;
    };
    let mut made = Vec::new();
    for (name, script) in &scripts {
        let sandbox = Sandbox::new();
        for (path, text) in files(&repository().join("specs")) {
            sandbox.write(&format!("specs/{path}"), text);
        }
        let said = run(script, "generate", sandbox.root());
        assert!(said.status.success(), "{name}: {}", String::from_utf8_lossy(&said.stderr));
        let project = Project::open(sandbox.root()).expect("the project can be read");
        assert_eq!(project.documents.len(), 3);
        project.documents.iter().for_each(|entry| holds(name, sandbox.root(), &entry.lifecycle));
        made.push(files(&sandbox.path("generated")));

        assert!(run(script, "check", sandbox.root()).status.success(), "{name} finds nothing to say");
        let page = "generated/docs/bulk_run_lifecycle.md";
        sandbox.replace(page, "queued", "qeued");
        fs::remove_file(sandbox.path("generated/src/lib.rs")).expect("the file is there");
        sandbox.write("generated/src/more.rs", "");
        let (before, said) = (files(sandbox.root()), run(script, "check", sandbox.root()));
        assert_eq!(said.status.code(), Some(1), "{name} sees the change");
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        for line in
            ["out of date: docs/bulk_run_lifecycle.md", "missing: src/lib.rs", "left over: src/more.rs"]
        {
            assert!(said.contains(line), "{name}: {said}");
        }
        assert_eq!(files(sandbox.root()), before, "{name} writes nothing where it only checks");
    }
    let without_its_own_name = |(path, text): (String, Vec<u8>)| {
        (path, String::from_utf8_lossy(&text).replace("lifecycles.mjs", "lifecycles.py"))
    };
    let [python, node] = [0, 1].map(|at| made[at].clone().into_iter().map(without_its_own_name));
    assert!(python.eq(node), "both write the same");
}

/// What the guard says and how it ends where every count is 1,050, with this budget for each work.
#[cfg(unix)]
fn guarded(budget: u32) -> Output {
    let sandbox = Sandbox::new();
    let counts =
        format!("made-with rustc 1\nallowed-growth-percent 5\nthree {budget}\nthirty 1050\nlarge 1050\n");
    sandbox.write("budget", counts);
    for (program, script) in [
        ("valgrind", "#!/bin/sh\necho '==1== Collected : 1050' >&2\n"),
        ("callgrind_annotate", "#!/bin/sh\necho ' 90 (90.0%)  slow'\n"),
        ("statedoc", "#!/bin/sh\n"),
    ] {
        use std::os::unix::fs::PermissionsExt as _;
        sandbox.write(&format!("bin/{program}"), script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(sandbox.path(&format!("bin/{program}")), mode).expect("it can be made a program");
    }
    let path = format!("{}:{}", sandbox.path("bin").display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new(repository().join("generator/benches/instructions/run"));
    command
        .env("PATH", path)
        .env("BUDGET", sandbox.path("budget"))
        .env("STATEDOC", sandbox.path("bin/statedoc"));
    command.output().expect("the guard starts")
}

#[cfg(unix)]
#[test]
fn the_guard_of_instructions_says_what_has_grown_and_what_to_do() {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a text");
    let said = guarded(1000);
    assert!(said.status.success(), "5 % are allowed: {}", text(said.stderr));
    let said = guarded(990);
    assert_eq!(said.status.code(), Some(1));
    let complaint = text(said.stderr);
    assert!(complaint.contains("takes 6.1 % more instructions for the work `three`"), "{complaint}");
    assert!(
        complaint.contains("generator/benches/instructions/run --set") && complaint.contains("slow"),
        "{complaint}"
    );
    let said = guarded(2000);
    assert!(said.status.success());
    assert!(text(said.stdout).contains("note: `three` has become cheaper"));
}
