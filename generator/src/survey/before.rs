//! What an earlier survey found of each document, so that the next one need not find it again.

use std::collections::HashMap;

use super::document::Judged;
use crate::config;
use crate::project::Project;
use crate::source::SourceFile;
use crate::sync::Plan;

/// A project as it was surveyed before, when the disk agreed.
#[derive(Debug, Default)]
pub struct Before {
    /// The text of the configuration.
    configuration: Option<String>,
    /// The documents by their paths, with their texts.
    documents: HashMap<String, (String, Judged)>,
    /// The paths of all outputs, sorted.
    paths: Vec<String>,
}

impl Before {
    /// What can be gone by after `project` was surveyed.
    pub(super) fn new(project: &Project, documents: Vec<Judged>, plan: Option<&Plan>) -> Self {
        let text = |judged: Judged| {
            let source = project.sources.get(judged.heading.file);
            (source.path.clone(), (source.text.clone(), judged))
        };
        let paths = plan.iter().flat_map(|plan| &plan.changes).filter(|change| change.is_wanted());
        Self {
            configuration: configuration(project).map(str::to_owned),
            paths: paths.map(|change| change.path.clone()).collect(),
            documents: documents.into_iter().map(text).collect(),
        }
    }

    /// Whether the configuration is the same now.
    pub(super) fn is_of(&self, project: &Project) -> bool {
        configuration(project) == self.configuration.as_deref()
    }

    /// What came of a document with this id, path and text: spans hold the id.
    pub(super) fn judged(&self, source: &SourceFile) -> Option<Judged> {
        let (text, judged) = self.documents.get(&source.path)?;
        (*text == source.text && judged.heading.file == source.id).then(|| judged.again())
    }

    /// Whether the outputs of a plan lie where they did.
    pub(super) fn has_the_paths_of(&self, plan: &Plan) -> bool {
        self.paths.iter().eq(plan.changes.iter().map(|change| &change.path))
    }
}

fn configuration(project: &Project) -> Option<&str> {
    project.sources.iter().find(|file| file.path == config::FILE).map(|file| file.text.as_str())
}
