//! The processes: started, killed and replaced, and none left over.

use std::fs::{self, File, OpenOptions};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use tempfile::TempDir;

const ROLES: [&str; 6] = ["dispatcher", "operator", "worker", "worker", "worker", "worker"];

/// The processes that run now.
pub(super) struct Crew {
    url: String,
    members: Vec<(&'static str, Child)>,
    folder: TempDir,
    kills: usize,
}

impl Crew {
    /// Starts one process for each role.
    pub(super) fn start(url: &str, random: &mut fastrand::Rng) -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut crew = Self { url: url.to_owned(), members: Vec::new(), folder, kills: 0 };
        for role in ROLES {
            crew.hire(role, random);
        }
        crew
    }

    fn hire(&mut self, role: &'static str, random: &mut fastrand::Rng) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_process"));
        command.arg(role).arg(&self.url).arg(random.u64(..).to_string());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(self.log());
        self.members.push((role, command.spawn().expect("a process starts")));
    }

    fn log(&self) -> File {
        let path = self.folder.path().join("errors");
        OpenOptions::new().create(true).append(true).open(path).expect("a file")
    }

    /// Kills one process with SIGKILL, and starts another in its place.
    pub(super) fn kill_one(&mut self, random: &mut fastrand::Rng) {
        let (role, mut child) = self.members.swap_remove(random.usize(..self.members.len()));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        self.kills += 1;
        self.hire(role, random);
        self.look(random);
    }

    /// Waits for those who end once the world is closing: they begin nothing new.
    pub(super) fn dismiss_operators(&mut self) {
        for (role, child) in &mut self.members {
            if *role == "operator" {
                assert!(child.wait().expect("it ends").success(), "an operator has failed");
            }
        }
    }

    /// Replaces those who have died, and fails if a process has failed.
    pub(super) fn look(&mut self, random: &mut fastrand::Rng) {
        let is_dead = |child: &mut Child| child.try_wait().expect("an answer").is_some_and(was_killed);
        for at in (0..self.members.len()).rev() {
            if is_dead(&mut self.members[at].1) {
                let (role, _) = self.members.swap_remove(at);
                self.kills += 1;
                self.hire(role, random);
            }
        }
        self.check_errors();
    }

    fn check_errors(&self) {
        let errors = fs::read_to_string(self.folder.path().join("errors")).unwrap_or_default();
        assert!(errors.is_empty(), "{errors}");
    }

    /// Waits until all have ended by themselves; how many had to be replaced.
    pub(super) fn end(mut self) -> usize {
        for (role, child) in &mut self.members {
            let status = child.wait().expect("it ends");
            assert!(status.success() || was_killed(status), "{role}: {status}");
        }
        self.check_errors();
        self.kills
    }
}

/// By SIGKILL from here, or by its own SIGABRT.
fn was_killed(status: ExitStatus) -> bool {
    matches!(status.signal(), Some(9 | 6))
}

impl Drop for Crew {
    fn drop(&mut self) {
        for (_, child) in &mut self.members {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
