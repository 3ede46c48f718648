//! The figures as tables, printed and put into the pages.

use std::fmt;
use std::fs;
use std::path::Path;

use crate::measure::Cost;
use crate::works::{Goal, Work, Written};

/// What one run of the benchmark found.
pub struct Report {
    pub machine: String,
    pub works: Vec<Work>,
    pub written: Written,
    pub quick: bool,
}

/// Puts the figures between the marks of `docs/benchmarks.md`, and the headline into README.md.
pub fn write(report: &Report) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    replace(&root.join("docs/benchmarks.md"), &report.to_string());
    replace(&root.join("README.md"), &headline(&report.works));
}

fn replace(path: &Path, figures: &str) {
    let (open, close) = ("<!-- figures -->\n", "<!-- end of figures -->\n");
    let text = fs::read_to_string(path).expect("the page can be read");
    let (before, rest) = text.split_once(open).expect("the page has the mark");
    let (_, after) = rest.split_once(close).expect("the page has the second mark");
    fs::write(path, format!("{before}{open}{figures}{close}{after}")).expect("the page can be written");
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        writeln!(out, "{}\n", self.machine)?;
        if self.quick {
            writeln!(out, "Three rounds each: for a look, not for the page.\n")?;
        }
        writeln!(out, "| work | rounds | statedoc | others | ratio | goal | reached |")?;
        writeln!(out, "| --- | ---: | ---: | --- | ---: | ---: | --- |")?;
        self.works.iter().try_for_each(|work| row(out, work))?;
        let written = self
            .written
            .iter()
            .map(|(name, files, bytes)| format!("{name} {files} files, {:.1} MB", *bytes as f64 / 1e6));
        writeln!(out, "\nWritten for 3000 documents: {}.", written.collect::<Vec<_>>().join("; "))
    }
}

fn row(out: &mut fmt::Formatter, work: &Work) -> fmt::Result {
    let (_, own) = work.costs[0];
    let is_memory = matches!(work.goal, Goal::Memory(_));
    let cost = |cost: Cost| match is_memory {
        true => format!("{:.0} MB", cost.memory / 1024.0 / 1024.0),
        false => format!("{} ({})", time(cost.wall), time(cost.cpu)),
    };
    let others: Vec<String> =
        work.costs[1..].iter().map(|(name, of)| format!("{name} {}", cost(*of))).collect();
    let (wall, cpu) = ratios(work);
    let ratio = if is_memory { String::new() } else { format!("{wall:.3} ({cpu:.3})") };
    let (goal, reached) = judged(work, wall, cpu);
    let others = others.join(", ");
    writeln!(
        out,
        "| {} | {} | {} | {others} | {ratio} | {goal} | {reached} |",
        work.name,
        work.rounds,
        cost(own)
    )
}

/// The tool's time by that of the fastest other one: on the wall, and on the processor.
fn ratios(work: &Work) -> (f64, f64) {
    let fastest = |part: fn(&Cost) -> f64| {
        let others = work.costs[1..].iter().map(|(_, cost)| part(cost));
        part(&work.costs[0].1) / others.fold(f64::INFINITY, f64::min)
    };
    (fastest(|cost| cost.wall), fastest(|cost| cost.cpu))
}

/// The goal, and whether it is reached on the wall, or else on the processor.
fn judged(work: &Work, wall: f64, cpu: f64) -> (String, String) {
    let own = work.costs[0].1;
    let said = |on_the_wall: bool, on_the_processor: bool| match (on_the_wall, on_the_processor) {
        (true, true) => "yes",
        (true, false) => "on the wall",
        (false, true) => "in CPU time",
        (false, false) => "no",
    };
    match work.goal {
        Goal::Ratio(first, then) => {
            let aim = then.filter(|then| wall <= *then && cpu <= *then).map_or("", |_| ", the aim too");
            let goal = then.map_or(part(first), |then| format!("{}, then {}", part(first), part(then)));
            (goal, format!("{}{aim}", said(wall <= first, cpu <= first)))
        }
        Goal::Linear(most, seconds) => {
            let reached = said(wall <= most && own.wall < seconds, cpu <= most && own.cpu < seconds);
            (format!("{most}, under {seconds} s"), reached.to_owned())
        }
        Goal::Memory(most) => {
            let reached = said(own.memory < most, own.memory < most);
            (format!("under {:.0} MB", most / 1024.0 / 1024.0), reached.to_owned())
        }
        Goal::None => (String::new(), String::new()),
    }
}

fn part(ratio: f64) -> String {
    if ratio < 1.0 { format!("1/{:.0}", 1.0 / ratio) } else { format!("{ratio:.0}") }
}

fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.1 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// The few rows that README.md has.
fn headline(works: &[Work]) -> String {
    let mut text = "| | statedoc | the fastest other | ratio |\n| --- | ---: | ---: | ---: |\n".to_owned();
    let wanted = |work: &&Work| matches!(work.goal, Goal::Ratio(..));
    for work in works.iter().filter(wanted) {
        let others = work.costs[1..].iter();
        let (name, fastest) = others.min_by(|a, b| a.1.wall.total_cmp(&b.1.wall)).expect("another one");
        let (own, ratio) = (time(work.costs[0].1.wall), ratios(work).0);
        text += &format!("| {} | {own} | {name} {} | {ratio:.3} |\n", work.name, time(fastest.wall));
    }
    text
}
