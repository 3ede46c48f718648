//! What people write in tables to save words: ditto marks, and marks of footnotes.

use std::collections::HashMap;

use crate::markdown::{Page, Words, tidy};
use crate::source::{SourceFile, Span};

/// Marks for what stands above.
const DITTO: &[&str] = &["\"", "''", "〃", "″", "”", "“", "\"\"", "ditto", "do.", "same as above"];

/// What a footnote says of a cell, for a remark: the cell's place and the words.
pub(super) type Remark = (Span, String);

/// Writes out ditto marks, and takes the marks of footnotes away.
pub(super) fn resolve(file: &SourceFile, page: &mut Page) -> Vec<Remark> {
    let notes: HashMap<String, String> = page.paragraphs.iter().flat_map(definitions).collect();
    let mut remarks = Vec::new();
    for table in &mut page.tables {
        let mut above: Vec<Option<Words>> = vec![None; table.head.len()];
        for words in table.rows.iter_mut().flat_map(|row| row.iter_mut().enumerate()) {
            let (at, words) = words;
            without_marks(file, words, &notes, &mut remarks);
            let Some(above) = above.get_mut(at) else { continue };
            match above.as_ref().filter(|_| DITTO.contains(&words.text.to_lowercase().as_str())) {
                Some(above) => *words = Words { span: words.span, ..above.clone() },
                None if words.text.is_empty() => {}
                None => *above = Some(words.clone()),
            }
        }
    }
    for item in &mut page.items {
        without_marks(file, &mut item.words, &notes, &mut remarks);
    }
    remarks
}

/// The footnotes that a paragraph defines: `[^1]: text`.
fn definitions(words: &Words) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    for piece in words.text.split("[^").skip(1) {
        if let Some((id, text)) = piece.split_once("]:").filter(|_| words.text.starts_with("[^")) {
            notes.push((id.to_owned(), tidy(text)));
        }
    }
    notes
}

fn without_marks(
    file: &SourceFile,
    words: &mut Words,
    notes: &HashMap<String, String>,
    remarks: &mut Vec<Remark>,
) {
    let source = file.slice(words.span);
    let ids: Vec<&str> =
        source.split("[^").skip(1).filter_map(|piece| Some(piece.split_once(']')?.0)).collect();
    let is_id =
        |id: &&str| id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')) && !id.is_empty();
    let codes = words.codes.join("\n");
    for id in ids.into_iter().filter(is_id).filter(|id| !codes.contains(&format!("[^{id}]"))) {
        // A definition of one word is a link for the Markdown library: its brackets are gone.
        for mark in [format!("[^{id}]"), format!("^{id}")] {
            words.text = tidy(&words.text.replacen(&mark, "", 1));
            words.around = tidy(&words.around.replacen(&mark, "", 1));
        }
        if let Some(note) = notes.get(id) {
            remarks.push((words.span, format!("{}: {note}", words.text.replace('\n', " "))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use crate::markdown;
    use crate::source::{FileId, SourceFile};

    #[test]
    fn ditto_and_footnote_marks_are_resolved() {
        let text = "| a | b |\n|---|---|\n| one[^1] | x[^b] |\n| \" | 〃 |\n| `[^a-z]` | ditto |\n\n[^1]: note it\n\n[^b]: y\n";
        let file = SourceFile::new(FileId(0), "a.md", text);
        let mut page = markdown::read(&file, 0..text.len());
        let remarks = resolve(&file, &mut page);
        let cells: Vec<&str> =
            page.tables[0].rows.iter().flatten().map(|words| words.text.as_str()).collect();
        assert_eq!(cells, ["one", "x", "one", "x", "[^a-z]", "x"]);
        assert_eq!(remarks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["one: note it"]);
    }
}
