//! What a Markdown page holds, by CommonMark's and GitHub's rules; alone names the Markdown library.

mod outline;
mod page;

pub(crate) use outline::outline;
pub(crate) use page::{Item, Page, Table, Words, read, tidy};
