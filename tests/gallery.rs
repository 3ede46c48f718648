//! The kit in a user's crate: right parcels, wrong parcels, tests to paste, and a certificate.

use std::fs;

use crate::crates::Crate;
use crate::sandbox::{Sandbox, copy, repository};

#[test]
fn every_wrong_parcel_is_found_and_no_right_one_is() {
    let project = Sandbox::new();
    let gallery = repository().join("tests/gallery");
    project.write("specs/parcel.md", fs::read(gallery.join("parcel.md")).expect("the document"));
    project.write("statedoc.toml", "[kit]\n\n[tests]\nenabled = false\n");
    let generated = Crate::new("gallery", &project);
    copy(&gallery, &generated.path("tests/gallery"));
    generated.must(&["test", "--offline", "--test", "gallery"]);
    generated.must(&["clippy", "--offline", "--tests", "--", "-D", "warnings", "-D", "missing_docs"]);
}
