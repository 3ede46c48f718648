//! The order of keys, which is that of the document's own tables.

use crate::document::{DOCUMENT, INVALID, ROW, STATE};

/// What a map or a list is, which decides the order of its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The whole document.
    Document,
    /// A state, or the list of them.
    State,
    /// A row, or the list of them.
    Row,
    /// A pair of `invalid`, or the list of them.
    Invalid,
    /// A map whose order is the writer's own.
    Free,
    /// A team's own value, of which nothing is touched but its indentation.
    Own,
}

impl Kind {
    /// What the value of `key` is.
    pub(super) fn of(self, key: &str) -> Self {
        match (self, key) {
            (Self::Document, "states") => Self::State,
            (Self::Document, "transitions") => Self::Row,
            (Self::Document, "invalid") => Self::Invalid,
            (Self::Document | Self::State | Self::Row | Self::Invalid, _) if self.place(key).is_none() => {
                Self::Own
            }
            _ => Self::Free,
        }
    }

    /// Where a key belongs; `None` for one that is not the format's own.
    fn place(self, key: &str) -> Option<usize> {
        let keys = match self {
            Self::Document => DOCUMENT,
            Self::State => STATE,
            Self::Row => ROW,
            Self::Invalid => INVALID,
            Self::Free | Self::Own => return None,
        };
        keys.iter().position(|known| known.name == key)
    }

    /// The order of `keys` as indexes: the format's own, then the others as they were.
    pub(super) fn sorted(self, keys: &[&str]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|index| self.place(keys[*index]).unwrap_or(usize::MAX));
        order
    }
}
