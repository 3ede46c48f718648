//! What was worked out of documents before, for those whose texts are still the same.

use std::collections::HashMap;

use super::{Entry, Project};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile, Sources};

/// The documents of a project that was read before.
#[derive(Debug, Default)]
pub(super) struct Kept {
    sources: Sources,
    entries: HashMap<FileId, (Entry, Vec<Diagnostic>)>,
}

impl Kept {
    pub(super) fn of(previous: Project) -> Self {
        let Project { sources, documents, findings, .. } = previous;
        let mut entries: HashMap<FileId, (Entry, Vec<Diagnostic>)> =
            documents.into_iter().map(|entry| (entry.file, (entry, Vec::new()))).collect();
        for finding in findings {
            if let Some((_, own)) = entries.get_mut(&finding.span.file) {
                own.push(finding);
            }
        }
        Self { sources, entries }
    }

    /// What is known of a file with this id, path and text: spans hold the id.
    pub(super) fn take(&mut self, file: &SourceFile) -> Option<(Entry, Vec<Diagnostic>)> {
        self.entries.get(&file.id)?;
        let before = self.sources.get(file.id);
        (before.path == file.path && before.text == file.text).then(|| self.entries.remove(&file.id))?
    }
}
