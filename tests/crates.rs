//! A generated crate in a folder that stays, so that its dependencies are compiled once.
//!
//! Each has a target folder of its own: cargo takes two crates of one name and version for the same.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::sandbox::{Sandbox, copy, repository};

/// A crate that statedoc has written, as its user would have it.
pub(crate) struct Crate {
    folder: PathBuf,
}

impl Crate {
    /// The crate that the documents of a project give. Two tests must not share a name.
    pub(crate) fn new(name: &str, project: &Sandbox) -> Self {
        let output = project.statedoc(&["generate"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        copy(&project.path("generated"), &folder);
        let manifest = fs::read_to_string(repository().join("templates/init/generated.Cargo.toml"));
        let manifest = format!("{}\n[workspace]\n", manifest.expect("the manifest's template"));
        fs::write(folder.join("Cargo.toml"), manifest).expect("the manifest can be written");
        fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock can be copied");
        Self { folder }
    }

    /// The same with a typed layer, serde and the kit.
    pub(crate) fn with_layers(name: &str, project: &Sandbox) -> Self {
        project.write("statedoc.toml", "[rust]\ntyped = true\nserde = true\n\n[kit]\n");
        let generated = Self::new(name, project);
        let manifest = generated.path("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("the manifest");
        let text = text.replacen(
            "[dev-dependencies]\n",
            "[dependencies]\nserde = { version = \"1\", default-features = false }\n\n\
             [dev-dependencies]\nserde_json = \"1\"\n",
            1,
        );
        fs::write(manifest, text).expect("the manifest can be written");
        generated
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.folder.join(relative)
    }

    /// Runs cargo in the crate.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.with_extension("target"))
            .env("CARGO_TERM_COLOR", "never")
            .env("RUSTDOCFLAGS", "-D warnings")
            .output()
            .expect("cargo starts")
    }

    /// Runs cargo, which must succeed.
    pub(crate) fn must(&self, arguments: &[&str]) {
        let output = self.cargo(arguments);
        assert!(output.status.success(), "cargo {}\n{}", arguments.join(" "), text(&output));
    }
}

/// What a command said, on both streams.
pub(crate) fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|stream| String::from_utf8_lossy(stream)).join("\n")
}
