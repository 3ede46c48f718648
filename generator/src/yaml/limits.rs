//! What a front matter may not exceed, so that a hostile one ends quickly.

/// The largest document, in bytes.
pub(super) const BYTES: usize = 16 * 1024 * 1024;

/// The deepest nesting of lists and maps. A state document needs 4.
pub(super) const DEPTH: usize = 64;

/// The most nodes that aliases may add, all told.
pub(super) const COPIED_NODES: usize = 10_000;
