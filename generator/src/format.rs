//! Front matter in canonical form: keys in order, one way to quote, one way to indent; nothing lost.

mod layout;
mod order;
mod scalar;
mod trivia;
mod verify;

use std::fmt;

use crate::document::{FrontMatter, split};
use crate::source::SourceFile;
use crate::yaml::{self, Node};

use layout::Layout;
use order::Kind;

/// A document that is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Why, in words.
    pub why: String,
    /// Whether it cannot even be read.
    pub unreadable: bool,
}

impl Left {
    fn unreadable(why: String) -> Self {
        Self { why, unreadable: true }
    }
}

impl From<String> for Left {
    fn from(why: String) -> Self {
        Self { why, unreadable: false }
    }
}

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// The text of a document with its front matter in canonical form; the body is as it was.
///
/// The result was read again and says the same, with the same comments and blank lines.
///
/// # Errors
///
/// Why the document is better left as it is.
pub fn format(file: &SourceFile) -> Result<String, Left> {
    let FrontMatter::Found { yaml, .. } = split(file) else {
        return Err(Left::unreadable("it has no front matter that can be told from the rest".to_owned()));
    };
    let root = read(file).map_err(Left::unreadable)?;
    let text = &file.text[yaml.clone()];
    if text.trim().is_empty() {
        return Ok(file.text.clone());
    }
    let lines = Layout::new(file, &yaml).document(&root, Kind::Document)?;
    let mut formatted = lines.join(file.line_end());
    if text.ends_with('\n') {
        formatted.push_str(file.line_end());
    }
    let whole = [&file.text[..yaml.start], &formatted, &file.text[yaml.end..]].concat();
    verify::same(file, &whole)?;
    Ok(whole)
}

/// The front matter as a tree.
fn read(file: &SourceFile) -> Result<Node, String> {
    match split(file) {
        FrontMatter::Found { yaml, .. } => yaml::read(file, yaml).map_err(|finding| {
            let line = file.position(finding.span.start).line;
            format!("it cannot be read: {} (line {line})", finding.message)
        }),
        _ => Err("it has no front matter that can be told from the rest".to_owned()),
    }
}
