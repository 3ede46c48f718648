//! A text made from a source by replacements, with the way back from each of its bytes.

use std::ops::Range;

/// A replacement: the range of the text as it is, and what takes its place.
pub(super) type Replacement = (Range<usize>, String);

/// A stretch of the text: where it starts, and the source bytes that it was made from.
#[derive(Clone, Debug)]
struct Piece {
    at: usize,
    from: Range<usize>,
}

/// A text, and for each stretch of it the source range that it was made from.
#[derive(Clone, Debug)]
pub(super) struct Mapped {
    pub(super) text: String,
    pieces: Vec<Piece>,
}

impl Mapped {
    /// The text itself, which starts at byte `offset` of its source.
    pub(super) fn new(text: &str, offset: usize) -> Self {
        let whole = Piece { at: 0, from: offset..offset + text.len() };
        Self { text: text.to_owned(), pieces: vec![whole] }
    }

    /// The source range that `range` was made from.
    pub(super) fn source(&self, range: Range<usize>) -> Range<usize> {
        let start = self.start(range.start);
        let end = if range.is_empty() { start } else { self.end(range.end) };
        start..end.max(start)
    }

    /// The text after `replacements`, which must be in order and must not overlap.
    pub(super) fn replaced(self, replacements: Vec<Replacement>) -> Self {
        if replacements.is_empty() {
            return self;
        }
        let mut made = Self { text: String::with_capacity(self.text.len()), pieces: Vec::new() };
        let (mut kept, mut next) = (0, 0);
        for (range, text) in replacements {
            self.copy(kept..range.start, &mut next, &mut made);
            if !text.is_empty() {
                made.pieces.push(Piece { at: made.text.len(), from: self.source(range.clone()) });
                made.text.push_str(&text);
            }
            kept = range.end;
        }
        self.copy(kept..self.text.len(), &mut next, &mut made);
        if made.pieces.is_empty() {
            made.pieces.push(Piece { at: 0, from: self.source(self.text.len()..self.text.len()) });
        }
        made
    }

    /// Copies `range` with its pieces to the end of `made`; `next` is the piece to look at first.
    fn copy(&self, range: Range<usize>, next: &mut usize, made: &mut Self) {
        while *next < self.pieces.len() && self.piece_end(*next) <= range.start {
            *next += 1;
        }
        let mut at = *next;
        while at < self.pieces.len() && self.pieces[at].at < range.end {
            let start = self.pieces[at].at.max(range.start);
            let end = self.piece_end(at).min(range.end);
            made.pieces.push(Piece { at: made.text.len(), from: self.start(start)..self.end(end) });
            made.text.push_str(&self.text[start..end]);
            at += 1;
        }
    }

    fn piece_end(&self, index: usize) -> usize {
        self.pieces.get(index + 1).map_or(self.text.len(), |next| next.at)
    }

    /// The piece that holds byte `at`, with whether it stands in the source as it is.
    fn piece(&self, at: usize) -> (&Piece, bool) {
        let index = self.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1);
        let piece = &self.pieces[index];
        (piece, piece.from.len() == self.piece_end(index) - piece.at)
    }

    fn start(&self, at: usize) -> usize {
        let (piece, verbatim) = self.piece(at);
        if verbatim || at >= self.text.len() {
            (piece.from.start + (at - piece.at)).min(piece.from.end)
        } else {
            piece.from.start
        }
    }

    fn end(&self, at: usize) -> usize {
        let (piece, verbatim) = self.piece(at.saturating_sub(1));
        if verbatim { piece.from.start + (at - piece.at) } else { piece.from.end }
    }
}

#[cfg(test)]
mod tests {
    use super::Mapped;

    #[test]
    fn ranges_lead_back_to_the_source() {
        let text = Mapped::new("ab\r\ncd#35;ef", 10);
        let text = text.replaced(vec![(2..4, "\n".to_owned())]);
        let text = text.replaced(vec![(5..9, "MARK-OF-IT".to_owned())]);
        assert_eq!(text.text, "ab\ncdMARK-OF-ITef");
        assert_eq!(text.source(0..2), 10..12);
        assert_eq!(text.source(3..5), 14..16);
        assert_eq!(text.source(3..8), 14..20);
        assert_eq!(text.source(15..17), 20..22);
        assert_eq!(text.source(17..17), 22..22);
    }

    #[test]
    fn a_text_of_which_nothing_is_left_still_has_a_place() {
        let text = Mapped::new("abc", 5).replaced(vec![(0..3, String::new())]);
        assert_eq!(text.text, "");
        assert_eq!(text.source(0..0), 8..8);
    }
}
