//! Edits that the rules' fixes share.

use super::Subject;
use crate::diagnostic::Edit;
use crate::source::{SourceFile, Span};

/// Adds the line `key_value` to the map `entry`, after its value `after`.
pub(super) fn add_key(file: &SourceFile, entry: Span, after: Span, key_value: &str) -> Edit {
    if file.slice(entry).starts_with('{') {
        return Edit { span: after.at_end(), text: format!(", {key_value}") };
    }
    let line = file.line_range(file.line_index(after.end));
    let indent = file.position(entry.start).column - 1;
    let text = format!("{}{:indent$}{key_value}", file.line_end(), "");
    Edit { span: file.span(line.end..line.end), text }
}

/// Marks `state` as initial, and with it every state that is so by the arrows alone: as soon as
/// one state is marked, the arrows no longer count.
pub(super) fn mark_initial(subject: &Subject, state: usize) -> Vec<Edit> {
    let lifecycle = subject.lifecycle;
    let created = |index: usize| lifecycle.rows.iter().any(|row| row.from.is_none() && row.to == Some(index));
    let entries = subject.document.states.iter().enumerate();
    let marked = entries.filter(|(index, entry)| {
        !entry.initial && !created(*index) && (*index == state || lifecycle.states[*index].initial)
    });
    let edit = |(_, entry): (usize, &crate::document::StateEntry)| {
        let name = entry.name.as_ref()?;
        Some(add_key(subject.file, entry.span, name.span, "initial: true"))
    };
    marked.filter_map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::add_key;
    use crate::source::{FileId, SourceFile};

    /// The text after `variant: B` is added to the map that begins at `entry`, behind `after`.
    fn added(text: &str, entry: &str, after: &str) -> String {
        let file = SourceFile::new(FileId(0), "a.yaml", text);
        let place = |words: &str| {
            let start = text.find(words).expect("the words");
            file.span(start..start + words.len())
        };
        let edit = add_key(&file, place(entry), place(after), "variant: B");
        let mut text = text.to_owned();
        text.replace_range(edit.span.range(), &edit.text);
        text
    }

    #[test]
    fn a_key_is_added_in_the_style_of_its_map() {
        assert_eq!(added("- name: b # b\n", "name: b", "b #"), "- name: b # b\n  variant: B\n");
        assert_eq!(added("  - name: b\r\n", "name: b", "b"), "  - name: b\r\n    variant: B\r\n");
        assert_eq!(added("- {name: b, x-a: c}", "{name: b, x-a: c}", "b"), "- {name: b, variant: B, x-a: c}");
    }
}
