//! `statedoc check`: compares and writes nothing.

use std::path::Path;

use super::args::{Check, Format};
use super::output::{self, Output, counted};
use super::{Exit, Stop, open};
use crate::diagnostic::{Diagnostic, Severity};
use crate::project::Project;
use crate::report::{self, ArtifactStatus};
use crate::sync::{Change, Plan, Status, unified};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Check, output: &mut Output) -> Result<Exit, Stop> {
    let project = open(start)?;
    let survey = crate::survey(&project, &|_| false)?;
    let plan = survey.plan.unwrap_or_default();
    match args.format {
        Format::Json => output.json(&report::json(&survey.findings, &statuses(&plan), &project.sources))?,
        Format::Text => {
            output.findings(&survey.findings, &project.sources)?;
            print(&plan, output)?;
            output.line(&summary(&plan, &survey.findings, &project))?;
        }
    }
    if plan.is_current() {
        Ok(output::verdict(&survey.findings, args.deny_warnings))
    } else {
        Ok(Exit::Findings)
    }
}

fn statuses(plan: &Plan) -> Vec<ArtifactStatus> {
    let status = |change: &Change| ArtifactStatus {
        path: change.path.clone(),
        status: change.status.as_str(),
        message: change.what(),
        remedy: change.remedy(),
    };
    plan.changes.iter().map(status).collect()
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

fn summary(plan: &Plan, findings: &[Diagnostic], project: &Project) -> String {
    let off = plan.changes.iter().filter(|change| change.status != Status::Current).count();
    let mut summary = output::documents(project);
    let errors = findings.iter().any(|finding| finding.severity == Severity::Error);
    match (errors, off) {
        (true, _) => summary.push_str(": outputs were not compared, since errors stand"),
        (false, 0) => summary.push_str(&format!(": {} current", counted(plan.changes.len(), "output"))),
        (false, off) => {
            summary.push_str(&format!(": {off} of {} do not agree", counted(plan.changes.len(), "output")))
        }
    }
    if !findings.is_empty() {
        summary.push_str(&format!("; {}", output::tally(findings)));
    }
    summary
}
