//! Where the root is, which files may be documents, and reading them.

use std::fs;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};

use crate::config;
use crate::failure::Failure;
use crate::source::{FileId, SourceFile};
#[cfg(feature = "cli")]
use crate::watch::Places;

/// The largest file that is read as a whole, in bytes.
pub(super) const LIMIT: usize = 16 * 1024 * 1024;

/// The nearest folder at or above `start` that holds statedoc.toml, else `start`.
#[must_use]
pub fn root(start: &Path) -> PathBuf {
    let found = start.ancestors().find(|folder| folder.join(config::FILE).is_file());
    found.unwrap_or(start).to_owned()
}

/// The files that `globs` name, relative to `root`, sorted.
pub(super) fn documents(root: &Path, globs: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let overrides = overrides(root, globs)?;
    let mut folders: Vec<PathBuf> = globs.iter().map(|glob| root.join(config::base(glob))).collect();
    folders.sort();
    folders.dedup();
    let mut found = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let walk = WalkBuilder::new(folder).overrides(overrides.clone()).require_git(false).build();
        for entry in walk {
            let entry = entry.map_err(|error| Failure {
                message: format!("cannot read the documents' folder: {error}"),
            })?;
            let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
            if is_file || entry.path_is_symlink() && entry.path().is_file() {
                if entry.path().to_str().is_none() {
                    let message = format!("the name of {} is not UTF-8; rename it", entry.path().display());
                    return Err(Failure { message });
                }
                found.push(relative(root, entry.path()));
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn overrides(root: &Path, globs: &[String]) -> Result<Override, Failure> {
    let mut overrides = OverrideBuilder::new(root);
    for glob in globs {
        let bad = |error| Failure { message: format!("`{glob}` in statedoc.toml is no glob: {error}") };
        overrides.add(&format!("/{glob}")).map_err(bad)?;
    }
    overrides.build().map_err(|error| Failure { message: format!("bad globs in statedoc.toml: {error}") })
}

/// Whether a path, relative to the root, is one that `globs` name.
pub(crate) fn matcher(globs: &[String]) -> Result<impl Fn(&str) -> bool, Failure> {
    let overrides = overrides(Path::new(""), globs)?;
    Ok(move |path: &str| overrides.matched(path, false).is_whitelist())
}

/// The files below `root`, relative to it, without those that `.gitignore` names, those of other
/// projects inside, and those that cannot be listed.
pub(super) fn files(root: &Path) -> Vec<String> {
    let own = root.to_owned();
    let walk = WalkBuilder::new(root)
        .require_git(false)
        .filter_entry(move |entry| {
            let is_inside = entry.file_type().is_some_and(|kind| kind.is_dir()) && entry.path() != own;
            !is_inside || !entry.path().join(config::FILE).is_file()
        })
        .build();
    let files = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let shown = |path: &Path| Some(slashed(Path::new(path.strip_prefix(root).ok()?.to_str()?)));
    files.filter_map(|entry| shown(entry.path())).collect()
}

/// The templates in `folder` and below it, by their paths relative to the root; in the root itself, but
/// not below it. A link is none: it could lead out of the project.
pub(super) fn templates(root: &Path, folder: &str) -> Vec<String> {
    let depth = if folder.is_empty() { Some(1) } else { None };
    let walk = WalkBuilder::new(root.join(folder)).require_git(false).max_depth(depth).build().flatten();
    let is_template = |entry: &ignore::DirEntry| {
        let file = entry.file_type().is_some_and(|kind| kind.is_file());
        file && entry.path().extension().is_some_and(|ending| ending == "j2")
    };
    let shown = |path: &Path| Some(slashed(Path::new(path.strip_prefix(root).ok()?.to_str()?)));
    walk.filter(is_template).filter_map(|entry| shown(entry.path())).collect()
}

/// The files in `folders`, and below them where that is said, relative to the root, those that
/// `.gitignore` names too.
pub(super) fn ignored_files(root: &Path, folders: &[(&str, bool)]) -> Vec<String> {
    let walks = folders.iter().flat_map(|(folder, deep)| {
        let depth = if *deep { None } else { Some(1) };
        WalkBuilder::new(root.join(folder)).standard_filters(false).max_depth(depth).build().flatten()
    });
    let files = walks.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let shown = |path: &Path| Some(slashed(Path::new(path.strip_prefix(root).ok()?.to_str()?)));
    files.filter_map(|entry| shown(entry.path())).collect()
}

/// Where something may happen that concerns a project: its root, the folders that `globs` reach, and
/// `outputs` (each with whether what is below it counts too), with the way to each.
#[cfg(feature = "cli")]
pub(super) fn places(root: &Path, globs: &[String], outputs: &[(&str, bool)]) -> Places {
    let shallow = |glob: &str| !glob[config::base(glob).len()..].trim_start_matches('/').contains('/');
    let mut folders = vec![root.to_owned()];
    let mut deep = [Vec::new(), Vec::new()];
    let documents = globs.iter().map(|glob| (config::base(glob), shallow(glob), true));
    for (base, shallow, filtered) in
        documents.chain(outputs.iter().map(|(output, deep)| (*output, !deep, false)))
    {
        let base = if base.is_empty() { root.to_owned() } else { root.join(base) };
        let way = base.ancestors().take_while(|folder| folder.starts_with(root));
        folders.extend(way.map(Path::to_owned));
        if !shallow {
            let mut walk = WalkBuilder::new(&base);
            let walk = walk.standard_filters(filtered).require_git(false).build().flatten();
            let inside = walk.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_dir()));
            folders.extend(inside.map(ignore::DirEntry::into_path));
        }
        deep[usize::from(!filtered)].push(base);
    }
    folders.sort();
    folders.dedup();
    let [documents, outputs] = deep;
    Places { root: root.to_owned(), documents, outputs, folders }
}

/// Whether `path` is where the configuration of the project at `root` looks for documents; a
/// configuration that cannot be read says nothing against it.
#[must_use]
pub fn is_looked_for(root: &Path, path: &Path) -> bool {
    let read = fs::read_to_string(root.join(config::FILE)).unwrap_or_default();
    let (config, _) = config::read(&SourceFile::new(FileId(0), config::FILE, read.as_str()));
    let root = normal(root);
    documents(&root, &config.documents).map_or(true, |found| found.contains(&relative(&root, path)))
}

/// A file's bytes; one byte more than 16 MB where it is larger, so that the excess shows.
///
/// # Errors
///
/// A file that cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    use std::io::Read as _;
    let failure = |error| Failure::new("read", path, &error);
    let file = fs::File::open(path).map_err(failure)?;
    let most = LIMIT as u64 + 1;
    let size = file.metadata().map_err(failure)?.len().min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes).map_err(failure)?;
    Ok(bytes)
}

/// `path` as an absolute one without `.` and `..`; a relative path starts where the program does.
#[must_use]
pub fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// A path with `/` between its parts, as documents and reports write it. On systems whose separator is another
/// one, a backslash is a part of a name like any other character.
#[must_use]
pub fn slashed(path: &Path) -> String {
    let text = path.to_string_lossy();
    if MAIN_SEPARATOR == '\\' { text.replace('\\', "/") } else { text.into_owned() }
}

/// `path`, which starts at `root` where it is relative, as one relative to `root` if it lies below it.
#[must_use]
pub fn relative(root: &Path, path: &Path) -> PathBuf {
    let plain = normal(&root.join(path));
    plain.strip_prefix(root).map(Path::to_owned).unwrap_or(plain)
}
