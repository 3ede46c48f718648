//! `statedoc migrate`: the SQL that leads stored rows from one revision of a document to the next.

use std::io::Read as _;
use std::path::Path;

use super::args::{Dialect, Migrate};
use super::output::{self, Output};
use super::{Exit, Stop};
use crate::config::{self, ColumnPath, Config, Database};
use crate::diagnostic::{Diagnostic, Severity};
use crate::diff;
use crate::emit::sql::{Migration, Script, migrate, stored};
use crate::failure::Failure;
use crate::lifecycle::Lifecycle;
use crate::lint::{self, Level};
use crate::project::{self, Project};
use crate::report::{self, Look};
use crate::visible::visible;
use crate::yaml::quote;

pub(super) fn run(start: &Path, args: &Migrate, output: &mut Output) -> Result<Exit, Stop> {
    let (old, new) = (document(start, &args.old)?, document(start, &args.new)?);
    let root = Project::open(&project::root(start))?;
    let of_config = |finding: &Diagnostic| root.sources.get(finding.span.file).path == config::FILE;
    let findings = root.findings.iter().filter(|finding| of_config(finding)).cloned().collect();
    let mut before = errors(&old);
    before.retain(|finding| lint::rule(finding.rule).is_some_and(|rule| rule.level == Level::Fixed));
    let wrong = [(before, &old), (errors(&new), &new), (findings, &root)];
    for (finding, project) in
        wrong.iter().flat_map(|(findings, project)| findings.iter().map(move |f| (f, project)))
    {
        output::beside(&report::text(finding, &project.sources, Look::Styled));
    }
    let (Some(from), Some(to)) = (lifecycle(&old), lifecycle(&new)) else { return Ok(Exit::Unable) };
    if wrong.iter().any(|(findings, _)| !findings.is_empty()) {
        output::beside("nothing was written");
        return Ok(Exit::Findings);
    }
    same_document(from, to)?;
    let column = column(&root.config, args, to)?;
    let moves = args.moves.iter().map(|text| split(text, from)).collect::<Result<Vec<_>, _>>()?;
    let others: Vec<&ColumnPath> = root.config.sql.tables.iter().map(|(_, column)| column).collect();
    let migration = Migration { old: from, new: to, moves: &moves, column: &column, others: &others };
    let database = database(&root.config, args)?;
    let script = migrate(&migration, database).map_err(|message| Failure { message })?;
    remark(&script, from, to);
    output.text(&script.sql)?;
    Ok(Exit::Clean)
}

/// A document by itself, whatever project it lies in.
fn document(start: &Path, path: &Path) -> Result<Project, Failure> {
    if path.as_os_str() != "-" {
        return Ok(Project::of_one(path, &project::read(&start.join(path))?));
    }
    let shown = Path::new("standard input");
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new("read", shown, &error))?;
    Ok(Project::of_one(shown, &bytes))
}

fn errors(project: &Project) -> Vec<Diagnostic> {
    let mut findings = project.lint();
    findings.retain(|finding| finding.severity == Severity::Error);
    findings.extend(lifecycle(project).map(config::check_texts).unwrap_or_default());
    findings
}

fn lifecycle(project: &Project) -> Option<&Lifecycle> {
    project.documents.first().map(|entry| &entry.lifecycle)
}

fn same_document(old: &Lifecycle, new: &Lifecycle) -> Result<(), Failure> {
    let (from, to) = (old.facts.id.as_str(), new.facts.id.as_str());
    if from == to {
        return Ok(());
    }
    let message = format!(
        "{} is {from} and {} is {to}: these are not two revisions of one document",
        old.path, new.path
    );
    Err(Failure { message })
}

fn column(config: &Config, args: &Migrate, document: &Lifecycle) -> Result<ColumnPath, Failure> {
    if let Some(path) = &args.table {
        return ColumnPath::parse(path).map_err(|message| Failure { message: format!("--table: {message}") });
    }
    let id = document.facts.id.as_str();
    config.sql.column(id).cloned().ok_or_else(|| Failure {
        message: format!("statedoc.toml names no table for {id}; add it under [sql.table], or say --table"),
    })
}

fn database(config: &Config, args: &Migrate) -> Result<Database, Failure> {
    match (args.dialect, config.sql.databases.as_slice()) {
        (Some(Dialect::Postgres), _) => Ok(Database::Postgres),
        (Some(Dialect::Sqlite), _) => Ok(Database::Sqlite),
        (None, [only]) => Ok(*only),
        (None, _) => {
            Err(Failure { message: "which database? say --dialect postgres or --dialect sqlite".into() })
        }
    }
}

/// `old=new`; where a name holds `=` itself, the first part that is one of the old document's.
fn split(text: &str, old: &Lifecycle) -> Result<(String, String), Failure> {
    let halves: Vec<(&str, &str)> =
        text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..])).collect();
    let is_known = |(from, _): &&(&str, &str)| stored(old).any(|(known, _)| known == *from);
    let found = halves.iter().find(is_known).or(halves.first());
    found
        .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
        .ok_or_else(|| Failure { message: format!("--move {text}: write it as OLD_STATE=STATE") })
}

/// What the script does with rows, and what it takes for granted, for the person who asked for it.
fn remark(script: &Script, old: &Lifecycle, new: &Lifecycle) {
    if let Some(words) = not_raised(old.facts.revision, new.facts.revision) {
        output::beside(&format!("warning: {words}"));
    }
    let renames = diff::renames(old, new);
    for step in &script.moves {
        output::beside(&format!("note: rows in `{}` move to `{}`", visible(step.from), visible(step.to)));
    }
    for text in &script.removed {
        let shown = visible(text);
        let Some((_, is)) = renames.iter().find(|(was, _)| was == text) else {
            output::beside(&format!(
                "note: rows in `{shown}` stop the script; `--move {shown}=STATE` would move them"
            ));
            continue;
        };
        let is = visible(is);
        output::beside(&format!(
            "note: rows in `{shown}` stop the script; it seems to be called `{is}` now: with `aliases: [{}]` on \
             `{is}` in {} they are read and move, as they do with `--move {shown}={is}`",
            visible(&plain(text)),
            visible(&new.path)
        ));
    }
    for (was, is) in renames.iter().filter(|(was, _)| new.states.iter().any(|it| it.name.as_str() == *was)) {
        let (was, is) = (visible(was), visible(is));
        output::beside(&format!(
            "warning: `{was}` seems to be called `{is}` now, and `{was}` is another state: rows in `{was}` stay as \
             they are, and are read as that one"
        ));
    }
}

/// A name as a list in brackets has it.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '-');
    let bare = name.starts_with(char::is_alphabetic) && name.chars().all(is_plain);
    if bare { name.to_owned() } else { quote(name) }
}

/// That the new revision is none, where both say which they are.
fn not_raised(old: Option<u64>, new: Option<u64>) -> Option<String> {
    match (old?, new?) {
        (was, is) if is == was => Some(format!("the revision did not rise: it is {is} in both documents")),
        (was, is) if is < was => {
            Some(format!("the revision fell from {was} to {is}: are OLD and NEW the wrong way round?"))
        }
        _ => None,
    }
}
