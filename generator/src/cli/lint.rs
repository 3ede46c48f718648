//! `statedoc lint`: findings of documents.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::args::{FindingsFormat as Format, Lint};
use super::baseline::{self, Judged};
use super::output::{self, Output, counted};
use super::{Exit, Stop, fix, open};
use crate::config;
use crate::diagnostic::{Diagnostic, Severity};
use crate::failure::Failure;
use crate::project::{self, Given, Project};
use crate::report::{self, Descriptor, Look};

pub(super) fn run(start: &Path, args: &Lint, output: &mut Output) -> Result<Exit, Stop> {
    let stdin_filename = args.stdin_filename.as_deref();
    let asked = Asked { files: &args.files, stdin_filename, whole: args.fix };
    let lock = args.fix.then(|| super::lock(start));
    let Read { mut project, wanted, given } = read(start, &asked)?;
    if args.fix {
        if given.is_some() && (args.format != Format::Text || args.files.len() > 1) {
            let message =
                "`lint - --fix` prints the mended document: leave --format and other files out".to_owned();
            return Err(Failure { message }.into());
        }
        let of = |project: &Project, finding: &Diagnostic| is_wanted(finding, project, &wanted);
        let fixed = fix::run(project, &of, lock.as_ref().filter(|_| given.is_none()))?;
        project = fixed.project;
        fix::print(&fixed.lines, given.is_some() || args.format != Format::Text, output)?;
    }
    let mut findings: Vec<Diagnostic> = project.lint();
    findings.retain(|finding| is_wanted(finding, &project, &wanted));
    let names: Vec<String> = named(&project, &wanted);
    let covers = |name: &str| wanted.is_empty() || names.iter().any(|known| known == name);
    let Judged { findings, words, .. } =
        baseline::judge((start, &args.baseline), &project, findings, &[], &covers)?;
    match given.filter(|_| args.fix) {
        Some(path) => print_document(&project, &path, &findings, output)?,
        None => {
            let words = [vec![format!("{}: {}", documents(&project, &wanted), tally(&findings))], words];
            print(&project, &words.concat().join("; "), &findings, args.format, output)?;
        }
    }
    Ok(output::verdict(&findings, args.deny_warnings))
}

fn print(
    project: &Project,
    summary: &str,
    findings: &[Diagnostic],
    format: Format,
    output: &mut Output,
) -> Result<(), Stop> {
    let sources = &project.sources;
    let items = || report::found(findings, &|file| project.name(file), sources);
    match format {
        Format::Json => output.json(&report::json(findings, &[], sources))?,
        Format::Sarif => output.sarif("lint", &items(), &Descriptor::lint(), project)?,
        Format::Github => {
            output.annotations(&items(), project)?;
            output.line(summary)?;
        }
        Format::Text => {
            output.findings(findings, sources)?;
            output.line(summary)?;
        }
    }
    Ok(())
}

/// The mended document itself, and what is left to do beside it.
fn print_document(
    project: &Project,
    path: &Path,
    findings: &[Diagnostic],
    output: &mut Output,
) -> Result<(), Stop> {
    let shown = project::slashed(path);
    if let Some(file) = project.sources.iter().find(|file| file.path == shown) {
        output.text(&file.text)?;
    }
    for finding in findings {
        output::beside(&report::text(finding, &project.sources, Look::Styled));
    }
    Ok(())
}

/// The files and folders that findings are wanted of, relative to the root; of all where empty.
pub(super) type Wanted = Vec<PathBuf>;

/// Errors of the configuration are wanted always: nothing that is said holds while they stand.
fn is_wanted(finding: &Diagnostic, project: &Project, wanted: &Wanted) -> bool {
    let path = &project.sources.get(finding.span.file).path;
    let configuration = path == config::FILE && finding.severity == Severity::Error;
    wanted.is_empty() || configuration || is_below(path, wanted)
}

pub(super) fn is_below(path: &str, wanted: &Wanted) -> bool {
    wanted.iter().any(|wanted| Path::new(path).starts_with(wanted))
}

fn tally(findings: &[Diagnostic]) -> String {
    if findings.is_empty() { "no findings".to_owned() } else { output::tally(findings) }
}

/// What the wanted documents are called.
fn named(project: &Project, wanted: &Wanted) -> Vec<String> {
    let entries = project.headings.iter();
    let files = entries.map(|entry| project.sources.get(entry.file));
    files.filter(|file| is_below(&file.path, wanted)).map(|file| project.name(file.id)).collect()
}

fn documents(project: &Project, wanted: &Wanted) -> String {
    if wanted.is_empty() {
        return output::documents(project);
    }
    counted(count(project, wanted), "document")
}

fn count(project: &Project, wanted: &Wanted) -> usize {
    let paths = project.headings.iter().map(|entry| &project.sources.get(entry.file).path);
    paths.filter(|path| is_below(path, wanted)).count()
}

/// What a command is asked to look at.
pub(super) struct Asked<'a> {
    pub(super) files: &'a [PathBuf],
    pub(super) stdin_filename: Option<&'a Path>,
    /// Whether what stands on standard input is printed again, and so must be text.
    pub(super) whole: bool,
}

/// What a command looks at.
pub(super) struct Read {
    pub(super) project: Project,
    pub(super) wanted: Wanted,
    /// The path of the document that standard input is, relative to the root.
    pub(super) given: Option<PathBuf>,
}

pub(super) fn read(start: &Path, args: &Asked) -> Result<Read, Failure> {
    if args.files.is_empty() {
        return Ok(Read { project: open(start)?, wanted: Wanted::new(), given: None });
    }
    let (dash, named): (Vec<&PathBuf>, Vec<&PathBuf>) =
        args.files.iter().partition(|file| file.as_os_str() == "-");
    let named: Vec<PathBuf> = named.into_iter().map(|file| start.join(file)).collect();
    let files: Vec<PathBuf> = named.iter().filter(|path| !path.is_dir()).cloned().collect();
    let given = if dash.is_empty() { None } else { Some(standard_input(start, args)?) };
    let path = given.as_ref().map(|given| given.path.clone());
    let asked: Vec<PathBuf> = named.into_iter().chain(path.clone()).collect();
    let project = Project::open_with(&project::root(start), &files, given)?;
    let wanted = asked.iter().map(|path| project.relative(path)).collect();
    if count(&project, &wanted) == 0 {
        let message = "no state document is there: none was checked".to_owned();
        return Err(Failure { message });
    }
    let given = path.map(|path| project.relative(&path));
    Ok(Read { project, wanted, given })
}

fn standard_input(start: &Path, args: &Asked) -> Result<Given, Failure> {
    let Some(name) = args.stdin_filename else {
        let message = "`-` needs --stdin-filename, which says where the document belongs".to_owned();
        return Err(Failure { message });
    };
    let path = start.join(name);
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new("read standard input for", &path, &error))?;
    if args.whole && std::str::from_utf8(&bytes).is_err() {
        let message = "the document on standard input is not UTF-8, so it cannot be written anew".to_owned();
        return Err(Failure { message });
    }
    Ok(Given { path, bytes })
}
