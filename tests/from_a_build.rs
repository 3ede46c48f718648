//! A user's crate: modules from its build script, and its documents checked by one of its tests.

use std::collections::BTreeMap;
use std::fs;

use crate::crates::{Crate, text};
use crate::sandbox::{Sandbox, files, repository};

const BUILD: &str = r#"fn main() -> Result<(), statedoc::Report> {
    statedoc::generate(std::env::var("CARGO_MANIFEST_DIR").unwrap())
}
"#;

const LIB: &str = r#"//! A shop.
#![deny(warnings)]

include!(concat!(env!("OUT_DIR"), "/lifecycles.rs"));

/// Whether an order can be sent.
pub fn can_be_sent(stored: &str) -> bool {
    use lifecycles::parcel::State;
    State::parse(stored).is_ok_and(|state| state.attempt_to(State::Sent, |_| Ok::<(), &str>(())).is_ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_the_document_says() {
        assert!(super::can_be_sent("draft"));
        assert!(!super::can_be_sent("sent"));
    }
}
"#;

const TEST: &str = r#"#[test]
fn the_documents_hold() {
    statedoc::check(env!("CARGO_MANIFEST_DIR")).unwrap();
}
"#;

const DOCUMENT: &str = "---
id: STATE-SHOP-002
title: Parcel
states:
  - name: draft
    meaning: Not sent yet.
  - name: sent
    meaning: On its way.
transitions:
  - from: draft
    to: sent
    trigger: send
---

# Parcel
";

/// The manifest. Both uses of the tool have one profile, so that it is compiled once.
fn manifest() -> String {
    let path = repository();
    format!(
        "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [build-dependencies]\nstatedoc = {{ path = {path:?}, default-features = false }}\n\n\
         [dev-dependencies]\nstatedoc = {{ path = {path:?}, default-features = false }}\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n\n\
         [profile.dev.build-override]\ncodegen-units = 16\n"
    )
}

fn shop() -> Crate {
    let project = Sandbox::new();
    project.write("specs/parcel.md", DOCUMENT);
    project.write("statedoc.toml", "[rust]\nenabled = false\n\n[tests]\nenabled = false\n");
    let output = project.statedoc(&["generate"]);
    assert!(output.status.success(), "{}", text(&output));
    project.write("Cargo.toml", manifest());
    project.write("build.rs", BUILD);
    project.write("src/lib.rs", LIB);
    project.write("tests/documents.rs", TEST);
    project.write("README.md", "A shop.\n");
    Crate::of("shop", &project)
}

/// Everything of the crate that is not cargo's.
fn own(shop: &Crate) -> BTreeMap<String, Vec<u8>> {
    let mut own = files(&shop.path(""));
    own.remove("Cargo.lock");
    own
}

fn replace(shop: &Crate, path: &str, old: &str, new: &str) {
    let text = fs::read_to_string(shop.path(path)).expect("a file");
    assert!(text.contains(old), "{path} does not contain {old:?}");
    fs::write(shop.path(path), text.replace(old, new)).expect("the file can be written");
}

/// Whether cargo runs the build script again.
fn is_built_again(shop: &Crate) -> bool {
    let output = shop.cargo(&["build", "--offline", "-v"]);
    assert!(output.status.success(), "{}", text(&output));
    !text(&output).contains("Fresh shop")
}

#[test]
fn a_crate_is_built_and_checked_without_the_program() {
    let shop = shop();
    let before = own(&shop);
    shop.must(&["test", "--offline"]);
    assert_eq!(own(&shop), before, "nothing is written outside OUT_DIR");

    // Only what counts has the script run again.
    assert!(!is_built_again(&shop));
    fs::write(shop.path("README.md"), "A bigger shop.\n").expect("the file can be written");
    fs::write(shop.path("generated/docs/notes.md"), "Ours.\n").expect("the file can be written");
    assert!(!is_built_again(&shop));
    let second = DOCUMENT.replace("Parcel", "Order").replace("002", "001");
    fs::write(shop.path("specs/order.md"), second).expect("the file can be written");
    assert!(is_built_again(&shop));
    replace(&shop, "src/lib.rs", "parcel", "order");
    shop.must(&["build", "--offline"]);

    // A page that is out of date fails the test, with what mends it.
    replace(&shop, "specs/parcel.md", "On its way.", "Under way.");
    let output = shop.cargo(&["test", "--offline", "--test", "documents"]);
    let said = text(&output);
    assert!(!output.status.success(), "{said}");
    assert!(
        said.contains("stale generated/docs/parcel.md: out of date; mend it: statedoc generate"),
        "{said}"
    );
    assert!(said.contains("missing generated/docs/order.md"), "{said}");
    assert!(said.contains("+| **sent** | Under way."), "{said}");

    // An error stops the build, as the program would show it; a warning is one of cargo's.
    replace(&shop, "specs/order.md", "to: sent", "to: snet");
    let output = shop.cargo(&["build", "--offline"]);
    let said = text(&output);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("error[undeclared-state]") && said.contains("specs/order.md:"), "{said}");
    replace(&shop, "specs/order.md", "to: snet", "to: sent\n    guard: TODO");
    let output = shop.cargo(&["build", "--offline"]);
    let said = text(&output);
    assert!(output.status.success() && said.contains("[placeholder-text]"), "{said}");

    // A document that is gone leaves no module behind.
    fs::remove_file(shop.path("specs/parcel.md")).expect("the file can be removed");
    shop.must(&["build", "--offline"]);
    let left = files(&shop.path("").with_extension("target"));
    let modules: Vec<&String> = left.keys().filter(|path| path.contains("/out/lifecycles/")).collect();
    assert!(modules.iter().any(|path| path.ends_with("/order.rs")), "{modules:?}");
    assert!(!modules.iter().any(|path| path.ends_with("/parcel.rs")), "{modules:?}");
}

#[test]
fn readme_shows_what_is_tried_here() {
    let readme = fs::read_to_string(repository().join("README.md")).expect("README.md");
    let include = LIB.lines().find(|line| line.starts_with("include!")).expect("the line");
    for shown in [BUILD, include, TEST] {
        assert!(readme.contains(shown), "README.md lacks\n{shown}");
    }
}

#[test]
fn generate_says_that_it_is_for_build_scripts() {
    let error = statedoc::generate(repository()).expect_err("tests have no OUT_DIR");
    assert_eq!(
        error.to_string(),
        "error: `generate` is for build scripts: only for these does cargo set OUT_DIR\n"
    );
}

#[test]
fn this_repository_holds() {
    statedoc::check(repository()).unwrap();
    let empty = Sandbox::new();
    let error = statedoc::check(empty.root()).expect_err("there is no document").to_string();
    assert!(error.starts_with("error: no state document found in "), "{error}");
}
