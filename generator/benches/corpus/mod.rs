//! Documents in the manner of the three in `specs/`, made from a seed: no two of them say the same.

mod draft;
mod large;
mod vary;
mod write;

use std::fs;
use std::path::Path;

use statedoc::source::{FileId, SourceFile};

use draft::Draft;
pub use large::large;

/// A document: the name of its file, and its text.
pub type File = (String, String);

/// The documents of this repository, as they are.
pub fn originals() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("specs"));
    let folder = folder.into_iter().find(|folder| folder.is_dir()).expect("specs/ is above");
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<File> = entries.map(|entry| entry.expect("an entry").path()).map(read).collect();
    files.sort();
    files
}

fn read(path: impl AsRef<Path>) -> File {
    let name = path.as_ref().file_name().expect("a name").to_string_lossy().into_owned();
    (name, fs::read_to_string(path).expect("a document can be read"))
}

/// `count` documents. Ids, titles, names of states, the number of rows and the prose follow from the seed;
/// keys, layout, sizes and (but for a few more) findings are those of the originals.
pub fn varied(count: usize, seed: u64) -> Vec<File> {
    let drafts: Vec<Draft> =
        originals().iter().map(|(name, text)| Draft::read(&source(name, text))).collect();
    let words = vary::Words::of(&drafts);
    let mut random = fastrand::Rng::with_seed(seed);
    (0..count)
        .map(|number| {
            let draft = vary::vary(&drafts[number % drafts.len()], number, &words, &mut random);
            (format!("{}.md", draft.id), write::write(&draft))
        })
        .collect()
}

/// A document as the tool sees it.
pub fn source(name: &str, text: &str) -> SourceFile {
    SourceFile::new(FileId(0), format!("specs/{name}"), text)
}
