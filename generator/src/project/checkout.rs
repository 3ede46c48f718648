//! Where the project lies in the checkout that tools for code review show.

use std::path::{Path, PathBuf};

use super::find::{normal, slashed};

/// The way from the root of the checkout to the project at `root`, empty or ending in `/`. The checkout is the
/// git repository around it or, where none is seen, the folder that GitHub's runner names.
#[must_use]
pub fn checkout(root: &Path) -> String {
    let root = normal(root);
    let repository = root.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let runner = || std::env::var_os("GITHUB_WORKSPACE").map(|folder| normal(Path::new(&folder)));
    let top: PathBuf = repository.or_else(runner).unwrap_or_default();
    let inside = root.strip_prefix(top).map(slashed).unwrap_or_default();
    if inside.is_empty() || inside.starts_with('/') { String::new() } else { inside + "/" }
}
