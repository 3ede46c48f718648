//! Measures what machines cost to compile and to test: `cargo run --release -- [MACHINES] [ROUNDS] [NAME…]`,
//! where names pick some of the crates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use machines::corpus::corpus;
use machines::sources::{self, Source};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: usize| {
        arguments.next().map_or(default, |argument| argument.parse().expect("a number"))
    };
    let (count, rounds) = (number(100), number(5));
    let picked: Vec<String> = arguments.collect();
    let is_picked = |source: &Source| picked.is_empty() || picked.iter().any(|name| name == source.name);
    let machines = corpus(count);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/machines");
    println!("{count} machines, medians of {rounds} rounds; dependencies are compiled before");

    let crates = [
        sources::generated(&machines),
        sources::typed(&machines),
        sources::by_hand(&machines),
        sources::by_rust_fsm(&machines),
        sources::by_smlang(&machines),
        sources::by_statig(&machines),
    ];
    let crates = crates.into_iter().filter(is_picked).collect::<Vec<_>>();
    table("cargo check", &crates, &root, &["check"], rounds);
    table("cargo build --release", &crates, &root, &["build", "--release"], rounds);
    let tested = [sources::generated_tests(&machines), sources::by_hand_tests(&machines)];
    let tested = tested.into_iter().filter(is_picked).collect::<Vec<_>>();
    table("cargo test, compile and run", &tested, &root, &["test", "--quiet"], rounds);
}

/// One table: the rounds take turns, so that all see the same machine.
fn table(what: &str, crates: &[Source], root: &Path, command: &[&str], rounds: usize) {
    if crates.is_empty() {
        return;
    }
    let folders: Vec<PathBuf> = crates.iter().map(|source| write(source, root)).collect();
    let mut times = vec![Vec::new(); crates.len()];
    for round in 0..=rounds {
        for (folder, times) in folders.iter().zip(&mut times) {
            touch(folder, round);
            let seconds = run(folder, root, command);
            if round > 0 {
                times.push(seconds);
            }
        }
    }
    println!("\n{what}");
    let medians: Vec<f64> = times.into_iter().map(median).collect();
    for (source, seconds) in crates.iter().zip(&medians) {
        println!("{:24} {seconds:7.2} s   generated is {:.2} of it", source.name, medians[0] / seconds);
    }
}

fn write(source: &Source, root: &Path) -> PathBuf {
    let folder = root.join(source.name.replace([' ', ','], "_").replace("__", "_"));
    for (path, text) in &source.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }
    let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{}\n",
        source.dependencies
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("the manifest can be written");
    folder
}

/// A change that every compiler must see and that changes nothing.
fn touch(folder: &Path, round: usize) {
    let path = folder.join("src/lib.rs");
    let text = fs::read_to_string(&path).expect("the root can be read");
    let text = text.split("// round").next().expect("a text");
    fs::write(path, format!("{text}// round {round}\n")).expect("the root can be written");
}

fn run(folder: &Path, root: &Path, command: &[&str]) -> f64 {
    let start = Instant::now();
    let status = Command::new("cargo")
        .args(command)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", root.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("cargo starts");
    assert!(status.success(), "cargo {} in {}", command.join(" "), folder.display());
    start.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
