//! `statedoc generate`: writes what differs.

use std::path::Path;

use super::args::Generate;
use super::output::{self, Output, counted};
use super::{Exit, Stop, open};
use crate::sync::{self, Change, Plan, Status};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Generate, output: &mut Output) -> Result<Exit, Stop> {
    let project = open(start)?;
    let shown =
        |path: &std::path::PathBuf| project.relative(&start.join(path)).to_string_lossy().replace('\\', "/");
    let force: Vec<String> = args.force.iter().map(shown).collect();
    let survey = crate::survey(&project, &force)?;
    output.findings(&survey.findings, &project.sources)?;
    let Some(plan) = survey.plan else {
        output.line(&format!("{}; nothing was written", output::tally(&survey.findings)))?;
        return Ok(Exit::Findings);
    };
    let blocked: Vec<&Change> = plan
        .changes
        .iter()
        .filter(|change| change.status.is_blocked() && !force.contains(&change.path))
        .collect();
    if !blocked.is_empty() {
        return refuse(&blocked, output);
    }
    sync::apply(&project.root, &plan)?;
    report(&plan, &survey.findings, project.documents.len(), output)?;
    Ok(output::verdict(&survey.findings, args.deny_warnings))
}

fn refuse(blocked: &[&Change], output: &mut Output) -> Result<Exit, Stop> {
    for change in blocked {
        let path = visible(&change.path);
        let what = match (change.status, change.new.is_some()) {
            (Status::Foreign, _) => "was not made by statedoc, and an output belongs there",
            (_, true) => "was changed by hand since statedoc wrote it",
            (_, false) => "was changed by hand, and no document makes it any more",
        };
        output.line(&format!("{} {path} {what}", output::status(change.status)))?;
        output
            .line(&format!("  move the change elsewhere, or let it go: statedoc generate --force {path}"))?;
    }
    output.line(&format!("{} in the way; nothing was written", counted(blocked.len(), "file")))?;
    Ok(Exit::Findings)
}

fn report(
    plan: &Plan,
    findings: &[crate::diagnostic::Diagnostic],
    documents: usize,
    output: &mut Output,
) -> Result<(), Stop> {
    let (mut written, mut removed) = (0, 0);
    for change in plan.changes.iter().filter(|change| change.status != Status::Current) {
        let word = if change.new.is_some() { "wrote" } else { "removed" };
        *(if change.new.is_some() { &mut written } else { &mut removed }) += 1;
        output.line(&format!("{word} {}", visible(&change.path)))?;
    }
    let mut summary = format!("{}: {} written", counted(documents, "document"), counted(written, "file"));
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
