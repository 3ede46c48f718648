//! What is written as a diagram is read back as the same states, arrows and labels.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statedoc::mermaid::{RowArrow, Rows, compare, normal, read, write};
use statedoc::source::{FileId, SourceFile};

fuzz_target!(|texts: Vec<String>| {
    let mut names: Vec<String> = texts.iter().take(8).cloned().collect();
    names.sort_by_key(|name| normal(name));
    names.dedup_by_key(|name| normal(name));
    names.retain(|name| !normal(name).is_empty() && name != "[*]");
    if names.is_empty() {
        return;
    }
    let count = names.len();
    let arrows = texts.iter().enumerate().map(|(at, text)| RowArrow {
        from: Some(at % count),
        to: Some(at / count % count),
        label: Some(text.as_str()),
    });
    let rows = Rows { states: names.iter().map(String::as_str).collect(), arrows: arrows.collect() };
    let file = SourceFile::new(FileId(0), "a.mmd", write(&rows));
    let (diagram, findings) = read(&file, file.whole());
    assert!(findings.is_empty(), "{findings:?}\n{}", file.text);
    let diagram = diagram.unwrap_or_else(|| panic!("no diagram:\n{}", file.text));
    assert_eq!(diagram.arrows.len(), rows.arrows.len(), "{}", file.text);
    let comparison = compare(&diagram, &rows);
    assert!(comparison.is_empty(), "{comparison:?}\n{}", file.text);
});
