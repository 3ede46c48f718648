//! `statedoc lint`: findings of documents.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::args::{Format, Lint};
use super::output::{self, Output, counted};
use super::{Exit, Stop, open};
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::project::{self, Given, Project};
use crate::report;

pub(super) fn run(start: &Path, args: &Lint, output: &mut Output) -> Result<Exit, Stop> {
    let (project, wanted) = read(start, args)?;
    let mut findings: Vec<Diagnostic> = project.lint();
    if let Some(wanted) = &wanted {
        findings
            .retain(|finding| wanted.contains(&PathBuf::from(&project.sources.get(finding.span.file).path)));
    }
    match args.format {
        Format::Json => output.json(&report::json(&findings, &[], &project.sources))?,
        Format::Text => {
            output.findings(&findings, &project.sources)?;
            let documents = wanted.map_or(project.documents.len(), |wanted| wanted.len());
            let tally = if findings.is_empty() { "no findings".to_owned() } else { output::tally(&findings) };
            output.line(&format!("{}: {tally}", counted(documents, "document")))?;
        }
    }
    Ok(output::verdict(&findings, args.deny_warnings))
}

/// The project, and the files that findings are wanted of; all where `None`.
fn read(start: &Path, args: &Lint) -> Result<(Project, Option<Vec<PathBuf>>), Failure> {
    if args.files.is_empty() {
        return Ok((open(start)?, None));
    }
    let (dash, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
        args.files.iter().partition(|file| file.as_os_str() == "-");
    let files: Vec<PathBuf> = files.into_iter().map(|file| start.join(file)).collect();
    let given = if dash.is_empty() { None } else { Some(standard_input(start, args)?) };
    let mut asked = files.clone();
    asked.extend(given.as_ref().map(|given| given.path.clone()));
    let project = Project::open_with(&project::root(start), &files, given)?;
    let wanted = asked.iter().map(|file| project.relative(file)).collect();
    Ok((project, Some(wanted)))
}

fn standard_input(start: &Path, args: &Lint) -> Result<Given, Failure> {
    let Some(name) = &args.stdin_filename else {
        let message = "`-` needs --stdin-filename, which says where the document belongs".to_owned();
        return Err(Failure { message });
    };
    let path = start.join(name);
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new("read standard input for", &path, &error))?;
    Ok(Given { path, bytes })
}
