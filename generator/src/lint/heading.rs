//! What a document says at its top: all that the rules about several documents look at.

use super::Subject;
use crate::document::Text;
use crate::source::{FileId, Span};

/// The top of one document, which is kept when the rest of it has been judged and let go.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Its file.
    pub file: FileId,
    /// Its id, where it has one.
    pub id: Option<Text>,
    /// Its title, where it has one.
    pub title: Option<Text>,
    /// The key that pins its Rust module, where it is there.
    pub name: Option<Text>,
    /// The map that these keys are in.
    pub front: Option<Span>,
    /// The Rust module's name.
    pub rust_module: String,
}

impl Heading {
    /// The top of a document.
    #[must_use]
    pub fn of(subject: &Subject) -> Self {
        let document = subject.document;
        Self {
            file: subject.file.id,
            id: document.id.clone(),
            title: document.title.clone(),
            name: document.name.clone(),
            front: document.front,
            rust_module: subject.lifecycle.rust_module.clone(),
        }
    }
}
