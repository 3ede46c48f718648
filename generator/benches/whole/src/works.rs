//! What is measured, and what is to be reached.

use std::path::Path;
use std::process::Command;

use crate::SEED;
use crate::measure::{Cost, Run, medians};
use crate::places::{Places, size};
use crate::sides::{self, Side};

/// One row of the table.
pub struct Work {
    pub name: String,
    pub rounds: usize,
    /// The tool, then the others by their names.
    pub costs: Vec<(&'static str, Cost)>,
    pub goal: Goal,
}

/// What is to be reached.
pub enum Goal {
    /// This part of the time of the fastest other one, then that.
    Ratio(f64, Option<f64>),
    /// This part of the other's, which is ten times the smaller document, and so many seconds at most.
    Linear(f64, f64),
    /// So many bytes at most.
    Memory(f64),
    /// Nothing; the row shows what others do.
    None,
}

/// What all have written for the most documents: name, files, bytes.
pub type Written = Vec<(&'static str, usize, u64)>;

/// Everything, and what has been written.
pub fn all(places: &Places, rounds: &dyn Fn(usize) -> usize) -> (Vec<Work>, Written) {
    let mut works = Vec::new();
    let mut written = Vec::new();
    for (count, generating, checking) in [(3, 31, 31), (300, 7, 7), (3000, 5, 5)] {
        let number = count.to_string();
        let sides = sides::all(places, ["corpus", &number, SEED]);
        let generate = match count {
            3 => Goal::Ratio(1.0 / 20.0, None),
            _ => Goal::Ratio(1.0 / 4.0, Some(1.0 / 8.0)),
        };
        let check = match count {
            3000 => Goal::Ratio(1.0 / 5.0, Some(1.0 / 10.0)),
            _ => Goal::None,
        };
        let generated = in_turns(&sides, "generate", rounds(generating));
        let checked = in_turns(&sides, "check", rounds(checking));
        if count == 3000 {
            works.push(memory(&generated, &checked, rounds(checking)));
            written = sides
                .iter()
                .map(|side| (side.name, size(&side.outputs()).0, size(&side.outputs()).1))
                .collect();
        }
        let name = format!("{count} documents");
        works.push(Work {
            name: format!("generate, {name}"),
            rounds: rounds(generating),
            costs: generated,
            goal: generate,
        });
        works.push(Work {
            name: format!("check, {name}"),
            rounds: rounds(checking),
            costs: checked,
            goal: check,
        });
    }
    works.push(beside_git(places, rounds(101)));
    works.extend(["generate", "check"].map(|verb| linear(places, verb, rounds(11))));
    // The table ends with memory.
    let memory =
        works.iter().position(|work| matches!(work.goal, Goal::Memory(_))).expect("memory is measured");
    let memory = works.remove(memory);
    works.push(memory);
    (works, written)
}

fn in_turns(sides: &[Side], verb: &str, rounds: usize) -> Vec<(&'static str, Cost)> {
    let commands: Vec<Box<dyn Fn() -> Command>> =
        sides.iter().map(|side| Box::new(move || side.command(verb)) as Box<dyn Fn() -> Command>).collect();
    let clears: Vec<Box<dyn Fn()>> = sides
        .iter()
        .map(|side| {
            Box::new(move || {
                if verb == "generate" {
                    side.clear()
                }
            }) as Box<dyn Fn()>
        })
        .collect();
    let runs = sides.iter().zip(commands.iter().zip(&clears));
    let runs: Vec<Run> =
        runs.map(|(side, (command, before))| Run { name: side.name, command, before }).collect();
    sides.iter().map(|side| side.name).zip(medians(&runs, rounds)).collect()
}

fn memory(generated: &[(&'static str, Cost)], checked: &[(&'static str, Cost)], rounds: usize) -> Work {
    let most = generated
        .iter()
        .zip(checked)
        .map(|((name, one), (_, other))| (*name, Cost { memory: one.memory.max(other.memory), ..*one }));
    let goal = Goal::Memory(64.0 * 1024.0 * 1024.0);
    Work { name: "memory, 3000 documents".to_owned(), rounds, costs: most.collect(), goal }
}

/// `check` beside `git status`, in one repository with the three documents and their outputs.
fn beside_git(places: &Places, rounds: usize) -> Work {
    let folder = places.project("git", ["originals", "", ""]);
    let statedoc = |verb: &str| {
        let mut command = Command::new(&places.statedoc);
        command.arg(verb).current_dir(&folder);
        command
    };
    run(statedoc("generate"));
    for arguments in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "all"]] {
        run(git(&folder, arguments));
    }
    let runs = [
        Run { name: "statedoc", command: &|| statedoc("check"), before: &|| () },
        Run { name: "git status", command: &|| git(&folder, &["status"]), before: &|| () },
    ];
    let costs = ["statedoc", "git status"].into_iter().zip(medians(&runs, rounds)).collect();
    Work { name: "check, the three of specs/".to_owned(), rounds, costs, goal: Goal::Ratio(2.0, Some(1.0)) }
}

fn git(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    let names = ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"];
    command.envs(names.map(|name| (name, "benchmark")));
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").args(arguments).current_dir(folder);
    command
}

fn run(mut command: Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A document of 10,000 rows beside ten times one of 1,000, both of 1,000 states.
fn linear(places: &Places, verb: &str, rounds: usize) -> Work {
    let folders = ["10000", "1000"]
        .map(|rows| places.project(&format!("large-{verb}-{rows}"), ["large", "1000", rows]));
    let command = |folder: &Path, verb: &str| {
        let mut command = Command::new(&places.statedoc);
        command.arg(verb).current_dir(folder);
        command
    };
    folders.iter().for_each(|folder| run(command(folder, "generate")));
    let before = |folder: &Path| {
        if verb == "generate" {
            sides::clear(folder);
        }
    };
    let [large, small] = &folders;
    let runs = [
        Run { name: "statedoc", command: &|| command(large, verb), before: &|| before(large) },
        Run { name: "10 × 1000 rows", command: &|| command(small, verb), before: &|| before(small) },
    ];
    let costs = medians(&runs, rounds);
    let ten = Cost { wall: costs[1].wall * 10.0, cpu: costs[1].cpu * 10.0, memory: costs[1].memory };
    Work {
        name: format!("{verb}, one document of 1000 states and 10000 rows"),
        rounds,
        costs: vec![("statedoc", costs[0]), ("10 × 1000 rows", ten)],
        goal: Goal::Linear(1.5, 1.0),
    }
}
