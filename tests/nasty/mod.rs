//! Any text in any field: it stays text in the code, in the pages and in the diagrams.

pub(crate) mod batch;
mod canary;
mod code;
pub(crate) mod documents;
mod long;
mod page;
mod pages;
mod server;
pub(crate) mod texts;
