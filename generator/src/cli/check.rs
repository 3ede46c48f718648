//! `statedoc check`.

use std::path::Path;

use super::args::{Check, Format};
use super::output::{self, Output, counted};
use super::{Exit, Stop, open};
use crate::report::{self, ArtifactStatus};
use crate::sync::{Change, Plan, Status, unified};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Check, output: &mut Output) -> Result<Exit, Stop> {
    let project = open(start)?;
    let survey = crate::survey(&project, &[])?;
    let plan = survey.plan.unwrap_or_default();
    match args.format {
        Format::Json => output.json(&report::json(&survey.findings, &statuses(&plan), &project.sources))?,
        Format::Text => {
            output.findings(&survey.findings, &project.sources)?;
            print(&plan, output)?;
            output.line(&summary(&plan, &survey.findings, project.documents.len(), project.skipped.len()))?;
        }
    }
    if plan.is_current() {
        Ok(output::verdict(&survey.findings, args.deny_warnings))
    } else {
        Ok(Exit::Findings)
    }
}

fn statuses(plan: &Plan) -> Vec<ArtifactStatus> {
    let status =
        |change: &Change| ArtifactStatus { path: change.path.clone(), status: change.status.as_str() };
    plan.changes.iter().map(status).collect()
}

fn print(plan: &Plan, output: &mut Output) -> Result<(), Stop> {
    for change in plan.changes.iter().filter(|change| change.status != Status::Current) {
        output.line(&format!("{} {}", output::status(change.status), visible(&change.path)))?;
        if let (Some(old), Some(new)) = (&change.old, &change.new)
            && change.status != Status::Foreign
        {
            output.diff(&unified(
                &visible(&change.path),
                &old.replace("\r\n", "\n"),
                &new.replace("\r\n", "\n"),
            ))?;
        }
        output.line(&format!("  {}", remedy(change)))?;
        output.line("")?;
    }
    Ok(())
}

fn remedy(change: &Change) -> String {
    let path = visible(&change.path);
    match (change.status, change.new.is_some()) {
        (Status::Missing, _) => "write it: statedoc generate".to_owned(),
        (Status::Orphaned, _) => "no document makes it any more; remove it: statedoc generate".to_owned(),
        (Status::HandEdited, true) => {
            format!("it was changed by hand; make it anew: statedoc generate --force {path}")
        }
        (Status::HandEdited, false) => {
            format!(
                "no document makes it, and it was changed by hand; remove it: statedoc generate --force {path}"
            )
        }
        (Status::Foreign, _) => {
            format!(
                "it was not made by statedoc; move it away, or overwrite it: statedoc generate --force {path}"
            )
        }
        (Status::Stale | Status::Current, _) => "bring it up to date: statedoc generate".to_owned(),
    }
}

fn summary(
    plan: &Plan,
    findings: &[crate::diagnostic::Diagnostic],
    documents: usize,
    skipped: usize,
) -> String {
    let off = plan.changes.iter().filter(|change| change.status != Status::Current).count();
    let mut summary = counted(documents, "document");
    if skipped > 0 {
        summary.push_str(&format!(" ({} without front matter passed over)", counted(skipped, "file")));
    }
    let errors = findings.iter().any(|finding| finding.severity == crate::diagnostic::Severity::Error);
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
