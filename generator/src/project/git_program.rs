//! The `git` program, called so that neither configuration nor environment changes what it prints.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::failure::Failure;

/// What git sets for hooks, and what says where a repository is; read from the folder that git was started in.
const PLACES: [&str; 5] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"];

/// Settings that change what is printed, as they should be.
const SETTINGS: [&str; 5] = [
    "core.fsmonitor=false",
    "color.ui=false",
    "core.quotePath=false",
    "core.warnAmbiguousRefs=false",
    "advice.graftFileDeprecated=false",
];

/// How the program is called.
#[derive(Clone, Debug)]
pub(super) struct Git {
    /// The folder that it is started in.
    folder: PathBuf,
    /// The variables of [`PLACES`] that count, made absolute.
    places: Vec<(&'static str, OsString)>,
}

impl Git {
    /// The program for the repository around `root`, and what it says of the top folder, the way from there to
    /// `root`, and whether the repository is shallow.
    ///
    /// In a hook of a linked worktree `GIT_DIR` is set, and git then takes any folder for the top. Where it names
    /// the repository that is found without it, it says nothing further and is left out.
    pub(super) fn around(root: &Path) -> Result<(Self, Output), Failure> {
        let ask = |places: Vec<(&'static str, OsString)>| {
            let git = Self { folder: root.to_owned(), places };
            let words = ["rev-parse", "--show-toplevel", "--show-prefix", "--is-shallow-repository"];
            let output = git.run(words)?;
            Ok::<_, Failure>((git, output))
        };
        let places = places();
        let is_set = |name: &str| places.iter().any(|(other, _)| *other == name);
        if !is_set("GIT_DIR") || is_set("GIT_WORK_TREE") {
            return ask(places);
        }
        let index = places.iter().filter(|(name, _)| *name == "GIT_INDEX_FILE").cloned().collect();
        let (named, found) = (ask(places)?, ask(index)?);
        let same = found.1.status.success() && named.0.own_folder()? == found.0.own_folder()?;
        Ok(if same { found } else { named })
    }

    /// The same, started in another folder.
    pub(super) fn within(self, folder: PathBuf) -> Self {
        Self { folder, ..self }
    }

    /// The folder of the repository's own data for this worktree.
    fn own_folder(&self) -> Result<Option<PathBuf>, Failure> {
        let output = self.run(["rev-parse", "--absolute-git-dir"])?;
        let text = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        Ok(if output.status.success() { std::fs::canonicalize(text).ok() } else { None })
    }

    pub(super) fn command(&self) -> Command {
        let mut git = Command::new("git");
        git.current_dir(&self.folder).args(["--no-pager", "--literal-pathspecs"]);
        git.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        for name in PLACES {
            git.env_remove(name);
        }
        git.envs(self.places.iter().cloned());
        git.env("LC_ALL", "C")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_TERMINAL_PROMPT", "0")
            .stdin(Stdio::null());
        git
    }

    pub(super) fn run<A: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Output, Failure> {
        self.command().args(arguments).output().map_err(|error| absent(&error))
    }
}

/// What the environment says of places. A path counts from the folder that this program was started in.
fn places() -> Vec<(&'static str, OsString)> {
    let start = std::env::current_dir().unwrap_or_default();
    let absolute = |name: &str, value: OsString| match name {
        "GIT_PREFIX" => value,
        _ => start.join(value).into_os_string(),
    };
    let set = PLACES.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
    set.filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name, absolute(name, value))).collect()
}

/// What to say where the program cannot be started.
pub(super) fn absent(error: &io::Error) -> Failure {
    let message = match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no `git` program in PATH, and --against reads earlier revisions \
             through it; without it, compare two files: statedoc diff OLD NEW"
                .to_owned()
        }
        _ => format!("cannot run git: {error}"),
    };
    Failure { message }
}
