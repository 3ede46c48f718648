//! `statedoc show`: one document in the terminal.

use std::io;
use std::path::Path;

use unicode_width::UnicodeWidthStr as _;

use super::args::{Format, Show};
use super::output::Output;
use super::{Exit, Stop};
use crate::diagnostic::{Severity, nearest};
use crate::emit::view::{Cell, RowView, View};
use crate::failure::Failure;
use crate::project::{self, Entry, Project};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Show, output: &mut Output) -> Result<Exit, Stop> {
    let root = project::root(start);
    let path = start.join(&args.document);
    let files = if path.is_file() { vec![path] } else { Vec::new() };
    let project = Project::open_with(&root, &files, None)?;
    let entry = find(&project, &files, &args.document)?;
    let file = project.sources.get(entry.file);
    let findings: Vec<_> = project
        .lint()
        .into_iter()
        .filter(|finding| finding.span.file == file.id && finding.severity == Severity::Error)
        .collect();
    if !findings.is_empty() {
        output.findings(&findings, &project.sources)?;
        return Ok(Exit::Findings);
    }
    let view = View::new(&entry.lifecycle);
    match args.format {
        Format::Json => output.json(&view)?,
        Format::Text => print(&view, output)?,
    }
    Ok(Exit::Clean)
}

fn find<'a>(project: &'a Project, files: &[std::path::PathBuf], name: &str) -> Result<&'a Entry, Failure> {
    let wanted: Vec<_> = files.iter().map(|file| project.relative(file)).collect();
    let is_wanted = |entry: &&Entry| {
        let path = Path::new(&project.sources.get(entry.file).path);
        entry.lifecycle.facts.id.as_str() == name || wanted.iter().any(|file| file == path)
    };
    let ids = || project.documents.iter().map(|entry| entry.lifecycle.facts.id.as_str());
    project.documents.iter().find(is_wanted).ok_or_else(|| {
        let hint = nearest(name, ids()).map_or_else(
            || "`statedoc list` shows what there is".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Failure { message: format!("no document has the id or path `{name}`; {hint}") }
    })
}

fn print(view: &View, output: &mut Output) -> io::Result<()> {
    output.line(&visible(&format!("{}  {}", view.id, view.title)))?;
    output.line(&visible(view.path))?;
    section("States", output)?;
    let states = view.states.iter().map(|state| {
        let mark = match (state.initial, state.terminal) {
            (true, true) => "initial, terminal",
            (true, false) => "initial",
            (false, true) => "terminal",
            (false, false) => "",
        };
        let also = state.aliases.iter().map(|alias| format!(" (also {alias})")).collect::<String>();
        vec![format!("{}{also}", state.name), mark.to_owned(), state.meaning.unwrap_or_default().to_owned()]
    });
    table(states.collect(), output)?;
    section("Rows", output)?;
    table(view.rows.iter().map(row).collect(), output)?;
    if !view.forbidden.is_empty() {
        section("Forbidden", output)?;
        let pairs = view.forbidden.iter();
        let line = |pair: &crate::emit::view::ForbiddenView| {
            vec![format!("{} -> {}", pair.from, pair.to), pair.why.to_owned()]
        };
        table(pairs.map(line).collect(), output)?;
    }
    matrix(view, output)
}

fn row(row: &RowView) -> Vec<String> {
    let pair = format!("{} -> {}", row.from.unwrap_or("[*]"), row.to.unwrap_or("[*]"));
    vec![row.number.to_string(), pair, row.trigger.unwrap_or_default().to_owned()]
}

fn matrix(view: &View, output: &mut Output) -> io::Result<()> {
    let Some(cells) = &view.matrix else { return Ok(()) };
    section("Matrix (from down, to across: the row's number, x forbidden, . undeclared)", output)?;
    let number = |index: usize| (index + 1).to_string();
    let mut lines = vec![vec![String::new()]];
    lines[0].extend((0..cells.len()).map(number));
    for (index, line) in cells.iter().enumerate() {
        let mut shown = vec![format!("{} {}", index + 1, view.states[index].name)];
        shown.extend(line.iter().map(cell));
        lines.push(shown);
    }
    table(lines, output)
}

fn cell(cell: &Cell) -> String {
    match cell.verdict {
        "declared" => cell.rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        "forbidden" => "x".to_owned(),
        _ => ".".to_owned(),
    }
}

fn section(title: &str, output: &mut Output) -> io::Result<()> {
    output.line("")?;
    output.line(title)
}

/// Columns as wide as their widest cell, but for the last.
fn table(lines: Vec<Vec<String>>, output: &mut Output) -> io::Result<()> {
    let lines: Vec<Vec<String>> = lines
        .iter()
        .map(|line| line.iter().map(|cell| visible(&cell.replace('\n', " "))).collect())
        .collect();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for line in &lines {
        let mut shown = String::from(" ");
        for (cell, width) in line.iter().zip(&widths) {
            shown.push_str(&format!(" {cell}{}", " ".repeat(width - cell.width() + 1)));
        }
        output.line(shown.trim_end())?;
    }
    Ok(())
}
