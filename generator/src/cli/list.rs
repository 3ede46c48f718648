//! `statedoc list`: the documents of the project.

use std::path::Path;

use super::output::{Output, counted};
use super::{Exit, Stop, open};
use crate::visible::visible;

pub(super) fn run(start: &Path, output: &mut Output) -> Result<Exit, Stop> {
    let project = open(start)?;
    let lines: Vec<[String; 4]> = project
        .documents
        .iter()
        .map(|entry| {
            let lifecycle = &entry.lifecycle;
            let size = format!(
                "{}, {}, {} forbidden",
                counted(lifecycle.states.len(), "state"),
                counted(lifecycle.rows.len(), "row"),
                lifecycle.forbidden.len()
            );
            let facts = &lifecycle.facts;
            [visible(facts.id.as_str()), visible(facts.title.as_str()), size, visible(&lifecycle.path)]
        })
        .collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let (id, title, size) = (width(0), width(1), width(2));
    for line in &lines {
        output.line(&format!("{:id$}  {:title$}  {:size$}  {}", line[0], line[1], line[2], line[3]))?;
    }
    for path in &project.skipped {
        output.line(&format!("passed over: {} (no front matter with `states`)", visible(path)))?;
    }
    Ok(Exit::Clean)
}
