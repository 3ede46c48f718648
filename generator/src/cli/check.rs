//! `statedoc check`: compares and writes nothing.

use std::path::Path;

use super::args::{Check, FindingsFormat as Format};
use super::baseline::{self, Judged};
use super::output::{self, Output, counted};
use super::{Exit, Stop, open};
use crate::diagnostic::Diagnostic;
use crate::project::Project;
use crate::report::{self, ArtifactStatus, Descriptor, Item};
use crate::sync::{Change, Plan, Status, unified};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Check, output: &mut Output) -> Result<Exit, Stop> {
    let project = open(start)?;
    let survey = crate::survey(&project, &|_| false)?;
    let all = known(&project, &survey.findings);
    let compared = survey.plan.is_some();
    let plan = survey.plan.unwrap_or_default();
    let Judged { findings, words, stale } =
        baseline::judge((start, &args.baseline), &project, survey.findings, &all, &|_| true)?;
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

/// Every finding that a baseline can know: those of `lint`, of which drift is shown otherwise here.
fn known(project: &Project, shown: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut all = project.lint();
    let others: Vec<Diagnostic> = shown.iter().filter(|finding| !all.contains(finding)).cloned().collect();
    all.extend(others);
    all
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
    let (Some(old), Some(new)) = (&change.old, &change.new) else { return 1 };
    if let Some(line) = change.conflict() {
        return line;
    }
    let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    if change.status == Status::Foreign { 1 } else { same + 1 }
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
        if let (Some(old), Some(new)) = (&change.old, &change.new)
            && !matches!(change.status, Status::Foreign | Status::Conflicted)
        {
            let diff = unified(&path, old, new);
            output.diff(&diff)?;
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
