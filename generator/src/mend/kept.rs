//! What holds a mended document to the one it was made of: nothing but what was to be mended is another.

use std::ops::Range;

use crate::diagnostic::Edit;
use crate::document::{FrontMatter, split};
use crate::source::SourceFile;
use crate::yaml::{self, Piece};

/// Whether `new`, which `edits` made of `old`, says the same wherever it was not edited.
///
/// Where the front matter of `old` could not be read, an edit may put a whole text in quotes, and no more.
pub(super) fn kept(old: &SourceFile, new: &SourceFile, edits: &[Edit]) -> bool {
    let (FrontMatter::Found { yaml: before, .. }, FrontMatter::Found { yaml: after, .. }) =
        (split(old), split(new))
    else {
        return true;
    };
    let inner: Vec<Inner> = inner(before.start, before.end, edits);
    let pieces = yaml::pieces(&new.text[after.clone()]);
    if yaml::read(old, before.clone()).is_ok() {
        let untouched = |pieces: &[Piece], places: &[Range<usize>]| {
            let is_edited = |piece: &Piece| {
                places.iter().any(|it| piece.range.start <= it.end && it.start <= piece.range.end)
            };
            let texts = pieces.iter().filter(|piece| piece.text.is_none() || !is_edited(piece));
            texts.map(|piece| piece.text.clone()).collect::<Vec<_>>()
        };
        let (was, is): (Vec<_>, Vec<_>) = inner.iter().map(|it| (it.was.clone(), it.is.clone())).unzip();
        return untouched(&yaml::pieces(&old.text[before]), &was) == untouched(&pieces, &is);
    }
    let (text, mended) = (&old.text[before], &new.text[after.clone()]);
    let is_read = yaml::read(new, after).is_ok();
    inner.iter().all(|edit| {
        let was = &text[edit.was.clone()];
        is_text(&pieces, edit, was) || !is_read && is_text(&up_to(mended, edit.is.end, &pieces), edit, was)
    })
}

/// The pieces of YAML up to `end`, as if the brackets that are open there were closed. Nothing inside brackets is read
/// before all of it can be: `read` are the pieces before them.
fn up_to(yaml: &str, end: usize, read: &[Piece]) -> Vec<Piece> {
    let stopped = read.iter().map(|piece| piece.range.end).max().unwrap_or(0).min(end);
    let mut closing = Vec::new();
    let mut turn = |character| match character {
        '[' => closing.push(']'),
        '{' => closing.push('}'),
        ']' | '}' => _ = closing.pop(),
        _ => {}
    };
    let marks = read.iter().filter(|piece| piece.text.is_none());
    marks.filter_map(|piece| yaml[piece.range.clone()].chars().next()).for_each(&mut turn);
    let (mut quote, mut before) = (None, ' ');
    for character in yaml[stopped..end].chars() {
        match quote {
            Some(mark) if mark == character => quote = None,
            Some(_) => {}
            None if "'\"".contains(character) && " [{,\n".contains(before) => quote = Some(character),
            None => turn(character),
        }
        before = character;
    }
    let closing: String = closing.into_iter().rev().collect();
    yaml::pieces(&format!("{}{closing}", &yaml[..end]))
}

/// Whether an edit's text is a whole text of these, and reads as `was`.
fn is_text(pieces: &[Piece], edit: &Inner, was: &str) -> bool {
    let at = pieces.partition_point(|piece| piece.range.start < edit.is.start);
    let here = pieces[at..].iter().take_while(|piece| piece.range.start == edit.is.start);
    here.into_iter().any(|piece| piece.range == edit.is && piece.text.as_deref() == Some(was))
}

/// An edit inside the front matter: what it replaces, and where its text stands afterwards, from the front matter's
/// beginning.
struct Inner {
    was: Range<usize>,
    is: Range<usize>,
}

fn inner(start: usize, end: usize, edits: &[Edit]) -> Vec<Inner> {
    let within = |edit: &&Edit| edit.span.start >= start && edit.span.end <= end;
    let mut edits: Vec<&Edit> = edits.iter().filter(within).collect();
    edits.sort();
    let (mut added, mut removed) = (0, 0);
    let place = |edit: &Edit| {
        let was = edit.span.start - start..edit.span.end - start;
        let at = was.start + added - removed;
        added += edit.text.len();
        removed += was.len();
        Inner { was, is: at..at + edit.text.len() }
    };
    edits.into_iter().map(place).collect()
}
