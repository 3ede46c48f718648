//! Applies the fixes that are safe, until none is left, and never one that makes a document worse.

mod kept;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Edit, Fix, Severity};
use crate::project::Project;
use crate::source::{FileId, Position};

/// How often a project is looked at again at most. A round without effect is the last one.
const ROUNDS: usize = 100;

/// A project after its safe fixes.
#[derive(Debug)]
pub struct Mended {
    /// The project with its documents as they should be written.
    pub project: Project,
    /// What was done, in the order of doing.
    pub done: Vec<Step>,
    /// What was left, since the document would have more errors than before, or other texts elsewhere.
    pub refused: Vec<Step>,
}

/// One fix of one finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The path of the document.
    pub path: String,
    /// Where the finding was in the text of that round.
    pub at: Position,
    /// The rule.
    pub rule: &'static str,
    /// What the fix does.
    pub message: String,
}

/// Mends the documents of `project` in memory, as far as findings are `wanted`. Nothing is written.
///
/// Of fixes that overlap, that of the finding printed first is applied; the others are looked at again.
#[must_use]
pub fn mend(project: Project, wanted: &dyn Fn(&Project, &Diagnostic) -> bool) -> Mended {
    let mut state = Mending { project, done: Vec::new(), refused: Vec::new(), singly: BTreeSet::new() };
    for _ in 0..ROUNDS {
        let findings = state.project.lint();
        let round = state.choose(&findings, wanted);
        if round.is_empty() {
            break;
        }
        state.apply(round);
    }
    Mended { project: state.project, done: state.done, refused: state.refused }
}

struct Mending {
    project: Project,
    done: Vec<Step>,
    refused: Vec<Step>,
    /// Files whose fixes did harm together, and are tried one by one.
    singly: BTreeSet<FileId>,
}

/// The fixes that one round applies to one file.
#[derive(Default)]
struct Chosen {
    steps: Vec<Step>,
    edits: Vec<Edit>,
}

impl Mending {
    fn choose(
        &self,
        findings: &[Diagnostic],
        wanted: &dyn Fn(&Project, &Diagnostic) -> bool,
    ) -> BTreeMap<FileId, Chosen> {
        let mut round: BTreeMap<FileId, Chosen> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| wanted(&self.project, finding)) {
            let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safe) else { continue };
            let (step, file) = (self.step(finding, fix), finding.span.file);
            let refused = self.refused.iter().any(|other| same(other, &step));
            let at_home = fix.edits.iter().all(|edit| edit.span.file == file);
            let full = self.singly.contains(&file) && round.contains_key(&file);
            let clash = round.get(&file).is_some_and(|chosen| overlap(&chosen.edits, &fix.edits));
            if refused || full || clash || !at_home || fix.edits.is_empty() {
                continue;
            }
            let chosen = round.entry(file).or_default();
            chosen.steps.push(step);
            chosen.edits.extend(fix.edits.iter().cloned());
        }
        round
    }

    fn step(&self, finding: &Diagnostic, fix: &Fix) -> Step {
        let file = self.project.sources.get(finding.span.file);
        Step {
            path: file.path.clone(),
            at: file.position(finding.span.start),
            rule: finding.rule,
            message: fix.message.clone(),
        }
    }

    /// Takes over the files that are the better for it.
    fn apply(&mut self, round: BTreeMap<FileId, Chosen>) {
        let text = |(file, chosen): (&FileId, &Chosen)| (*file, applied(&self.project, *file, &chosen.edits));
        let mut texts: BTreeMap<FileId, String> = round.iter().map(text).collect();
        let mut revised = self.project.revised(&texts);
        let (before, after) = (Errors::of(&self.project), Errors::of(&revised));
        let harmed = |file: FileId| {
            let (old, new) = (self.project.sources.get(file), revised.sources.get(file));
            after.worse(&before, file) || !kept::kept(old, new, &round[&file].edits)
        };
        let worse: Vec<FileId> = texts.keys().copied().filter(|file| harmed(*file)).collect();
        if !worse.is_empty() {
            texts.retain(|file, _| !worse.contains(file));
            revised = self.project.revised(&texts);
        }
        self.project = revised;
        for (file, mut chosen) in round {
            match (worse.contains(&file), chosen.steps.len()) {
                (false, _) => self.done.append(&mut chosen.steps),
                (true, 1) => self.refused.append(&mut chosen.steps),
                (true, _) => _ = self.singly.insert(file),
            }
        }
    }
}

/// Whether both do the same for the same reason; lines move while others are mended.
fn same(a: &Step, b: &Step) -> bool {
    (&a.path, a.rule, &a.message) == (&b.path, b.rule, &b.message)
}

/// Whether edits touch: two that insert at one place do too, as their order would be a guess.
fn overlap(taken: &[Edit], edits: &[Edit]) -> bool {
    let touch = |a: &Edit, b: &Edit| a.span.start <= b.span.end && b.span.start <= a.span.end;
    edits.iter().any(|edit| taken.iter().any(|other| touch(edit, other)))
}

fn applied(project: &Project, file: FileId, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort();
    let mut text = project.sources.get(file).text.clone();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

/// The errors of a project: file, rule, message, and the place.
struct Errors(Vec<(FileId, &'static str, String, usize)>);

impl Errors {
    fn of(project: &Project) -> Self {
        let findings = project.lint().into_iter().filter(|finding| finding.severity == Severity::Error);
        Self(findings.map(|it| (it.span.file, it.rule, it.message, it.span.start)).collect())
    }

    /// Where the reading of a file stopped.
    fn stopped(&self, file: FileId) -> Option<usize> {
        let stops = self.0.iter().filter(|(other, rule, ..)| *other == file && *rule == "syntax");
        stops.map(|(.., at)| *at).min()
    }

    /// Whether `file` has errors that it did not have `before`. A file that could not be read shows
    /// further ones as soon as it can: it is the better for being read further.
    fn worse(&self, before: &Self, file: FileId) -> bool {
        if let Some(was) = before.stopped(file) {
            return self.stopped(file).is_some_and(|is| is <= was);
        }
        let of = |errors: &Self| -> Vec<(&'static str, String)> {
            let own = errors.0.iter().filter(|(other, ..)| *other == file);
            own.map(|(_, rule, message, _)| (*rule, message.clone())).collect()
        };
        let mut known = of(before);
        of(self).iter().any(|error| match known.iter().position(|other| other == error) {
            Some(index) => {
                known.swap_remove(index);
                false
            }
            None => true,
        })
    }
}
