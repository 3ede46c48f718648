//! `generate --watch`, as people and their editors use it: real files, real signals, bounded waits.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::sandbox::Sandbox;

/// How long anything may take on a slow machine.
const LONG: Duration = Duration::from_secs(60);

/// How long nothing must be said for nothing to have happened.
const SILENCE: Duration = Duration::from_millis(700);

const ORDER: &str = "---\nid: STATE-A\ntitle: Order\nstates:\n  - name: open\n    meaning: Just begun.\n  \
                     - name: shut\ntransitions:\n  - from: open\n    to: shut\n---\n\n# Order\n\n\
                     ```mermaid\nstateDiagram-v2\n  open --> shut\n```\n";

/// The tool, watching.
struct Watched {
    child: Child,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

impl Watched {
    fn start(sandbox: &Sandbox) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_statedoc"))
            .args(["-C", &sandbox.root().to_string_lossy(), "generate", "--watch"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("statedoc starts");
        let lines = lines_of(child.stdout.take().expect("its output"));
        let errors = lines_of(child.stderr.take().expect("its errors"));
        let watched = Self { child, lines, errors };
        watched.until(|line| line.starts_with("watching "));
        watched
    }

    /// Every line up to the one that is looked for.
    fn until(&self, found: impl Fn(&str) -> bool) -> Vec<String> {
        let mut seen = Vec::new();
        let end = Instant::now() + LONG;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    seen.push(line);
                    if seen.last().is_some_and(|line| found(line)) {
                        return seen;
                    }
                }
                Err(_) => panic!("it never came; there was:\n{}", seen.join("\n")),
            }
        }
    }

    /// The lines of one run, up to its summary, after which nothing more is said.
    fn one_run(&self) -> Vec<String> {
        let run = self.until(is_summary);
        self.says_nothing();
        run
    }

    fn says_nothing(&self) {
        match self.lines.recv_timeout(SILENCE) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("nothing was expected, and there was {other:?}"),
        }
    }

    fn error(&self) -> String {
        self.errors.recv_timeout(LONG).expect("an error")
    }

    fn signal(&mut self, name: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().expect("kill starts").success());
        let end = Instant::now() + LONG;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("its state") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it did not end");
    }
}

fn is_summary(line: &str) -> bool {
    line.contains(" written, ") && line.contains(" document")
}

/// A project with one small document whose outputs are current.
fn project() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("statedoc.toml", "[rust]\nenabled = false\n[tests]\nenabled = false\n");
    sandbox.write("specs/order.md", ORDER);
    sandbox
}

fn page(sandbox: &Sandbox) -> String {
    sandbox.read("generated/docs/order.md")
}

/// A document with this word in it, and another diagram than its rows say.
fn text(word: &str) -> String {
    ORDER.replace("Just begun", word).replace("  open --> shut\n", "  open\n  shut\n")
}

#[test]
fn every_way_of_saving_is_one_run_and_no_run_starts_another() {
    let sandbox = project();
    sandbox.write("specs/parcel.md", ORDER.replace("STATE-A", "STATE-B").replace("Order", "Parcel"));
    let watched = Watched::start(&sandbox);
    let path = sandbox.path("specs/order.md");
    // In place, as nano and most scripts do.
    fs::write(&path, text("In place")).expect("saved");
    assert!(watched.one_run().contains(&"wrote specs/order.md".to_owned()), "its diagram is mended");
    assert!(page(&sandbox).contains("In place"));
    // A temporary file moved over it, as vim and VS Code can.
    fs::write(sandbox.path("specs/.order.md.swp"), text("Moved over")).expect("written");
    fs::rename(sandbox.path("specs/.order.md.swp"), &path).expect("saved");
    watched.one_run();
    assert!(page(&sandbox).contains("Moved over"));
    // The old one moved away to a backup, and a new one written.
    fs::rename(&path, sandbox.path("specs/order.md~")).expect("moved");
    fs::write(&path, text("With backup")).expect("saved");
    watched.one_run();
    assert!(page(&sandbox).contains("With backup"));
    // Removed, and made again a while later: nothing is removed and made again.
    fs::remove_file(&path).expect("removed");
    std::thread::sleep(Duration::from_millis(60));
    fs::write(&path, text("Made again")).expect("saved");
    let run = watched.one_run();
    assert!(run.iter().all(|line| !line.starts_with("removed ")), "{run:?}");
    assert!(page(&sandbox).contains("Made again"));
    // Written in a folder of its own that takes the place of the old one.
    sandbox.write("specs.new/order.md", text("Folder"));
    fs::rename(sandbox.path("specs"), sandbox.path("specs.old")).expect("moved");
    fs::rename(sandbox.path("specs.new"), sandbox.path("specs")).expect("saved");
    watched.one_run();
    assert!(page(&sandbox).contains("Folder"));
    // And the new folder is the one that is watched.
    fs::write(&path, text("After all")).expect("saved");
    watched.one_run();
    assert!(page(&sandbox).contains("After all"));
    // Saved without a change: nothing to say.
    let same = sandbox.read("specs/order.md");
    fs::write(&path, same).expect("saved");
    watched.says_nothing();
}

#[test]
fn a_burst_is_one_run() {
    let sandbox = project();
    let watched = Watched::start(&sandbox);
    for number in 0..50 {
        sandbox.write("specs/order.md", text(&format!("Burst {number}")));
        let other =
            ORDER.replace("STATE-A", &format!("STATE-{number}")).replace("Order", &format!("N{number}"));
        sandbox.write(&format!("specs/more/{number}.md"), other);
    }
    let mut runs = 1;
    let mut last = watched.until(is_summary).pop().expect("a summary");
    while let Ok(line) = watched.lines.recv_timeout(SILENCE) {
        runs += usize::from(is_summary(&line));
        last = line;
    }
    assert!(last.starts_with("51 documents: "), "{last}");
    assert!(runs <= 3, "{runs} runs"); // one, but for pauses that a busy machine makes
    assert!(page(&sandbox).contains("Burst 49"));
}

#[test]
fn documents_and_folders_come_and_go() {
    let sandbox = project();
    let watched = Watched::start(&sandbox);
    sandbox.write("specs/deep/er/parcel.md", ORDER.replace("STATE-A", "STATE-B").replace("Order", "Parcel"));
    assert!(watched.one_run().contains(&"wrote generated/docs/parcel.md".to_owned()));
    sandbox.replace("specs/deep/er/parcel.md", "Just begun", "Packed");
    watched.one_run();
    assert!(sandbox.read("generated/docs/parcel.md").contains("Packed"));
    fs::rename(sandbox.path("specs/deep"), sandbox.path("specs/other")).expect("moved");
    watched.one_run();
    assert!(sandbox.read("generated/docs/parcel.md").contains("specs/other/er/parcel.md"));
    fs::remove_dir_all(sandbox.path("specs/other")).expect("removed");
    assert!(watched.one_run().contains(&"removed generated/docs/parcel.md".to_owned()));
    // Outputs that go are made again.
    fs::remove_dir_all(sandbox.path("generated")).expect("removed");
    assert!(watched.one_run().contains(&"wrote generated/docs/order.md".to_owned()));
    // The last document goes: that is an error, and what was made stays.
    fs::remove_file(sandbox.path("specs/order.md")).expect("removed");
    assert!(watched.error().contains("no state document found"));
    assert!(page(&sandbox).contains("Just begun"));
    sandbox.write("specs/order.md", text("Back"));
    watched.one_run();
    assert!(page(&sandbox).contains("Back"));
}

#[test]
fn an_error_leaves_the_last_good_output_until_it_is_mended() {
    let sandbox = project();
    let watched = Watched::start(&sandbox);
    sandbox.replace("specs/order.md", "to: shut", "to: shutt");
    let said = watched.until(|line| line.contains("nothing was written"));
    assert!(said.iter().any(|line| line.contains("there is no state `shutt`")), "{said:?}");
    watched.says_nothing();
    assert!(page(&sandbox).contains("Just begun"));
    sandbox.replace("specs/order.md", "to: shutt", "to: shut");
    assert!(watched.one_run().pop().expect("a summary").contains("0 files written"));
    // A file changed by hand stands in the way until it is let go.
    sandbox.write("generated/docs/order.md", format!("{}By hand.\n", page(&sandbox)));
    let said = watched.until(|line| line.contains("nothing was written"));
    assert!(said.iter().any(|line| line.contains("--force generated/docs/order.md")), "{said:?}");
    watched.says_nothing();
    fs::remove_file(sandbox.path("generated/docs/order.md")).expect("removed");
    watched.one_run();
    assert!(page(&sandbox).contains("Just begun"));
}

#[test]
fn the_configuration_is_watched_and_what_it_says_to_watch() {
    let sandbox = project();
    sandbox.write("more/parcel.md", ORDER.replace("STATE-A", "STATE-B").replace("Order", "Parcel"));
    let watched = Watched::start(&sandbox);
    let toml = sandbox.read("statedoc.toml");
    sandbox.write("statedoc.toml", format!("documents = [\"specs/*.md\", \"more/*.md\"]\n{toml}"));
    assert!(watched.one_run().contains(&"wrote generated/docs/parcel.md".to_owned()));
    sandbox.replace("more/parcel.md", "Just begun", "Packed");
    watched.one_run();
    assert!(sandbox.read("generated/docs/parcel.md").contains("Packed"));
    sandbox.write("statedoc.toml", format!("{toml}[docs]\nout = \"pages\"\n"));
    let run = watched.one_run();
    assert!(run.contains(&"removed generated/docs/order.md".to_owned()), "{run:?}");
    assert!(run.contains(&"wrote pages/order.md".to_owned()), "{run:?}");
    sandbox.write("statedoc.toml", "[rust");
    watched.until(|line| line.contains("nothing was written"));
    sandbox.write("statedoc.toml", toml);
    watched.one_run();
    assert!(page(&sandbox).contains("Just begun"));
}

#[test]
fn the_whole_project_may_be_replaced() {
    let outer = Sandbox::new();
    let put = |folder: &str, word: &str| {
        outer
            .write(&format!("{folder}/statedoc.toml"), "[rust]\nenabled = false\n[tests]\nenabled = false\n");
        outer.write(&format!("{folder}/specs/order.md"), text(word));
    };
    put("project", "First");
    let mut child = Command::new(env!("CARGO_BIN_EXE_statedoc"))
        .args(["generate", "--watch"])
        .current_dir(outer.path("project"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("statedoc starts");
    let (lines, errors) =
        (lines_of(child.stdout.take().expect("output")), lines_of(child.stderr.take().expect("errors")));
    let watched = Watched { child, lines, errors };
    watched.until(|line| line.starts_with("watching "));
    put("next", "Second");
    fs::rename(outer.path("project"), outer.path("old")).expect("moved");
    fs::rename(outer.path("next"), outer.path("project")).expect("moved");
    watched.one_run();
    assert!(outer.read("project/generated/docs/order.md").contains("Second"));
    fs::remove_dir_all(outer.path("project")).expect("removed");
    watched.error();
    put("project", "Third");
    watched.until(is_summary);
    assert!(outer.read("project/generated/docs/order.md").contains("Third"));
    assert!(outer.read("old/generated/docs/order.md").contains("First"));
}

#[test]
fn it_ends_cleanly_when_asked_to() {
    for signal in ["INT", "TERM"] {
        let sandbox = project();
        let mut watched = Watched::start(&sandbox);
        assert_eq!(watched.signal(signal).code(), Some(0), "after SIG{signal}");
        let mut rest = String::new();
        if let Some(mut errors) = watched.child.stderr.take() {
            errors.read_to_string(&mut rest).expect("its errors");
        }
        assert_eq!(rest, "");
        assert!(sandbox.statedoc(&["check"]).status.success());
    }
}

/// No assertion about time: a busy machine may take any. With a release build,
/// `cargo test --release --test main from_save_to_written -- --nocapture` prints what README states.
#[test]
fn from_save_to_written() {
    let sandbox = Sandbox::new();
    let count = if cfg!(debug_assertions) { 20 } else { 300 };
    let received = crate::sandbox::files(&crate::sandbox::repository().join("tests/documents/received"));
    let documents: Vec<String> = received
        .into_iter()
        .filter(|(name, _)| name.ends_with(".md"))
        .map(|(_, bytes)| String::from_utf8(bytes).expect("a text"))
        .collect();
    for number in 0..count {
        let text = &documents[number % documents.len()];
        let title = text.lines().find_map(|line| line.strip_prefix("title: ")).expect("a title");
        let id = text.lines().find_map(|line| line.strip_prefix("id: ")).expect("an id");
        let text = text.replace(title, &format!("{title} {number}")).replace(id, &format!("STATE-{number}"));
        sandbox.write(&format!("specs/{number}.md"), text);
    }
    sandbox.write("statedoc.toml", "");
    let watched = Watched::start(&sandbox);
    let path = sandbox.path("specs/7.md");
    let text = sandbox.read("specs/7.md");
    let title = text.lines().find_map(|line| line.strip_prefix("title: ")).expect("a title");
    let words: Vec<String> = title.to_lowercase().split(' ').map(str::to_owned).collect();
    let page = sandbox.path(&format!("generated/docs/{}.md", words.join("_")));
    let mut times = Vec::new();
    for save in 0..10 {
        std::thread::sleep(Duration::from_millis(if cfg!(debug_assertions) { 50 } else { 700 }));
        let word = format!("meaning: Save {save}. ");
        fs::write(sandbox.path("saved"), text.replacen("meaning: ", &word, 1)).expect("written");
        let start = Instant::now();
        fs::rename(sandbox.path("saved"), &path).expect("saved");
        while !fs::read_to_string(&page).is_ok_and(|page| page.contains(&format!("Save {save}"))) {
            assert!(start.elapsed() < LONG, "save {save} was never written to {}", page.display());
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push(start.elapsed().as_millis());
    }
    times.sort_unstable();
    println!(
        "from save to written, one of {count} documents: {times:?} ms, median {}",
        times[times.len() / 2]
    );
    drop(watched);
}

/// The limits of a user namespace stand in for those of the whole system.
#[test]
fn a_limit_of_the_system_is_named_with_the_way_out() {
    let sandbox = project();
    let script = "echo 1 > /proc/sys/user/max_inotify_watches || exit 77; exec \"$0\" generate --watch";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--user", "sh", "-c", script, env!("CARGO_BIN_EXE_statedoc")])
        .current_dir(sandbox.root())
        .output();
    let Ok(output) =
        output.map(|output| (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()))
    else {
        println!("not run: there is no unshare");
        return;
    };
    match output {
        (Some(77 | 1), message) => println!("not run: limits cannot be set here ({message})"),
        (code, message) => {
            assert_eq!(code, Some(2), "{message}");
            assert!(message.contains("sysctl fs.inotify.max_user_watches="), "{message}");
        }
    }
}
