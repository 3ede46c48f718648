//! `--fix`: writes the documents that `mend` made better, and says what was done.

use super::output::{Output, counted};
use super::{Stop, output};
use crate::diagnostic::Diagnostic;
use crate::mend::{Mended, Step, mend};
use crate::project::Project;
use crate::report::place_of;
use crate::source::SourceFile;
use crate::sync::{self, Lock, Plan, Purpose, Stage};
use crate::visible::visible;

/// A project with its safe fixes applied, and lines that say what was done.
pub(super) struct Fixed {
    pub(super) project: Project,
    pub(super) lines: Vec<String>,
}

/// Mends what is wanted, on disk too where the `lock` for it is given.
pub(super) fn run(
    project: Project,
    wanted: &dyn Fn(&Project, &Diagnostic) -> bool,
    lock: Option<&Lock>,
) -> Result<Fixed, Stop> {
    let old: Vec<(String, String)> =
        project.sources.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
    let Mended { project, done, refused } = mend(project, wanted);
    let changed: Vec<(&SourceFile, (String, String))> =
        project.sources.iter().zip(old).filter(|(file, (_, old))| file.text != *old).collect();
    let files = changed.len();
    if let Some(lock) = lock {
        let stage = Stage::new(&|_| false);
        let change = |(file, (path, old)): (&SourceFile, (String, String))| {
            sync::rewritten(&project.root, path, &old, &file.text, Purpose::Write(&stage))
        };
        let mut plan = Plan::of(changed.into_iter().map(change).collect());
        sync::apply(&project.root, &mut plan, lock)?;
    }
    let mut lines: Vec<String> = done.iter().map(|step| said("fixed", step, "")).collect();
    lines.extend(
        refused.iter().map(|step| {
            said("left", step, ", which would lead to other errors or change more than it should")
        }),
    );
    if !done.is_empty() {
        lines.push(format!("{} applied in {}", counted_fixes(done.len()), counted(files, "file")));
        lines.push(String::new());
    }
    Ok(Fixed { project, lines })
}

fn counted_fixes(count: usize) -> String {
    if count == 1 { "1 fix".to_owned() } else { format!("{count} fixes") }
}

fn said(word: &str, step: &Step, why: &str) -> String {
    let place = place_of(&step.path, step.at);
    visible(&format!("{word} {place} {}: {}{why}", step.rule, step.message))
}

/// Prints the lines where people look: on standard output, or beside it where that is for a program.
pub(super) fn print(lines: &[String], beside: bool, output: &mut Output) -> Result<(), Stop> {
    for line in lines {
        if beside {
            output::beside(line);
        } else {
            output.line(line)?;
        }
    }
    Ok(())
}
