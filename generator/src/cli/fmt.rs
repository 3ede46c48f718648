//! `statedoc fmt`: front matter in canonical form.

use std::path::Path;

use super::args::Fmt;
use super::lint::{Asked, Read, is_below, read};
use super::output::{self, Output, counted};
use super::{Exit, Stop};
use crate::format::format;
use crate::project::{self, Project};
use crate::sync::{self, Change, Plan, Purpose, Stage};
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Fmt, output: &mut Output) -> Result<Exit, Stop> {
    let asked = Asked { files: &args.files, stdin_filename: args.stdin_filename.as_deref(), whole: true };
    let lock = (!args.check).then(|| super::lock(start));
    let Read { project, wanted, given } = read(start, &asked)?;
    if let Some(path) = given {
        return from_standard_input(&project, &path, args, output);
    }
    let stage = Stage::new(&|_| false);
    let purpose = if args.check { Purpose::Show } else { Purpose::Write(&stage) };
    let (mut changes, mut left, mut unreadable, mut count) = (Vec::new(), 0, 0, 0);
    for entry in &project.documents {
        let file = project.sources.get(entry.file);
        if !wanted.is_empty() && !is_below(&file.path, &wanted) {
            continue;
        }
        count += 1;
        match format(file) {
            Ok(new) if new == file.text => {}
            Ok(new) => {
                changes.push(sync::rewritten(&project.root, file.path.clone(), &file.text, &new, purpose))
            }
            Err(why) => {
                left += 1;
                unreadable += usize::from(why.unreadable);
                output.line(&visible(&format!("left {} as it is: {why}", file.path)))?;
            }
        }
    }
    let mut plan = Plan::of(changes);
    report(&plan.changes, args.check, output)?;
    if let Some(lock) = lock {
        sync::apply(&project.root, &mut plan, &lock)?;
    }
    output.line(&summary(count, plan.changes.len(), left, args.check))?;
    Ok(match unreadable {
        0 if args.check && !plan.changes.is_empty() => Exit::Findings,
        0 => Exit::Clean,
        _ => Exit::Unable,
    })
}

fn report(changes: &[Change], check: bool, output: &mut Output) -> Result<(), Stop> {
    for change in changes {
        let path = visible(&change.path);
        if !check {
            output.line(&format!("formatted {path}"))?;
        } else if let Some(diff) = change.difference.as_ref().and_then(|it| it.diff.as_deref()) {
            output.line(&format!("{path} is not in canonical form; mend it: statedoc fmt {path}"))?;
            output.diff(diff)?;
            output.line("")?;
        }
    }
    Ok(())
}

fn summary(count: usize, changed: usize, left: usize, check: bool) -> String {
    let what = match (changed, check) {
        (0, _) if left > 0 => "none formatted".to_owned(),
        (0, _) => "all in canonical form".to_owned(),
        (changed, true) => format!("{changed} not in canonical form"),
        (changed, false) => format!("{changed} formatted"),
    };
    let left = if left > 0 { format!(", {left} left as written") } else { String::new() };
    format!("{}: {what}{left}", counted(count, "document"))
}

/// The document itself goes to standard output, whether it could be formatted or not.
fn from_standard_input(
    project: &Project,
    path: &Path,
    args: &Fmt,
    output: &mut Output,
) -> Result<Exit, Stop> {
    let shown = project::slashed(path);
    let Some(file) = project.sources.iter().find(|file| file.path == shown) else { return Ok(Exit::Clean) };
    let formatted = format(file);
    if let Err(why) = &formatted {
        output::beside(&visible(&format!("left as it is: {why}")));
    }
    if args.check {
        return Ok(match formatted {
            Err(why) if why.unreadable => Exit::Unable,
            Ok(new) if new != file.text => Exit::Findings,
            _ => Exit::Clean,
        });
    }
    let unreadable = formatted.as_ref().is_err_and(|why| why.unreadable);
    output.text(&formatted.unwrap_or_else(|_| file.text.clone()))?;
    Ok(if unreadable { Exit::Unable } else { Exit::Clean })
}
