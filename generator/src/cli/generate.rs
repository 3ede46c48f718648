//! `statedoc generate`: writes what differs.

use std::path::{Path, PathBuf};

use super::args::Generate;
use super::output::{self, Output, counted};
use super::{Exit, Stop, lock, survey};
use crate::config::is_inside;
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::project::{self, Project};
use crate::survey::Survey;
use crate::sync::{self, Change, Lock, Plan, Purpose, Stage, Status};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Generate, output: &mut Output) -> Result<Exit, Stop> {
    if args.watch {
        return super::watch::run(start, output);
    }
    let lock = lock(start);
    let forced = Forced::new(&project::root(start), start, &args.force);
    let covers = |path: &str| forced.covers(path);
    let stage = Stage::new(&covers);
    let mut survey = survey(start, Purpose::Write(&stage))?;
    if let Some(plan) = &survey.plan {
        forced.must_be_known(plan, &survey.project.skipped)?;
    }
    output.findings(&survey.findings, &survey.project.sources)?;
    let exit = write(&mut survey, &forced, &lock, output)?;
    Ok(if exit == Exit::Clean { output::verdict(&survey.findings, args.deny_warnings) } else { exit })
}

/// Writes what a survey found to differ, or says why not.
pub(super) fn write(
    survey: &mut Survey,
    forced: &Forced,
    lock: &Lock,
    output: &mut Output,
) -> Result<Exit, Stop> {
    let Survey { project, findings, plan, .. } = survey;
    let Some(plan) = plan else {
        output.line(&format!("{}; nothing was written", output::tally(findings)))?;
        return Ok(Exit::Findings);
    };
    let is_blocked = |change: &&Change| change.status.is_blocked() && !forced.covers(&change.path);
    let blocked: Vec<&Change> = plan.changes.iter().filter(is_blocked).collect();
    if !blocked.is_empty() {
        return refuse(&blocked, output);
    }
    sync::apply(&project.root, plan, lock)?;
    report(plan, findings, project, output)?;
    Ok(Exit::Clean)
}

/// The paths that `--force` names: as people see them from where they are, or from the root, as
/// reports print them. A folder stands for everything below it.
#[derive(Default)]
pub(super) struct Forced {
    paths: Vec<[String; 2]>,
}

impl Forced {
    fn new(root: &Path, start: &Path, paths: &[PathBuf]) -> Self {
        let shown = |path: PathBuf| project::slashed(&project::relative(root, &path));
        let both = |path: &PathBuf| [shown(start.join(path)), shown(root.join(path))];
        Self { paths: paths.iter().map(both).collect() }
    }

    fn covers(&self, path: &str) -> bool {
        self.paths.iter().flatten().any(|forced| is_inside(path, forced))
    }

    /// A path that names nothing of ours is a slip, not a wish.
    fn must_be_known(&self, plan: &Plan, skipped: &[String]) -> Result<(), Failure> {
        let paths = || plan.changes.iter().map(|change| &change.path).chain(skipped);
        let known = |forced: &String| paths().any(|path| is_inside(path, forced));
        match self.paths.iter().find(|both| !both.iter().any(known)) {
            None => Ok(()),
            Some([path, _]) => {
                let message =
                    format!("--force {path}: no output and no document is there; nothing was written");
                Err(Failure { message })
            }
        }
    }
}

fn refuse(blocked: &[&Change], output: &mut Output) -> Result<Exit, Stop> {
    for change in blocked {
        let path = visible(&change.path);
        output.line(&format!("{} {path}: {}", output::status(change.status), change.what()))?;
        output.line(&format!("  {}: statedoc generate --force {path}", way_out(change)))?;
    }
    output.line(&format!("{} in the way; nothing was written", counted(blocked.len(), "file")))?;
    Ok(Exit::Findings)
}

/// What to do about a file in the way, but for the command.
fn way_out(change: &Change) -> &'static str {
    match (change.status, change.is_wanted()) {
        (Status::HandEdited, false) => {
            "to keep it as your own, remove the two lines of its header; to let it go"
        }
        _ => "move the change elsewhere, or let it go",
    }
}

fn report(plan: &Plan, findings: &[Diagnostic], project: &Project, output: &mut Output) -> Result<(), Stop> {
    let (mut written, mut removed) = (0, 0);
    for change in plan.changes.iter().filter(|change| change.status != Status::Current) {
        let word = if change.is_wanted() { "wrote" } else { "removed" };
        *(if change.is_wanted() { &mut written } else { &mut removed }) += 1;
        output.line(&format!("{word} {}", visible(&change.path)))?;
    }
    let mut summary = format!("{}: {} written", output::documents(project), counted(written, "file"));
    if removed > 0 {
        summary.push_str(&format!(", {removed} removed"));
    }
    summary.push_str(&format!(", {} current", plan.changes.len() - written - removed));
    if !findings.is_empty() {
        summary.push_str(&format!("; {}", output::tally(findings)));
    }
    output.line(&summary)?;
    Ok(())
}
