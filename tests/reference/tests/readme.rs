//! The README shows code that is there, and names files that are.

use std::fs;
use std::path::Path;

#[test]
fn the_code_is_that_of_the_sources() {
    let (readme, source) = (read("README.md"), read("src/aging.rs"));
    let code = readme.split("```rust\n").nth(1).expect("code").split("```").next().expect("its end");
    assert!(source.contains(code), "src/aging.rs no longer has:\n{code}");
}

#[test]
fn every_link_leads_somewhere() {
    let readme = read("README.md");
    let links: Vec<_> = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 10);
    for link in links {
        assert!(folder().join(link).exists(), "{link} is not there");
    }
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(folder().join(file)).expect("a text")
}
