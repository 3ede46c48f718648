//! What an earlier survey made, so that the next one need not make it again.

use std::collections::{BTreeMap, HashSet};

use crate::Survey;
use crate::config;
use crate::emit::{Artifact, Kept};
use crate::project::Project;

/// A project as it was surveyed before, and what was made then.
#[derive(Debug, Default)]
pub struct Before {
    /// The texts of the documents and of the configuration by their paths.
    texts: BTreeMap<String, String>,
    /// What was made of them.
    pub(crate) artifacts: Vec<Artifact>,
}

impl Before {
    /// What the next survey can go by.
    #[must_use]
    pub fn new(project: &Project, survey: Survey) -> Self {
        let texts = project.sources.iter().map(|file| (file.path.clone(), file.text.clone()));
        Self { texts: texts.collect(), artifacts: survey.artifacts }
    }

    /// The documents whose texts are the same now; none where the configuration is another.
    pub(crate) fn unchanged(&self, project: &Project) -> HashSet<String> {
        let now = project.sources.iter().find(|file| file.path == config::FILE).map(|file| &file.text);
        if now != self.texts.get(config::FILE) {
            return HashSet::new();
        }
        let same = project.sources.iter().filter(|file| self.texts.get(&file.path) == Some(&file.text));
        same.map(|file| file.path.clone()).collect()
    }

    pub(crate) fn kept<'a>(&'a self, unchanged: &'a HashSet<String>) -> Kept<'a> {
        Kept { artifacts: &self.artifacts, unchanged: Some(unchanged) }
    }

    /// Whether exactly these outputs were made before, whatever is in them.
    pub(crate) fn has_the_paths_of(&self, artifacts: &[Artifact]) -> bool {
        let paths = |artifacts: &[Artifact]| artifacts.iter().map(|one| one.path.clone()).collect::<Vec<_>>();
        paths(&self.artifacts) == paths(artifacts)
    }
}
