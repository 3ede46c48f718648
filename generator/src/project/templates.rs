//! The templates of a project, read: those that the configuration names, and those beside them.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Project, find};
use crate::diagnostic::{Diagnostic, nearest};
use crate::failure::Failure;
use crate::yaml::Text;

impl Project {
    /// Reads what `[[template]]` and `[docs]` name, and the other templates of their folders, since these
    /// may be included.
    pub(crate) fn read_templates(&mut self) -> Result<(), Failure> {
        let named: Vec<Text> = self.named_templates().cloned().collect();
        let mut paths: BTreeSet<String> = BTreeSet::new();
        for from in &named {
            paths.extend(find::templates(&self.root, folder(from.as_str())));
        }
        for from in &named {
            if self.root.join(from.as_str()).is_file() {
                paths.insert(from.value.clone());
                continue;
            }
            let message = format!("there is no template `{}`", from.as_str());
            let finding = Diagnostic::new("wrong-type", from.span, message);
            self.findings.push(match nearest(from.as_str(), paths.iter().map(String::as_str)) {
                Some(near) => finding.suggest(format!("write `{near}`"), from.span, format!("\"{near}\"")),
                None => finding.help("`statedoc templates eject` writes one to begin with"),
            });
        }
        for path in paths {
            let bytes = find::read(&self.root.join(&path))?;
            let (file, unreadable) = self.add(path, bytes);
            self.findings.extend(unreadable);
            self.templates.push(file);
        }
        Ok(())
    }

    /// The folders in which templates lie.
    #[cfg(feature = "cli")]
    pub(super) fn template_folders(&self) -> Vec<String> {
        let mut folders: Vec<String> =
            self.named_templates().map(|from| folder(from.as_str()).to_owned()).collect();
        folders.sort();
        folders.dedup();
        folders.retain(|folder| !folder.is_empty());
        folders
    }

    /// The folders that templates write to, each with whether what is below it counts too. The root is
    /// none: it is known anyway.
    pub(super) fn template_outputs(&self) -> Vec<(&str, bool)> {
        let outputs = self.config.templates.iter().map(|template| &template.to);
        let outputs = outputs.map(|to| (to.folder(), to.is_deep()));
        outputs.filter(|(folder, _)| !folder.is_empty()).collect()
    }

    fn named_templates(&self) -> impl Iterator<Item = &Text> {
        let docs = [&self.config.docs_page, &self.config.docs_index].into_iter().flatten();
        docs.chain(self.config.templates.iter().map(|template| &template.from))
    }
}

fn folder(path: &str) -> &str {
    let folder = Path::new(path).parent().and_then(Path::to_str);
    folder.unwrap_or_default()
}
