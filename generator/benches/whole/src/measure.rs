//! Runs programs in turns, and tells what they took.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4 as _;

/// What one run of a program took.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Seconds on the wall.
    pub wall: f64,
    /// Seconds of all its threads, in the program and in the kernel.
    pub cpu: f64,
    /// The most memory it held, in bytes.
    pub memory: f64,
}

/// A program in one folder, and what has to be done before each run.
pub struct Run<'a> {
    pub name: &'a str,
    pub command: &'a dyn Fn() -> Command,
    pub before: &'a dyn Fn(),
}

/// The medians of so many rounds, in which all take turns, after one that does not count.
pub fn medians(runs: &[Run], rounds: usize) -> Vec<Cost> {
    let mut costs = vec![Vec::new(); runs.len()];
    for round in 0..=rounds {
        for (run, costs) in runs.iter().zip(&mut costs) {
            (run.before)();
            let cost = once(run);
            if round > 0 {
                costs.push(cost);
            }
        }
    }
    costs.iter().map(|costs| median(costs)).collect()
}

fn once(run: &Run) -> Cost {
    let log = tempfile::tempfile().expect("a file");
    let mut command = (run.command)();
    command.stdin(Stdio::null()).stdout(log.try_clone().expect("a file"));
    command.stderr(log.try_clone().expect("a file"));
    let start = Instant::now();
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let used = child.wait4().expect("the program ends");
    let wall = start.elapsed().as_secs_f64();
    assert!(used.status.success(), "{} failed: {command:?}: {}", run.name, said(log));
    let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Cost { wall, cpu, memory: used.rusage.maxrss as f64 }
}

fn said(mut log: File) -> String {
    use std::io::{Read as _, Seek as _};
    let mut text = Vec::new();
    log.rewind().and_then(|()| log.read_to_end(&mut text)).expect("what was said can be read");
    String::from_utf8_lossy(&text[text.len().saturating_sub(2000)..]).into_owned()
}

fn median(costs: &[Cost]) -> Cost {
    let of = |part: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = costs.iter().map(part).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Cost { wall: of(|cost| cost.wall), cpu: of(|cost| cost.cpu), memory: of(|cost| cost.memory) }
}
