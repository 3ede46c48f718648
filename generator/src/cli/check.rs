//! `statedoc check`: compares and writes nothing.

use std::path::Path;

use super::args::{Check, FindingsFormat as Format};
use super::baseline::{self, Judged};
use super::output::{self, Output, counted};
use super::{Exit, Stop, survey};
use crate::diagnostic::Diagnostic;
use crate::project::Project;
use crate::report::{self, ArtifactStatus, Descriptor, Item};
use crate::survey::Survey;
use crate::sync::{Change, Plan, Purpose, Status};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Check, output: &mut Output) -> Result<Exit, Stop> {
    let Survey { project, findings, drift, plan, .. } = survey(start, Purpose::Show)?;
    let compared = plan.is_some();
    let plan = plan.unwrap_or_default();
    let Judged { findings, words, stale } =
        baseline::judge((start, &args.baseline), &project, findings, &drift, &|_| true)?;
    let mut statuses = statuses(&plan);
    statuses.extend(stale.clone());
    let words = [vec![summary(&plan, compared, &findings, &project)], words].concat().join("; ");
    match args.format {
        Format::Json => output.json(&report::json(&findings, &statuses, &project.sources))?,
        Format::Sarif => {
            let items = items(&findings, &statuses, &project);
            output.sarif("check", &items, &Descriptor::check(), &project)?;
        }
        Format::Github => {
            output.annotations(&items(&findings, &statuses, &project), &project)?;
            output.line(&words)?;
        }
        Format::Text => {
            output.findings(&findings, &project.sources)?;
            print(&plan, output)?;
            output.line(&words)?;
        }
    }
    if plan.is_current() && stale.is_none() {
        Ok(output::verdict(&findings, args.deny_warnings))
    } else {
        Ok(Exit::Findings)
    }
}

fn statuses(plan: &Plan) -> Vec<ArtifactStatus> {
    let status = |change: &Change| ArtifactStatus {
        path: change.path.clone(),
        status: change.status.as_str(),
        line: first_difference(change),
        message: change.what(),
        remedy: change.remedy(),
    };
    plan.changes.iter().map(status).collect()
}

/// The first line, from 1, that is not as it should be.
fn first_difference(change: &Change) -> usize {
    let Some(difference) = change.difference.as_ref().filter(|_| change.is_wanted()) else { return 1 };
    difference.conflict.unwrap_or(difference.line)
}

fn items<'a>(
    findings: &'a [Diagnostic],
    statuses: &'a [ArtifactStatus],
    project: &'a Project,
) -> Vec<Item<'a>> {
    let mut items = report::found(findings, &|file| project.name(file), &project.sources);
    items.extend(report::drift(statuses));
    items
}

fn print(plan: &Plan, output: &mut Output) -> Result<(), Stop> {
    for change in plan.changes.iter().filter(|change| change.status != Status::Current) {
        let path = visible(&change.path);
        output.line(&format!("{} {path}: {}", output::status(change.status), remedy(change)))?;
        if let Some(diff) = change.difference.as_ref().and_then(|it| it.diff.as_deref()) {
            output.diff(diff)?;
            output.line(if diff.is_empty() {
                "  (the document changed; of this output, only the header does)"
            } else {
                ""
            })?;
        }
    }
    Ok(())
}

/// What is the matter with a path, and the command that mends it.
fn remedy(change: &Change) -> String {
    let remedy = change.remedy().map(|command| format!("; mend it: {}", visible(&command)));
    format!("{}{}", change.what(), remedy.unwrap_or_default())
}

fn summary(plan: &Plan, compared: bool, findings: &[Diagnostic], project: &Project) -> String {
    let off = plan.changes.iter().filter(|change| change.status != Status::Current).count();
    let mut summary = output::documents(project);
    match (compared, off) {
        (false, _) => summary.push_str(": outputs were not compared, since errors stand"),
        (true, 0) => summary.push_str(&format!(": {} current", counted(plan.changes.len(), "output"))),
        (true, off) => {
            summary.push_str(&format!(": {off} of {} do not agree", counted(plan.changes.len(), "output")))
        }
    }
    if !findings.is_empty() {
        summary.push_str(&format!("; {}", output::tally(findings)));
    }
    summary
}
