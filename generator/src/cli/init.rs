//! `statedoc init`: a first project.

use std::fs;
use std::path::Path;

use super::output::Output;
use super::{Exit, Stop};
use crate::config;
use crate::failure::Failure;

/// The files of a first project, by path.
const FILES: [(&str, &str); 4] = [
    (config::FILE, include_str!("../../../templates/init/statedoc.toml")),
    ("specs/STATE-EXAMPLE-001.md", include_str!("../../../templates/init/STATE-EXAMPLE-001.md")),
    ("generated/Cargo.toml", include_str!("../../../templates/init/generated.Cargo.toml")),
    ("Cargo.toml", include_str!("../../../templates/init/workspace.Cargo.toml")),
];

pub(super) fn run(root: &Path, output: &mut Output) -> Result<Exit, Stop> {
    if root.join(config::FILE).exists() {
        return Err(Failure { message: format!("{} has a statedoc.toml already", root.display()) }.into());
    }
    for (path, text) in FILES {
        let target = root.join(path);
        if target.exists() {
            let hint =
                if path == "Cargo.toml" { " (make `generated` a member of its workspace)" } else { "" };
            output.line(&format!("kept {path}{hint}"))?;
            continue;
        }
        let folder = target.parent().unwrap_or(root);
        fs::create_dir_all(folder).map_err(|error| Failure::new("make the folder", folder, &error))?;
        fs::write(&target, text).map_err(|error| Failure::new("write", &target, &error))?;
        output.line(&format!("wrote {path}"))?;
    }
    output.line("next: `statedoc generate`, then `cargo test`")?;
    Ok(Exit::Clean)
}
