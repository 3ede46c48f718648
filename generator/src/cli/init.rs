//! `statedoc init`: a first project.

use std::path::Path;

use super::output::Output;
use super::{Exit, Stop};
use crate::config;
use crate::failure::Failure;
use crate::sync;

/// The files of a first project, by path.
const FILES: [(&str, &str); 4] = [
    (config::FILE, include_str!("../../../templates/init/statedoc.toml")),
    (EXAMPLE, include_str!("../../../templates/init/STATE-EXAMPLE-001.md")),
    ("generated/Cargo.toml", include_str!("../../../templates/init/generated.Cargo.toml")),
    (WORKSPACE, include_str!("../../../templates/init/workspace.Cargo.toml")),
];

const EXAMPLE: &str = "specs/STATE-EXAMPLE-001.md";
const WORKSPACE: &str = "Cargo.toml";

pub(super) fn run(root: &Path, output: &mut Output) -> Result<Exit, Stop> {
    if root.join(config::FILE).exists() {
        return Err(Failure { message: format!("{} has a statedoc.toml already", root.display()) }.into());
    }
    let _lock = super::lock(root);
    let has_documents = root.join("specs").is_dir();
    let in_workspace = root.join(WORKSPACE).exists();
    for (path, text) in FILES {
        if path == EXAMPLE && has_documents {
            continue;
        }
        let target = root.join(path);
        if target.exists() {
            output.line(&format!("kept {path}"))?;
            continue;
        }
        sync::write(&target, text)?;
        output.line(&format!("wrote {path}"))?;
    }
    if in_workspace {
        output.line("next: make `generated` a member in Cargo.toml, such as")?;
        output.line("    [workspace]")?;
        output.line("    members = [\"generated\"]")?;
        output.line("then `statedoc generate`, and `cargo test --workspace`")?;
    } else {
        output.line("next: `statedoc generate`, then `cargo test`")?;
    }
    Ok(Exit::Clean)
}
