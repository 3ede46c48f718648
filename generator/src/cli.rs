//! The command line: reads arguments, calls the library, prints what came of it.

mod args;
mod baseline;
mod check;
mod diff;
mod explain;
mod fix;
mod fmt;
mod generate;
mod import;
mod init;
mod lint;
mod list;
mod migrate;
mod output;
mod schema;
mod show;
mod templates;
mod watch;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser as _;

use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::project::{self, Project};
use crate::report;
use crate::survey::{Request, Survey};
use crate::sync::{Lock, Purpose};
use args::{Args, Command};
use output::Output;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Nothing to report but notes and warnings.
    Clean,
    /// Errors, or drift.
    Findings,
    /// The tool could not do its work.
    Unable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Clean => Self::SUCCESS,
            Exit::Findings => Self::from(1),
            Exit::Unable => Self::from(2),
        }
    }
}

/// Why a command stopped short.
enum Stop {
    /// The world is not as it must be.
    World(Failure),
    /// Standard output was closed, or could not be written.
    Output(io::Error),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::World(failure)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Runs the program with the arguments it was started with.
#[must_use]
pub fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::new(args.color);
    let (command, format) = args.command.output();
    let ended = run(args, &mut output);
    let flushed = output.flush();
    match ended.and_then(|exit| Ok(flushed.map(|()| exit)?)) {
        Ok(exit) => exit.into(),
        Err(Stop::Output(error)) => unable(&format!("cannot write to standard output: {error}")),
        Err(Stop::World(failure)) => {
            let _ = output.failure(command, format, &failure.message).and_then(|()| output.flush());
            unable(&failure.message)
        }
    }
}

fn unable(message: &str) -> ExitCode {
    complain(message);
    Exit::Unable.into()
}

/// Says on standard error why the work could not be done.
fn complain(message: &str) {
    let word = output::bold("error", anstyle::AnsiColor::Red);
    output::beside(&format!("{word}: {}", crate::visible::visible(message)));
}

fn run(args: Args, output: &mut Output) -> Result<Exit, Stop> {
    let directory = args.directory.unwrap_or_else(|| PathBuf::from("."));
    let start = project::normal(&directory);
    if !start.is_dir() {
        return Err(Failure { message: format!("there is no folder {}", directory.display()) }.into());
    }
    match args.command {
        Command::Init => init::run(&start, output),
        Command::Import(args) => import::run(&start, &args, output),
        Command::Generate(args) => generate::run(&start, &args, output),
        Command::Check(args) => check::run(&start, &args, output),
        Command::Lint(args) => lint::run(&start, &args, output),
        Command::Fmt(args) => fmt::run(&start, &args, output),
        Command::Diff(args) => diff::run(&start, &args, output),
        Command::Explain(args) => explain::run(args.rule.as_deref(), output),
        Command::Migrate(args) => migrate::run(&start, &args, output),
        Command::List => list::run(&start, output),
        Command::Show(args) => show::run(&start, &args, output),
        Command::Templates(args) => templates::run(&start, &args, output),
        Command::Schema(args) => schema::run(args.of, output),
    }
}

/// The right to write to the project around `start`: one run at a time has it.
fn lock(start: &Path) -> Lock {
    Lock::of(&project::root(start), &|| {
        anstream::eprintln!("waiting for another run of statedoc in this project");
    })
}

/// The project around `start`, which must have documents.
fn open(start: &Path) -> Result<Project, Failure> {
    let project = Project::open(&project::root(start))?;
    if project.headings.is_empty() {
        must_have_documents(&project, &project.lint())?;
    }
    Ok(project)
}

/// Where a project has no document, what is wrong with its configuration goes to standard error first: it
/// may be why.
fn must_have_documents(project: &Project, findings: &[Diagnostic]) -> Result<(), Failure> {
    if !project.headings.is_empty() {
        return Ok(());
    }
    for finding in findings {
        output::beside(&report::text(finding, &project.sources, report::Look::Styled));
    }
    Err(no_documents(project))
}

/// What is to be said of the project around `start`, which must have documents.
fn survey(start: &Path, purpose: Purpose) -> Result<Survey, Failure> {
    let project = Project::configured(&project::root(start))?;
    let survey = crate::survey(project, &Request::new(purpose))?;
    must_have_documents(&survey.project, &survey.findings)?;
    Ok(survey)
}

/// The failure to find a document.
fn no_documents(project: &Project) -> Failure {
    let globs = project.config.documents.join(", ");
    let mut message = format!("no state document found in {} (looked for {globs})", project.root.display());
    if !project.skipped.is_empty() {
        let files = output::counted(project.skipped.len(), "file");
        message.push_str(&format!("; {files} there without front matter that has `states`"));
    }
    message.push_str("; `statedoc init` makes a first one");
    Failure { message }
}
