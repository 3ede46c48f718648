//! Those that are compared: how each is asked to generate and to check.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::places::Places;

/// One tool in a project of its own, with the same documents as the others.
pub struct Side {
    pub name: &'static str,
    program: PathBuf,
    script: Option<PathBuf>,
    pub folder: PathBuf,
}

/// The names of all, the tool first.
pub const NAMES: [&str; 3] = ["statedoc", "Python", "Node"];

/// Each in its own copy of a project with these documents.
pub fn all(places: &Places, documents: [&str; 3]) -> Vec<Side> {
    let sides = [
        (places.statedoc.clone(), None),
        (python(places), Some(places.peers.join("python/lifecycles.py"))),
        ("node".into(), Some(places.peers.join("node/lifecycles.mjs"))),
    ];
    let side = |((program, script), side): ((PathBuf, Option<PathBuf>), &'static str)| {
        let folder = places.project(&format!("{}-{side}", documents.join("-")), documents);
        Side { name: side, program, script, folder }
    };
    sides.into_iter().zip(NAMES).map(side).collect()
}

/// The interpreter that has what the peer needs.
pub fn python(places: &Places) -> PathBuf {
    places.peers.join("python/.venv/bin/python")
}

impl Side {
    /// The command that makes every output, or compares with what is there: `generate` or `check`.
    pub fn command(&self, verb: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.script).arg(verb).current_dir(&self.folder);
        command
    }

    /// The folder that all write their outputs to.
    pub fn outputs(&self) -> PathBuf {
        outputs(&self.folder)
    }

    /// Leaves nothing but the documents and the configuration in the folder.
    pub fn clear(&self) {
        clear(&self.folder);
    }
}

/// Where the outputs of a project are.
pub fn outputs(project: &Path) -> PathBuf {
    project.join("generated")
}

/// Removes the outputs, and has everything put on the disk, so that no run pays for what another one left.
pub fn clear(project: &Path) {
    let _ = std::fs::remove_dir_all(outputs(project));
    let synced = Command::new("sync").status().expect("sync starts");
    assert!(synced.success(), "sync ends well");
}
