//! `--baseline` and `--update-baseline`: what is known is quiet.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::{BaselineArgs, Update};
use super::output::counted;
use crate::baseline::{self, Baseline, Compared};
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::project::{self, Project};
use crate::report::ArtifactStatus;
use crate::sync;
use crate::visible::visible;

/// What a run has to say beside its findings.
pub(super) struct Judged {
    /// The findings that are not known.
    pub(super) findings: Vec<Diagnostic>,
    /// Words for the summary, each after a `; `.
    pub(super) words: Vec<String>,
    /// The baseline itself, where it lists what is gone.
    pub(super) stale: Option<ArtifactStatus>,
}

/// Holds `shown` against the baseline that the arguments name, if any. `others` are findings that it can know
/// beside these: drift, which is not shown as a finding. Documents that `covers` does not name keep what they have.
pub(super) fn judge(
    (start, args): (&Path, &BaselineArgs),
    project: &Project,
    shown: Vec<Diagnostic>,
    others: &[Diagnostic],
    covers: &dyn Fn(&str) -> bool,
) -> Result<Judged, Failure> {
    let Some(path) = path(start, args, project) else {
        return Ok(Judged { findings: shown, words: Vec::new(), stale: None });
    };
    let name = project::slashed(&project.relative(&path));
    let mut words = Vec::new();
    let now = Baseline::of(&[shown.as_slice(), others].concat(), project);
    let mut known = read(&path, &name, args, &mut words)?;
    if let Some(update) = args.update_baseline {
        let first = known.is_none();
        let old = known.unwrap_or_default();
        let new = old.updated(&now, first || update == Update::All, covers);
        if first || fs::read(&path).is_ok_and(|text| text != new.text().as_bytes()) {
            sync::write(&path, &new.text())?;
        }
        words.push(format!(
            "{} {} in {}",
            if first { "wrote" } else { "kept" },
            counted(new.len(), "finding"),
            visible(&name)
        ));
        let (more, fewer) = (new.gone(&old, covers).len(), old.gone(&new, covers).len());
        words.extend((!first && more > 0).then(|| format!("added {more}")));
        words.extend((fewer > 0).then(|| format!("removed {fewer}")));
        known = Some(Baseline::read(&new.text(), &name)?);
    }
    let known = known.unwrap_or_default();
    let Compared { new: findings, known: quiet } = known.compare(shown, project);
    let gone = known.gone(&now, covers);
    words.extend((quiet > 0).then(|| format!("{quiet} known")));
    words.extend(
        (!gone.is_empty())
            .then(|| format!("{} of the baseline gone, which --update-baseline removes", gone.len())),
    );
    let stale = gone.first().map(|line| ArtifactStatus {
        path: name,
        status: "outdated",
        line: *line,
        message: "it lists findings that are gone".to_owned(),
        remedy: Some("statedoc lint --update-baseline".to_owned()),
    });
    Ok(Judged { findings, words, stale })
}

/// The baseline's path, where one is asked for.
fn path(start: &Path, args: &BaselineArgs, project: &Project) -> Option<PathBuf> {
    match &args.baseline {
        Some(Some(file)) => Some(start.join(file)),
        Some(None) => Some(project.root.join(baseline::FILE)),
        None => args.update_baseline.map(|_| project.root.join(baseline::FILE)),
    }
}

/// The baseline; `None` where there is none yet and this run is to write it. A run that is to write it takes
/// what can be read of it, and says so.
fn read(
    path: &Path,
    name: &str,
    args: &BaselineArgs,
    words: &mut Vec<String>,
) -> Result<Option<Baseline>, Failure> {
    match fs::read(path) {
        Ok(bytes) if args.update_baseline.is_some() => {
            let (baseline, wrong) = Baseline::salvage(&String::from_utf8_lossy(&bytes));
            words.extend(
                (!wrong.is_empty()).then(|| format!("{} of the file left out", counted(wrong.len(), "line"))),
            );
            Ok(Some(baseline))
        }
        Ok(bytes) => Baseline::read(&String::from_utf8_lossy(&bytes), name).map(Some),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && args.update_baseline.is_some() => {
            Ok(None)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let message = format!("there is no baseline {name}; `statedoc lint --update-baseline` writes it");
            Err(Failure { message })
        }
        Err(error) => Err(Failure::new("read", path, &error)),
    }
}
