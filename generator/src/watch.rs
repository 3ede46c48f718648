//! Waiting for changes on disk; the only module that names the libraries for that and for signals.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, MetadataKind, ModifyKind};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::config;
use crate::failure::Failure;
use crate::sync::is_temporary;

/// The folders of a project in which something may happen that concerns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The project's root.
    pub root: PathBuf,
    /// Where documents lie: everything at and below these concerns the project.
    pub documents: Vec<PathBuf>,
    /// Where outputs lie: the same holds for these.
    pub outputs: Vec<PathBuf>,
    /// Every folder to look at: what happens to its own entries is seen, not what happens further down.
    pub folders: Vec<PathBuf>,
}

impl Places {
    /// What an event is for the project; `None` where it does not concern it.
    fn judge(&self, event: &Event) -> Option<Waited> {
        if event.need_rescan() {
            return Some(Waited::Changed);
        }
        let mut paths = event.paths.iter().filter(|path| self.concern(path)).peekable();
        if !is_change(event.kind) || paths.peek().is_none() {
            return None;
        }
        let only_documents = paths.all(|path| self.is_in_document_folder(path));
        Some(if only_documents { Waited::Documents } else { Waited::Changed })
    }

    fn concern(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let kept = !is_temporary(&name) && !path.iter().any(|part| part == ".git");
        let known = name == config::FILE || name == ".gitignore" || name == ".ignore";
        let near = |deep: &PathBuf| path.starts_with(deep) || deep.starts_with(path);
        let deep = || self.documents.iter().chain(&self.outputs);
        kept && (known || self.root.starts_with(path) || deep().any(near))
    }

    /// Whether a path is that of a single file beside documents, and cannot be that of an output.
    fn is_in_document_folder(&self, path: &Path) -> bool {
        let below = |folder: &PathBuf| path != folder && path.starts_with(folder);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let file = path.extension().is_some() && !path.is_dir() && name != ".gitignore" && name != ".ignore";
        file && self.documents.iter().any(below) && !self.outputs.iter().any(below)
    }
}

/// Whether something was written, made, moved or removed, rather than read.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(MetadataKind::AccessTime)) => false,
        _ => true,
    }
}

/// What came of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// Files among the documents changed, and nothing else.
    Documents,
    /// Something changed.
    Changed,
    /// Nothing did, in the given time.
    Quiet,
    /// The program was asked to end.
    Stopped,
}

/// Sees changes on disk and the request to end.
pub struct Watch {
    sender: Sender<Waited>,
    signals: Receiver<Waited>,
    watcher: Option<RecommendedWatcher>,
}

impl Watch {
    /// Begins to listen for the request to end (Ctrl-C, or a termination signal).
    ///
    /// # Errors
    ///
    /// Where the system refuses that.
    pub fn new() -> Result<Self, Failure> {
        let (sender, signals) = channel();
        let stop = sender.clone();
        ctrlc::set_handler(move || {
            let _ = stop.send(Waited::Stopped);
        })
        .map_err(|error| Failure { message: format!("cannot listen for Ctrl-C: {error}") })?;
        Ok(Self { sender, signals, watcher: None })
    }

    /// Looks at these places from now on, as they are now: a folder that was replaced by another of
    /// its name is the new one. What is read after this call, and changes later, is seen.
    ///
    /// # Errors
    ///
    /// A limit of the system, with the way out.
    pub fn look_at(&mut self, places: &Places) -> Result<(), Failure> {
        let mut watcher = self.watcher_of(places);
        if watcher.is_err() {
            self.watcher = None; // its share of what the limit allows is given back in a moment
            std::thread::sleep(Duration::from_millis(50));
            watcher = self.watcher_of(places);
        }
        self.watcher = Some(watcher?);
        Ok(())
    }

    /// Whether changes are seen: not before the first look, nor after one that a limit has stopped.
    #[must_use]
    pub fn is_looking(&self) -> bool {
        self.watcher.is_some()
    }

    fn watcher_of(&self, places: &Places) -> Result<RecommendedWatcher, Failure> {
        let (sender, seen) = (self.sender.clone(), places.clone());
        let handler = move |event: notify::Result<Event>| {
            if let Some(change) = event.map_or(Some(Waited::Changed), |event| seen.judge(&event)) {
                let _ = sender.send(change);
            }
        };
        let watcher = RecommendedWatcher::new(handler, Config::default());
        let mut watcher = watcher.map_err(|error| refused(&error, places))?;
        for folder in existing(places) {
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Err(error) if !is_gone(&error) => return Err(refused(&error, places)),
                _ => {}
            }
        }
        Ok(watcher)
    }

    /// Waits for a change, for `time` or as long as it takes, and then until nothing has changed for
    /// `quiet` (but a second at most).
    pub fn settled(&self, time: Option<Duration>, quiet: Duration) -> Waited {
        const LONGEST: Duration = Duration::from_secs(1);
        let mut waited = self.wait(time);
        let start = Instant::now();
        while matches!(waited, Waited::Documents | Waited::Changed) && start.elapsed() < LONGEST {
            match self.wait(Some(quiet)) {
                Waited::Quiet => break,
                Waited::Documents => {}
                other => waited = other,
            }
        }
        waited
    }

    fn wait(&self, time: Option<Duration>) -> Waited {
        let signal = match time {
            Some(time) => self.signals.recv_timeout(time),
            None => self.signals.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        signal.unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Waited::Quiet,
            RecvTimeoutError::Disconnected => Waited::Stopped,
        })
    }
}

/// The folders that are there; where the root is not, the nearest one above it.
fn existing(places: &Places) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = places.folders.iter().filter(|folder| folder.is_dir()).cloned().collect();
    if !places.root.is_dir() {
        folders.extend(places.root.ancestors().find(|folder| folder.is_dir()).map(Path::to_owned));
    }
    folders
}

fn is_gone(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

/// What the system does not allow, and how to make it.
fn refused(error: &notify::Error, places: &Places) -> Failure {
    let too_many_open = |error: &std::io::Error| matches!(error.raw_os_error(), Some(23 | 24));
    let message = match &error.kind {
        ErrorKind::MaxFilesWatch => format!(
            "the system lets no more than its limit of folders be watched, and this project has {}; \
             raise it with `sysctl fs.inotify.max_user_watches=524288`, or name fewer folders in \
             `documents`",
            places.folders.len()
        ),
        ErrorKind::Io(error) if cfg!(target_os = "linux") && too_many_open(error) => format!(
            "too many programs watch files already ({error}); end one, or raise the limit with \
             `sysctl fs.inotify.max_user_instances=512`"
        ),
        _ => format!("cannot watch the project: {error}"),
    };
    Failure { message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{CreateKind, DataChange};

    fn places() -> Places {
        let root = PathBuf::from("/a/project");
        let (documents, outputs) = (vec![root.join("docs/specs")], vec![root.join("generated")]);
        Places { documents, outputs, folders: Vec::new(), root }
    }

    #[test]
    fn only_what_concerns_the_project_is_a_change() {
        let places = places();
        let judged = |kind: EventKind, path: &str| places.judge(&Event::new(kind).add_path(path.into()));
        let written = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let made = EventKind::Create(CreateKind::Any);
        assert_eq!(judged(written, "/a/project/docs/specs/order.md"), Some(Waited::Documents));
        for path in ["docs", "docs/specs", "docs/specs/more", "generated/x.md", "statedoc.toml"] {
            assert_eq!(judged(made, &format!("/a/project/{path}")), Some(Waited::Changed), "{path}");
        }
        assert_eq!(judged(made, "/a/project"), Some(Waited::Changed));
        assert_eq!(judged(written, "/a/project/Cargo.lock"), None);
        assert_eq!(judged(written, "/a/project/docs/specs/.statedoc-x1"), None);
        assert_eq!(judged(EventKind::Access(AccessKind::Read), "/a/project/docs/specs/order.md"), None);
    }

    #[test]
    fn a_limit_is_named_with_the_way_out() {
        let message = |kind| refused(&notify::Error::new(kind), &places()).message;
        assert!(message(ErrorKind::MaxFilesWatch).contains("sysctl fs.inotify.max_user_watches="));
        let many = std::io::Error::from_raw_os_error(24);
        assert!(message(ErrorKind::Io(many)).contains("sysctl fs.inotify.max_user_instances="));
    }
}
