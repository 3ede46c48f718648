//! Any text as a diagram is read, compared and refreshed, and then agrees.
#![no_main]

use libfuzzer_sys::fuzz_target;
use statedoc::mermaid::{RowArrow, Rows, compare, fences, read, refresh};
use statedoc::source::{FileId, SourceFile};

fuzz_target!(|text: &str| {
    let text = format!("```mermaid\n{text}\n```\n");
    let file = SourceFile::new(FileId(0), "a.md", text.as_str());
    let arrow = |from, to, label| RowArrow { from, to, label };
    let rows = Rows {
        states: vec!["queued", "In Review", "end"],
        arrows: vec![
            arrow(Some(0), Some(1), Some("start: now")),
            arrow(Some(1), Some(1), None),
            arrow(Some(1), Some(2), Some("#35;")),
        ],
    };
    for fence in fences(&file, 0..text.len()) {
        let (Some(diagram), findings) = read(&file, fence.content) else { continue };
        if !findings.is_empty() {
            continue;
        }
        let comparison = compare(&diagram, &rows);
        let edits = refresh(&file, &fence, &diagram, &rows, &comparison, true);
        let mut spliced = text.clone();
        for edit in edits.iter().rev() {
            spliced.replace_range(edit.span.range(), &edit.text);
        }
        let file = SourceFile::new(FileId(0), "a.md", spliced);
        let again = fences(&file, 0..file.text.len());
        let (diagram, _) = read(&file, again[0].content);
        let left = diagram.map(|diagram| compare(&diagram, &rows));
        assert!(left.as_ref().is_some_and(|left| left.is_empty()), "{left:?}\n{}", file.text);
        return; // the others moved
    }
});
