//! What holds a formatted document to the one it was made of.

use std::collections::BTreeMap;

use crate::document::{self, FrontMatter, split};
use crate::emit::view;
use crate::lifecycle::lower;
use crate::source::SourceFile;
use crate::yaml::{Node, Value};

/// Whether `new` says what `file` says, and has its comments and blank lines.
pub(super) fn same(file: &SourceFile, new: &str) -> Result<(), String> {
    let new = &SourceFile::new(file.id, &file.path, new);
    let (old_root, new_root) = (super::read(file)?, super::read(new)?);
    if plain(&old_root) != plain(&new_root) || meaning(file) != meaning(new) {
        return Err("its layout means something that another would not".to_owned());
    }
    if remarks(file, &old_root) != remarks(new, &new_root) {
        return Err("a comment stands where another layout has no place for it".to_owned());
    }
    Ok(())
}

fn meaning(file: &SourceFile) -> String {
    view::meaning(&lower(file, &document::parse(file).0))
}

/// A tree without places and styles, keys sorted.
#[derive(Debug, PartialEq)]
enum Plain<'a> {
    Text(&'a str),
    List(Vec<Plain<'a>>),
    Map(BTreeMap<&'a str, Vec<Plain<'a>>>),
}

fn plain(node: &Node) -> Plain<'_> {
    match &node.value {
        Value::Text(text, _) => Plain::Text(text),
        Value::List(items) => Plain::List(items.iter().map(plain).collect()),
        Value::Map(pairs) => {
            let mut map: BTreeMap<&str, Vec<Plain>> = BTreeMap::new();
            for (key, value) in pairs {
                map.entry(key.as_str()).or_default().push(plain(value));
            }
            Plain::Map(map)
        }
    }
}

/// The comments outside of texts, sorted, and how many lines there are blank.
fn remarks(file: &SourceFile, root: &Node) -> (Vec<String>, usize) {
    let FrontMatter::Found { yaml, .. } = split(file) else { return (Vec::new(), 0) };
    let mut hidden = vec![false; file.text.len()];
    cover(root, &mut hidden);
    let (mut comments, mut blank) = (Vec::new(), 0);
    let mut start = yaml.start;
    for line in file.text[yaml].split_inclusive('\n') {
        let text = line.trim_end_matches(['\r', '\n']);
        blank +=
            usize::from(text.trim().is_empty() && !hidden[start..start + line.len()].iter().all(|it| *it));
        let begins = |at: &usize| {
            let before = text[..*at].chars().last();
            !hidden[start + at] && before.is_none_or(char::is_whitespace)
        };
        let at = text.match_indices('#').map(|(at, _)| at).find(begins);
        comments.extend(at.map(|at| text[at..].trim_end().to_owned()));
        start += line.len();
    }
    comments.sort();
    (comments, blank)
}

/// Marks the bytes of all texts.
fn cover(node: &Node, hidden: &mut [bool]) {
    match &node.value {
        Value::Text(..) => hidden[node.span.range()].fill(true),
        Value::List(items) => items.iter().for_each(|item| cover(item, hidden)),
        Value::Map(pairs) => {
            for (key, value) in pairs {
                hidden[key.span.range()].fill(true);
                cover(value, hidden);
            }
        }
    }
}
