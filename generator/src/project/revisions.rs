//! Documents in two revisions: of two files or folders, or of a commit and what is checked out.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::git::{File, Kind, Repository};
use super::{Entry, Project, config, find};
use crate::diagnostic::Diagnostic;
use crate::document::{self, is_meant};
use crate::failure::Failure;
use crate::source::{FileId, SourceFile};

/// How many files of a revision are held at once while one is looked for.
const AT_ONCE: usize = 256;

/// The documents of two revisions, by pairs.
#[derive(Debug)]
pub struct Revisions {
    /// The project, which holds the texts of both and the new documents.
    pub project: Project,
    /// The old documents.
    pub old: Vec<Entry>,
    /// What reading the old documents found.
    pub findings: Vec<Diagnostic>,
    /// Places in `old` and among the project's documents.
    pub pairs: Vec<(Option<usize>, Option<usize>)>,
    /// The commit that is compared with.
    pub commit: Option<String>,
    /// Whether all documents of the project are compared.
    pub whole: bool,
}

/// The documents of two files, or of two folders where the same id is the same document.
///
/// # Errors
///
/// A file or folder that is not there or cannot be read, or a folder without a document.
pub fn between(root: &Path, old: &Path, new: &Path) -> Result<Revisions, Failure> {
    let mut project = Project::configured(root)?;
    if old.is_dir() != new.is_dir() {
        let message = "one of the two is a file, and the other one a folder".to_owned();
        return Err(Failure { message });
    }
    if !old.is_dir() {
        let (mut before, findings) = load(&mut project, old)?;
        let (after, wrong) = load(&mut project, new)?;
        project.findings.extend(wrong);
        // Two files that are named are one document; that they are two is no change.
        before.lifecycle.path.clone_from(&after.lifecycle.path);
        project.adopt(vec![after]);
        let pairs = vec![(Some(0), Some(0))];
        return Ok(Revisions { project, old: vec![before], findings, pairs, commit: None, whole: false });
    }
    let (old, findings) = folder(&mut project, old)?;
    let (documents, wrong) = folder(&mut project, new)?;
    project.adopt(documents);
    project.findings.extend(wrong);
    let pairs = paired(&old, &project.documents);
    Ok(Revisions { project, old, findings, pairs, commit: None, whole: false })
}

/// The documents of a folder, whose paths are from there.
fn folder(project: &mut Project, folder: &Path) -> Result<(Vec<Entry>, Vec<Diagnostic>), Failure> {
    let mut all = Vec::new();
    let globs = ["**/*.md", "**/*.yaml", "**/*.yml"].map(str::to_owned);
    let mut entries = Vec::new();
    for path in find::documents(folder, &globs)? {
        let full = folder.join(&path);
        let bytes = find::read(&full)?;
        let name = shown(project, &full);
        if !is_meant(&SourceFile::new(FileId(0), name.as_str(), String::from_utf8_lossy(&bytes))) {
            continue;
        }
        let (mut entry, findings) = project.load(name, bytes);
        entry.lifecycle.path = find::slashed(&path);
        all.extend(findings);
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err(Failure { message: format!("no state document is in {}", folder.display()) });
    }
    Ok((entries, all))
}

fn shown(project: &Project, path: &Path) -> String {
    find::slashed(&project.relative(path))
}

fn load(project: &mut Project, path: &Path) -> Result<(Entry, Vec<Diagnostic>), Failure> {
    let bytes = find::read(path)?;
    let name = shown(project, path);
    Ok(project.load(name, bytes))
}

/// The documents of `revision` beside those of the project. `wanted` are files, folders or ids of documents to
/// compare; all where empty.
///
/// # Errors
///
/// No git, no repository, an unknown revision, a document that is in neither revision or cannot be read in the
/// old one.
pub fn against(root: &Path, revision: &str, wanted: &[PathBuf]) -> Result<Revisions, Failure> {
    let named: Vec<PathBuf> = wanted.iter().filter(|path| path.is_file()).cloned().collect();
    let mut project = Project::open_with(root, &named, None)?;
    let repository = Repository::around(&project.root)?;
    for path in &named {
        if project.relative(path).is_absolute() {
            let message = format!("{} lies outside the project, {}", path.display(), project.root.display());
            return Err(Failure { message });
        }
    }
    let commit = repository.commit(revision)?;
    let files = repository.files(&commit)?;
    let mut history = History { repository, revision, commit, files, findings: Vec::new() };
    history.absent(&mut project)?;
    let mut old = history.documents(&mut project)?;
    history.elsewhere(&mut project, &mut old)?;
    let mut pairs = paired(&old, &project.documents);
    history.check(&project, &pairs)?;
    let whole = wanted.is_empty();
    if !whole {
        let chosen = wanted.iter().map(|path| chosen(path, &project, &old, &pairs));
        let chosen: Vec<HashSet<usize>> = chosen.collect::<Result<_, _>>()?;
        let mut at = 0;
        pairs.retain(|_| {
            at += 1;
            chosen.iter().any(|set| set.contains(&(at - 1)))
        });
    } else if pairs.is_empty() {
        let message = format!("no state document is here or at {revision}");
        return Err(Failure { message });
    }
    let (findings, commit) = (history.findings, Some(history.commit));
    Ok(Revisions { project, old, findings, pairs, commit, whole })
}

/// The pairs that a path or an id names.
fn chosen(
    wanted: &Path,
    project: &Project,
    old: &[Entry],
    pairs: &[(Option<usize>, Option<usize>)],
) -> Result<HashSet<usize>, Failure> {
    let path = project.relative(wanted);
    let id = wanted.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_named = |entry: &Entry| {
        Path::new(&entry.lifecycle.path).starts_with(&path) || entry.lifecycle.facts.id.as_str() == id
    };
    let is_wanted = |(before, after): &(Option<usize>, Option<usize>)| {
        before.is_some_and(|at| is_named(&old[at]))
            || after.is_some_and(|at| is_named(&project.documents[at]))
    };
    let found: HashSet<usize> =
        pairs.iter().enumerate().filter(|(_, pair)| is_wanted(pair)).map(|(at, _)| at).collect();
    if found.is_empty() {
        let message = format!("no state document is {}, neither here nor at that revision", path.display());
        return Err(Failure { message });
    }
    Ok(found)
}

/// The id in the text of a file, empty where it has none; `None` where it is no document.
fn id_in(file: &File, text: &[u8]) -> Option<String> {
    let source = SourceFile::new(FileId(0), file.path.as_str(), String::from_utf8_lossy(text));
    is_meant(&source).then(|| document::parse(&source).0.id.map(|id| id.value).unwrap_or_default())
}

fn id_of(entry: &Entry) -> &str {
    entry.lifecycle.facts.id.as_str()
}

/// Same id, else same path; among several of one id the one of the same path, else the first.
fn paired(old: &[Entry], new: &[Entry]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut before: Vec<Option<usize>> = vec![None; new.len()];
    let mut taken = vec![false; old.len()];
    let rules: [fn(&Entry, &Entry) -> bool; 3] = [
        |a, b| id_of(a) == id_of(b) && a.lifecycle.path == b.lifecycle.path,
        |a, b| id_of(a) == id_of(b) && !id_of(a).is_empty(),
        |a, b| a.lifecycle.path == b.lifecycle.path,
    ];
    for rule in rules {
        for (at, entry) in new.iter().enumerate().filter(|(at, _)| before[*at].is_none()).collect::<Vec<_>>()
        {
            let found = old.iter().enumerate().find(|(place, other)| !taken[*place] && rule(other, entry));
            if let Some((place, _)) = found {
                taken[place] = true;
                before[at] = Some(place);
            }
        }
    }
    let mut pairs: Vec<(Option<usize>, Option<usize>)> =
        before.into_iter().enumerate().map(|(at, place)| (place, Some(at))).collect();
    pairs.extend((0..old.len()).filter(|place| !taken[*place]).map(|place| (Some(place), None)));
    pairs
}

/// A commit of the project's repository.
struct History<'a> {
    repository: Repository,
    revision: &'a str,
    commit: String,
    files: Vec<File>,
    /// What reading its documents found.
    findings: Vec<Diagnostic>,
}

impl History<'_> {
    /// The documents that lay where the project, then or now, looks for them.
    fn documents(&mut self, project: &mut Project) -> Result<Vec<Entry>, Failure> {
        let mut globs = project.config.documents.clone();
        globs.extend(self.old_globs()?);
        let is_looked_for = find::matcher(&globs)?;
        let prefix = self.repository.prefix.clone();
        let here = |file: &File| file.path.strip_prefix(&prefix).is_some_and(&is_looked_for);
        let named: HashSet<String> =
            project.documents.iter().map(|entry| format!("{prefix}{}", entry.lifecycle.path)).collect();
        let texts = self.files.iter().filter(|file| file.kind == Kind::Text);
        let wanted = texts.filter(|file| here(file) || named.contains(&file.path)).cloned();
        self.load(project, &wanted.collect::<Vec<_>>())
    }

    /// Adds documents of the project that lay somewhere else, known by their ids.
    fn elsewhere(&mut self, project: &mut Project, old: &mut Vec<Entry>) -> Result<(), Failure> {
        let known: HashSet<&str> = old.iter().map(id_of).collect();
        let ids = project.documents.iter().map(id_of).filter(|id| !id.trim().is_empty());
        let mut missing: HashSet<String> = ids.filter(|id| !known.contains(id)).map(str::to_owned).collect();
        let read: HashSet<String> =
            old.iter().map(|entry| self.within_repository(&entry.lifecycle.path)).collect();
        let is_text = |file: &&File| {
            let ending = file.path.rsplit('.').next().unwrap_or_default();
            file.kind == Kind::Text && ["md", "yaml", "yml"].contains(&ending) && !read.contains(&file.path)
        };
        let files: Vec<File> = self.files.iter().filter(is_text).cloned().collect();
        for some in files.chunks(AT_ONCE) {
            if missing.is_empty() {
                break;
            }
            let texts = self.repository.read(some)?;
            let is_wanted =
                |text: &[u8], file: &File| id_in(file, text).is_some_and(|id| missing.remove(&id));
            let mut is_wanted = is_wanted;
            let wanted = some.iter().zip(&texts).filter(|(file, text)| is_wanted(text, file));
            let wanted: Vec<File> = wanted.map(|(file, _)| file.clone()).collect();
            old.extend(self.load(project, &wanted)?);
        }
        Ok(())
    }

    /// Adds to the project the documents that a sparse checkout leaves out, as the index has them.
    fn absent(&self, project: &mut Project) -> Result<(), Failure> {
        let globs = project.config.documents.clone();
        let is_looked_for = find::matcher(&globs)?;
        let prefix = &self.repository.prefix;
        let mut left_out = self.repository.left_out()?;
        left_out.retain(|file| {
            let inside = file.path.strip_prefix(prefix);
            inside.is_some_and(|path| is_looked_for(path) && !project.root.join(path).exists())
        });
        let texts = self.repository.read(&left_out)?;
        for (file, text) in left_out.iter().zip(texts) {
            if id_in(file, &text).is_some() {
                let (entry, findings) = project.load(self.within_project(&file.path), text);
                project.findings.extend(findings);
                project.documents.push(entry);
            }
        }
        let documents = std::mem::take(&mut project.documents);
        project.adopt(documents);
        Ok(())
    }

    /// The globs of the configuration as it was; the default ones where there was none.
    fn old_globs(&self) -> Result<Vec<String>, Failure> {
        let path = format!("{}{}", self.repository.prefix, config::FILE);
        let file = self.files.iter().filter(|file| file.path == path && file.kind == Kind::Text).cloned();
        let texts = self.repository.read(&file.collect::<Vec<_>>())?;
        let text = texts.first().map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
        let (config, _) = config::read(&SourceFile::new(FileId(0), config::FILE, text));
        Ok(config.documents)
    }

    /// Those of `files` that are documents.
    fn load(&mut self, project: &mut Project, files: &[File]) -> Result<Vec<Entry>, Failure> {
        let texts = self.repository.read(files)?;
        let mut entries = Vec::new();
        for (file, text) in files.iter().zip(texts) {
            let name = format!("{}:{}", self.revision, file.path);
            if id_in(file, &text).is_none() {
                continue;
            }
            // What is wrong with an old document is told only where it keeps it from being compared.
            let (mut entry, findings) = project.load(name, text);
            self.findings.extend(findings);
            entry.lifecycle.path = self.within_project(&file.path);
            entries.push(entry);
        }
        Ok(entries)
    }

    /// A path of the repository as one of the project, out of which it may lead.
    fn within_project(&self, path: &str) -> String {
        let prefix = &self.repository.prefix;
        let inside = path.strip_prefix(prefix).map(str::to_owned);
        inside.unwrap_or_else(|| format!("{}{path}", "../".repeat(prefix.matches('/').count())))
    }

    /// The other way round.
    fn within_repository(&self, path: &str) -> String {
        let depth = path.matches("../").count();
        let folders: Vec<&str> = self.repository.prefix.split_inclusive('/').collect();
        let kept = folders[..folders.len().saturating_sub(depth)].concat();
        kept + path.trim_start_matches("../")
    }

    /// Whether a document that seems to be new only could not be read in the old revision.
    fn check(&self, project: &Project, pairs: &[(Option<usize>, Option<usize>)]) -> Result<(), Failure> {
        let new = pairs.iter().filter(|(before, _)| before.is_none()).filter_map(|(_, after)| *after);
        for entry in new.map(|at| &project.documents[at]) {
            let path = format!("{}{}", self.repository.prefix, entry.lifecycle.path);
            let file = self.files.iter().find(|file| {
                file.path == path
                    || (file.kind == Kind::Submodule && Path::new(&path).starts_with(&file.path))
            });
            let Some(file) = file else { continue };
            let message = match file.kind {
                Kind::Submodule => format!(
                    "{path} lies in the submodule {}, whose history is its own; run it there: \
                     statedoc -C {} diff --against REV",
                    file.path, file.path
                ),
                Kind::Link => {
                    format!("{path} is a symbolic link at {}; name the file that it leads to", self.revision)
                }
                Kind::Text if self.is_pointer(file)? => format!(
                    "{path} is kept in Git LFS at {rev}; compare with its text: \
                     git show {rev}:{path} | git lfs smudge > old.md && statedoc diff old.md {path}",
                    rev = self.revision
                ),
                Kind::Text => continue,
            };
            return Err(Failure { message });
        }
        Ok(())
    }

    fn is_pointer(&self, file: &File) -> Result<bool, Failure> {
        let texts = self.repository.read(std::slice::from_ref(file))?;
        Ok(texts.first().is_some_and(|text| text.starts_with(b"version https://git-lfs.github.com/spec/")))
    }
}
